#!/usr/bin/python3
"""seidel-cli as a program: its usage, values, man pages, completion, signals, locale and cache.
Arguments: see cli_cases.py."""
# SPDX-License-Identifier: GPL-3.0-or-later
import json
import os
import pty
import re
import resource
import shutil
import signal
import subprocess
import time

from cli_cases import (
    CLI, COMMANDS, COMPLETION, FOLDER, HEAD, LOWER, MAN, PRECISIONS, PROGRAM, TRIDIAGONAL,
    read_csv, read_vector, run_all)
from cli_tap import Skip, check, help_options, same


def test_usage():
    """every command: --help, unknown options, missing and unexpected arguments"""
    text = CLI.good('--help')
    same(re.findall(r'^  ([a-z]+) ', text, re.MULTILINE), COMMANDS, 'commands')
    check(re.fullmatch(r'seidel-cli \d+\.\d+\.\d+\n', CLI.good('--version')), '--version')
    for name in COMMANDS:
        same(CLI.good(name, '-h'), CLI.good(name, '--help'), name)
        for option in ['--no-such', '-x', '--help=x']:
            CLI.bad(2, name, option)
    for name in ['info', 'levels', 'solve', 'report']:
        CLI.bad(2, name)
        CLI.bad(2, name, TRIDIAGONAL, 'more')
    for name in ['methods', 'preconditioners', 'engines', 'samples']:
        CLI.bad(2, name, 'more')
    CLI.bad(2, 'orderings', TRIDIAGONAL, 'more')


def test_names():
    """names of files are bytes, whatever the locale"""
    for locale in ['C', 'C.UTF-8', 'it_IT.UTF-8']:
        name = os.fsencode(FOLDER) + b'/\xff\xe4 -.mtx'
        shutil.copy(TRIDIAGONAL, name)
        done = subprocess.run([PROGRAM, 'info', '--json', name], capture_output=True, check=False,
                              env={**os.environ, 'LC_ALL': locale})
        same((done.returncode, json.loads(done.stdout)['rows']), (0, 3), locale)


def interrupt(words, signals):
    """Starts a run with a terminal for stderr, waits for its progress, sends the signals.
    Returns exit status, stdout and what the terminal showed."""
    terminal, other_end = pty.openpty()
    with subprocess.Popen([PROGRAM, *map(str, words)], cwd=FOLDER, stdout=subprocess.PIPE,
                          stderr=other_end) as process:
        os.close(other_end)
        shown = b''
        while b'relative residual' not in shown:
            try:
                part = os.read(terminal, 4096)
            except OSError as error:
                raise AssertionError(f'it ended unasked: {shown!r}') from error
            shown += part
        for number in signals:
            process.send_signal(number)
        stdout = process.stdout.read().decode('utf-8')
        process.wait(60)
    os.close(terminal)
    return process.returncode, stdout, shown.decode('utf-8')


def test_interrupt():
    """solve: an interrupt ends the run with 130, history and result written; progress is shown"""
    CLI.good('generate', 'poisson-5', '--size', 300, '--output', 'grid.mtx')
    words = ['solve', 'grid.mtx', '--method', 'gauss-seidel', '--tolerance', '1e-15', '--max-iterations', 10**12, '--json']
    status, stdout, shown = interrupt(words + ['--history', 'stopped.csv', '--output', 'part.mtx'],
                                      [signal.SIGINT])
    same(status, 130, 'exit status')
    check('\r' in shown and ' iteration' in shown, shown)
    found = json.loads(stdout)
    same((found['reason'], found['converged']), ('cancelled', False))
    rows = read_csv(CLI.path('stopped.csv'))
    check(len(rows) > 1, 'the history holds points')
    same(int(rows[-1]['iteration']), found['iterations'])
    same(len(read_vector(CLI.path('part.mtx'))), 90000)
    check(found['residual']['true_2'] > 0, 'the true residual of what there is')
    # Two different signals, because two of one kind may arrive as one.
    status, stdout, _ = interrupt(words, [signal.SIGINT, signal.SIGTERM])
    same((status, json.loads(stdout)['reason']), (130, 'cancelled'))
    # Who ends the program is not waiting for the true residual.
    status, stdout, _ = interrupt(words + ['--output', 'ended.mtx'], [signal.SIGTERM])
    found = json.loads(stdout)
    same((status, found['reason'], found['residual']['true_2']), (130, 'cancelled', None))
    same(len(read_vector(CLI.path('ended.mtx'))), 90000)


