"""Writes the C that joins compiled kernels into one module: a door for each, and their table.

What all doors share is in ``_glue.c``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from fastpath._jit import Kernel
from fastpath._signature import Argument

_SHARED = Path(__file__).with_name("_glue.c")
_ITEMS = {"float64": "double"} | {
    f"{sign}int{bits}": f"{sign}int{bits}_t" for sign in ("", "u") for bits in (8, 16, 32, 64)
}
_TO_PYTHON = {
    "void": "Py_NewRef(Py_None)",
    "int64": "PyLong_FromLongLong(result)",
    "float64": "PyFloat_FromDouble(result)",
}

_TABLE = """
static PyMethodDef methods[] = {{
{methods}
    {{NULL, NULL, 0, NULL}}}};
static struct PyModuleDef definition = {{PyModuleDef_HEAD_INIT, "{name}", NULL, -1, methods}};

PyMODINIT_FUNC PyInit_{name}(void) {{
    PyObject *module = PyModule_Create(&definition);
    if (module && PyModule_AddStringConstant(module, "DIGEST", "{digest}") < 0) {{
        Py_CLEAR(module);
    }}
    return module;
}}
"""

_METHOD = '    {{"{name}", (PyCFunction)(void (*)(void))call_{name}, METH_FASTCALL, NULL}},'

_DOOR = """
extern {result} fastpath_{name}({types});
static PyObject *call_{name}(PyObject *self, PyObject *const *args, Py_ssize_t given) {{
    static const Slot slots[] = {{{slots}}};
    Value values[{count}];
    if (!take_all("{name}", args, given, slots, values, {count})) {{
        return NULL;
    }}
    {call}
    release(slots, values, {count});
    return {to_python};
}}
"""


def module(name: str, kernels: Sequence[Kernel[..., Any]], digest: str) -> str:
    """The C source of a module of kernels."""
    methods = "\n".join(_METHOD.format(name=kernel.name) for kernel in kernels)
    table = _TABLE.format(methods=methods, name=name, digest=digest)
    return "".join([_SHARED.read_text(), *map(_door, kernels), table])


def _door(kernel: Kernel[..., Any]) -> str:
    """The C function that Python calls for one kernel."""
    arguments, result = kernel.signature.arguments, kernel.signature.result
    item = _ITEMS.get(result, "void")
    passed = ", ".join(
        text for place, each in enumerate(arguments) for text in _passed(place, each)
    )
    call = f"fastpath_{kernel.name}({passed});"
    if result != "void":
        call = f"result = {call}"
    if kernel.brief_to:
        away = f"values[0].length > {kernel.brief_to} ? PyEval_SaveThread() : NULL"
        call = f"PyThreadState *saved = {away}; {call} if (saved) PyEval_RestoreThread(saved);"
    elif not kernel.brief:
        call = f"Py_BEGIN_ALLOW_THREADS {call} Py_END_ALLOW_THREADS"
    if result != "void":
        call = f"{item} result; {call}"
    return _DOOR.format(
        name=kernel.name,
        result=item,
        types=", ".join(text for each in arguments for text in _types(each)),
        slots=", ".join(map(_slot, arguments)),
        count=len(arguments),
        call=call,
        to_python=_TO_PYTHON[result],
    )


def _types(argument: Argument) -> Iterator[str]:
    item = _ITEMS[argument.dtype]
    if argument.is_array:
        yield f"{item} *" if argument.writable else f"const {item} *"
        yield "int64_t"
    else:
        yield item


def _passed(place: int, argument: Argument) -> Iterator[str]:
    if argument.is_array:
        yield f"values[{place}].view.buf"
        yield f"values[{place}].length"
    else:
        yield f"values[{place}].{'integer' if argument.dtype == 'int64' else 'real'}"


def _slot(argument: Argument) -> str:
    if not argument.is_array:
        return "{'n'}" if argument.dtype == "int64" else "{'d'}"
    size = int(argument.dtype.lstrip("uintfloa")) // 8
    return f"{{'{argument.dtype[0]}', {size}, {int(argument.writable)}}}"
