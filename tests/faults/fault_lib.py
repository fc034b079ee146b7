"""What the tests of faults share: running a program under the preloaded library, and the verdict on how it ended.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import errno
import gzip
import os
import shutil
import signal
import struct
import subprocess
import tempfile
import threading
from concurrent.futures import ThreadPoolExecutor

# GLib ends the program when one of its own small blocks is refused. What grows with the input is larger than this: the
# matrix of the tests has more rows.
SMALL_BYTES = 32768
# How long a run may take; each takes less than 0.1 s without a fault.
PATIENCE = 120
LOG_BYTES = 24


class Case:
    """A command that works on the matrix of the tests and may write one file."""

    def __init__(self, name, *words, output=None, ended=0, uses_blas=False, varies=False, grows=None):
        self.name = name
        self.words = words
        self.output = output  # its file, replaced by the command
        self.ended = ended    # the status without a fault
        self.content = None   # what the file then holds
        self.uses_blas = uses_blas
        self.varies = varies  # what still works without some memory may compute other digits
        # An output that does not exist before, and is complete again and again while it grows: whether it is.
        self.grows = grows
        self.prepared = False


OLD = b'the old content\n'
GZIP = b'\x1f\x8b'


class Faults:
    """A program, the library that makes its calls fail, and a folder with the inputs."""

    def __init__(self, program, library, folder):
        self.program = program
        self.library = library
        self.folder = folder
        self.local = threading.local()
        self.pool = ThreadPoolExecutor(max(2, os.cpu_count() or 2))

    def work_folder(self):
        """A folder for each thread of the test, with links to the inputs."""
        if not hasattr(self.local, 'folder'):
            self.local.folder = tempfile.mkdtemp(dir=self.folder)
            for name in os.listdir(self.folder):
                if os.path.isfile(os.path.join(self.folder, name)):
                    os.symlink(os.path.join(self.folder, name), os.path.join(self.local.folder, name))
        return self.local.folder

    def run(self, case, fault, environment=None):
        """Runs a case with a fault; returns the finished process, what the library counted, and what became of the files."""
        folder = self.work_folder()
        log = os.path.join(folder, 'log')
        with open(log, 'wb') as file:
            file.write(bytes(LOG_BYTES))
        if case.output:
            with open(os.path.join(folder, case.output), 'wb') as file:
                file.write(OLD)
        before = set(os.listdir(folder))
        if case.grows:
            os.unlink(os.path.join(folder, case.output))
        try:
            done = subprocess.run([self.program, *case.words], cwd=folder, capture_output=True, timeout=PATIENCE, check=False,
                                  env={**os.environ, **(environment or {}), 'LD_PRELOAD': self.library, 'SEIDEL_FAULT': fault,
                                       'SEIDEL_FAULT_LOG': log, 'TMPDIR': folder})
        except subprocess.TimeoutExpired:
            done = None
        with open(log, 'rb') as file:
            counts = struct.unpack('qqq', file.read(LOG_BYTES))
        left = sorted(set(os.listdir(folder)) - before)
        for name in left:
            path = os.path.join(folder, name)
            shutil.rmtree(path) if os.path.isdir(path) else os.unlink(path)
        content = None
        if case.output and os.path.exists(os.path.join(folder, case.output)):
            with open(os.path.join(folder, case.output), 'rb') as file:
                content = file.read()
            if content[:2] == GZIP:  # which holds the time
                content = gzip.decompress(content)
        return done, counts, left, content

    def prepare(self, case):
        """A run without a fault: what the file holds then. Returns why that is not as it should be, or None."""
        done, _, left, case.content = self.run(case, 'none:0')
        case.prepared = True
        if done is None or done.returncode != case.ended or left:
            return f'{case.name}: without a fault: {done}, left {left}'
        return None

    def count(self, case, fault):
        """Calls of the kind that the fault names, by a run in which none fails."""
        return self.run(case, fault)[1][0]

    def judge(self, case, fault):
        """Why a run with this fault did not end as it should, or None."""
        done, (_, failed, failed_bytes), left, content = self.run(case, fault)
        where = f'{case.name}, {fault} ({failed_bytes} bytes)'
        if done is None:
            return f'{where}: does not end'
        text = done.stderr.decode('utf-8', 'replace')
        by_glib = (fault.startswith('memory:') and 0 < failed_bytes < SMALL_BYTES
                   and -done.returncode in (signal.SIGTRAP, signal.SIGABRT) and ('failed to allocate' in text or 'GLib (gthread' in text))
        if done.returncode < 0 and not by_glib:
            return f'{where}: signal {-done.returncode}: {text[-300:]}'
        if done.returncode > 0 and done.returncode != case.ended and not text.strip():
            return f'{where}: status {done.returncode} without a message'
        if failed == 0 and done.returncode != case.ended:
            return f'{where}: status {done.returncode} without a fault: {text[-300:]}'
        if left:
            return f'{where}: left {left}'
        if case.grows:
            return f'{where}: {case.output} is not complete: {content[:200]}' if content is not None and not case.grows(content) else None
        if case.varies and content != OLD and content.count(b'\n') == case.content.count(b'\n'):
            content = case.content
        if case.output and content not in (OLD, case.content):
            return f'{where}: {case.output} is neither old nor new: {len(content)} bytes, status {done.returncode}: {text[-200:]}'
        if case.output and done.returncode == 0 and content != case.content:
            return f'{where}: status 0, and {case.output} is the old one'
        return None

    def judge_all(self, jobs):
        """Judges pairs of a case and a fault, several at a time. Returns how many, and what was wrong."""
        jobs = list(jobs)
        return len(jobs), [wrong for wrong in self.pool.map(lambda job: self.judge(*job), jobs) if wrong]


ERRORS = {name: getattr(errno, name) for name in ('EIO', 'ENOSPC', 'EINTR')}
