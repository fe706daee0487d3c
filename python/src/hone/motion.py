"""Motions: the movement of a character."""
from . import arrays, files
from ._native import ffi, lib
from .arrays import view
from .errors import call
from .records import Record, Records

PARTS = {
    "bones": lib.HONE_MOTION_BONES,
    "morphs": lib.HONE_MOTION_MORPHS,
    "camera": lib.HONE_MOTION_CAMERA,
    "light": lib.HONE_MOTION_LIGHT,
    "shadow": lib.HONE_MOTION_SHADOW,
    "ik": lib.HONE_MOTION_IK,
    "visible": lib.HONE_MOTION_VISIBLE,
}


class Motion:
    """The movement of a character: tracks of MMD, or channels of glTF, .x, FBX and BVH. It never changes."""

    def __init__(self, pointer):
        """pointer: a hone_motion, whose reference this object takes over. Use load, from_bytes or from_tracks instead."""
        self._pointer = ffi.gc(pointer, lib.hone_motion_release)
        self._data = lib.hone_motion_get(pointer)

    @classmethod
    def load(cls, path, clip=None, strict=False):
        """Loads a VMD, VPD, .x, glTF, GLB, FBX, BVH or .hclip file.

        clip: which of the motions in the file, by name or number; None: the first.
        """
        desc, keep = _load_desc(clip, strict)
        return cls(call(lib.hone_motion_load, files.encoded(path), desc))

    @classmethod
    def from_bytes(cls, data, clip=None, strict=False):
        """Loads the bytes of such a file."""
        desc, keep = _load_desc(clip, strict)
        return cls(call(lib.hone_motion_load_memory, ffi.from_buffer(data), len(data), desc))

    @property
    def model_name(self):
        """The name of the model that it was made for."""
        return arrays.text(self._data.model_name)

    @property
    def format(self):
        return arrays.text(lib.hone_format_name(self._data.format))

    @property
    def duration(self):
        """Seconds."""
        return lib.hone_motion_duration(self._pointer)

    @property
    def last_frame(self):
        """The frame of its last key; fractions count up. Frames are 30ths of a second."""
        return int(-(-lib.hone_frame_from_seconds(self.duration) // 1))

    @property
    def warnings(self):
        """The faults of the file and how they were repaired."""
        return arrays.texts(lib.hone_motion_warnings(self._pointer))

    @property
    def bone_tracks(self):
        """MMD's tracks of bones, by name or number; each has keys."""
        return Tracks(self, self._data.bone_tracks, self._data.bone_track_count)

    @property
    def morph_tracks(self):
        """MMD's tracks of morphs, by name or number; each has keys."""
        return Tracks(self, self._data.morph_tracks, self._data.morph_track_count)

    @property
    def camera_keys(self):
        """[key_count] with the fields of hone_camera_key."""
        return view(self, self._data.camera_keys, self._data.camera_key_count, "hone_camera_key")

    @property
    def light_keys(self):
        """[key_count] with the fields of hone_light_key."""
        return view(self, self._data.light_keys, self._data.light_key_count, "hone_light_key")

    @property
    def channels(self):
        """The channels of glTF, .x, FBX and BVH: each has times and values."""
        return Channels(self, self._data.channels, self._data.channel_count)

    def camera(self, frame):
        """Returns the camera at a frame as a record: see Camera.of. None: the motion has none."""
        out = ffi.new("hone_camera *")
        found = lib.hone_motion_camera(self._pointer, frame, lib.HONE_CURVE_EXACT, out)
        return Record(out, out) if found else None

    def unbound(self, model):
        """Lists the tracks that move nothing on a model, because it lacks a bone or morph of that name."""
        count = ffi.new("uint32_t *")
        call(lib.hone_motion_unbound, self._pointer, model._pointer, ffi.NULL, 0, count)
        names = ffi.new("const char *[]", count[0])
        call(lib.hone_motion_unbound, self._pointer, model._pointer, names, count[0], count)
        return [arrays.text(name) for name in names]

    # ---- operations: each returns a new motion

    def trim(self, first, last):
        """Keeps the frames first to last, which become 0 to last - first."""
        return self._edited(lib.hone_motion_trim, first, last)

    def shift(self, frames):
        """Moves all keys by a number of frames."""
        return self._edited(lib.hone_motion_shift, frames)

    def speed(self, factor):
        """Plays faster (above 1) or slower."""
        return self._edited(lib.hone_motion_speed, factor)

    def loop(self, count, seam=15):
        """Repeats the motion. seam: frames within which the end is led to the beginning."""
        return self._edited(lib.hone_motion_loop, count, seam)

    def mirror(self):
        """Exchanges left and right."""
        return self._edited(lib.hone_motion_mirror)

    def smooth(self, frames):
        """Gives each key the mean of its track around it. frames: the width of the window."""
        return self._edited(lib.hone_motion_smooth, frames)

    def strip(self, *what):
        """Leaves out parts ("bones", "morphs", "camera", "light", "shadow", "ik", "visible") or names of bones."""
        choice, keep = _choice(what)
        return self._edited(lib.hone_motion_strip, choice)

    def keep(self, *what):
        """Keeps only these parts or names."""
        choice, keep = _choice(what)
        return self._edited(lib.hone_motion_keep, choice)

    def rename(self, names):
        """Gives bones, morphs and IK chains other names. names: {old: new}."""
        keep = [(ffi.new("char[]", old.encode()), ffi.new("char[]", new.encode())) for old, new in names.items()]
        return self._edited(lib.hone_motion_rename, ffi.new("hone_motion_rename_pair[]", keep), len(keep))

    def reduce(self, tolerance, distance=0.0):
        """Leaves out keys that are not needed: hone_motion_reduce."""
        desc = ffi.new("hone_reduce_desc *", {"tolerance": tolerance, "distance": distance})
        return Motion(call(lib.hone_motion_reduce, self._pointer, desc, ffi.NULL))

    def _edited(self, function, *arguments):
        return Motion(call(function, self._pointer, *arguments, ffi.NULL, ffi.NULL))

    # ---- files

    def to_vmd(self):
        """Returns the bytes of a VMD file. The motion must have tracks: see bake."""
        return files.written(lib.hone_motion_write_vmd, self._pointer, ffi.NULL)

    def to_hclip(self, model, tolerance=0.0):
        """Returns the bytes of a packed clip. tolerance: in the model's unit; 0: 0.1 mm."""
        motions = ffi.new("hone_motion *[]", [self._pointer])
        desc = ffi.new("hone_hclip_desc *", {"model": model._pointer, "motions": motions, "motion_count": 1,
                                             "tolerance": tolerance})
        return files.written(lib.hone_motion_write_hclip, desc, between=(ffi.NULL,))

    def __repr__(self):
        return f"<hone.Motion {self.format}: {self.duration:.2f} s>"


def join(*motions):
    """Returns a motion that plays motions one after another."""
    return _together(lib.hone_motion_join, motions)


def merge(*motions):
    """Returns a motion with the tracks of all motions; of equal tracks that of the last one stays."""
    return _together(lib.hone_motion_merge, motions)


def pointer_of(motion):
    """Returns the hone_motion of a motion; NULL for None."""
    return motion._pointer if motion is not None else ffi.NULL


class Track(Record):
    """The keys of one bone or morph: hone_bone_track or hone_morph_track."""

    __slots__ = ()

    @property
    def name(self):
        return arrays.text(self._data.name.text)

    @property
    def keys(self):
        """[key_count] with the fields of hone_bone_key or hone_morph_key: `frame`, `rotation`, …"""
        return view(self._owner, self._data.keys, self._data.key_count, ffi.typeof(self._data.keys).item)


class Tracks(Records):
    def _record(self, pointer):
        return Track(self._owner, pointer)


class Channel(Record):
    """The keys of a part of a bone's transform, or of weights of morphs: hone_channel."""

    __slots__ = ()

    @property
    def targets(self):
        """The bone, or the morphs, by name."""
        return [arrays.text(self._data.targets[i].name) for i in range(self._data.target_count)]

    @property
    def times(self):
        """[key_count] seconds."""
        return view(self._owner, self._data.times, self._data.key_count, "double")

    @property
    def values(self):
        """[key_count][width]; cubic splines have three values a key: [key_count][3][width]."""
        width = {lib.HONE_CHANNEL_ROTATION: 4, lib.HONE_CHANNEL_WEIGHTS: self._data.target_count}.get(self._data.path, 3)
        cubic = self._data.interpolation == lib.HONE_INTERPOLATION_CUBIC
        shape = (self._data.key_count, 3, width) if cubic else (self._data.key_count, width)
        return view(self._owner, self._data.values, shape, "float")


class Channels(Records):
    def _record(self, pointer):
        return Channel(self._owner, pointer)

    def _name(self, index):
        return self[index].targets[0]


def _load_desc(clip, strict):
    keep = ffi.NULL if clip is None else ffi.new("char[]", str(clip).encode())
    return ffi.new("hone_load_desc *", {"strict": strict, "clip": keep}), keep


def _choice(what):
    names = [ffi.new("char[]", name.encode()) for name in what if name not in PARTS]
    array = ffi.new("const char *[]", names)
    parts = sum({PARTS[name] for name in what if name in PARTS})
    return ffi.new("hone_motion_choice *", {"parts": parts, "names": array, "name_count": len(names)}), (names, array)


def _together(function, motions):
    pointers = ffi.new("hone_motion *[]", [motion._pointer for motion in motions])
    return Motion(call(function, pointers, len(motions), ffi.NULL, ffi.NULL))
