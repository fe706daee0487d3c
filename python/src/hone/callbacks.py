"""Functions of Python that hone calls."""
from . import arrays
from ._native import ffi
from .actor import Pose


@ffi.def_extern()
def hone_python_edit(user, frame, pose):
    actor = ffi.from_handle(user)
    if actor._failure:
        return
    try:
        actor._edit(frame, Pose(actor, pose))
    except BaseException as failure:  # hone is in between: the actor raises it when the update returns
        actor._failure = failure


@ffi.def_extern(error=False)
def hone_python_progress(user, frame):
    progress = ffi.from_handle(user)
    try:
        return progress.function(frame) is not False
    except BaseException as failure:
        progress.failure = failure
        return False


@ffi.def_extern()
def hone_python_note(user, text):
    ffi.from_handle(user).append(arrays.text(text))
