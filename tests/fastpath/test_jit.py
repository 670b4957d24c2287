"""The forms of kernels: which of them answers, and what may never go wrong with the compiled."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from fastpath import _compile, _cpu, _jit, _signature, sorting
from fastpath._jit import KernelForm

ROOT = Path(__file__).parents[2]
compiled = pytest.mark.skipif(_jit.COMPILED is None, reason="no compiled kernels: no C compiler?")


def run(code: str, **environ: str) -> str:
    """What a process of its own prints."""
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**os.environ, **environ},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_the_compiled_module_is_there_and_fresh() -> None:
    if not any(Path(_jit.__file__).parent.glob("_compiled_*.so")):
        pytest.skip("no compiled kernels: no C compiler?")
    assert _jit.COMPILED is not None, "run make setup"


@compiled
def test_the_server_never_imports_numba() -> None:
    code = """
import sys
import sidecar.server.server, sidecar.evidence.index
from fastpath import sorted_index
sorted_index.build([2.0, 1.0])
print([m for m in ("numba", "llvmlite") if m in sys.modules])
"""
    assert run(code) == "[]"


@compiled
def test_a_wrong_cpu_falls_back_before_the_module_is_imported() -> None:
    code = """
import sys
from fastpath import _cpu
_cpu._flags = lambda: frozenset({"sse2"})
from fastpath import _jit, sorted_index
assert _jit.COMPILED is None or "v3" not in _jit.COMPILED.__name__
assert not any("v3" in name for name in sys.modules), "imported"
print(sorted_index.build([2.0, 1.0]).keys.tolist())
"""
    assert run(code) == "[1.0, 2.0]"


@pytest.mark.parametrize(
    ("cpuinfo", "expected"),
    [
        (" ".join(_cpu._V3_FLAGS), (_cpu.V3, _cpu.GENERIC)),
        (" ".join(_cpu._V3_FLAGS - {"avx2"}), (_cpu.GENERIC,)),
        ("", (_cpu.GENERIC,)),
    ],
    ids=["new", "old", "unknown"],
)
def test_the_cpu_is_asked(
    cpuinfo: str, expected: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "cpuinfo"
    file.write_text(f"processor\t: 0\nvendor_id\t: x\nflags\t\t: {cpuinfo}\nbugs\t\t:\n")
    monkeypatch.setattr(_cpu, "_CPUINFO", file)
    assert _cpu.targets() == expected


def test_a_system_that_does_not_tell_its_cpu_gets_the_generic_form(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_cpu, "_CPUINFO", tmp_path / "nothing")
    assert _cpu.targets() == (_cpu.GENERIC,)


def test_a_module_of_other_sources_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_jit, "import_module", lambda _: SimpleNamespace(DIGEST="other"))
    assert _jit.load() is None


def test_a_module_that_cannot_be_loaded_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: str) -> Any:
        raise ImportError("not an ELF file")

    monkeypatch.setattr(_jit, "import_module", broken)
    assert _jit.load() is None


NO_MODULE = """
import sys, time, pathlib
from fastpath import _jit
_jit.COMPILED = None
from fastpath import sorting
import numpy as np
values = np.array([2.0, 1.0])
assert sorting.sort(values)[0].tolist() == [1.0, 2.0]
"""


def test_without_a_module_the_twin_answers_and_numba_takes_over_behind(tmp_path: Path) -> None:
    code = f"""{NO_MODULE}
while not hasattr(sorting._unpack.answer, "nopython_signatures"):
    time.sleep(0.05)
written = list(pathlib.Path({str(tmp_path)!r}).iterdir())
print(sorting.sort(values)[0].tolist(), written)
"""
    # No folder to write to: no home, and sources that belong to somebody else in production.
    nowhere = str(tmp_path / "nowhere")
    environ = {"HOME": nowhere, "XDG_CACHE_HOME": nowhere, "NUMBA_CACHE_DIR": nowhere}
    assert run(code, **environ) == "[1.0, 2.0] []"


def test_without_a_module_and_numba_the_twin_goes_on() -> None:
    code = f"""
import sys
sys.modules["numba"] = None
{NO_MODULE}
_jit._behind.join()
print(sorting.sort(values)[0].tolist(), sorting._pack.answer is sorting._pack.twin)
"""
    assert run(code) == "[1.0, 2.0] True"


@pytest.mark.parametrize("form", list(KernelForm))
def test_a_form_can_be_named(form: KernelForm) -> None:
    if form is KernelForm.COMPILED and _jit.COMPILED is None:
        pytest.skip("no compiled kernels")
    code = """
