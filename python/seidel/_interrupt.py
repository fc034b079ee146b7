# SPDX-License-Identifier: GPL-3.0-or-later
"""Calls of the library that Ctrl+C, or a callback, ends."""
import concurrent.futures
import os
import signal
import threading

from ._library import checked
from ._seidel import ffi, lib

# Ctrl+C interrupts the main thread alone, and Python sees it only between two of its instructions: what it does at once is to
# write the number of the signal to a descriptor. A thread that reads there cancels the run of the main one. Where the
# descriptor is somebody else's, as in asyncio, or a callback wants to be called, the run is made by another thread and waited
# for, which costs some tens of microseconds more.
_worker = None
_watch = None


class _Watch:
    """Cancels what the main thread runs when a signal comes."""

    def __init__(self):
        self.cancellable = None
        self.end, self.descriptor = os.pipe()
        os.set_blocking(self.descriptor, False)
        threading.Thread(target=self.listen, name='seidel-signals', daemon=True).start()

    def listen(self):
        while numbers := os.read(self.end, 16):
            cancellable = self.cancellable
            if signal.SIGINT in numbers and cancellable is not None:
                lib.g_cancellable_cancel(cancellable)

    def run(self, function, arguments, cancellable):
        self.cancellable = cancellable
        try:
            return checked(function, *arguments, cancellable)
        finally:
            # KeyboardInterrupt may come in between, too: the descriptor is given back in any case.
            signal.set_wakeup_fd(-1)
            self.cancellable = None


def _forget_threads():
    global _worker, _watch  # pylint: disable=global-statement
    _worker = _watch = None


os.register_at_fork(after_in_child=_forget_threads)


def interruptible(function, *arguments, poll=None):
    """Calls function (*arguments, cancellable, error) so that KeyboardInterrupt cancels it. poll: called every 50 ms; true cancels."""
    global _worker, _watch  # pylint: disable=global-statement
    cancellable = ffi.gc(lib.g_cancellable_new(), lib.g_object_unref)
    if poll is None and threading.current_thread() is not threading.main_thread():
        return checked(function, *arguments, cancellable)
    if poll is None:
        if _watch is None:
            _watch = _Watch()
        before = signal.set_wakeup_fd(_watch.descriptor, warn_on_full_buffer=False)
        # An interrupt at the wrong moment may have left it there.
        if before in (-1, _watch.descriptor):
            return _watch.run(function, arguments, cancellable)
        signal.set_wakeup_fd(before)
    if _worker is None:
        _worker = concurrent.futures.ThreadPoolExecutor(1, 'seidel')
    future = _worker.submit(checked, function, *arguments, cancellable)
    try:
        # Not for ever: a signal that another thread received is seen when the main one wakes up.
        while not concurrent.futures.wait([future], 0.05).done:
            if poll is not None and poll():
                lib.g_cancellable_cancel(cancellable)
                break
        return future.result()
    except BaseException:
        if not future.done():
            lib.g_cancellable_cancel(cancellable)
            concurrent.futures.wait([future])
        raise
