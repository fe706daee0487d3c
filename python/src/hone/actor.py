"""Actors: characters that play motions."""
import collections
import functools
import threading

import numpy

from . import arrays
from ._native import ffi, lib
from .arrays import view
from .errors import call

METHODS = {
    "auto": lib.HONE_SKIN_AUTO,
    "linear": lib.HONE_SKIN_LINEAR,
    "dual_quaternion": lib.HONE_SKIN_DUAL_QUATERNION,
    "centres": lib.HONE_SKIN_CENTRES,
    "delta_mush": lib.HONE_SKIN_DELTA_MUSH,
    "direct_delta_mush": lib.HONE_SKIN_DIRECT_DELTA_MUSH,
}

Bounds = collections.namedtuple("Bounds", "min max")


def _locked(method):
    """Lets one thread at a time into an actor."""

    @functools.wraps(method)
    def locked(self, *arguments, **options):
        with self._lock:
            return method(self, *arguments, **options)

    return locked


class Workers:
    """Threads that skin vertices; actors may share them."""

    def __init__(self, threads=0):
        """threads: 0: one for each processor."""
        self._pointer = ffi.gc(call(lib.hone_workers_create, threads, ffi.NULL), lib.hone_workers_destroy)

    @property
    def thread_count(self):
        return lib.hone_workers_thread_count(self._pointer)


