#!/usr/bin/python3
"""The pictures and reports that seidel-cli writes. Arguments: see cli_cases.py."""
# SPDX-License-Identifier: GPL-3.0-or-later
import json
import os
import tempfile
import zipfile

from cli_cases import (
    CLI, DISORDER, DIVERGING, FOLDER, LOWER, RECTANGULAR, TRIDIAGONAL, solve_json, run_all)
from cli_tap import check, near, read_png, same


def check_picture(path, width, height):
    if path.endswith('.png'):
        found_width, found_height, colours = read_png(path)
        same((found_width, found_height), (width, height), path)
        check(len(colours) > 3, f'{path} is blank')
        return
    with open(path, 'rb') as file:
        data = file.read()
    if path.endswith('.svg'):
        text = data.decode('utf-8')
        check('<svg' in text and '</svg>' in text and 'path' in text, path)
    else:
        check(data.startswith(b'%PDF-') and data.rstrip().endswith(b'%%EOF'), path)


def test_render():
    """render: every picture in every format is there and not blank"""
    for picture in ['sparsity', 'levels', 'convergence', 'timing']:
        for suffix in ['png', 'svg', 'pdf']:
            name = f'{picture}.{suffix}'
            run = ['--method', 'gauss-seidel', '--strategy', 'levels'] if picture in ['convergence', 'timing'] else []
            said = CLI.good('render', picture, TRIDIAGONAL, '--output', name, '--width', 320,
                            '--height', 240, *run)
            check(name in said, said)
            check_picture(CLI.path(name), 320, 240)
    CLI.good('render', 'spectrum', TRIDIAGONAL, '--output', 's.png', '--method', 'cg', '--width', 320, '--height', 240)
    check_picture(CLI.path('s.png'), 320, 240)
    CLI.bad(1, 'render', 'spectrum', TRIDIAGONAL, '--output', 'none.png', '--method', 'gauss-seidel')
    CLI.good('render', 'sparsity', TRIDIAGONAL, '--output', 'dark.png', '--dark', '--width', 320,
             '--height', 240)
    light, dark = (read_png(CLI.path(name))[2] for name in ['sparsity.png', 'dark.png'])
    check(min(map(sum, dark)) < min(map(sum, light)), 'the dark style is darker')
    CLI.good('render', 'sparsity', RECTANGULAR, '--output', 'r.png')
    # Blue alone says how many; levels have colours. The picture of one direction is another one.
    CLI.good('generate', 'poisson-5', '--size', 8, '--output', 'grid8.mtx')
    files = [('sparsity', []), ('sparsity', ['--color-by', 'density']), ('sparsity', ['--color-by', 'level']),
             ('sparsity', ['--color-by', 'level', '--direction', 'backward']),
             ('sparsity', ['--ordering', 'rcm']), ('levels', []), ('levels', ['--direction', 'both']),
             ('levels', ['--direction', 'forward']), ('levels', ['--direction', 'backward']),
             ('levels', ['--ordering', 'multicolor'])]
    data = []
    for number, (picture, words) in enumerate(files):
        CLI.good('render', picture, 'grid8.mtx', '--output', f'{number}.png', *words)
        with open(CLI.path(f'{number}.png'), 'rb') as file:
            data.append(file.read())
    same([data.index(d) for d in data], [0, 0, 2, 3, 4, 5, 5, 7, 8, 9], 'which pictures differ')
    check_picture(CLI.path('r.png'), 1200, 800)
    CLI.good('render', 'convergence', DIVERGING, '--method', 'gauss-seidel', '--rhs', 'ones', '--output', 'd.svg', status=3)
    check_picture(CLI.path('d.svg'), 1200, 800)
    solutions = []
    for number, words in enumerate([[], ['--vector', 'residual'], ['--vector', 'error'], ['--view', 'cells'],
                                    ['--view', 'sorted'], ['--view', 'histogram'], ['--scale', 'logarithmic'],
                                    ['--vector', 'x', '--view', 'rows', '--scale', 'linear']]):
        CLI.good('render', 'solution', 'grid8.mtx', '--method', 'cg', '--output', f's{number}.png', *words)
        check_picture(CLI.path(f's{number}.png'), 1200, 800)
        with open(CLI.path(f's{number}.png'), 'rb') as file:
            solutions.append(file.read())
    same([solutions.index(d) for d in solutions], [0, 1, 2, 3, 4, 5, 6, 0], 'which solutions differ')


