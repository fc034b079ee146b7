#!/usr/bin/python3
"""./dev on systems of other kinds, and on its second call: with tools that record how they are called. TAP.

    test-dev.py SOURCE_ROOT

SPDX-License-Identifier: GPL-3.0-or-later
"""
import atexit
import os
import pty
import re
import shutil
import stat
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'app'))
from cli_tap import check, run_tests, same  # noqa: E402  pylint: disable=wrong-import-position

SOURCE = os.path.abspath(sys.argv[1])
# What ./dev calls of any system.
USUAL = ['bash', 'cat', 'cut', 'dirname', 'env', 'find', 'grep', 'head', 'id', 'mkdir', 'mktemp', 'paste', 'readlink', 'rm', 'rmdir',
         'sed', 'sort', 'tail', 'touch', 'tr']
NOBODY = 65534
# Meson makes the folder that it is to configure; reconfiguring one is known by its first words.
MESON = '''echo "meson $*" >>"$CALLS"
case "$1" in
  setup) for word; do case $word in build*) mkdir -p $word/meson-private $word/meson-logs; touch $word/meson-private/coredata.dat ;; esac; done ;;
esac'''
PKG_CONFIG = '''case "$*" in
  *PETSc*) [ -e "$TREE/petsc-is-here" ] && echo 3.18 ;;
  *"$LACKING"*) [ -z "$LACKING" ] ;;
esac'''


class Tree:
    """A copy of ./dev, and a PATH that has nothing else."""

    def __init__(self, apt=True):
        self.folder = tempfile.mkdtemp(prefix='seidel-dev-')
        atexit.register(shutil.rmtree, self.folder, ignore_errors=True)
        os.chmod(self.folder, 0o755)
        self.calls = self.path('calls')
        os.mkdir(self.path('bin'))
        shutil.copy(os.path.join(SOURCE, 'meson.build'), self.folder)
        # The folder of nvcc that ./dev adds must not be that of this machine.
        with open(os.path.join(SOURCE, 'dev'), encoding='utf-8') as file:
            script = file.read().replace('/usr/local/cuda/bin', '/nowhere')
        with open(self.path('dev'), 'w', encoding='utf-8') as file:
            file.write(script)
        os.chmod(self.path('dev'), 0o755)
        for name in USUAL:
            os.symlink(shutil.which(name), self.path('bin', name))
        for name, script in [('meson', MESON), ('ninja', 'echo "ninja $*" >>"$CALLS"'), ('pkg-config', PKG_CONFIG), ('cc', ''), ('msgfmt', ''),
                             ('ldconfig', '')]:
            self.tool(name, script)
        if apt:
            self.tool('apt-get', 'exit 100')
            self.tool('dpkg-query', 'echo installed')

    def path(self, *parts):
        return os.path.join(self.folder, *parts)

    def tool(self, name, script):
        with open(self.path('bin', name), 'w', encoding='utf-8') as file:
            file.write('#!/bin/bash\n%s\n' % script)
        os.chmod(self.path('bin', name), 0o755)

    def environment(self, lacking=''):
        return {'PATH': self.path('bin'), 'CALLS': self.calls, 'TREE': self.folder, 'LACKING': lacking, 'HOME': self.folder}

    def dev(self, *words, lacking='', user=None):
        """Runs it; returns the exit status, the lines of its messages, and the calls of meson and ninja."""
        if os.path.exists(self.calls):
            os.remove(self.calls)
        done = subprocess.run([self.path('dev'), *words], capture_output=True, text=True, timeout=60, check=False, cwd=self.folder, user=user,
                              env=self.environment(lacking))
        calls = []
        if os.path.exists(self.calls):
            with open(self.calls, encoding='utf-8') as file:
                calls = file.read().splitlines()
        return done.returncode, done.stderr.splitlines(), calls


def refused(tree, *words, names=(), **more):
    """It ends at once, with one sentence that has these words."""
    status, lines, calls = tree.dev(*words, **more)
    same((status, len(lines), calls), (1, 1, []), lines)
    check(all(name in lines[0] for name in names), lines[0])


def test_no_apt():
    """without apt it names what is missing, or builds where nothing is"""
    tree = Tree(apt=False)
    os.remove(tree.path('bin', 'meson'))
    refused(tree, 'build', lacking='gtk4', names=['no apt', 'meson', 'gtk4', 'doc/dependencies.md'])
    tree.tool('meson', MESON)
    refused(tree, 'run', lacking='libadwaita-1', names=['no apt', 'libadwaita-1'])
    status, lines, calls = tree.dev('build')
    same((status, lines), (0, []))
    check(calls[0].startswith('meson setup') and calls[-1].startswith('ninja'), calls)


