#!/usr/bin/python3
"""seidel-cli and files: converting, formats, choosing a matrix, vectors, right-hand sides that come
along; against SciPy where it is installed. Arguments: see cli_cases.py."""
# SPDX-License-Identifier: GPL-3.0-or-later
import json
import os

from cli_cases import (
    CLI, HEAD, LOWER, RECTANGULAR, TRIDIAGONAL, read_vector, run_all, solve_json)
from cli_tap import Skip, check, near, same


def scipy():
    """SciPy's sparse matrices and its files."""
    try:
        import scipy.io
        import scipy.sparse
    except ImportError as missing:
        raise Skip(f'SciPy is not installed: {missing}') from None
    return scipy


def entries(path):
    """The lines of a Matrix Market file that hold numbers."""
    with open(path, encoding='utf-8') as file:
        return [line for line in file if not line.startswith('%')]


def test_convert():
    """convert: every format and back gives the same file"""
    for source in [LOWER, RECTANGULAR]:
        first = CLI.path('first.mtx')
        CLI.good('convert', source, first)
        for ending in ['npz', 'mat', 'mtx.gz', 'mtx.zst']:
            middle, last = CLI.path('middle.' + ending), CLI.path('last.mtx')
            CLI.good('convert', source, middle)
            CLI.good('convert', middle, last)
            same(entries(last), entries(first), ending)


def test_convert_json():
    """convert --json: what was read and written"""
    out = CLI.path('json.npz')
    found = json.loads(CLI.good('convert', TRIDIAGONAL, out, '--ordering', 'random:3', '--json'))
    same(set(found), {'name', 'input_format', 'note', 'rows', 'columns', 'nonzeros', 'ordering',
                      'output', 'output_format', 'output_bytes', 'has_rhs', 'rhs_written'})
    same((found['name'], found['rows'], found['columns'], found['nonzeros'], found['ordering']),
         ('tridiagonal', 3, 3, 7, 'random:3'))
    same((found['output'], found['output_format'], found['output_bytes'], found['has_rhs']),
         (out, 'npz', os.path.getsize(out), False))


def test_convert_bad():
    """convert: names that cannot be written are found before anything is read"""
    CLI.bad(2, 'convert', 'missing.mtx', 'x.npy')
    CLI.bad(2, 'convert', 'missing.mtx', 'x.mat.gz')
    CLI.bad(2, 'convert', TRIDIAGONAL)
    CLI.bad(1, 'convert', 'missing.mtx', 'x.npz')
    CLI.bad(1, 'convert', 'missing.mtx', '/no/such/folder/x.npz')
    CLI.bad(2, 'convert', TRIDIAGONAL, '')
    check(not os.path.exists(CLI.path('x.npz')), 'nothing is left')


def test_formats():
    """formats: JSON has the keys of the contract"""
    found = json.loads(CLI.good('formats', '--json'))
    table = {item['id']: item for item in found}
    same(len(table), len(found), 'each once')
    for item in found:
        same(set(item), {'id', 'name', 'suffixes', 'holds_several', 'reads_vectors',
                         'writes_matrices', 'writes_vectors', 'keeps_rhs'})
    same([table['matlab'][key] for key in ('suffixes', 'holds_several', 'keeps_rhs')],
         [['.mat'], True, True])
    check(table['matrix-market']['writes_matrices'] and table['matrix-market']['writes_vectors'], table)
    check(table['numpy']['writes_vectors'] and not table['numpy']['writes_matrices'], table)


def test_solution_files():
    """solve --output: the solution as Matrix Market, text or NumPy, each read back as a guess"""
    for ending in ['mtx', 'txt', 'npy', 'txt.gz']:
        path = CLI.path('solution.' + ending)
        solve_json(TRIDIAGONAL, '--tolerance', '1e-14', '--output', path)
        found = solve_json(TRIDIAGONAL, '--tolerance', '1e-10', '--guess', path)
        same(found['iterations'], 0, ending)
    CLI.bad(2, 'solve', TRIDIAGONAL, '--output', 'x.npz')
    with open(CLI.path('solution.txt'), encoding='utf-8') as file:
        numbers = [float(line) for line in file]
    same(numbers, read_vector(CLI.path('solution.mtx')))


# Hermitian and positive definite.
COMPLEX = '%%MatrixMarket matrix coordinate complex hermitian\n' \
          '3 3 5\n1 1 4 0\n2 1 1 -2\n2 2 5 0\n3 2 0.5 1\n3 3 6 0\n'


