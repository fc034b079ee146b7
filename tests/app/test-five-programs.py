#!/usr/bin/python3
"""doc/five-programs.md: every command line of it runs, and does what it says. Arguments: see cli_cases.py."""
# SPDX-License-Identifier: GPL-3.0-or-later
import os
import re
import shlex
import subprocess

from cli_cases import CLI, FOLDER, run_all
from cli_tap import check, same

SHEET = os.path.join(os.path.dirname(os.path.abspath(__file__)), '../../doc/five-programs.md')
with open(SHEET, encoding='utf-8') as sheet:
    TEXT = sheet.read()
LINES = re.findall(r'^    \$ seidel-cli (.*)$', TEXT, re.MULTILINE)
# What ends without having converged says so by its status, and did what it was to do.
UNCONVERGED = 3


def run(line):
    words = shlex.split(line, comments=True)
    return subprocess.run([CLI.program, *words], cwd=FOLDER, capture_output=True, text=True, check=False)


def numbers(text):
    """The numbers of a text, one on each line."""
    return [float(line) for line in text.split('\n') if line]


def test_lines():
    """each line runs, or says that there is no device"""
    check(len(LINES) > 10, len(LINES))
    for line in LINES:
        done = run(line)
        if line.endswith('# device') and done.returncode in (1, 2):
            # The strategies of an engine that is not there are not known.
            check('CUDA' in done.stderr or 'must be one of: auto, serial' in done.stderr, done.stderr)
            continue
        check(done.returncode in (0, UNCONVERGED), f'{line}: {done.returncode}, {done.stderr}')
        if '--output - ' in line + ' ':
            check(len(numbers(done.stdout)) in (3, 100), done.stdout)
            check('Outcome' in done.stderr, done.stderr)
    check(not os.path.exists(CLI.path('-')), 'a file named -')


def test_stop():
    """the run stops where the program of the report stops: 489 iterations, the residual it updates below 1e-10"""
    line = next(line for line in LINES if 'sine-source' in line and 'device' not in line)
    found = run(line).stdout
    same(re.search(r'iterations +(\d+)', found).group(1), '489')


def test_names():
    """every option and method that the tables name is there"""
    known = CLI.good('solve', '--help') + CLI.good('compare', '--help')
    for option in set(re.findall(r'`(--[a-z-]+)', TEXT)):
        check(option in known, option)


def test_output():
    """--output -: numbers on standard output, of whatever command; ./- is a file"""
    CLI.good('generate', 'poisson-5', '--size', '3', '--output', 'small.mtx')
    market = run('generate poisson-5 --size 3 --output -')
    check(market.stdout.startswith('%%MatrixMarket'), market.stdout)
    same(market.returncode, 0)
    with open(CLI.path('small.mtx'), encoding='utf-8') as file:
        same(market.stdout, file.read())
    converted = run('convert small.mtx -')
    same(converted.returncode, 0)
    check(converted.stdout.startswith('%%MatrixMarket'), converted.stdout)
    history = run('solve small.mtx --method cg --history -')
    check(history.stdout.startswith('iteration,'), history.stdout)
    same(run('solve small.mtx --method cg --output ./-').returncode, 0)
    check(os.path.exists(CLI.path('-')), 'no file named -')
    os.remove(CLI.path('-'))


def test_dense_text():
    """a matrix as plain text reads as the same matrix, with blanks, commas or tabs; a large one is refused"""
    CLI.good('generate', 'random-dense', '--size', '7', '--output', 'dense.mtx')
    for name in ('dense.txt', 'dense.csv', 'dense.tsv', 'dense.txt.gz'):
        CLI.good('convert', 'dense.mtx', name)
        CLI.good('solve', name, '--method', 'lu', '--output', 'x.txt')
        CLI.good('solve', 'dense.mtx', '--method', 'lu', '--output', 'y.txt')
        with open(CLI.path('x.txt'), encoding='utf-8') as one, open(CLI.path('y.txt'), encoding='utf-8') as other:
            same(one.read(), other.read(), name)
    with open(CLI.path('dense.csv'), encoding='utf-8') as file:
        same([line.count(',') for line in file.read().split('\n')[:-1]], [6] * 7)
    CLI.bad(1, 'convert', 'poisson-5 --size 300', 'large.txt')


run_all(globals())