def test_render_sweep():
    """render sweep: each step and way to play is another picture, or one page for a browser"""
    CLI.good('generate', 'poisson-5', '--size', 8, '--output', 'grid8.mtx')
    pictures = []
    for number, words in enumerate([[], ['--step', 8], ['--step', 0], ['--play', 'passes'], ['--play', 'rows'],
                                    ['--play', 'race'], ['--direction', 'backward']]):
        CLI.good('render', 'sweep', 'grid8.mtx', '--output', f'w{number}.png', *words)
        check_picture(CLI.path(f'w{number}.png'), 1200, 800)
        with open(CLI.path(f'w{number}.png'), 'rb') as file:
            pictures.append(file.read())
    same([pictures.index(d) for d in pictures], [0, 0, 2, 3, 4, 5, 6], 'which steps differ')
    CLI.good('render', 'sweep', 'grid8.mtx', '--output', 'sweep.html', '--step', 3)
    with open(CLI.path('sweep.html'), encoding='utf-8') as file:
        page = file.read()
    check(page.startswith('<!DOCTYPE html>') and page.endswith('</html>\n'), 'a whole page')
    check('steps:15,step:3,' in page and len(page) < 300000, 'its data')
    CLI.good('render', 'sweep', 'grid8.mtx', '--output', 'sweep.gif', '--width', 320, '--height', 240)
    with open(CLI.path('sweep.gif'), 'rb') as file:
        animation = file.read()
    check(animation.startswith(b'GIF89a') and animation.count(b'\x21\xf9\x04') >= 16, 'a frame for each level')
    CLI.bad(1, 'render', 'levels', 'grid8.mtx', '--output', 'no.gif')
    CLI.good('generate', 'poisson-5', '--size', 21, '--output', 'grid21.mtx')
    for picture in ('sweep', 'levels'):
        CLI.good('render', picture, 'grid21.mtx', '--output', 'drawn.html')
        with open(CLI.path('drawn.html'), encoding='utf-8') as file:
            same(file.read().count('<svg class="drawing'), 2, 'a drawing for light and one for dark screens')
    CLI.good('render', 'sweep', 'grid8.mtx', '--output', 'frames.zip', '--width', 320, '--height', 240)
    with zipfile.ZipFile(CLI.path('frames.zip')) as frames:
        same(frames.testzip(), None, 'a good archive')
        same(frames.namelist(), ['frame-%04d.png' % (i + 1) for i in range(16)], 'a frame for each level')
        with open(CLI.path('frame.png'), 'wb') as file:
            file.write(frames.read('frame-0016.png'))
    check_picture(CLI.path('frame.png'), 320, 240)
    CLI.good('render', 'solution', 'grid8.mtx', '--method', 'jacobi', '--guess', 'random:1', '--max-iterations', 20,
             '--vector', 'error', '--output', 'field.zip', '--width', 320, '--height', 240, status=3)
    with zipfile.ZipFile(CLI.path('field.zip')) as frames:
        same(len(frames.namelist()), 21, 'a frame for each iterate')
    CLI.bad(1, 'render', 'solution', 'grid8.mtx', '--method', 'jacobi', '--ordering', 'rcm', '--output', 'no.gif')
    CLI.bad(1, 'render', 'sweep', RECTANGULAR, '--output', 'no.html')
    check('no.html' not in os.listdir(FOLDER), 'nothing is left of what failed')


def test_render_ranks():
    """render --ranks: the borders of ranks, in the order of a partition"""
    CLI.good('generate', 'poisson-5', '--size', 12, '--output', 'grid12.mtx')
    found = set()
    for number, words in enumerate(([], ['--ranks', 3], ['--ranks', 3, '--partition', 'metis'])):
        for picture in ('sparsity', 'levels'):
            CLI.good('render', picture, 'grid12.mtx', '--output', f'{picture}{number}.svg', *words)
            with open(CLI.path(f'{picture}{number}.svg'), 'rb') as file:
                found.add(file.read())
    same(len(found), 6, 'different pictures')
    CLI.bad(1, 'render', 'sparsity', 'grid12.mtx', '--output', 'no.svg', '--ranks', 3, '--partition', 'metis', '--ordering', 'rcm')
    CLI.bad(1, 'render', 'sparsity', RECTANGULAR, '--output', 'no.svg', '--ranks', 3)


