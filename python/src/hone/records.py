"""Records: structs of hone, such as bones and materials, as objects that are read like Python's."""
import collections.abc

from . import arrays
from ._native import ffi


class Record:
    """A struct of hone. Its members are attributes: texts are str, arrays of numbers are numpy arrays without copies.

    The members, their meaning and their units are those of the C struct: `record.kind` is its name.
    """

    __slots__ = ("_owner", "_data", "kind")

    def __init__(self, owner, data):
        """owner: keeps the struct's memory alive. data: a pointer to it."""
        self._owner = owner
        self._data = data
        self.kind = ffi.typeof(data).item.cname

    def __getattr__(self, name):
        fields = dict(ffi.typeof(self._data).item.fields)
        if name not in fields:
            raise AttributeError(f"{self.kind} has no member {name}")
        ctype = fields[name].type
        value = getattr(self._data, name)
        if ctype.kind == "pointer" and ctype.item.cname == "char":
            return arrays.text(value)
        if ctype.kind == "array":
            return arrays.view(self._owner, value, *_shape_and_item(ctype))
        if ctype.kind == "struct":
            return Record(self._owner, ffi.addressof(self._data, name))
        return value

    def __dir__(self):
        return [name for name, _ in ffi.typeof(self._data).item.fields]

    def __repr__(self):
        name = getattr(self, "name", None) if "name" in dir(self) else None
        return f"<{self.kind} {name!r}>" if name is not None else f"<{self.kind}>"


def _shape_and_item(ctype):
    shape = []
    while ctype.kind == "array":
        shape.append(ctype.length)
        ctype = ctype.item
    return tuple(shape), ctype


class Records(collections.abc.Sequence):
    """An array of structs of hone: a sequence. A name finds the first record that has it."""

    def __init__(self, owner, pointer, count):
        self._owner = owner
        self._pointer = pointer
        self._count = count
        self._places = None

    def __len__(self):
        return self._count

    def __getitem__(self, key):
        if isinstance(key, str):
            return self[self.index_of(key)]
        if isinstance(key, slice):
            return [self[i] for i in range(*key.indices(self._count))]
        index = key + self._count if key < 0 else key
        if not 0 <= index < self._count:
            raise IndexError(f"record {key} of {self._count}")
        return self._record(self._pointer + index)

    def _record(self, pointer):
        return Record(self._owner, pointer)

    def index_of(self, name):
        """Returns the index of the first record with a name."""
        if self._places is None:
            self._places = {}
            for i in range(self._count - 1, -1, -1):
                self._places[self._name(i)] = i
        if name not in self._places:
            raise KeyError(name)
        return self._places[name]

    def _name(self, index):
        name = self._pointer[index].name
        return arrays.text(name if ffi.typeof(name).kind == "pointer" else name.text)

    def __contains__(self, name):
        try:
            self.index_of(name)
        except KeyError:
            return False
        return True

    @property
    def names(self):
        """The names of all records, in order."""
        return [self._name(i) for i in range(self._count)]

    def array(self):
        """Returns all structs as one numpy array with fields, without a copy. Pointers are integers."""
        return arrays.view(self._owner, self._pointer, self._count, ffi.typeof(self._pointer).item)

    def __repr__(self):
        return f"<{self._count} {ffi.typeof(self._pointer).item.cname}>"
