"""Errors: what hone's functions report, as exceptions."""
from ._native import ffi, lib


class Error(Exception):
    """A call of hone failed. Its text is hone's sentence; `at` is the place that it names: a byte, a bone, a vertex."""

    def __init__(self, message, at=0):
        super().__init__(message)
        self.at = at


class ArgumentError(Error, ValueError):
    """A mistake of the caller: a number out of range, sizes that do not match."""


class OutOfMemoryError(Error, MemoryError):
    """There is not enough memory."""


class FileError(Error, OSError):
    """The system could not open, read, write or rename a file."""


class FormatError(Error, ValueError):
    """The bytes are not what their format allows."""


class UnsupportedError(Error):
    """hone does not read this, or the part that would is not built in."""


class DeviceError(Error):
    """There is no graphics context, or the driver refused."""


CLASSES = {
    lib.HONE_ERROR_ARGUMENT: ArgumentError,
    lib.HONE_ERROR_MEMORY: OutOfMemoryError,
    lib.HONE_ERROR_IO: FileError,
    lib.HONE_ERROR_FORMAT: FormatError,
    lib.HONE_ERROR_UNSUPPORTED: UnsupportedError,
    lib.HONE_ERROR_DEVICE: DeviceError,
}


def call(function, *arguments):
    """Calls a function of hone whose last parameter is the error. A result of NULL, false or 0, or an id of
    0, raises the exception."""
    error = ffi.new("hone_error *")
    result = function(*arguments, error)
    is_id = isinstance(result, ffi.CData) and ffi.typeof(result).kind == "struct"
    if result.id if is_id else result:
        return result
    message = ffi.string(error.message).decode("utf-8", "replace")
    raise CLASSES.get(error.code, Error)(message, error.at)
