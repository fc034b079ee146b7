#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""seidel-cli generate as scripts use it. Argument: the program."""
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time

from cli_tap import check, same

PROGRAM = os.path.abspath(sys.argv[1])
FOLDER = None


def call(*words, status=0, **options):
    """What a call prints, and complains."""
    done = subprocess.run([PROGRAM, 'generate', *map(str, words)], cwd=FOLDER, text=True,
                          capture_output=True, check=False, timeout=120, **options)
    same(done.returncode, status, f'{words}: {done.stderr}')
    return done.stdout, done.stderr


def kinds():
    return json.loads(call('--list', '--json')[0])


def test_list():
    """the list of kinds and their parameters"""
    text = call()[0]
    same(call('--list')[0], text)
    same(call('--json')[0], call('--list', '--json')[0])
    found = {}
    for line in text.splitlines():
        if match := re.match(r'([a-z0-9-]+): ', line):
            found[match[1]] = parameters = []
        elif match := re.match(r'  --([a-z-]+) ', line):
            parameters.append(match[1])
    same(found, {kind['id']: [p['id'] for p in kind['parameters']] for kind in kinds()})
    check(len(found) >= 17, found)
    for kind in kinds():
        for parameter in kind['parameters']:
            check(parameter['minimum'] <= parameter['initial'] <= parameter['maximum'], parameter)


def test_announcement():
    """what the matrix will be is said on a terminal, and the file is what was said"""
    words = ['poisson-7', '--size', '20', '--ny', '30', '--nz', '10', '--output', 'beam.mtx']
    terminal, side = os.openpty()
    done = subprocess.run([PROGRAM, 'generate', *words], cwd=FOLDER, stdout=subprocess.PIPE,
                          stderr=side, check=True, timeout=60)
    os.close(side)
    shown = os.read(terminal, 4096).decode('utf-8')
    os.close(terminal)
    what = 'poisson-7 20×30×10: 6,000 rows, 39,800 nonzeros'
    match = re.match(what + r', about ([0-9.]+) kB as text\r?\n', shown)
    check(match, shown)
    size = os.path.getsize(os.path.join(FOLDER, 'beam.mtx'))
    check(abs(size - 1000 * float(match[1])) < 0.03 * size, (size, shown))
    check(re.fullmatch(what + r', written to beam\.mtx: [0-9.]+ kB in [0-9.]+ m?s\n',
                       done.stdout.decode('utf-8')), done.stdout)
    same(call(*words)[1], '', 'in a script it keeps quiet')
    with open(os.path.join(FOLDER, 'beam.mtx'), encoding='utf-8') as file:
        same(file.readline(), '%%MatrixMarket matrix coordinate real symmetric\n')
        same(file.readline(), '% poisson-7 20×30×10\n')
        same(file.readline(), f'6000 6000 {(39800 + 6000) // 2}\n')


def test_refusals():
    """more than the disk can hold is refused"""
    disk = os.statvfs(FOLDER)
    if disk.f_bavail * disk.f_frsize < 5e11:
        call('poisson-27', '--size', 1290, '--output', 'a.mtx', status=1)
    check('a.mtx' not in os.listdir(FOLDER), os.listdir(FOLDER))


def test_little_memory():
    """a file is written by a program that never has the memory for its matrix"""
    # 300,000 rows of 51 entries: 186 MB in memory.
    process = subprocess.Popen(  # pylint: disable=consider-using-with
        [PROGRAM, 'generate', 'random-dominant', '--size', '300000', '--degree', '50', '--output',
         'big.mtx'], cwd=FOLDER, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = status
    same(status, 0, 'exit status')
    check(usage.ru_maxrss < 150 * 1024, f'{usage.ru_maxrss} kB')
    check(os.path.getsize(os.path.join(FOLDER, 'big.mtx')) > 300 << 20, 'the file is large')
    os.remove(os.path.join(FOLDER, 'big.mtx'))


def written(process):
    """Bytes that a process has written: its file has no name before it is complete."""
    with open(f'/proc/{process.pid}/io', encoding='utf-8') as file:
        return int(re.search(r'^wchar: (\d+)', file.read(), re.MULTILINE)[1])


def test_interrupt():
    """an interrupt ends it with 130 and leaves no file"""
    # Of 3 GB: more than is written before the signal, and less than /tmp has where it is in memory.
    with subprocess.Popen([PROGRAM, 'generate', 'random-dense', '--size', '10000', '--output',
                           'half.mtx'], cwd=FOLDER, stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL) as process:
        while process.poll() is None and written(process) < 1000000:
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        same(process.wait(60), 130)
    check(not any('half' in name for name in os.listdir(FOLDER)), os.listdir(FOLDER))


def main():
    global FOLDER
    tests = [test_list, test_announcement, test_refusals, test_little_memory,
             test_interrupt]
    failed = False
    print(f'1..{len(tests)}')
    with tempfile.TemporaryDirectory() as FOLDER:
        for number, test in enumerate(tests, 1):
            try:
                test()
                print(f'ok {number} - {test.__doc__}')
            except AssertionError as error:
                failed = True
                print(f'not ok {number} - {test.__doc__}')
                print('\n'.join('# ' + line for line in str(error).splitlines()))
    return failed


if __name__ == '__main__':
    sys.exit(main())