def read_complex(path):
    with open(path, encoding='utf-8') as file:
        lines = [line for line in file if not line.startswith('%')]
    same(lines[0].split(), ['3', '1'], 'size of a vector')
    return [complex(*map(float, line.split())) for line in lines[1:]]


def test_complex_convert():
    """convert: complex matrices through every format"""
    path = CLI.write('complex.mtx', COMPLEX)
    first = CLI.path('complex-first.mtx')
    CLI.good('convert', path, CLI.path('complex.npz'))
    CLI.good('convert', CLI.path('complex.npz'), first)
    for ending in ['npz', 'mat', 'mtx.gz']:
        middle, last = CLI.path('complex-middle.' + ending), CLI.path('complex-last.mtx')
        CLI.good('convert', first, middle)
        CLI.good('convert', middle, last)
        same(entries(last), entries(first), ending)
    info = json.loads(CLI.good('info', path, '--json'))
    same((info['complex'], info['hermitian'], info['value_symmetric'], info['storage']),
         (True, True, False, None))
    same((info['rows'], info['nonzeros'], info['levels']['forward']['count']), (3, 7, 3))


def test_complex_solve():
    """solve: a complex system, its right-hand side and its solution in every format"""
    path = CLI.write('complex.mtx', COMPLEX)
    rows = [[4, 1 + 2j, 0], [1 - 2j, 5, 0.5 - 1j], [0, 0.5 + 1j, 6]]
    x = [1 - 1j, 2j, 3]
    b = [sum(a * z for a, z in zip(row, x)) for row in rows]
    rhs = CLI.write('complex-b.txt', ''.join(f'{z.real!r} {z.imag!r}\n' for z in b))
    for ending in ['mtx', 'txt', 'npy']:
        out, back = CLI.path('complex-x.' + ending), CLI.path('complex-back.mtx')
        found = solve_json(path, '--method', 'cg', '--rhs', rhs, '--tolerance', '1e-14',
                           '--output', out)
        check(found['complex'] and found['converged'], found)
        found = solve_json(path, '--method', 'cg', '--rhs', rhs, '--guess', out, '--tolerance',
                           '1e-10', '--output', back)
        same(found['iterations'], 0, ending)
        check(max(abs(u - v) for u, v in zip(read_complex(back), x)) < 1e-12, ending)
    # A real right-hand side, and the methods that the complex matrix itself would not allow.
    found = solve_json(path, '--method', 'auto', '--rhs', CLI.write('real-b.txt', '1\n2\n3\n'))
    check(found['converged'], found)
    CLI.bad(1, 'solve', TRIDIAGONAL, '--rhs', CLI.path('complex-x.mtx'))
    CLI.bad(1, 'solve', path, '--rhs', CLI.write('short-b.txt', '1 2 3 4\n'))


def test_rhs_column():
    """solve --rhs-column: of a file, and of those stored with the matrix"""
    table = CLI.write('two-b.mtx', '%%MatrixMarket matrix array real general\n3 2\n1\n2\n3\n10\n0\n-1\n')
    for column, b in [(1, [1, 2, 3]), (2, [10, 0, -1])]:
        CLI.good('solve', TRIDIAGONAL, '--method', 'lu', '--rhs', table, '--rhs-column', column, '--output', 'x.mtx')
        x = read_vector(CLI.path('x.mtx'))
        for value, expected in zip([4 * x[0] - x[1], 4 * x[1] - x[0] - x[2], 4 * x[2] - x[1]], b):
            near(value, expected, 1e-12, f'column {column}')
    check('column 2' in CLI.good('solve', TRIDIAGONAL, '--rhs', table, '--rhs-column', 2), 'the column is shown')
    check('it has 2' in CLI.bad(1, 'solve', TRIDIAGONAL, '--rhs', table, '--rhs-column', 3), 'no column 3')
    CLI.bad(2, 'solve', TRIDIAGONAL, '--rhs', table, '--rhs-column', 0)
    CLI.bad(1, 'solve', TRIDIAGONAL, '--rhs', CLI.write('short-two.mtx', '%%MatrixMarket matrix array real general\n2 2\n1\n2\n3\n4\n'),
            '--rhs-column', 1)
    module = scipy()
    import numpy
    module.io.savemat(CLI.path('several-b.mat'), {'A': module.sparse.csc_matrix(numpy.diag([2.0, 4.0])),
                                                  'b': numpy.array([[2.0, 6.0], [4.0, 8.0]])})
    CLI.good('solve', CLI.path('several-b.mat'), '--method', 'lu', '--rhs-column', 2, '--output', 'x.mtx')
    same(read_vector(CLI.path('x.mtx')), [3.0, 2.0], 'the second one of the file')


