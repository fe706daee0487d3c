"""Arrays: memory of hone as numpy arrays, without copies."""
import numpy

from ._native import ffi


class Memory:
    """A block of memory, and the objects that must live as long as arrays on it."""

    def __init__(self, owner, address, shape, dtype, writable):
        self.owner = owner
        self.__array_interface__ = {
            "version": 3,
            "data": (address, not writable),
            "shape": shape,
            "typestr": dtype.str,
            "descr": dtype.descr if dtype.names is None else [("", dtype.str)],
        }


def view(owner, pointer, shape, kind, writable=False):
    """Returns an array on memory that `owner` keeps alive.

    pointer: NULL gives an array of no elements.
    kind: the name of a C type, such as "float" or "hone_bone_key": a struct becomes an array with fields.
    """
    dtype = dtype_of(kind)
    shape = (shape,) if isinstance(shape, int) else tuple(shape)
    if pointer == ffi.NULL or 0 in shape:
        return numpy.zeros((0, *shape[1:]), dtype)
    address = int(ffi.cast("uintptr_t", pointer))
    size = int(numpy.prod(shape)) * dtype.itemsize
    block = numpy.asarray(Memory(owner, address, (size,), numpy.dtype("u1"), writable))
    return block.view(dtype).reshape(shape)


def dtype_of(kind):
    """Returns the numpy type with the layout of a C type. Pointers are integers."""
    return _dtype(ffi.typeof(kind) if isinstance(kind, str) else kind)


_known = {}


def _dtype(ctype):
    if ctype not in _known:
        _known[ctype] = _make_dtype(ctype)
    return _known[ctype]


def _make_dtype(ctype):
    if ctype.kind == "struct":
        fields = [(name, field) for name, field in ctype.fields if field.bitshift < 0]
        return numpy.dtype({
            "names": [name for name, _ in fields],
            "formats": [_dtype(field.type) for _, field in fields],
            "offsets": [field.offset for _, field in fields],
            "itemsize": ffi.sizeof(ctype),
        })
    if ctype.kind == "array":
        return numpy.dtype((_dtype(ctype.item), (ctype.length,)))
    if ctype.kind == "pointer" or ctype.kind == "function":
        return numpy.dtype(numpy.uintp)
    if ctype.kind == "enum":
        return numpy.dtype(f"u{ffi.sizeof(ctype)}")
    if ctype.cname in ("float", "double"):
        return numpy.dtype(f"f{ffi.sizeof(ctype)}")
    if ctype.cname == "_Bool":
        return numpy.dtype("?")
    signed = int(ffi.cast(ctype, -1)) < 0
    return numpy.dtype(f"{'i' if signed else 'u'}{ffi.sizeof(ctype)}")


def given(values, dtype, shape):
    """Returns what a caller gave as an array that C can read: contiguous, of this type and shape (None: any length)."""
    array = numpy.ascontiguousarray(values, dtype)
    if array.ndim != len(shape) or any(want is not None and want != has for want, has in zip(shape, array.shape)):
        wanted = ", ".join("n" if want is None else str(want) for want in shape)
        raise ValueError(f"an array of shape ({wanted}) is needed, not {array.shape}")
    return array


def pointer_to(array, kind):
    """Returns the address of an array's memory as a C pointer. The caller keeps the array."""
    return ffi.cast(f"{kind} *", array.ctypes.data)


def text(pointer):
    """Returns a text of hone as str."""
    return "" if pointer == ffi.NULL else ffi.string(pointer).decode("utf-8", "replace")


def texts(warnings):
    """Returns the sentences of hone_warnings."""
    return [text(warnings.texts[i]) for i in range(warnings.count)]
