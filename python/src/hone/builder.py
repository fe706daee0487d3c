"""Builders: motions made of arrays."""
import numpy

from . import arrays
from ._native import ffi, lib
from .errors import call
from .motion import Motion

LINEAR = (20, 20, 107, 107)
PATHS = {
    "translation": (lib.HONE_CHANNEL_TRANSLATION, 3),
    "rotation": (lib.HONE_CHANNEL_ROTATION, 4),
    "scale": (lib.HONE_CHANNEL_SCALE, 3),
}


class _Builder:
    """The memory of a motion that is being made."""

    def __init__(self):
        self.pointer = call(lib.hone_builder_create, ffi.NULL, 0)

    def array(self, kind, count):
        """Returns zeroed memory as a C pointer and as a numpy array."""
        if count == 0:
            return ffi.NULL, numpy.zeros(0, arrays.dtype_of(kind))
        memory = lib.hone_builder_array(self.pointer, count, ffi.sizeof(kind))
        if memory == ffi.NULL:
            lib.hone_builder_destroy(self.pointer)
            raise MemoryError
        pointer = ffi.cast(f"{kind} *", memory)
        return pointer, arrays.view(self, pointer, count, kind, writable=True)

    def text(self, text):
        data = text.encode()
        return lib.hone_builder_text(self.pointer, data, len(data))

    def motion(self, data):
        return Motion(call(lib.hone_motion_create, self.pointer, data, ffi.NULL))


def motion_from_tracks(bones=None, morphs=None, model_name=""):
    """Makes a motion of MMD, such as to_vmd writes.

    bones: {name: (frames, translations, rotations)}: [n] 30ths of a second, [n][3] offsets from rest in MMD's units,
           [n][4] quaternions x, y, z, w on top of rest. Curves are linear.
    morphs: {name: (frames, weights)}.
    """
    bones = {name: _bone_keys(*keys) for name, keys in (bones or {}).items()}
    morphs = {name: _morph_keys(*keys) for name, keys in (morphs or {}).items()}
    builder = _Builder()
    data = ffi.new("hone_motion_data *", {"space": lib.HONE_SPACE_MMD})
    data.model_name = builder.text(model_name)
    data.bone_track_count, data.bone_tracks = _tracks(builder, "hone_bone_track", "hone_bone_key", bones)
    data.morph_track_count, data.morph_tracks = _tracks(builder, "hone_morph_track", "hone_morph_key", morphs)
    return builder.motion(data)


def motion_from_channels(channels, space="gltf"):
    """Makes a motion for a model of glTF or .x.

    channels: {bone: {"translation": (times, values), "rotation": …, "scale": …}}: [n] seconds, ascending, and [n][3],
              or [n][4] for quaternions x, y, z, w. Between keys values are interpolated linearly.
    space: "gltf" or "x", that of the model.
    """
    entries = []
    for bone, paths in channels.items():
        for path, (times, values) in paths.items():
            number, width = PATHS[path]
            times = arrays.given(times, numpy.float64, (None,))
            entries.append((bone, number, times, arrays.given(values, numpy.float32, (len(times), width))))
    builder = _Builder()
    pointer, _ = builder.array("hone_channel", len(entries))
    for i, (bone, number, times, values) in enumerate(entries):
        channel = pointer[i]
        channel.path, channel.interpolation = number, lib.HONE_INTERPOLATION_LINEAR
        target, _ = builder.array("hone_channel_target", 1)
        target.name, target.index = builder.text(bone), -1
        channel.targets, channel.target_count = target, 1
        channel.key_count = len(times)
        channel.times, out = builder.array("double", len(times))
        out[:] = times
        channel.values, out = builder.array("float", values.size)
        out[:] = values.ravel()
    spaces = {"gltf": lib.HONE_SPACE_GLTF, "x": lib.HONE_SPACE_X}
    data = ffi.new("hone_motion_data *", {"space": spaces[space], "channel_count": len(entries), "channels": pointer})
    data.model_name = builder.text("")
    return builder.motion(data)


def _bone_keys(frames, translations=None, rotations=None):
    frames = arrays.given(frames, numpy.uint32, (None,))
    keys = numpy.zeros(len(frames), arrays.dtype_of("hone_bone_key"))
    keys["frame"] = frames
    keys["rotation"][:, 3] = 1
    if translations is not None:
        keys["translation"] = arrays.given(translations, numpy.float32, (len(frames), 3))
    if rotations is not None:
        keys["rotation"] = arrays.given(rotations, numpy.float32, (len(frames), 4))
    for member, value in zip(("x1", "y1", "x2", "y2"), LINEAR):
        keys["curves"][member] = value
    return keys


def _morph_keys(frames, weights):
    frames = arrays.given(frames, numpy.uint32, (None,))
    keys = numpy.zeros(len(frames), arrays.dtype_of("hone_morph_key"))
    keys["frame"] = frames
    keys["weight"] = arrays.given(weights, numpy.float32, (len(frames),))
    return keys


def _tracks(builder, track_kind, key_kind, tracks):
    pointer, _ = builder.array(track_kind, len(tracks))
    for i, (name, keys) in enumerate(tracks.items()):
        pointer[i].name.text = builder.text(name)
        pointer[i].key_count = len(keys)
        pointer[i].keys, out = builder.array(key_kind, len(keys))
        out[:] = keys
    return len(tracks), pointer
