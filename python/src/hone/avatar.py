"""What a VRM says about its model: who made it, what it can express, and how it looks at a point."""
from ._native import ffi, lib
from .arrays import view
from .records import Record, Records

LOOK_AT_KINDS = {lib.HONE_LOOK_AT_NONE: "none", lib.HONE_LOOK_AT_BONE: "bone", lib.HONE_LOOK_AT_EXPRESSION: "expression"}
OVERRIDES = {lib.HONE_OVERRIDE_NONE: "none", lib.HONE_OVERRIDE_BLOCK: "block", lib.HONE_OVERRIDE_BLEND: "blend"}


class Avatar:
    """What a VRM adds to its model: hone_avatar."""

    def __init__(self, model, data):
        self._model = model
        self._data = data

    @property
    def version(self):
        """0: VRM 0.x; 1: VRM 1.0."""
        return self._data.version

    @property
    def meta(self):
        """The meta data and licence, as the file has them: {"name": "Her", "authors": ["One", "Other"], …}.

        Several entries of one key are a list.
        """
        found = {}
        for key, value in self.meta_entries:
            found.setdefault(key, []).append(value)
        return {key: values if len(values) > 1 else values[0] for key, values in found.items()}

    @property
    def meta_entries(self):
        """The same as pairs, in the order of the file; a list has an entry for each value."""
        return [(entry.key, entry.value) for entry in Records(self._model, self._data.meta, self._data.meta_count)]

    @property
    def thumbnail(self):
        """The index of the texture that is its picture; -1: it has none."""
        return self._data.thumbnail

    @property
    def look_at(self):
        """How it looks at a point: hone_look_at."""
        return Record(self._model, ffi.addressof(self._data, "look_at"))

    @property
    def look_at_kind(self):
        """What shows its gaze: "none", "bone" or "expression"."""
        return LOOK_AT_KINDS[self._data.look_at.kind]

    @property
    def expressions(self):
        """What it can express, by name. The weight of one is that of the morph with the same name."""
        return Expressions(self._model, self._data.expressions, self._data.expression_count)

    @property
    def first_person(self):
        """[vertex_count] lib.HONE_FIRST_PERSON_AUTO and so on; no elements: all are AUTO."""
        count = self._model.mesh.vertex_count if self._data.first_person else 0
        return view(self._model, self._data.first_person, count, "uint8_t")


class Expression(Record):
    """An expression: hone_expression."""

    __slots__ = ()

    @property
    def name(self):
        return self._owner.morphs[self._data.morph].name

    @property
    def overrides(self):
        """What it does to others: {"blink": "none", "look_at": "blend", "mouth": "block"}."""
        data = self._data
        return {"blink": OVERRIDES[data.override_blink], "look_at": OVERRIDES[data.override_look_at],
                "mouth": OVERRIDES[data.override_mouth]}

    @property
    def colours(self):
        """The colours of materials that it changes: hone_colour_bind."""
        return Records(self._owner, self._data.colour_binds, self._data.colour_bind_count)

    @property
    def texture_places(self):
        """The texture coordinates of materials that it changes: hone_texture_bind."""
        return Records(self._owner, self._data.texture_binds, self._data.texture_bind_count)


class Expressions(Records):
    def _record(self, pointer):
        return Expression(self._owner, pointer)

    def _name(self, index):
        return self[index].name
