"""A test made of the steps of a person. Each begins by making what it needs where that is not there: after a step that
failed the workbench is started again. TAP.

    import steps                                # ends the program with SKIP where it cannot run
    from steps import check, step

    @step('opens a file')
    def _(t): ...

    sys.exit(steps.main(Session))               # arguments: BUILD_FOLDER [NUMBER…], the steps to run

SEIDEL_TEST_OUTPUT=FOLDER keeps a screenshot and the accessible tree of each step that failed.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import traceback

try:
    import a11y_lib as a11y
    import workbench
except (ImportError, ValueError) as missing:
    print('1..0 # SKIP python3-gi, python3-dbus or the typelibs of at-spi2 and gdk-pixbuf are missing: %s'
          % missing)
    sys.exit(0)

STEPS = []


def step(what):
    """One thing a person does, and what must come of it."""
    def register(function):
        STEPS.append((what, function))
        return function
    return register


def check(condition, what):
    if not condition:
        raise AssertionError(what)


class Session:
    """What the steps share: an installation, and the workbench that was started last."""

    def __init__(self, build_root, folder):
        self.folder = folder
        self.complaints = os.path.join(folder, 'stderr.txt')
        self.installation = workbench.Installation(build_root)
        self.seidel = None

    def start(self, *arguments):
        if self.seidel is not None:
            self.seidel.kill()
        self.seidel = workbench.Workbench(self.installation, self.complaints, *arguments)

    def open_grid(self, size):
        """Shows a grid of size × size points, and returns whether it was not there yet: level i + j + 1 for the point
        (i, j)."""
        if self.seidel is not None and self.seidel.frame.name == 'grid — Seidel':
            return False
        path = os.path.join(self.folder, 'grid.mtx')
        self.installation.run_cli('generate', 'poisson-5', '--size', str(size), '--output', path)
        self.start(path)
        self.seidel.wait_for_report('Levels backward', '%d, widest %d' % (2 * size - 1, size))
        return True

    def italian(self):
        """The environment in which the program speaks Italian: from glibc 2.41 on nothing is translated in C.UTF-8."""
        locales = os.path.join(self.folder, 'locales')
        if not os.path.isdir(locales):
            os.mkdir(locales)
            subprocess.run(['localedef', '-i', 'en_US', '-f', 'UTF-8', os.path.join(locales, 'en_US.UTF-8')],
                           check=False, stderr=subprocess.DEVNULL)
        return {'LANGUAGE': 'it', 'LC_ALL': 'en_US.UTF-8', 'LOCPATH': locales}

    def close(self):
        """Closes the window, where one is open."""
        if self.seidel is None:
            return
        status = self.seidel.close()
        self.seidel = None
        check(status == 0, 'the exit status is %d' % status)

    def end(self):
        if self.seidel is not None:
            self.seidel.kill()
            self.seidel = None

    def check_complaints(self):
        check(os.path.exists(self.complaints), 'the workbench was never started')
        with open(self.complaints, encoding='utf-8') as file:
            said = [line for line in file.read().split('\n')
                    if workbench.COMPLAINTS.search(line) and not workbench.HARMLESS.search(line)]
        check(not said, '\n'.join(said[:20]))

    def tell_complaints(self):
        if not os.path.exists(self.complaints):
            return
        with open(self.complaints, encoding='utf-8') as file:
            for line in file.read().rstrip().split('\n'):
                print('# stderr: ' + line)

    def keep_evidence(self, number):
        output = os.environ.get('SEIDEL_TEST_OUTPUT')
        if not output:
            return
        os.makedirs(output, exist_ok=True)
        workbench.screenshot(os.path.join(output, 'step-%02d.png' % number))
        if self.seidel is not None and self.seidel.process.poll() is None:
            with open(os.path.join(output, 'step-%02d.txt' % number), 'w',
                      encoding='utf-8') as file:
                file.write('\n'.join(a11y.dump(self.seidel.root)))


def run(session, numbers):
    """The steps in order. What one that failed left behind is closed."""
    failed = False
    for number, (what, function) in enumerate(STEPS, 1):
        if numbers and number not in numbers:
            print('ok %d - %s # SKIP not asked for' % (number, what), flush=True)
            continue
        try:
            function(session)
        except Exception:  # pylint: disable=broad-except
            failed = True
            print('not ok %d - %s' % (number, what), flush=True)
            for line in traceback.format_exc().rstrip().split('\n'):
                print('# ' + line, flush=True)
            session.keep_evidence(number)
            session.end()
        else:
            print('ok %d - %s' % (number, what), flush=True)
    return failed


def end_quietly():
    """The last step of most tests."""
    @step('never complained on its error output')
    def _(t):
        t.close()
        t.check_complaints()


def main(make_session):
    """Runs the steps with what make_session (BUILD_FOLDER, a folder for files) returns."""
    check(len(sys.argv) > 1, 'the build folder is expected')
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # what is below is cleaned up then, too
    print('1..%d' % len(STEPS), flush=True)
    folder = tempfile.mkdtemp(prefix='seidel-gui-')
    session = None
    try:
        session = make_session(sys.argv[1], folder)
        return 1 if run(session, [int(number) for number in sys.argv[2:]]) else 0
    finally:
        if session is not None:
            session.end()
            session.tell_complaints()
        shutil.rmtree(folder, ignore_errors=True)
