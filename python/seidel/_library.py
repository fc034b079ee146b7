# SPDX-License-Identifier: GPL-3.0-or-later
"""Calls of the library: its texts, and its errors as exceptions."""
from ._seidel import ffi, lib

NULL = ffi.NULL


class Error(Exception):
    """What the library could not do; the message says why and, where something else was expected, what."""


class FileError(Error, OSError):
    """A file cannot be opened, read or written, or is not what its format says."""


class AmbiguousError(FileError):
    """A text that does not say what it is may be read in several ways; the message has those that :func:`read` takes as read_as."""


class InvalidError(Error, ValueError):
    """An argument, an option or a matrix does not fit what is asked for."""


class ChoiceError(InvalidError):
    """A file holds several matrices, or vectors, and the message names them; :func:`read` takes one of the matrices as variable."""


class UnsupportedError(Error, NotImplementedError):
    """Well-formed, but beyond what the library does."""


class OutOfMemoryError(Error, MemoryError):
    """It does not fit into memory; the message has the figures."""


class UnavailableError(Error, RuntimeError):
    """An engine or a device is not there."""


# As everything in Python.
lib.seidel_count_from(0)

# By SeidelError.
_KINDS = [FileError, FileError, UnsupportedError, InvalidError, OutOfMemoryError, UnavailableError, ChoiceError, InvalidError, OutOfMemoryError,
          AmbiguousError]


def text_of(pointer):
    """A text that the library keeps; None where there is none."""
    return None if pointer == NULL else ffi.string(pointer).decode('utf-8')


def texts_of(pointers):
    """Those of an array that ends with NULL."""
    found = []
    while pointers[len(found)] != NULL:
        found.append(text_of(pointers[len(found)]))
    return found


def taken_text(pointer):
    """A text that the library made for its caller."""
    text = text_of(pointer)
    lib.g_free(pointer)
    return text


def _raise(slot):
    error = slot[0]
    code, message = error.code, text_of(error.message)
    lib.g_error_free(error)
    raise (_KINDS[code] if 0 <= code < len(_KINDS) else Error)(message)


def checked(function, *arguments):
    """What a function returns that takes a GError ** last; its error as an exception."""
    slot = ffi.new('GError **')
    result = function(*arguments, slot)
    if slot[0] != NULL:
        _raise(slot)
    return result


def version():
    """The version of the library."""
    return text_of(lib.seidel_version())
