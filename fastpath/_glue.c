/* The door from Python to the compiled kernels: arguments are checked, the interpreter is let go,
 * the kernel runs. What belongs to one kernel is written by _glue.py and follows below. */

#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030b0000
#include <Python.h>
#include <stdint.h>
#include <string.h>

/* What a kernel expects: 'i', 'u' or 'f' and a size for the items of an array, 'n' for an int64,
 * 'd' for a float64. */
typedef struct {
    char kind;
    char size;
    char writable;
} Slot;

typedef struct {
    Py_buffer view;
    int64_t length;
    int64_t integer;
    double real;
} Value;

static int fits(const Slot *slot, const Py_buffer *view) {
    const char *formats = slot->kind == 'f' ? "d" : slot->kind == 'i' ? "bhilq" : "BHILQ?";
    const char *format = view->format ? view->format : "B";
    return view->ndim == 1 && view->itemsize == slot->size && strlen(format) == 1 &&
           strchr(formats, format[0]) != NULL && (uintptr_t)view->buf % slot->size == 0;
}

static int take(const char *name, int place, PyObject *object, const Slot *slot, Value *value) {
    if (slot->kind == 'n') {
        value->integer = PyLong_AsLongLong(object);
        return !(value->integer == -1 && PyErr_Occurred());
    }
    if (slot->kind == 'd') {
        value->real = PyFloat_AsDouble(object);
        return !(value->real == -1.0 && PyErr_Occurred());
    }
    int flags = PyBUF_C_CONTIGUOUS | PyBUF_FORMAT | (slot->writable ? PyBUF_WRITABLE : 0);
    if (PyObject_GetBuffer(object, &value->view, flags) == 0) {
        value->length = value->view.len / slot->size;
        if (fits(slot, &value->view)) {
            return 1;
        }
        PyBuffer_Release(&value->view);
    }
    PyErr_Clear();
    PyErr_Format(PyExc_TypeError, "argument %d of %s must be a %saligned, contiguous array of %c%d",
                 place + 1, name, slot->writable ? "writable, " : "", slot->kind, slot->size);
    return 0;
}

static void release(const Slot *slots, Value *values, int count) {
    for (int i = 0; i < count; i++) {
        if (slots[i].kind != 'n' && slots[i].kind != 'd') {
            PyBuffer_Release(&values[i].view);
        }
    }
}

static int take_all(const char *name, PyObject *const *args, Py_ssize_t given, const Slot *slots,
                    Value *values, int count) {
    if (given != count) {
        PyErr_Format(PyExc_TypeError, "%s takes %d arguments, not %zd", name, count, given);
        return 0;
    }
    for (int i = 0; i < count; i++) {
        if (!take(name, i, args[i], &slots[i], &values[i])) {
            release(slots, values, i);
            return 0;
        }
    }
    return 1;
}