class Actor:
    """A character that plays motions on a model.

    Arrays of an actor, such as bones, are on its own memory: the next update changes them. Copy what must stay.
    """

    def __init__(self, model, motion=None, physics=False, exact=True, floor=False, edit=None, workers=None):
        """
        motion: plays at once; None: add motions with play.
        physics: whether the bodies and springs of the model are simulated.
        exact: with physics: whether a time has one result, however it was reached.
        floor: with physics: whether there is a floor at y = 0.
        edit: a function edit(frame, pose) that changes the motions' pose for every frame and every step of physics.
        workers: threads for skinning; None: the calling thread alone.
        """
        self._lock = threading.RLock()
        self.model = model
        self._workers = workers
        self._edit = edit
        self._failure = None
        self._gaze = None
        self._handle = ffi.new_handle(self)
        desc = ffi.new("hone_actor_desc *", {"model": model._pointer})
        desc.physics.on = physics
        desc.physics.options.exact = exact
        desc.physics.options.floor = floor
        if edit:
            desc.edit, desc.edit_user = lib.hone_python_edit, self._handle
        if workers:
            desc.workers = workers._pointer
        self._pointer = ffi.gc(call(lib.hone_actor_create, desc), lib.hone_actor_destroy)
        self._bone_count = lib.hone_model_skeleton(model._pointer).bone_count
        self._raise_failure()
        if motion is not None:
            self.play(motion)

    # ---- motions

    @_locked
    def play(self, motion, loop=False, start=0.0, offset=0.0, speed=1.0, fade_in=0.0, additive=False, mask=None):
        """Adds a motion above the others, and returns its Playback. start, offset and fade_in are seconds.
        mask: [bone_count] 0 to 1."""
        desc, keep = self._play_desc(loop, start, offset, speed, fade_in, additive, mask)
        return Playback(self, call(lib.hone_actor_play, self._pointer, motion._pointer, desc))

    @_locked
    def cross_fade(self, playback, motion, fade_in, loop=False, start=0.0, offset=0.0, speed=1.0, mask=None):
        """Adds a motion in the place of another, and changes over to it within fade_in seconds."""
        desc, keep = self._play_desc(loop, start, offset, speed, fade_in, False, mask)
        play = call(lib.hone_actor_cross_fade, self._pointer, playback._id, motion._pointer, desc)
        return Playback(self, play)

    def _play_desc(self, loop, start, offset, speed, fade_in, additive, mask):
        desc = ffi.new("hone_play_desc *", {"loop": loop, "start_seconds": start, "offset_seconds": offset, "speed": speed,
                                            "fade_in_seconds": fade_in, "additive": additive})
        if mask is not None:
            mask = arrays.given(mask, numpy.float32, (self._bone_count,))
            desc.mask = arrays.pointer_to(mask, "float")
        return desc, mask

    # ---- time

    def update(self, seconds):
        """Goes to a time: pose, rig, physics, morphs and palette."""
        self.update_frame(lib.hone_frame_from_seconds(seconds))

    @_locked
    def update_frame(self, frame):
        """Goes to a time in frames: 30ths of a second."""
        call(lib.hone_actor_update_frame, self._pointer, frame)
        self._raise_failure()

    @_locked
    def sample_frame(self, frame):
        """Writes the motions' pose at a frame, which may then be changed. evaluate does the rest."""
        lib.hone_actor_sample_frame(self._pointer, frame)
        self._raise_failure()

    @_locked
    def evaluate(self):
        """Makes bones, morphs and palette from the pose. Physics samples for itself: see the parameter edit."""
        call(lib.hone_actor_evaluate, self._pointer)
        lib.hone_actor_apply_morphs(self._pointer)
        lib.hone_actor_build_palette(self._pointer)
        self._raise_failure()

    def _raise_failure(self):
        failure, self._failure = self._failure, None
        if failure:
            raise failure

    # ---- gaze

    @_locked
    def look_at(self, point):
        """Lets the eyes look at a point from the next update on: an avatar (VRM) as its file has it, with bones or
        expressions; other models with their eyes. Call it again when the point moves.

        point: [3] model space; None: the eyes are as in the motions.
        """
        if point is None:
            if self._gaze is not None:
                call(lib.hone_actor_goal_remove, self._pointer, self._gaze)
            self._gaze = None
            return
        goal = ffi.new("hone_goal *")
        human = ffi.new("hone_humanoid *", lib.hone_model_humanoid(self.model._pointer))
        call(lib.hone_goal_for_look_at, self.model._pointer, human, goal)
        goal.position = tuple(float(x) for x in point)
        if self._gaze is None:
            self._gaze = call(lib.hone_actor_goal_add, self._pointer, goal)
        else:
            call(lib.hone_actor_goal_set, self._pointer, self._gaze, goal)

    # ---- results of the last update

    @property
    def pose(self):
        """The pose that the motions write and the rig reads."""
        return Pose(self, lib.hone_actor_writable_pose(self._pointer))

    @property
    def bones(self):
        """[bone_count][3][4] model space from bone space."""
        return view(self, lib.hone_actor_bones(self._pointer), (self._bone_count, 3, 4), "float")

    @property
    def morphs(self):
        """[morph_count] final weights."""
        return view(self, lib.hone_actor_morphs(self._pointer), len(self.model.morphs), "float")

    @property
    def palette(self):
        """[slot_count][3][4] the skinning matrices: model space now from mesh space in the bind pose."""
        palette = lib.hone_actor_palette(self._pointer)
        return view(self, palette.affine, (palette.slot_count, 3, 4), "float")

    @property
    def dual_quaternions(self):
        """[slot_count][2][4] the real and dual parts, x, y, z, w, of each slot's rotation and translation."""
        palette = lib.hone_actor_palette(self._pointer)
        return view(self, palette.duals, (palette.slot_count, 2, 4), "float")

    @property
    def visible(self):
        return lib.hone_actor_visible(self._pointer)

    # ---- vertices

    @_locked
    def skin(self, normals=False, method="auto", positions_out=None, normals_out=None):
        """Skins the vertices as they are after the last update, morphs included.

        Returns positions, or (positions, normals) if normals is true: [vertex_count][3], new arrays.
        positions_out, normals_out: arrays of float32 to write to instead; rows may be any number of bytes apart.
        """
        out = ffi.new("hone_skin_out *", {"method": METHODS[method]})
        positions_out = self._output(out.positions, positions_out)
        if normals:
            normals_out = self._output(out.normals, normals_out)
        call(lib.hone_actor_skin, self._pointer, out)
        return (positions_out, normals_out) if normals else positions_out

    def _output(self, stream, array):
        count = self.model.mesh.vertex_count
        if array is None:
            array = numpy.empty((count, 3), numpy.float32)
        if array.dtype != numpy.float32 or array.shape != (count, 3) or (array.size and array.strides[1] != 4):
            raise ValueError(f"an array of float32 of shape ({count}, 3), whose rows have no gaps, is needed")
        if not array.flags.writeable or array.strides[0] < 0:
            raise ValueError("an array that can be written to, whose rows ascend, is needed")
        stream.data, stream.count, stream.stride = ffi.cast("void *", array.ctypes.data), count, array.strides[0]
        return array

    @_locked
    def bounds(self, method="auto"):
        """Returns a box that contains all vertices; nothing is skinned."""
        box = ffi.new("hone_bounds *")
        call(lib.hone_actor_bounds, self._pointer, METHODS[method], box, ffi.NULL)
        return Bounds(numpy.array(list(box.min), numpy.float32), numpy.array(list(box.max), numpy.float32))

    # ---- saved states

    @_locked
    def save(self):
        """Returns the whole state that later updates depend on, as bytes."""
        state = ffi.new("char[]", lib.hone_actor_state_size(self._pointer))
        call(lib.hone_actor_save, self._pointer, state, len(state))
        return bytes(ffi.buffer(state))

    @_locked
    def restore(self, state):
        """Restores a saved state. Bones and palette are those of the state after the next update."""
        call(lib.hone_actor_restore, self._pointer, ffi.from_buffer(state), len(state))


