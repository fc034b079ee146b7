#!/usr/bin/python3
"""What “seidel-cli convert” writes, read by SciPy, by NumPy and by readers of this file that follow the description of a format,
and by Seidel again, without a question: the same entries, bit by bit. TAP.

    test-cli-round-trip.py SEIDEL_CLI …

SPDX-License-Identifier: GPL-3.0-or-later
"""
import os
import re
import sys
import tempfile

import cli_tap
from cli_tap import Skip, check, same

try:
    import numpy as np
    import scipy.io
    import scipy.sparse as sp
except ImportError as missing:
    np = None
    MISSING = str(missing)


def matrices():
    """Names and matrices: each is what some format has a rule of its own for."""
    random = np.random.default_rng(20)
    yield 'general', sp.random(13, 13, 0.3, 'csr', random_state=random) - 0.4 * sp.eye(13)
    yield 'wide', sp.random(7, 19, 0.2, 'csr', random_state=random)
    yield 'tall', sp.random(17, 3, 0.4, 'csr', random_state=random)
    yield 'one', sp.csr_matrix([[-2.5]])
    yield 'one-row', sp.csr_matrix([[0, 1.5, 0, 2]])
    yield 'one-column', sp.csr_matrix([[0], [3.25], [0]])
    yield 'empty', sp.csr_matrix((4, 3))
    yield 'empty-rows', sp.csr_matrix(([1.0, 2.0], ([1, 3], [0, 4])), (6, 6))
    yield 'range', sp.csr_matrix([[1e300, 5e-324, 0], [0, -1e-300, 1.7976931348623157e308], [1 / 3, 0, np.pi]])
    yield 'integers', sp.csr_matrix(np.floor(random.random((6, 6)) * 4))
    yield 'two-columns', sp.csr_matrix([[1.0, 2], [3, 4], [5, 6]])
    yield 'indices', sp.csr_matrix([[1.0, 1, 4], [2, 2, 5], [3, 3, 6], [1, 3, 2]])
    stored = sp.csr_matrix([[1.0, 2, 0], [3, 4, 5], [0, 6, 7]])
    stored.data[[1, 4]] = [0.0, -0.0]
    yield 'stored-zeros', stored
    symmetric = sp.random(9, 9, 0.3, 'csr', random_state=random)
    yield 'symmetric', sp.csr_matrix(symmetric + symmetric.T)
    yield 'skew', sp.csr_matrix(symmetric - symmetric.T)
    yield 'pattern', sp.csr_matrix((random.random((8, 8)) < 0.3).astype(float))


def complex_matrices():
    for name, matrix in matrices():
        if name in ('general', 'wide', 'one', 'empty-rows', 'symmetric'):
            value = matrix.tocsr().astype(complex)
            value.data = value.data + 1j * np.cos(np.arange(value.nnz) + 1.0)
            yield name, value


def same_matrix(found, expected, what):
    """Bit by bit; a zero that is stored counts where the format can store one."""
    found, expected = sp.csr_matrix(found), sp.csr_matrix(expected)
    same(found.shape, expected.shape, what)
    check((found.toarray() == expected.toarray()).all(), '%s: %s\n%s' % (what, found.toarray(), expected.toarray()))


def fields(line, count, width):
    return [line[i * width:(i + 1) * width] for i in range(count)]


def read_boeing(path):
    """Rutherford-Boeing (Duff, Grimes, Lewis, 1997): assembled matrices with or without values."""
    with open(path, encoding='ascii') as file:
        lines = file.read().split('\n')
    kind, rows, columns, entries = (lambda words: (words[0].lower(), *map(int, words[1:4])))(lines[2].split())
    formats = [re.fullmatch(r'\((\d+)[IiEeDdFfGg](\d+).*\)', text) for text in lines[3].split()]
    counts = [columns + 1, entries] + ([entries * (2 if kind[0] == 'c' else 1)] if kind[0] != 'p' else [])
    at, parts = 4, []
    for form, count in zip(formats, counts):
        each, width, words = int(form[1]), int(form[2]), []
        while len(words) < count:
            words += fields(lines[at], min(each, count - len(words)), width)
            at += 1
        parts.append(words)
    starts, index = (np.array(parts[i], dtype=int) - 1 for i in (0, 1))
    values = np.array([float(word) for word in parts[2]]) if kind[0] != 'p' else np.ones(entries)
    if kind[0] == 'c':
        values = values[::2] + 1j * values[1::2]
    matrix = sp.csc_matrix((values, index, starts), (rows, columns))
    if kind[1] == 'u' or kind[1] == 'r':
        return matrix
    below = sp.tril(matrix, -1)
    return matrix + {'s': below.T, 'z': -below.T, 'h': below.conj().T}[kind[1]]


def read_petsc(path):
    """PETSc's binary files (PetscBinaryIO.py): big-endian, 32-bit indices."""
    with open(path, 'rb') as file:
        data = file.read()
    head = np.frombuffer(data, '>i4', 4)
    same(head[0], 1211216, 'the class of a matrix')
    rows, columns, entries = map(int, head[1:])
    lengths = np.frombuffer(data, '>i4', rows, 16)
    index = np.frombuffer(data, '>i4', entries, 16 + 4 * rows)
    values = np.frombuffer(data, '>f8', entries, 16 + 4 * (rows + entries))
    same(len(data), 16 + 4 * rows + 12 * entries, 'the size of the file')
    return sp.csr_matrix((values.astype(float), index.astype(int), np.r_[0, np.cumsum(lengths)]), (rows, columns))


