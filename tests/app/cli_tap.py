# Helpers of the tests of seidel-cli: TAP lines, running the program, looking into pictures.
# SPDX-License-Identifier: GPL-3.0-or-later
import os
import re
import struct
import subprocess
import sys
import traceback
import zlib


class Skip(Exception):
    """Raised by a test that cannot be done here, with the reason."""


class Cli:
    """The program under test, run in one folder."""

    def __init__(self, program, folder):
        self.program = program
        self.folder = folder

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text):
        with open(self.path(name), 'w', encoding='utf-8', newline='') as file:
            file.write(text)
        return self.path(name)

    def run(self, *words, env=None, folder=None):
        environment = dict(os.environ)
        environment.update(env or {})
        done = subprocess.run([self.program, *map(str, words)], capture_output=True, timeout=240,
                              cwd=folder or self.folder, env=environment, check=False)
        done.stdout = done.stdout.decode('utf-8')
        done.stderr = done.stderr.decode('utf-8')
        return done

    def good(self, *words, status=0, **more):
        """Runs it; the exit status must be as expected and stderr empty. Returns stdout."""
        done = self.run(*words, **more)
        same(done.returncode, status, f'exit status of {words}: {done.stderr}')
        same(done.stderr, '', f'stderr of {words}')
        return done.stdout

    def noted(self, *words, status=0, **more):
        """Runs it; the exit status must be as expected and stderr hold nothing but notes. Returns
        stdout and the options of the notes."""
        done = self.run(*words, **more)
        same(done.returncode, status, f'exit status of {words}: {done.stderr}')
        notes = [re.match(r'seidel-cli: [a-z]+: note: --([a-z-]+) ', line)
                 for line in done.stderr.splitlines()]
        check(all(notes), f'stderr of {words}: {done.stderr}')
        return done.stdout, [note[1] for note in notes]

    def bad(self, status, *words, **more):
        """Runs it; it must fail with this status, a message and nothing on stdout. Returns stderr."""
        done = self.run(*words, **more)
        same(done.returncode, status, f'exit status of {words}: {done.stderr}')
        same(done.stdout, '', f'stdout of {words}')
        check(done.stderr.startswith('seidel-cli: '), f'who complains: {done.stderr!r}')
        return done.stderr


def check(condition, message):
    if not condition:
        raise AssertionError(message)


def same(found, expected, message=''):
    check(found == expected, f'{message}: found {found!r}, expected {expected!r}')


def near(found, expected, tolerance, message=''):
    check(abs(found - expected) <= tolerance, f'{message}: found {found!r}, expected {expected!r}')


def read_png(path):
    """Width, height and the set of colours of a PNG of 8-bit channels."""
    with open(path, 'rb') as file:
        data = file.read()
    same(data[:8], b'\x89PNG\r\n\x1a\n', 'signature')
    position, packed = 8, b''
    while position < len(data):
        length, kind = struct.unpack('>I4s', data[position:position + 8])
        body = data[position + 8:position + 8 + length]
        if kind == b'IHDR':
            width, height, depth, colour = struct.unpack('>IIBB', body[:10])
        elif kind == b'IDAT':
            packed += body
        position += 12 + length
    same(depth, 8, 'bits a channel')
    size = {2: 3, 6: 4}[colour]
    raw, colours = zlib.decompress(packed), set()
    above = bytearray(width * size)
    for y in range(height):
        start = y * (width * size + 1)
        row = unfilter(raw[start], bytearray(raw[start + 1:start + 1 + width * size]), above, size)
        colours.update(bytes(row[x:x + size]) for x in range(0, len(row), size))
        above = row
    return width, height, colours


def unfilter(kind, row, above, size):
    for i in range(len(row)):
        left = row[i - size] if i >= size else 0
        corner = above[i - size] if i >= size else 0
        if kind == 1:
            add = left
        elif kind == 2:
            add = above[i]
        elif kind == 3:
            add = (left + above[i]) // 2
        elif kind == 4:
            guess = left + above[i] - corner
            add = min((left, above[i], corner), key=lambda value: abs(guess - value))
        else:
            add = 0
        row[i] = (row[i] + add) & 255
    return row


def pdf_pages(path):
    """The pages of a PDF file. cairo since 1.18 puts objects into compressed streams."""
    with open(path, 'rb') as file:
        data = file.read()
    check(data.startswith(b'%PDF-'), data[:20])
    streams = re.findall(rb'/ObjStm.*?stream\r?\n(.*?)\r?\nendstream', data, re.DOTALL)
    objects = data + b''.join(zlib.decompressobj().decompress(stream) for stream in streams)
    return len(re.findall(rb'/Type\s*/Page\b(?!s)', objects))


def help_options(text):
    """The options that a --help text lists."""
    return set(re.findall(r'^  --([a-z-]+)', text, re.MULTILINE))


def run_tests(tests):
    """Runs functions, reports in TAP; ends the program."""
    print(f'1..{len(tests)}')
    failed = 0
    for number, test in enumerate(tests, 1):
        name = test.__doc__ or test.__name__
        try:
            test()
            print(f'ok {number} - {name}', flush=True)
        except Skip as reason:
            print(f'ok {number} - {name} # SKIP {reason}', flush=True)
        except Exception:
            failed += 1
            print(f'not ok {number} - {name}', flush=True)
            for line in traceback.format_exc().splitlines():
                print(f'# {line}', flush=True)
    sys.exit(1 if failed else 0)
