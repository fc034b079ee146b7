# SPDX-License-Identifier: GPL-3.0-or-later
"""Options of runs, of preconditioners and of sweepers."""
import os

import numpy as np

from ._library import checked, text_of, texts_of
from ._seidel import ffi, lib


def option_text(value):
    """An option as the library and seidel-cli read it."""
    if isinstance(value, (bool, np.bool_)):
        return 'true' if value else 'false'
    if isinstance(value, (float, np.floating)):
        return repr(float(value))
    return os.fspath(value) if isinstance(value, os.PathLike) else str(value)


def new_options(values, **initial):
    """Options of the library: these, and initial ones where they do not say otherwise."""
    options = ffi.gc(lib.seidel_options_new(), lib.seidel_options_free)
    for name, value in {**initial, **values}.items():
        if value is not None:
            checked(lib.seidel_options_set, options, name.replace('_', '-').encode('utf-8'), option_text(value).encode('utf-8'))
    return options


def options():
    """The options of :func:`solve`, :func:`preconditioner` and :func:`sweeper`: a dict of sentences.

    >>> 'tolerance' in options() and 'restart' in options()
    True
    """
    return {name.replace('-', '_'): text_of(lib.seidel_options_sentence(name.encode())) for name in texts_of(lib.seidel_options_ids())}
