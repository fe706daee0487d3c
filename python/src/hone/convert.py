"""Conversions: what an actor does, as a motion of plain keys, for the same character or for another one."""
from ._native import ffi, lib
from .errors import call
from .motion import Motion
from .records import Record

PLAYERS = {"hierarchy": lib.HONE_BAKE_HIERARCHY, "mmd": lib.HONE_BAKE_MMD_RIG}
FEET = {"auto": lib.HONE_RETARGET_FEET_AUTO, "plant": lib.HONE_RETARGET_FEET_PLANT,
        "follow": lib.HONE_RETARGET_FEET_FOLLOW, "turn": lib.HONE_RETARGET_FEET_TURN}


class Progress:
    """A function progress(frame) that hone calls for each frame. If it returns False, the conversion is cancelled."""

    def __init__(self, function, desc):
        self.function = function
        self.failure = None
        self.handle = ffi.new_handle(self)
        if function:
            desc.progress, desc.user = lib.hone_python_progress, self.handle

    def call(self, function, *arguments):
        try:
            return call(function, *arguments)
        finally:
            if self.failure:
                raise self.failure


def bake(actor, last_frame, tolerance=0.0, player="hierarchy", progress=None):
    """Bakes what an actor does, with IK, append and physics, into plain keys.

    tolerance: the largest error of any bone and vertex, in the model's unit; 0: a key at each whole frame.
    player: "hierarchy" (glTF and other plain hierarchies) or "mmd" (MMD's rig with IK off: to_vmd).
    Returns: the motion, and what was measured (hone_bake_report).
    """
    desc = ffi.new("hone_bake_desc *", {"actor": actor._pointer, "last_frame": last_frame, "tolerance": tolerance,
                                        "player": PLAYERS[player]})
    report = ffi.new("hone_bake_report *")
    with actor._lock:
        pointer = Progress(progress, desc).call(lib.hone_bake, desc, report)
    return Motion(pointer), Record(report, report)


def retarget(actor, target, last_frame=0, tolerance=0.0, feet="auto", reach_hands=False, progress=None, duration=0.0):
    """Makes a motion for another humanoid from what an actor does.

    target: the model that the new motion is for.
    duration: seconds, in place of last_frame; that of a loop keeps it a loop.
    tolerance: how far key reduction may move what a bone carries, in the target's unit.
    feet: "plant": feet stay on the floor where the source's do; "follow": ankles follow the source's;
          "turn": all bones turn as the source's, as VRM animations are meant to be played; "auto": "turn" for
          these, "plant" for other motions.
    Returns: the motion, and what was done (hone_retarget_report).
    """
    desc = ffi.new("hone_retarget_desc *", {"source": actor._pointer, "target": target._pointer,
                                            "last_frame": last_frame, "duration": duration,
                                            "tolerance": tolerance, "feet": FEET[feet],
                                            "reach_hands": reach_hands})
    report = ffi.new("hone_retarget_report *")
    with actor._lock:
        pointer = Progress(progress, desc).call(lib.hone_retarget, desc, report)
    return Motion(pointer), Record(report, report)