def test_rhs_names():
    """solve --rhs: an array of the file of the matrix, or of another file, and a column of it"""
    def array(name, rows):
        return '# name: %s\n# type: matrix\n# rows: %d\n# columns: %d\n%s\n\n' % (
            name, len(rows), len(rows[0]), ''.join(' %s\n' % ' '.join(map(str, row)) for row in rows))
    path = CLI.write('named.octave', array('A', [[2, 0], [0, 4]]) + array('b', [[2, 6], [4, 8]]) + array('load', [[10], [12]]))
    for name, expected in (('load', [5, 3]), ('b:2', [3, 2]), (path + '/load', [5, 3]), (path + '/b:1', [1, 1])):
        CLI.good('solve', path, '--method', 'lu', '--rhs', name, '--output', 'x.mtx')
        same(read_vector(CLI.path('x.mtx')), expected, name)
    check('2 columns' in CLI.good('solve', path, '--method', 'lu', '--rhs', 'b'), 'all columns of it')
    check('holds no' in CLI.bad(1, 'solve', path, '--rhs', path + '/none'), 'an array that is not there')
    check('No such file' in CLI.bad(1, 'solve', path, '--rhs', 'none'), 'neither a file nor an array')
    CLI.bad(1, 'solve', path, '--rhs', 'b:3')


def test_columns():
    """solve --rhs: a run for each column of a file, with one factorisation or one preconditioner"""
    table = CLI.write('three-b.mtx', '%%MatrixMarket matrix array real general\n3 3\n1\n2\n3\n10\n0\n-1\n4\n4\n4\n')
    text = CLI.write('three-b.txt', '1 10 4\n2 0 4\n3 -1 4\n')
    sides = [[1, 2, 3], [10, 0, -1], [4, 4, 4]]
    for method, options, taken in [('cholmod', [], 'factors'), ('umfpack', [], 'factors'),
                                   ('cg', ['--preconditioner', 'ic0'], 'preconditioner'),
                                   ('gmres', ['--preconditioner', 'ilu0'], 'preconditioner')]:
        found = solve_json(TRIDIAGONAL, '--method', method, *options, '--rhs', table, '--output', 'x.mtx',
                           '--tolerance', 1e-12, '--history', 'h.csv')
        same(set(found), {'columns', 'summary'}, method)
        same(set(found['summary']), {'columns', 'converged', 'iterations', 'worst_residual', 'seconds'})
        same((found['summary']['columns'], found['summary']['converged']), (3, 3), method)
        same(found['summary']['iterations'], sum(run['iterations'] for run in found['columns']), method)
        check(found['columns'][0]['reused'] is None, 'the first one begins with nothing')
        for k, run in enumerate(found['columns']):
            check('column %d' % (k + 1) in run['rhs'], run['rhs'])
            check(k == 0 or taken in run['reused'], run['reused'])
        lines = entries(CLI.path('x.mtx'))
        same(lines[0].split(), ['3', '3'], 'the shape')
        x = [float(line) for line in lines[1:]]
        for k, b in enumerate(sides):
            u = x[3 * k:3 * k + 3]
            for value, expected in zip([4 * u[0] - u[1], 4 * u[1] - u[0] - u[2], 4 * u[2] - u[1]], b):
                near(value, expected, 1e-9, f'{method}, column {k + 1}')
        with open(CLI.path('h.csv'), encoding='utf-8') as file:
            lines = file.read().splitlines()
        check(lines[0].startswith('rhs,iteration,'), lines[0])
        same(sorted({line.split(',')[0] for line in lines[1:]}), ['1', '2', '3'], 'histories')
    CLI.good('solve', TRIDIAGONAL, '--method', 'lu', '--rhs', text, '--output', 'x.txt')
    with open(CLI.path('x.txt'), encoding='utf-8') as file:
        rows = [[float(word) for word in line.split()] for line in file]
    same((len(rows), len(rows[0])), (3, 3), 'a line for each row')
    near(4 * rows[0][1] - rows[1][1], 10, 1e-12, 'the second column')
    # One that does not converge is not hidden by the others.
    check('✗' in CLI.good('solve', TRIDIAGONAL, '--method', 'cg', '--rhs', table, '--max-iterations', 1, status=3), 'marked')
    CLI.bad(1, 'solve', TRIDIAGONAL, '--rhs', table, '--why')
    CLI.bad(1, 'solve', TRIDIAGONAL, '--rhs', table, '--row', 1)
    CLI.bad(1, 'solve', TRIDIAGONAL, '--rhs', table, '--method', 'cg', '--print-as', 'c')
    check('--rhs' in CLI.good('solve', TRIDIAGONAL, '--rhs', table, '--method', 'cg', '--print-as', 'command'), 'all of them')
    CLI.bad(1, 'solve', TRIDIAGONAL, '--rhs', table, '--method', 'cg', '--output', 'x.petsc')
    # A run for each is kept.
    CLI.good('solve', TRIDIAGONAL, '--rhs', table, '--method', 'cg', '--session', 'three.seidel')
    same(len(json.loads(CLI.good('session', CLI.path('three.seidel'), '--json'))), 3, 'runs of the session')