def test_interrupt_while_writing():
    """solve: an interrupt that comes when the solution is being written does not cut it off"""
    CLI.good('generate', 'diagonals', '--size', 50000, '--output', 'wide.mtx')
    pipe = CLI.path('pipe.txt')
    os.mkfifo(pipe)
    with subprocess.Popen([PROGRAM, 'solve', 'wide.mtx', '--output', pipe], cwd=FOLDER,
                          stdout=subprocess.PIPE) as process:
        # Opened by the writer, and too much for what a pipe holds: it waits.
        with open(pipe, encoding='utf-8') as file:
            process.send_signal(signal.SIGINT)
            same(len(file.readlines()), 50000, 'numbers')
        check(b'Converged' in process.stdout.read(), 'the outcome is reported')
        same(process.wait(60), 0, 'exit status')


def test_doubt():
    """solve --json: why x is doubtful, where it is"""
    sure = json.loads(CLI.good('solve', TRIDIAGONAL, '--method', 'lu', '--json'))
    check('doubt' not in sure, sure)
    doubted = json.loads(CLI.good('solve', 'hilbert --size 14', '--method', 'lu', '--json'))
    check('condition number' in doubted['doubt'], doubted['doubt'])


def test_trials():
    """cache: what a run has measured of its sweeps serves later runs, unless the cache is off"""
    words = ['solve', 'poisson-27 --size 20', '--method', 'gauss-seidel', '--threads', 2, '--max-iterations', 200, '--tolerance', 1e-14,
             '--skip-level-times']
    there = {'XDG_CACHE_HOME': os.path.join(FOLDER, 'trials'), 'SEIDEL_CACHE': '1000'}

    def measured(env):
        """What is said of the ways to sweep: that they were measured in this run, or by an earlier one."""
        text = ' '.join(CLI.good(*words, env=env, status=3).split())
        if '2 threads should gain' not in text:
            raise Skip('a machine with one processor')
        return re.search('; (measured(?: by an earlier run)?): a sweep takes', text)[1]
    same(measured(there), 'measured')
    # A run that is disturbed, and slower than by another way before, measures again.
    check(any(measured(there) == 'measured by an earlier run' for _ in range(20)), 'no later run begins with it')
    same(measured({**there, 'SEIDEL_CACHE': 'off'}), 'measured')
    file = os.path.join(FOLDER, 'trials', 'seidel', 'sweep-trials')
    with open(file, encoding='utf-8') as kept:
        check(kept.readline().startswith('seidel trials '), 'the file')


