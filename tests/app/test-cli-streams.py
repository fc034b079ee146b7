#!/usr/bin/python3
"""seidel-cli and what is read only once: the standard input, pipes, FIFOs and addresses, compressed or
not. Arguments: see cli_cases.py."""
# SPDX-License-Identifier: GPL-3.0-or-later
import gzip
import io
import json
import lzma
import os
import subprocess
import tarfile
import threading

from cli_cases import CLI, FOLDER, HEAD, PROGRAM, TRIDIAGONAL, read_vector, run_all
from cli_server import Handler, start
from cli_tap import check, same

with open(TRIDIAGONAL, 'rb') as source:
    PLAIN = source.read()
PACKED = {'plain': PLAIN, 'gzip': gzip.compress(PLAIN), 'xz': lzma.compress(PLAIN)}


def feed(data, *words, status=0, folder=FOLDER, env=None):
    """Runs it with data on a pipe as its standard input. Returns stdout and stderr."""
    done = subprocess.run([PROGRAM, *map(str, words)], input=data, capture_output=True, timeout=240,
                          cwd=folder, env={**os.environ, **(env or {})}, check=False)
    same(done.returncode, status, f'exit status of {words}: {done.stderr}')
    return done.stdout.decode(), done.stderr.decode()


def structure(text):
    found = json.loads(text)
    return found['rows'], found['columns'], found['nonzeros']


def test_standard_input():
    """“-” and /dev/stdin, of every compression, from a pipe and from a file"""
    for name, data in PACKED.items():
        for word in ['-', '/dev/stdin']:
            same(structure(feed(data, 'info', word, '--json')[0]), (3, 3, 7), f'{name} {word}')
    for word in ['-', '/dev/stdin']:
        with open(TRIDIAGONAL, 'rb') as file:
            done = subprocess.run([PROGRAM, 'info', word, '--json'], stdin=file, capture_output=True, check=True)
        same(structure(done.stdout), (3, 3, 7), f'redirected {word}')
    text, _ = feed(PLAIN, 'info', '-')
    check('standard input' in text, text)


def test_fifo():
    """a FIFO whose writer comes late"""
    path = CLI.path('late.mtx')
    os.mkfifo(path)

    def write():
        with open(path, 'wb') as file:
            file.write(PACKED['gzip'])

    writer = threading.Timer(0.5, write)
    writer.start()
    same(structure(CLI.good('info', path, '--json')), (3, 3, 7), 'FIFO')
    writer.join()


def test_commands():
    """every command that takes a file"""
    for words in [['levels', '-'], ['hierarchy', '-'], ['advise', '-'], ['orderings', '-'],
                  ['solve', '-', '--method', 'lu'], ['race', '-', '--against', 'method=lu'],
                  ['convert', '-', CLI.path('out.npz')],
                  ['render', 'sparsity', '-', '--output', CLI.path('out.png')]]:
        done = subprocess.run([PROGRAM, *words], input=PLAIN, capture_output=True, timeout=240, cwd=FOLDER, check=False)
        same(done.returncode, 0, f'{words}: {done.stderr}')
    same(structure(CLI.good('info', 'out.npz', '--json')), (3, 3, 7), 'converted')
    feed(b'1\n2\n3\n', 'solve', TRIDIAGONAL, '--method', 'lu', '--rhs', '-', '--output', 'x.mtx')
    x = read_vector(CLI.path('x.mtx'))
    same([round(4 * x[0] - x[1], 9), round(4 * x[2] - x[1], 9)], [1.0, 3.0], 'A x = b from a pipe')
    feed(b'1\n2\n', 'solve', TRIDIAGONAL, '--rhs', '-', status=1)


def test_process_substitution():
    """<(…) of a shell, two of them"""
    command = (f'"{PROGRAM}" compare <(cat one.txt) <(cat two.txt)')
    CLI.write('one.txt', '1\n2\n3\n')
    CLI.write('two.txt', '1\n2\n4\n')
    done = subprocess.run(['bash', '-c', command], capture_output=True, cwd=FOLDER, check=False)
    check(b'usage' not in done.stderr.lower() and done.stdout != b'', f'{done.stdout} {done.stderr}')


def test_bad():
    """nothing, no matrix, and no room"""
    for data in [b'', b'<html></html>', PLAIN[:40]]:
        _, error = feed(data, 'info', '-', status=1)
        check(error.startswith('seidel-cli: standard input'), error)
    _, error = feed(PLAIN, 'info', '-', status=1, env={'TMPDIR': '/nowhere'})
    check('/nowhere' in error, error)
    script = f'ulimit -f 1; yes "1 1 1" | head -c 3000000 | "{PROGRAM}" info -'
    done = subprocess.run(['bash', '-c', script], capture_output=True, cwd=FOLDER, check=False)
    check(b'no room left' in done.stderr and done.returncode == 1, str(done.stderr))
    CLI.bad(1, 'info', '/dev/zero')


def test_address():
    """addresses: a matrix, a compressed one, an archive, a right-hand side, and what is not there"""
    server, base = start()
    try:
        archive = io.BytesIO()
        with tarfile.open(fileobj=archive, mode='w:gz') as tar:
            info = tarfile.TarInfo('A/A.mtx')
            info.size = len(PLAIN)
            tar.addfile(info, io.BytesIO(PLAIN))
        Handler.files = {**Handler.files, '/A.mtx': PLAIN, '/A.mtx.gz': PACKED['gzip'], '/A.tar.gz': archive.getvalue(),
                         '/b.txt': b'1\n2\n3\n'}
        for name in ['/A.mtx', '/A.mtx.gz', '/A.tar.gz']:
            found = json.loads(CLI.good('info', base + name, '--json'))
            same((found['rows'], found['nonzeros']), (3, 7), name)
        text = CLI.good('info', base + '/A.mtx')
        check(text.startswith('A\n'), text)
        CLI.good('solve', base + '/A.mtx', '--method', 'lu', '--rhs', base + '/b.txt')
        error = CLI.bad(1, 'info', base + '/missing.mtx')
        check('404' in error, error)
    finally:
        server.shutdown()


def test_experiment():
    """experiment show: from a pipe"""
    path = os.path.join(os.environ['SEIDEL_EXPERIMENTS_DIR'], 'relaxation.json')
    with open(path, 'rb') as file:
        text, _ = feed(file.read(), 'experiment', 'show', '-')
    check(text != '', 'nothing is shown')
    _, error = feed(b'{"a":' * 100000, 'experiment', 'show', '-', status=1)
    check('arrays' in error, error)


def test_session():
    """session: what comes from a pipe is refused as no session"""
    _, error = feed(PLAIN, 'session', '-', status=1)
    check(error.startswith('seidel-cli: '), error)


check(HEAD.startswith('%%'), HEAD)
run_all(globals())