def test_no_rights():
    """a folder that cannot be written, for building or for installing"""
    tree = Tree()
    os.chmod(tree.folder, stat.S_IRUSR | stat.S_IXUSR | stat.S_IRGRP | stat.S_IXGRP | stat.S_IROTH | stat.S_IXOTH)
    user = NOBODY if os.geteuid() == 0 else None
    refused(tree, 'build', user=user, names=['build cannot be written', tree.folder])
    refused(tree, 'install', '/proc/nowhere', user=user, names=['/proc/nowhere cannot be written', './dev install'])
    refused(tree, 'uninstall', user=user, names=['uninstall'])


def test_later():
    """what was configured is not configured again, but when PETSc has come"""
    tree = Tree()
    same(len([call for call in tree.dev('build')[2] if 'setup' in call]), 1)
    same([call for call in tree.dev('build')[2] if 'setup' in call], [])
    with open(tree.path('petsc-is-here'), 'w', encoding='utf-8'):
        pass
    calls = [call for call in tree.dev('build')[2] if 'setup' in call]
    same((len(calls), '--reconfigure' in calls[0]), (1, True), calls)
    same([call for call in tree.dev('build')[2] if 'setup' in call], [])


def test_install():
    """installing uses what was built, building goes on with it, uninstalling removes what was installed and nothing else"""
    tree = Tree()
    prefix = tree.path('pre fix')
    tree.dev('build')
    status, lines, calls = tree.dev('install', prefix)
    same(status, 0, lines)
    same(sorted({word for call in calls for word in call.split() if word.startswith('build')}), ['build'], 'folders')
    check(any(call.startswith('meson install') for call in calls), calls)
    same([call for call in tree.dev('build')[2] if 'setup' in call], [], 'configured again')
    mine, other = os.path.join(prefix, 'share', 'seidel', 'a b'), os.path.join(prefix, 'share', 'other')
    os.makedirs(os.path.dirname(mine))
    for path in (mine, other):
        with open(path, 'w', encoding='utf-8'):
            pass
    with open(tree.path('build', 'meson-logs', 'install-log.txt'), 'w', encoding='utf-8') as file:
        file.write('# List of files installed by Meson\n%s\n%s\n' % (mine, os.path.join(prefix, 'gone')))
    status, lines, _ = tree.dev('uninstall')
    same(status, 0, lines)
    same((os.path.exists(os.path.dirname(mine)), os.path.exists(other)), (False, True), 'what is left')
    refused(tree, 'uninstall', names=['uninstall'])


def test_scripts():
    """what it and the rules of packages call as programs can be executed"""
    called = set()
    for name in ('dev', '.ci/run', 'packaging/debian/rules', 'packaging/debian-cuda/rules'):
        with open(os.path.join(SOURCE, name), encoding='utf-8') as file:
            called.update(re.findall(r'^(?:\t|.*\bexec | *|.*timeout \d+ )((?:packaging|tests)/[\w/.-]+\.(?:py|sh))', file.read(), re.MULTILINE))
    check(len(called) > 7, sorted(called))
    same(sorted(name for name in called if not os.access(os.path.join(SOURCE, name), os.X_OK)), [])


def test_terminal():
    """on a terminal the status of apt takes none of the descriptors that scripts of packages need"""
    tree = Tree()
    tree.tool('id', 'echo 0')
    tree.tool('tee', 'exec %s "$@"' % shutil.which('tee'))
    tree.tool('sh', 'exec %s "$@"' % shutil.which('sh'))
    tree.tool('dpkg-query', '[ -e "$TREE/apt-was-here" ] && echo installed')
    tree.tool('apt-get', 'touch "$TREE/apt-was-here"; echo "apt-get $*" >>"$CALLS"; for word; do case $word in APT::Status-Fd=*) '
              'echo "pmstatus:a:50.0:Unpacking a" >&${word#*=} ;; esac; done; [ "$1" != update ] && echo "from a script" && echo "and more" >&2')
    above, below = pty.openpty()
    done = subprocess.Popen([tree.path('dev'), 'build'], cwd=tree.folder, stdin=below, stdout=below, stderr=below, env=tree.environment())
    os.close(below)
    seen = b''
    try:
        while data := os.read(above, 4096):
            seen += data
    except OSError:  # Linux says so that the other side is closed.
        pass
    same(done.wait(60), 0, seen)
    os.close(above)
    with open(tree.calls, encoding='utf-8') as file:
        calls = [line for line in file.read().splitlines() if line.startswith('apt-get')]
    check(calls and all('Status-Fd=' in call and not any('Status-Fd=%d' % fd in call for fd in range(3)) for call in calls), calls)
    check(b'50 %  Unpacking a' in seen and b'from a script' not in seen, seen)


run_tests([test_no_apt, test_no_rights, test_later, test_install, test_scripts, test_terminal])
