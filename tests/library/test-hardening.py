#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What makes errors in a binary hard to exploit, read from the ELF files that were built. TAP.

    test-hardening.py BUILD_ROOT CUDA_MODULE BINARY…

CUDA_MODULE is the one binary that contains objects of others, and may be missing: "none".
"""
import json
import os
import platform
import re
import shlex
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'app'))
from cli_tap import Skip, check, run_tests, same  # noqa: E402

BUILD, MODULE, *BINARIES = sys.argv[1:]
ALL = BINARIES + ([] if MODULE == 'none' else [MODULE])
# What no ELF file records is read from the commands that compile.
COMPILED_WITH = {'-fstack-protector-strong', '-fstack-clash-protection', '-D_FORTIFY_SOURCE=2'}
ENTRY_POINT = 'seidel_engine_entry'


def read_elf(binary, *what):
    return subprocess.run(['readelf', '-W', *what, binary], capture_output=True, text=True, timeout=60, check=True).stdout


def segments(binary):
    """Pairs of a segment's type and its flags."""
    return re.findall(r'^  ([A-Z_]+) +0x\S+ 0x\S+ 0x\S+ 0x\S+ 0x\S+ ([R ][W ][E ])', read_elf(binary, '-l'), re.MULTILINE)


def on_each(binaries, holds, what):
    same([os.path.basename(binary) for binary in binaries if not holds(binary)], [], what)


def test_position():
    """binaries are loaded at any address, and their code needs no changes for that"""
    on_each(ALL, lambda b: re.search(r'Type: +DYN', read_elf(b, '-h')), 'not position-independent')
    on_each(ALL, lambda b: 'TEXTREL' not in read_elf(b, '-d'), 'with text relocations')


def test_relro():
    """addresses of functions are found at the start, and are read-only from then on"""
    on_each(ALL, lambda b: 'GNU_RELRO' in read_elf(b, '-l'), 'without RELRO')
    on_each(ALL, lambda b: re.search(r'\(FLAGS\).*BIND_NOW|\(FLAGS_1\).*NOW', read_elf(b, '-d')), 'without BIND_NOW')


def test_no_code_in_data():
    """the stack is not executable, nor is anything that can be written"""
    for binary in ALL:
        found = segments(binary)
        same([flags for kind, flags in found if kind == 'GNU_STACK'], ['RW '], f'stack of {binary}')
        check(len(found) > 4, found)
        same([kind for kind, flags in found if 'W' in flags and 'E' in flags], [], f'writable code in {binary}')


def test_stack_protector():
    """functions with arrays check their canary"""
    on_each(ALL, lambda b: '__stack_chk_fail' in read_elf(b, '--dyn-syms'), 'without stack protector')


def test_fortify():
    """calls of the C library check the size of what they write to"""
    # The helper programs have no call whose size the compiler knows.
    on_each([b for b in ALL if not b.endswith(('-reader', '-orderer'))],
            lambda b: re.search(r' UND __(?!stack)\w+_chk\b', read_elf(b, '--dyn-syms')), 'without checks')


def test_control_flow():
    """jumps and returns are checked by processors that can: all objects are marked for that"""
    if platform.machine() != 'x86_64':
        raise Skip('of x86-64 alone')
    # The start code of the C library is not marked everywhere, and then no program as a whole is.
    objects = [os.path.join(BUILD, command['output']) for command in our_commands()]
    # It does not know every kind of note, and says so by its status.
    notes = subprocess.run(['readelf', '-W', '-n', *objects], capture_output=True, text=True, timeout=60, check=False).stdout
    same(notes.count('x86 feature: IBT, SHSTK'), len(objects), 'marked objects')
    for binary, function in [(b, 'main') for b in BINARIES if '.so' not in b] + [(b, ENTRY_POINT) for b in ALL if b == MODULE]:
        code = subprocess.run(['objdump', '-d', '--disassemble=' + function, binary], capture_output=True, text=True,
                              timeout=60, check=True).stdout
        first = re.search(rf'<{function}>:\n(.*)', code)
        check(first and 'endbr64' in first[1], f'{binary}: {code}')


def our_commands():
    """The compiler's commands for the programs, as far as they were carried out."""
    with open(os.path.join(BUILD, 'compile_commands.json'), encoding='utf-8') as file:
        commands = [command for command in json.load(file) if re.match(r'\.\./(app|ui|solvers|cuda)/.*\.c$', command['file'])
                    and os.path.exists(os.path.join(BUILD, command['output']))]
    check(len(commands) > 100, f'{len(commands)} commands')
    return commands


def test_commands():
    """every file of the programs is compiled with checks of the stack and of sizes"""
    same([command['file'] for command in our_commands()
          if not COMPILED_WITH <= set(shlex.split(command['command']))], [], 'compiled without')


run_tests([test_position, test_relro, test_no_code_in_data, test_stack_protector, test_fortify, test_control_flow,
           test_commands])