def test_columns_numpy():
    """solve --rhs: the columns of a NumPy array, to one"""
    module = scipy()
    import numpy
    b = numpy.array([[1.0, 10.0], [2.0, 0.0], [3.0, -1.0]])
    numpy.save(CLI.path('two-b.npy'), b)
    CLI.good('solve', TRIDIAGONAL, '--method', 'lu', '--rhs', CLI.path('two-b.npy'), '--output', 'x.npy')
    x = numpy.load(CLI.path('x.npy'))
    same(x.shape, (3, 2), 'the shape')
    A = module.io.mmread(TRIDIAGONAL).toarray()
    check(numpy.abs(A @ x - b).max() < 1e-12, x)


def test_resume():
    """solve --resume: a run that was stopped goes on, in one history"""
    matrix = ['poisson-5 --size 20', '--method', 'cg']
    whole = solve_json(*matrix)
    for ordering in ['natural', 'rcm']:
        session = CLI.path(ordering + '.seidel')
        more = ['--ordering', ordering, '--session', session]
        stopped = solve_json(*matrix, *more, '--max-iterations', 10, status=3)
        same((stopped['iterations'], stopped['reason']), (10, 'iteration-limit'))
        found = solve_json(matrix[0], *more, '--resume', '--max-iterations', 1000, '--history', 'h.csv')
        same((found['method'], found['converged']), ('cg', True), 'its options are those of the run')
        check(whole['iterations'] <= found['iterations'] < 3 * whole['iterations'], found['iterations'])
        same(found['residual']['initial'], stopped['residual']['initial'], 'where it began')
        with open(CLI.path('h.csv'), encoding='utf-8') as file:
            iterations = [int(line.split(',')[0]) for line in file.read().splitlines()[1:]]
        same(iterations, list(range(found['iterations'] + 1)), 'one curve')
        runs = json.loads(CLI.good('session', session, '--json'))
        same((len(runs), runs[0]['run']['iterations']), (1, found['iterations']), 'it took the place of the other')
    # Nothing to go on with.
    CLI.bad(2, 'solve', matrix[0], '--resume')
    CLI.bad(1, 'solve', 'poisson-5 --size 21', '--session', CLI.path('natural.seidel'), '--resume')
    CLI.bad(1, 'solve', matrix[0], '--session', CLI.path('none.seidel'), '--resume')