def test_render_bad():
    """render: nothing is left of what failed"""
    for status, words in [(2, ['levels', TRIDIAGONAL, '--output', 'x.tiff']),
                          (1, ['levels', RECTANGULAR, '--output', 'x.png']),
                          (1, ['timing', LOWER, '--method', 'gauss-seidel', '--output', 'x.png']),
                          (1, ['solution', TRIDIAGONAL, '--rhs', 'random:1', '--vector', 'error', '--output', 'x.png']),
                          (2, ['solution', TRIDIAGONAL, '--view', 'pie', '--output', 'x.png']),
                          (1, ['levels', TRIDIAGONAL, '--output', 'no/such/x.png'])]:
        CLI.bad(status, 'render', *words)
    check(not {'x.png', 'x.tiff', 'no.gif'} & set(os.listdir(FOLDER)), 'nothing is left of what failed')


def test_spectrum():
    """spectrum: eigenvalues of (4 −1 0; −1 4 −1; 0 −1 4), which are 4 and 4 ± √2, and of its sweeps"""
    near = lambda found, expected: check(abs(found - expected) < 1e-9, f'{found}, not {expected}')
    found = json.loads(CLI.good('spectrum', TRIDIAGONAL, '--method', 'minres', '--rhs', 'random:1', '--json'))
    same(set(found), {'name', 'run', 'values', 'history', 'iterations'})
    spectrum = found['run']['spectrum']
    near(spectrum['least'], 4 - 2 ** 0.5)
    near(spectrum['greatest'], 4 + 2 ** 0.5)
    near(spectrum['condition'], (4 + 2 ** 0.5) / (4 - 2 ** 0.5))
    same(len(found['values']), 3)
    for value, expected in zip(found['values'], [4 - 2 ** 0.5, 4, 4 + 2 ** 0.5]):
        near(value['real'], expected)
    same([step['iteration'] for step in found['history']], [1, 2, 3])
    jacobi, sweep, sor = found['iterations']
    same([jacobi['method'], sweep['method'], sor['method']], ['jacobi', 'gauss-seidel', 'sor'])
    near(jacobi['radius'], 2 ** 0.5 / 4)
    near(sweep['radius'], 1 / 8)
    near(sor['omega'], 2 / (1 + (7 / 8) ** 0.5))
    for row in found['iterations']:
        check(row['ended'].startswith('converged') and abs(row['counted_iterations'] - row['expected_iterations']) <= 4, row)
    found = solve_json(TRIDIAGONAL, '--method', 'gauss-seidel', '--spectrum')
    near(found['spectrum']['radius'], 1 / 8)
    same(found['spectrum']['expected_iterations'], 9)
    CLI.bad(1, 'spectrum', LOWER, '--method', 'cg')


def test_report():
    """report: structure, outcome and all pictures in a folder that it names"""
    CLI.good('report', TRIDIAGONAL, '--width', 320, '--height', 240)
    for picture in ['sparsity', 'levels', 'convergence', 'timing', 'solution']:
        for suffix in ['png', 'svg']:
            check_picture(CLI.path(f'tridiagonal-seidel/{picture}.{suffix}'), 320, 240)
    CLI.good('report', DISORDER, '--ordering', 'rcm', '--width', 320, '--height', 240)
    CLI.good('report', DIVERGING, '--method', 'gauss-seidel', '--rhs', 'ones', '--output', 'deep/er', status=3)
    check(os.path.exists(CLI.path('deep/er/convergence.png')), 'the curve of a run that diverged')


def test_report_unsolvable():
    """report: a matrix that no method can solve gets its structure and those pictures"""
    for words, pictures in [([LOWER, '--method', 'jacobi'], {'sparsity', 'levels'}),
                            ([RECTANGULAR, '--method', 'jacobi'], {'sparsity'})]:
        folder = tempfile.mkdtemp(dir=FOLDER)
        done = CLI.run('report', *words, '--output', folder)
        same(done.returncode, 1, words)
        check(done.stdout and done.stderr, done)
        same(set(os.listdir(folder)), {f'{p}.{s}' for p in pictures for s in ['png', 'svg']}, words)
    CLI.bad(1, 'report', 'missing.mtx')
    CLI.write('file', '')
    done = CLI.run('report', TRIDIAGONAL, '--output', 'file/folder')
    same(done.returncode, 1, 'a folder that cannot be made')


run_all(globals())