def read_octave(path):
    """Octave's text (“save -text”): sparse and full matrices, real and complex."""
    with open(path, encoding='utf-8') as file:
        lines = [line for line in file.read().split('\n') if line]
    head = dict(re.fullmatch(r'# (\w+): (.*)', line).groups() for line in lines if re.match(r'# (\w+): ', line))
    body = [line.split() for line in lines if not line.startswith('#')]
    rows, columns = int(head['rows']), int(head['columns'])

    def number(word):
        return complex(*map(float, word.strip('()').split(','))) if word.startswith('(') else float(word)
    check('sparse' in head['type'], head['type'])
    same(int(head['nnz']), len(body), 'entries')
    if not body:
        return sp.csr_matrix((rows, columns))
    i, j, values = zip(*[(int(a) - 1, int(b) - 1, number(value)) for a, b, value in body])
    return sp.csc_matrix((values, (i, j)), (rows, columns))


def read_mat(path):
    found = scipy.io.loadmat(path)
    names = [name for name in found if not name.startswith('__')]
    same(names, ['A'], 'variables')
    return found['A']


READERS = {'mtx': lambda path: scipy.io.mmread(path), 'mtx.gz': lambda path: scipy.io.mmread(path),
           'npz': lambda path: sp.load_npz(path), 'mat': read_mat, 'rb': read_boeing, 'petsc': read_petsc, 'octave': read_octave}
REAL = ('petsc',)  # numbers of a real PETSc


def convert(source, target):
    """seidel-cli convert, which must not ask."""
    CLI.good('convert', source, target, '--no-cache')


def there_and_back(name, matrix, source):
    for ending, read in READERS.items():
        if np.iscomplexobj(matrix.data) and ending in REAL:
            continue
        what = '%s as %s' % (name, ending)
        out, back = CLI.path('%s.%s' % (name, ending)), CLI.path('back.npz')
        convert(source, out)
        same_matrix(read(out), matrix, what)
        convert(out, back)
        same_matrix(sp.load_npz(back), matrix, what + ' and back')
        os.remove(out)


def needs_scipy():
    if np is None:
        raise Skip('SciPy is not installed: ' + MISSING)


def test_real():
    """convert: what is written is read by others and again, bit by bit"""
    needs_scipy()
    for name, matrix in matrices():
        source = CLI.path(name + '-source.npz')
        sp.save_npz(source, sp.csr_matrix(matrix))
        there_and_back(name, matrix.tocsr(), source)


def test_complex():
    """convert: complex matrices"""
    needs_scipy()
    for name, matrix in complex_matrices():
        source = CLI.path(name + '-complex.mat')
        scipy.io.savemat(source, {'A': sp.csc_matrix(matrix)})
        there_and_back(name, matrix, source)


def test_symmetric_storage():
    """convert: a file that stores a triangle"""
    needs_scipy()
    for field in ('symmetric', 'skew'):
        matrix = dict(matrices())[field]
        source = CLI.path(field + '-triangle.mtx')
        scipy.io.mmwrite(source, matrix, symmetry='symmetric' if field == 'symmetric' else 'skew-symmetric', precision=17)
        there_and_back(field, sp.csr_matrix(scipy.io.mmread(source)), source)


def test_graph():
    """convert: the graph of a matrix in METIS's format"""
    needs_scipy()
    matrix = dict(matrices())['symmetric']
    graph = sp.csr_matrix(matrix - sp.diags(matrix.diagonal()))
    graph.eliminate_zeros()
    source, out, back = CLI.path('graph.npz'), CLI.path('out.graph'), CLI.path('graph-back.npz')
    sp.save_npz(source, graph)
    CLI.good('convert', source, out, '--part', 'graph')
    with open(out, encoding='ascii') as file:
        lines = [line.split() for line in file.read().split('\n')[:-1] if not line.startswith('%')]
    vertices, edges = int(lines[0][0]), int(lines[0][1])
    same((vertices, 2 * edges), (graph.shape[0], graph.nnz), 'the size')
    for row, line in enumerate(lines[1:]):
        same(sorted(int(word) - 1 for word in line), sorted(graph[row].indices), 'row %d' % row)
    CLI.good('convert', out, back)
    same_matrix(sp.load_npz(back), (graph != 0).astype(float), 'the graph')


def test_vectors():
    """solve --output: vectors of every format, by others and as a right-hand side again"""
    needs_scipy()
    values = np.array([1e5 / 3, -1e-9 / 3, 1 / 3, 0.0, 2.0 ** -40, -7.0])
    matrix = CLI.path('eye.npz')
    sp.save_npz(matrix, sp.eye(6, format='csr'))
    np.save(CLI.path('b.npy'), values)
    readers = {'mtx': lambda path: scipy.io.mmread(path).ravel(), 'npy': lambda path: np.load(path).ravel(),
               'petsc': lambda path: np.frombuffer(open(path, 'rb').read(), '>f8', 6, 8)}
    for ending, read in readers.items():
        out, again = CLI.path('x.' + ending), CLI.path('again.npy')
        CLI.good('solve', matrix, '--method', 'jacobi', '--rhs', CLI.path('b.npy'), '--output', out)
        check((read(out) == values).all(), '%s: %s' % (ending, read(out)))
        CLI.good('solve', matrix, '--method', 'jacobi', '--rhs', out, '--output', again)
        check((np.load(again).ravel() == values).all(), '%s again: %s' % (ending, np.load(again)))


with tempfile.TemporaryDirectory() as folder:
    CLI = cli_tap.Cli(os.path.abspath(sys.argv[1]), folder)
    cli_tap.run_tests([test_real, test_complex, test_symmetric_storage, test_graph, test_vectors])