def test_filed_rhs():
    """a right-hand side that came along is used unless another is asked for, and reported"""
    sparse = scipy().sparse
    path = CLI.path('filed.mat')
    matrix = sparse.csc_matrix([[4., -1, 0], [-1, 4, -1], [0, -1, 4]])
    scipy().io.savemat(path, {'A': matrix, 'b': [[1.], [2.], [3.]]}, do_compression=True)
    found = solve_json(path, '--tolerance', '1e-14', '--output', CLI.path('filed.txt'))
    same(found['rhs'], 'filed')
    check('error_inf' not in found, 'the solution is not known')
    with open(CLI.path('filed.txt'), encoding='utf-8') as file:
        x = [float(line) for line in file]
    for value, expected in zip(matrix @ x, [1, 2, 3]):
        near(value, expected, 1e-12)
    reordered = solve_json(path, '--tolerance', '1e-14', '--ordering', 'rcm')
    same(reordered['rhs'], 'filed')
    check(reordered['converged'] and json.loads(CLI.good('info', path, '--json'))['has_rhs'], reordered)
    same(solve_json(path, '--rhs', 'solution-ones')['rhs'], 'solution-ones')
    same(solve_json(TRIDIAGONAL)['rhs'], 'solution-ones')
    CLI.bad(1, 'solve', TRIDIAGONAL, '--rhs', 'filed')
    found = json.loads(CLI.good('convert', path, CLI.path('filed-copy.mat'), '--json'))
    same((found['has_rhs'], found['rhs_written']), (True, True))
    same(solve_json(CLI.path('filed-copy.mat'))['rhs'], 'filed')
    found = json.loads(CLI.good('convert', path, CLI.path('filed.npz'), '--json'))
    same((found['has_rhs'], found['rhs_written']), (True, False), 'of .npz')


def test_variable():
    """--variable: chooses one of several matrices; without it they are named"""
    module = scipy()
    path = CLI.path('several.mat')
    module.io.savemat(path, {'A': module.sparse.eye(3, format='csc'), 'S': {'K': [[1., 2], [3, 4]]}})
    CLI.bad(1, 'info', path)
    CLI.bad(1, 'info', path, '--variable', 'B')
    CLI.bad(1, 'info', TRIDIAGONAL, '--variable', 'A')
    for command in ['info', 'levels', 'advise', 'solve']:
        CLI.good(command, path, '--variable', 'A')
    found = json.loads(CLI.good('info', path, '--variable', 'S.K', '--json'))
    same((found['variable'], found['rows'], found['nonzeros']), ('S.K', 2, 4))


def test_scipy_reads():
    """what is written is what SciPy reads: the same entries, in their places"""
    module = scipy()
    for source in [LOWER, RECTANGULAR, CLI.write('zero.mtx', HEAD + '0 0 0\n')]:
        CLI.good('convert', source, CLI.path('plain.mtx'))
        CLI.good('convert', source, CLI.path('s.npz'))
        CLI.good('convert', source, CLI.path('s.mat'))
        sparse = module.sparse.load_npz(CLI.path('s.npz'))
        sparse.check_format(full_check=True)
        matlab = module.io.loadmat(CLI.path('s.mat'))['A'].tocsr()
        lines = [tuple(map(float, line.split())) for line in entries(CLI.path('plain.mtx'))]
        for found in [sparse, matlab]:
            same(found.shape, tuple(map(int, lines[0][:2])), source)
            coo = found.tocoo()
            same(sorted(zip(coo.row + 1.0, coo.col + 1.0, coo.data)), sorted(lines[1:]), source)


def test_scipy_writes():
    """what SciPy writes in any layout is the same matrix here"""
    module = scipy()
    matrix = module.sparse.random(40, 40, density=0.1, random_state=5, format='csr')
    module.io.mmwrite(CLI.path('expected.mtx'), matrix, precision=17)
    CLI.good('convert', CLI.path('expected.mtx'), CLI.path('expected-own.mtx'))
    expected = entries(CLI.path('expected-own.mtx'))
    for layout in ['csr', 'csc', 'coo', 'dia']:
        for compressed in [False, True]:
            path = CLI.path(f'{layout}.npz')
            module.sparse.save_npz(path, matrix.asformat(layout), compressed=compressed)
            CLI.good('convert', path, CLI.path('back.mtx'))
            same(entries(CLI.path('back.mtx')), expected, layout)
    for version, packed in [('4', False), ('5', False), ('5', True)]:
        path = CLI.path('scipy.mat')
        module.io.savemat(path, {'A': matrix.tocsc()}, format=version, do_compression=packed)
        CLI.good('convert', path, CLI.path('back.mtx'))
        same(entries(CLI.path('back.mtx')), expected, f'MATLAB {version}')
    problem = {'title': 'TITLE', 'A': matrix.tocsc(), 'name': 'Group/name', 'aux': {'C': 'text'}}
    module.io.savemat(CLI.path('problem.mat'), {'Problem': problem}, do_compression=True)
    CLI.good('convert', CLI.path('problem.mat'), CLI.path('back.mtx'))
    same(entries(CLI.path('back.mtx')), expected, 'a struct of the collection')


run_all(globals())
