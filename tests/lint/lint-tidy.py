#!/usr/bin/python3
"""What clang-tidy finds by the checks in .clang-tidy, in what this build compiles.

    lint-tidy.py SOURCE_FOLDER BUILD_FOLDER

A file is left out if it was found good before by the same clang-tidy with the same checks, compiled by the same commands, and
neither it nor a header that it includes has changed since. Such files are known by a hash of all this, in
seidel-checks/tidy of the user's cache folder, so that another clone has them too. SEIDEL_LINT_ALL=1 leaves none out.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import concurrent.futures
import functools
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import time

CHECKED = re.compile(r'(solvers|ui|app|petsc)/.*(?<!\.inc)\.c')
KEPT_SECONDS = 60 * 86400
# How many warnings there are in each file, with those in headers of libraries, which are none of ours.
COUNT = re.compile(r'\d+ warnings?( treated as errors?)?( generated)?\.?\n?')


def read_commands(build):
    """The commands that compile each file to check, and the objects they make: {file: [(object, command)]}."""
    commands = {}
    with open(os.path.join(build, 'compile_commands.json'), encoding='utf-8') as file:
        for entry in json.load(file):
            path = os.path.relpath(os.path.join(entry['directory'], entry['file']))
            if CHECKED.fullmatch(path) and os.path.exists(path):
                commands.setdefault(path, []).append((entry['output'], entry['command']))
    return commands


def read_includes(build):
    """The files that went into each object, by what the compiler said when it made it."""
    done = subprocess.run(['ninja', '-C', build, '-t', 'deps'], capture_output=True, text=True, check=True)
    includes, current = {}, []
    for line in done.stdout.split('\n'):
        if line.startswith('    '):
            current.append(os.path.normpath(os.path.join(build, line.strip())))
        elif ': #deps' in line:
            current = []
            if line.endswith('(VALID)'):
                includes[line.partition(':')[0]] = current
    return includes


@functools.lru_cache(maxsize=None)
def digest(path):
    with open(path, 'rb') as file:
        return hashlib.sha256(file.read()).hexdigest()


def find_key(path, commands, includes, checker, source):
    """What the result for a file depends on, as a hash; None where what it includes is not known."""
    key = hashlib.sha256(checker.encode())
    for name, command in commands:
        if not all(map(os.path.exists, includes.get(name, ['']))):
            return None
        key.update(command.encode())
        for include in includes[name]:
            key.update((os.path.relpath(include, source) if include.startswith(source + '/') else include).encode())
            key.update(digest(include).encode())
    return key.hexdigest()


def check_file(path, build, mark):
    """Whether nothing was found in a file, which is then marked at once: a run that is cut off is not lost."""
    done = subprocess.run(['clang-tidy', '-p', build, '--quiet', '--warnings-as-errors=*', path],
                          capture_output=True, text=True, check=False)
    errors = ''.join(line for line in done.stderr.splitlines(keepends=True) if not COUNT.fullmatch(line))
    print(done.stdout + errors, end='', flush=True)
    if done.returncode == 0 and not errors and mark is not None:
        with open(mark, 'w', encoding='utf-8'):
            pass
    return done.returncode == 0


def main():
    source, build = map(os.path.realpath, sys.argv[1:3])
    os.chdir(source)
    if shutil.which('clang-tidy') is None:
        print('clang-tidy is not installed')
        return 77
    version = subprocess.run(['clang-tidy', '--version'], capture_output=True, text=True, check=True).stdout
    if 'version 14.' not in version:
        print('left out: not clang-tidy 14, whose checks .clang-tidy names')
        return 77
    commands = read_commands(build)
    if not commands:
        print('%s names no file to check' % build)
        return 1
    with open('.clang-tidy', encoding='utf-8') as file:
        checker = version + file.read()
    cache = os.path.join(os.environ.get('XDG_CACHE_HOME') or os.path.expanduser('~/.cache'), 'seidel-checks', 'tidy')
    os.makedirs(cache, exist_ok=True)
    includes = read_includes(build)
    marks, left = {}, []
    for path in commands:
        key = find_key(path, commands[path], includes, checker, source)
        marks[path] = os.path.join(cache, key) if key is not None else None
        if key is None or not os.path.exists(marks[path]) or os.environ.get('SEIDEL_LINT_ALL'):
            left.append(path)
        else:
            os.utime(marks[path])
    if len(left) < len(commands):
        print('left out: %d of %d files, which were found good before' % (len(commands) - len(left), len(commands)))
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as workers:
        results = list(workers.map(lambda path: check_file(path, build, marks[path]), left))
    for entry in os.scandir(cache):
        if entry.stat().st_mtime < time.time() - KEPT_SECONDS:
            os.remove(entry.path)
    return 0 if all(results) else 1


if __name__ == '__main__':
    sys.exit(main())
