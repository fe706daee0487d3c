"""Files: paths and bytes."""
import os

from ._native import ffi, lib
from .errors import call


def encoded(path):
    """Returns a path as the bytes that hone expects."""
    path = os.fspath(path)
    if isinstance(path, bytes):
        return path
    return path.encode() if os.name == "nt" else os.fsencode(path)


def written(function, *arguments, between=()):
    """Calls a function that makes the bytes of a file, and returns them.

    between: the arguments that come after the bytes and before the error.
    """
    out = ffi.new("hone_bytes *")
    call(function, *arguments, out, *between)
    data = bytes(ffi.buffer(out.data, out.size))
    lib.hone_bytes_release(out)
    return data


def write(path, data):
    """Writes a file in one step: other programs see the old file or the whole new file."""
    call(lib.hone_file_write, encoded(path), ffi.from_buffer(data), len(data))