import sys
from fastpath import _jit, sorting
import numpy as np
assert sorting.sort(np.array([2.0, 1.0]))[0].tolist() == [1.0, 2.0]
kind = type(sorting._pack.answer).__name__
print({"builtin_function_or_method": "compiled", "function": "numpy"}.get(kind, "numba"))
"""
    assert run(code, FASTPATH_FORM=form) == form


@pytest.mark.parametrize("form", [KernelForm.COMPILED, KernelForm.NUMBA])
def test_kernels_let_other_threads_run(form: KernelForm) -> None:
    # One thread sorts, this one counts how often it gets to run meanwhile.
    try:
        pack = sorting._pack.form(form)
    except LookupError as error:
        pytest.skip(str(error))
    values = np.random.default_rng(3).normal(size=8_000_000).view(np.uint64)
    pairs = np.empty(values.size, np.uint64)
    began, ended = threading.Event(), threading.Event()

    def work() -> None:
        began.set()
        pack(values, pairs)
        ended.set()

    before = sys.getswitchinterval()
    sys.setswitchinterval(100)  # else Python itself would let this thread run now and then
    try:
        thread = threading.Thread(target=work)
        thread.start()
        began.wait()
        turns = 0
        while not ended.is_set():
            turns += 1
            time.sleep(0)
        thread.join()
    finally:
        sys.setswitchinterval(before)
    assert turns > 100


@compiled
@pytest.mark.parametrize(
    "pairs",
    [
        np.empty(2, np.float64),
        np.empty(2, np.uint32),
        np.empty((1, 2), np.uint64),
        np.empty(4, np.uint64)[::2],
        np.frombuffer(bytes(16), np.uint64),
        np.frombuffer(bytearray(17), np.uint8)[1:].view(np.uint64),
        [0, 0],
    ],
    ids=["type", "width", "shape", "stride", "read-only", "alignment", "list"],
)
def test_what_does_not_fit_is_refused_and_not_written_to(pairs: Any) -> None:
    with pytest.raises(TypeError, match="argument 2 of sorting_pack"):
        sorting._pack.form(KernelForm.COMPILED)(np.zeros(2, np.uint64), pairs)


@compiled
def test_a_wrong_number_of_arguments_is_refused() -> None:
    pack: Any = sorting._pack.form(KernelForm.COMPILED)
    with pytest.raises(TypeError, match="takes 2 arguments, not 1"):
        pack(np.zeros(2, np.uint64))


@pytest.mark.parametrize(
    "signature",
    [
        "int64",
        "int32()",
        "void(float32[::1])",
        "void(const int64)",
        "void(uint8)",
        "void(int64[:])",
    ],
)
def test_signatures_that_are_none(signature: str) -> None:
    with pytest.raises(ValueError, match=r"signature|argument|const"):
        _signature.parse(signature)


def test_a_kernel_that_can_raise_is_refused_when_it_is_compiled() -> None:
    code = """
import os
os.environ["FASTPATH_FORM"] = "numpy"
from fastpath import _compile, _jit

def raises(values):
    if values.size > 3:
        raise ValueError("too many")
    return 0

kernel = _jit.Kernel(raises, "int64(const float64[::1])", raises, brief=False)
try:
    _compile._object_code(kernel, "generic")
except _compile.CompileError as error:
    print(str(error)[:34])
"""
    assert run(code) == "__main___raises may raise or alloca"[:34]


@pytest.mark.slow
@pytest.mark.timeout(600)  # compiling takes a minute, and several where others compile as well
def test_a_generic_module_can_be_made(tmp_path: Path) -> None:
    try:
        _compile._c_compiler()
    except _compile.CompileError as error:
        pytest.skip(str(error))
    command = [
        sys.executable,
        "-m",
        "fastpath._compile",
        "--target",
        "generic",
        "--into",
        str(tmp_path),
    ]
    environ = {**os.environ, "FASTPATH_FORM": "numpy"}
    subprocess.run(command, cwd=ROOT, env=environ, check=True, capture_output=True, timeout=600)
    code = f"""
import sys
import fastpath
fastpath.__path__.insert(0, {str(tmp_path)!r})
from fastpath import _cpu
_cpu._flags = lambda: frozenset()
from fastpath import _jit, sorted_index
assert _jit.COMPILED.__file__.startswith({str(tmp_path)!r})
print(sorted_index.build([2.0, 1.0]).keys.tolist())
"""
    assert run(code) == "[1.0, 2.0]"


def test_no_compiler_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(_compile.CompileError, match="no C compiler"):
        _compile.compile_all("generic", tmp_path)