def test_cache():
    """cache: a second reading comes from a copy; --no-cache, SEIDEL_CACHE, --clear, a changed file"""
    folder = os.path.join(FOLDER, 'cache')
    there = {'XDG_CACHE_HOME': folder, 'SEIDEL_CACHE': '1000'}
    rows = 200000
    path = CLI.write('large.mtx', HEAD + f'{rows} {rows} {2 * rows}\n' + ''.join(
        f'{i} {i} {i / 7}\n{rows + 1 - i} {i} -{i / 9}\n' for i in range(1, rows + 1)))
    check(os.path.getsize(path) > 8e6, 'a large file')
    time.sleep(0.1)  # what was changed just now is not kept
    empty = json.loads(CLI.good('cache', '--json', env=there))
    same((empty['copies'], empty['total']), ([], 0), 'an empty cache')
    same(empty['folder'], os.path.join(folder, 'seidel', 'matrices'), 'folder')
    CLI.good('info', path, '--no-cache', env=there)
    CLI.good('info', path, env={**there, 'SEIDEL_CACHE': 'off'})
    same(json.loads(CLI.good('cache', '--json', env=there))['copies'], [], 'without the cache')
    first = json.loads(CLI.good('info', path, '--json', env=there))
    cache = json.loads(CLI.good('cache', '--json', env=there))
    same(len(cache['copies']), 1, 'after the first reading')
    copy = cache['copies'][0]
    same((copy['path'], copy['rows'], copy['nonzeros'], copy['current']),
         (os.path.realpath(path), rows, first['nonzeros'], True), 'the copy')
    second = json.loads(CLI.good('info', path, '--json', env=there))
    check('from the cache' in second.pop('note'), second)
    first.pop('note')
    same(second, first, 'the matrix from the cache')
    with open(path, 'a', encoding='utf-8') as file:
        file.write('% a comment more\n')
    cache = json.loads(CLI.good('cache', '--json', env=there))
    same([copy['current'] for copy in cache['copies']], [False], 'a changed file')
    same(json.loads(CLI.good('info', path, '--no-cache', '--json', env=there))['note'], None)
    same(json.loads(CLI.good('cache', '--clear', '--json', env=there))['copies'], [], 'cleared')
    os.remove(path)


def test_full_disk():
    """a result that cannot be written is an error"""
    if not os.path.exists('/dev/full'):
        raise Skip('there is no /dev/full')
    for words in [['--help'], ['info', TRIDIAGONAL], ['solve', TRIDIAGONAL, '--json']]:
        with open('/dev/full', 'wb') as full:
            done = subprocess.run([PROGRAM, *words], stdout=full, stderr=subprocess.PIPE, check=False)
        same(done.returncode, 1, words)


def test_file_size_limit():
    """a file that may not grow to its size is an error, and leaves nothing behind"""
    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (10000, 10000))
    done = subprocess.run([PROGRAM, 'generate', 'poisson-5', '--output', 'limited.mtx'], cwd=FOLDER,
                          stderr=subprocess.PIPE, preexec_fn=limit, check=False)
    same(done.returncode, 1, done.stderr)
    same([name for name in os.listdir(FOLDER) if name.startswith('limited')], [], 'what is left')


def test_matlab_on_a_full_disk():
    """a MATLAB file that may not grow to its size is an error, and the older one stays"""
    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (100000, 100000))
    CLI.good('generate', 'poisson-5', '--size', 200, '--output', 'grid200.mtx')
    path = CLI.write('limited.mat', 'old')
    done = subprocess.run([PROGRAM, 'convert', 'grid200.mtx', path], cwd=FOLDER,
                          stderr=subprocess.PIPE, preexec_fn=limit, check=False)
    same(done.returncode, 1, done.stderr)
    with open(path, encoding='utf-8') as file:
        same(file.read(), 'old')
    same([name for name in os.listdir(FOLDER) if 'limited' in name], ['limited.mat'], 'what is left')


def test_nothing_computed():
    """solve: a run that ends before its first iteration replaces nothing, and reports that"""
    CLI.write('infinite.txt', '1\ninf\n3\n')
    path = CLI.write('precious.mtx', 'old')
    for words, status in [(['--rhs', 'infinite.txt'], 3), (['--max-iterations', 0], 3)]:
        _, notes = CLI.noted('solve', TRIDIAGONAL, *words, '--output', path, status=status)
        same(notes, ['output'], words)
        with open(path, encoding='utf-8') as file:
            same(file.read(), 'old', words)


