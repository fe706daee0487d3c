"""hone: skinned characters. Models, motions and actors as objects; vertices, bones and palettes as numpy arrays.

    import hone
    model = hone.Model.load("miku.pmx")
    actor = hone.Actor(model, hone.Motion.load("dance.vmd"), physics=True)
    actor.update(2.5)
    positions = actor.skin()  # [vertex_count][3]

What these classes do not cover is in hone.lib and hone.ffi: every function and struct of the C library, by cffi.
"""
from . import callbacks
from ._native import ffi, lib
from .actor import Actor, Bounds, Playback, Pose, Workers
from .avatar import Avatar, Expression
from .builder import motion_from_channels, motion_from_tracks
from .convert import bake, retarget
from .errors import (ArgumentError, DeviceError, Error, FileError, FormatError, OutOfMemoryError, UnsupportedError)
from .files import write
from .model import Mesh, Model
from .motion import Motion, join, merge
from .records import Record, Records
from .renderer import Camera, Renderer

__version__ = ffi.string(lib.hone_version()).decode()
FRAMES_PER_SECOND = 30
