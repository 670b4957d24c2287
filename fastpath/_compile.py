"""Compiles the kernels ahead of time into one extension module.

    python -m fastpath._compile [--target x86-64-v3|generic] [--into FOLDER]

numba translates each kernel, LLVM makes object code of it, and the C compiler links them with a few
lines of C (``_glue.c``). The module needs neither numba nor a compiler, and holds for every Python
from 3.11 on. A kernel that could raise would need the interpreter: it is refused here.
"""

from __future__ import annotations

import argparse
import os
import pkgutil
import platform
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from importlib import import_module
from pathlib import Path
from typing import Any

from fastpath import _glue, _jit
from fastpath._jit import Kernel

HERE = Path(__file__).parent

_FROM_LIBC = frozenset({"memcpy", "memmove", "memset", "memcmp", "bcmp"})
"""What a kernel may call that is not its own."""


class CompileError(Exception):
    """The kernels cannot be compiled; the message says why."""


def default_targets() -> tuple[str, ...]:
    """What a wheel is made for: what is asked, or the fastest that most machines have.

    ``all`` is that and, for x86-64, every older CPU.
    """
    asked = os.environ.get("FASTPATH_TARGET", "")
    is_linux_x86 = sys.platform == "linux" and platform.machine() == "x86_64"
    fastest = "x86-64-v3" if is_linux_x86 else "generic"
    if asked == "all":
        return tuple(dict.fromkeys((fastest, "generic")))
    return (asked or fastest,)


def compile_all(target: str, into: Path) -> Path:
    """Compile every kernel of the package.

    Returns:
        The extension module.

    Raises:
        CompileError: If numba or a C compiler is missing, or a kernel could raise.
    """
    compiler = _c_compiler()
    for module in pkgutil.iter_modules([str(HERE)]):
        if not module.name.startswith("_"):
            import_module(f"fastpath.{module.name}")
    kernels = list(_jit.KERNELS.values())
    name = f"_compiled_{target.replace('-', '_')}"
    with tempfile.TemporaryDirectory(prefix="fastpath-") as folder:
        source = Path(folder, "module.c")
        source.write_text(_glue.module(name, kernels, _jit.digest()))
        objects = []
        for kernel in kernels:
            objects.append(Path(folder, f"{kernel.name}.o"))
            objects[-1].write_bytes(_object_code(kernel, target))
        built = Path(folder, f"{name}.abi3.so")
        include = f"-I{sysconfig.get_path('include')}"
        flags = ["-O2", "-fPIC", "-shared", "-fvisibility=hidden", "-Wall", "-Werror", "-s"]
        command = [*compiler, *flags, include, "-o", *map(str, [built, source, *objects])]
        done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
        if done.returncode:
            raise CompileError(f"the C compiler fails:\n{done.stderr}")
        into.mkdir(parents=True, exist_ok=True)
        # Moved into its place whole: a server may have the module before it mapped.
        fresh = shutil.copy(built, into / f".{built.name}.{os.getpid()}")
        return Path(fresh).replace(into / built.name)


def _c_compiler() -> list[str]:
    named = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    for candidate in (shlex.split(named), ["cc"], ["gcc"], ["clang"]):
        if candidate and shutil.which(candidate[0]):
            return candidate
    raise CompileError("there is no C compiler")


def _object_code(kernel: Kernel[..., Any], target: str) -> bytes:
    """Object code of one kernel, with one C function that takes pointers and lengths."""
    from llvmlite import binding  # noqa: PLC0415 - what is needed here alone

    function = _translated(kernel)
    module = binding.parse_assembly(function.inspect_llvm())
    entry = module.get_function(function.native_name)
    # What nothing else can call is inlined or left out: numba's own entry, the paths of exceptions.
    for each in module.functions:
        if not each.is_declaration and each.name != entry.name:
            each.linkage = "internal"
    for variable in module.global_variables:
        if not variable.is_declaration:
            variable.linkage = "internal"
    machine = binding.Target.from_triple(binding.get_process_triple()).create_target_machine(
        cpu="" if target == "generic" else target, opt=3, reloc="pic", codemodel="default"
    )
    builder = binding.create_pass_builder(
        machine, binding.create_pipeline_tuning_options(speed_level=3)
    )
    builder.getModulePassManager().run(module, builder)
    entry.name = f"fastpath_{kernel.name}"
    foreign = {each.name for each in module.functions if each.is_declaration}
    needed = {name for name in foreign if not name.startswith("llvm.")} - _FROM_LIBC
    if needed:
        raise CompileError(f"{kernel.name} may raise or allocate: it needs {sorted(needed)}")
    code: bytes = machine.emit_object(module)
    return code


def _translated(kernel: Kernel[..., Any]) -> Any:
    """The kernel behind a C function of pointers and lengths, as numba's ``CFunc``."""
    import numba  # noqa: PLC0415 - what is needed here alone
    from numba import extending, types  # noqa: PLC0415

    _jit.register(extending)
    extending.register_jitable(error_model="numpy")(kernel.function)
    names, passed, c_types = [], [], []
    for place, argument in enumerate(kernel.signature.arguments):
        item = getattr(types, argument.dtype)
        if argument.is_array:
            names += [f"p{place}", f"n{place}"]
            passed.append(f"carray(p{place}, n{place})")
            c_types += [types.CPointer(item), types.int64]
        else:
            names.append(f"p{place}")
            passed.append(f"p{place}")
            c_types.append(item)
    code = f"def entry({', '.join(names)}):\n    return function({', '.join(passed)})\n"
    scope: dict[str, Any] = {"function": kernel.function, "carray": numba.carray}
    exec(code, scope)  # noqa: S102 - numba wants a function for each number of arguments
    result = getattr(types, kernel.signature.result)
    return numba.cfunc(result(*c_types), error_model="numpy")(scope["entry"])


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m fastpath._compile", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--target")
    parser.add_argument("--into", type=Path, default=HERE)
    options = parser.parse_args()
    first, *others = (options.target,) if options.target else default_targets()
    # numba reads these when it is imported, and would else use all that this machine's CPU can.
    os.environ["NUMBA_CPU_NAME"] = first
    os.environ["NUMBA_CPU_FEATURES"] = ""
    try:
        print(compile_all(first, options.into), flush=True)  # noqa: T201
    except CompileError as error:
        print(error, file=sys.stderr)  # noqa: T201
        return 1
    for target in others:  # each in a process of its own, since numba is imported once
        again = [sys.executable, "-m", __spec__.name, "--target", target, "--into", options.into]
        if status := subprocess.run(again, check=False).returncode:  # noqa: S603
            return status
    return 0


if __name__ == "__main__":
    sys.exit(main())