def test_man_pages():
    """man pages: every command has one, with all options of --help and all JSON members"""
    pages = [name for name in os.listdir(MAN) if name.endswith('.1')]
    same(sorted(pages), sorted(['seidel.1', 'seidel-cli.1', *(f'seidel-cli-{c}.1' for c in COMMANDS)]))
    json_words = {'info': [LOWER, '--ordering', 'level'], 'levels': [LOWER, '--ordering', 'level'],
                  'advise': [TRIDIAGONAL], 'solve': [TRIDIAGONAL, '--method', 'auto'], 'methods': [],
                  'preconditioners': [], 'orderings': [TRIDIAGONAL, '--measure'], 'engines': [], 'cache': [], 'formats': [],
                  'generate': [], 'samples': [],
                  'compare': [CLI.write('one.txt', '1 2 3'), CLI.write('other.txt', '1 2 4'), '--matrix', TRIDIAGONAL],
                  'race': [TRIDIAGONAL, '--against', 'method=cg'],
                  'spectrum': [TRIDIAGONAL, '--method', 'cg'],
                  'convert': [TRIDIAGONAL, os.path.join(FOLDER, 'converted.npz')]}
    for name in COMMANDS:
        with open(os.path.join(MAN, f'seidel-cli-{name}.1'), encoding='utf-8') as file:
            page = file.read()
        options = page.split('.Sh OPTIONS')[1].split('.Sh')[0]
        same(set(re.findall(r'^\.It Fl -([a-z-]+)', options, re.MULTILINE)),
             help_options(CLI.good(name, '--help')), f'options of {name}')
        check('.Sh EXIT STATUS' in page and '.Sh EXAMPLES' in page, name)
        if name in json_words:
            members = page.split('.Sh JSON')[1].split('.Sh EXIT')[0]
            found = json.loads(CLI.good(name, *json_words[name], '--json'))
            for key in json_keys(found, deep=name not in ('levels', 'race', 'spectrum')):
                check(re.search(rf'\b{key}\b', members), f'{key} of {name} is not documented')


def json_keys(value, deep):
    if isinstance(value, list):
        return {key for item in value for key in json_keys(item, deep)}
    if not isinstance(value, dict):
        return set()
    keys = set(value)
    for item in value.values() if deep else []:
        keys |= json_keys(item, deep)
    return keys


def test_man_lint():
    """man pages: mandoc has no complaints"""
    if shutil.which('mandoc') is None:
        raise Skip('mandoc is not installed')
    for name in sorted(os.listdir(MAN)):
        if name.endswith('.1'):
            done = subprocess.run(['mandoc', '-Tlint', '-Wwarning', os.path.join(MAN, name)],
                                  capture_output=True, text=True, check=False)
            same((done.returncode, done.stdout), (0, ''), name)


def complete(*words):
    """What bash proposes for the last of the words."""
    script = ('source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _seidel_cli; '
              'printf "%s\\n" "${COMPREPLY[@]}"')
    done = subprocess.run(['bash', '-c', script, COMPLETION, PROGRAM, *words], cwd=FOLDER,
                          capture_output=True, text=True, check=False)
    same(done.stderr, '', words)
    return done.stdout.split()


def test_completion():
    """bash completion knows commands, options, values, kinds, pictures and files"""
    if shutil.which('bash') is None:
        raise Skip('bash is not installed')
    same(complete(''), [*COMMANDS, '--help', '--version'])
    same(complete('re'), ['render', 'report'])
    same(set(complete('solve', 'x', '--')),
         {'--' + option for option in help_options(CLI.good('solve', '--help'))})
    same(complete('solve', 'x', '--precision', ''), PRECISIONS)
    check({'cg', 'cholmod'} <= set(complete('solve', '--method', 'c')), 'methods')
    same(complete('info', 'x', '--ordering', 'r'), ['rcm', 'random:SEED'])
    same(complete('info', 'x', '--ordering', '=', 'r'), ['rcm', 'random:SEED'])
    check('--block' in complete('generate', 'poisson-jumping', '--b'), 'options of a kind')
    same(complete('generate', 'poisson-5', '--b'), [])
    same(complete('levels', '--direction', ''), ['forward', 'backward'])
    same(complete('render', 'levels', 'x', '--direction', ''), ['both', 'forward', 'backward'])
    check('poisson-27' in complete('generate', 'poisson'), 'kinds')
    same(complete('render', 's'), ['sparsity', 'spectrum', 'solution', 'sweep'])
    same(sorted(complete('info', 'trid')), sorted(name for name in os.listdir(FOLDER)
                                                  if name.startswith('trid')))
    check('tridiagonal.mtx' in complete('solve', '--rhs', 'tri'), 'files')


run_all(globals())