class Playback:
    """A motion that an actor plays."""

    def __init__(self, actor, play):
        self._actor = actor
        self._id = play

    def _call(self, function, *arguments):
        with self._actor._lock:
            call(function, self._actor._pointer, self._id, *arguments)

    @property
    def weight(self):
        """How much the motion covers those below it, 0 to 1."""
        return lib.hone_actor_play_weight(self._actor._pointer, self._id)

    @weight.setter
    def weight(self, weight):
        self._call(lib.hone_actor_play_set_weight, weight)

    @property
    def speed(self):
        return lib.hone_actor_play_speed(self._actor._pointer, self._id)

    @speed.setter
    def speed(self, speed):
        self._call(lib.hone_actor_play_set_speed, speed)

    @property
    def time(self):
        """Seconds of the motion."""
        return lib.hone_actor_play_seconds(self._actor._pointer, self._id)

    @time.setter
    def time(self, seconds):
        self._call(lib.hone_actor_play_seek, seconds)

    def pause(self, paused=True):
        self._call(lib.hone_actor_play_pause, paused)

    def fade_out(self, seconds):
        """Lets the weight go to 0, after which the motion counts as stopped."""
        self._call(lib.hone_actor_play_fade_out, seconds)

    def stop(self):
        self._call(lib.hone_actor_play_stop)

    @property
    def bound_count(self):
        """How many tracks and channels are bound to a bone or morph of the model."""
        return lib.hone_actor_play_bound_count(self._actor._pointer, self._id)


class Pose:
    """A local pose: one transform for each bone, and weights of morphs. All arrays can be written."""

    def __init__(self, owner, data):
        self._owner = owner
        self._data = data
        self._bones = view(owner, data.bones, data.bone_count, "hone_transform", writable=True)

    @property
    def translations(self):
        """[bone_count][3] of MMD's models: offsets from rest."""
        return self._bones["translation"]

    @property
    def rotations(self):
        """[bone_count][4] quaternions x, y, z, w of unit length."""
        return self._bones["rotation"]

    @property
    def scales(self):
        """[bone_count][3]"""
        return self._bones["scale"]

    @property
    def animated(self):
        """[bone_count] 1 where a motion has written the bone. Set it for what you write, if the model is not MMD's."""
        return view(self._owner, self._data.animated, self._data.bone_count, "uint8_t", writable=True)

    @property
    def morphs(self):
        """[morph_count] weights."""
        return view(self._owner, self._data.morphs, self._data.morph_count, "float", writable=True)

    @property
    def ik_enabled(self):
        """[ik_count] 1 if the chain is on."""
        return view(self._owner, self._data.ik_enabled, self._data.ik_count, "uint8_t", writable=True)

    def copy(self):
        """Returns translations, rotations, scales and morphs as arrays of their own."""
        return tuple(array.copy() for array in (self.translations, self.rotations, self.scales, self.morphs))
