#!/usr/bin/python3
"""make-files.py ROWS FOLDER: one matrix in every format that Seidel reads, to measure reading.

Sparse, nine random entries in a row; and dense with about as many numbers, where a format is for those.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import bz2
import gzip
import lzma
import os
import sys
import tarfile
import zipfile

import numpy
import scipy.io
import scipy.sparse

rows, folder = int(sys.argv[1]), sys.argv[2]
random = numpy.random.default_rng(1)


def path(name):
    return os.path.join(folder, name)


def lines(numbers, count, form):
    """The numbers in columns, so many on a line, as Fortran writes them."""
    whole = len(numbers) - len(numbers) % count
    text = ''.join((form * count + '\n') % tuple(row) for row in numbers[:whole].reshape(-1, count).tolist())
    rest = numbers[whole:].tolist()
    return text + ((form * len(rest) + '\n') % tuple(rest) if rest else '')


def write_harwell(name, matrix):
    parts = [lines(matrix.indptr + 1, 8, '%10d'), lines(matrix.indices + 1, 8, '%10d'),
             lines(matrix.data, 3, '%25.16E')]
    counts = [part.count('\n') for part in parts]
    with open(path(name), 'w') as file:
        file.write('%-72s%-8s\n' % ('random', 'random'))
        file.write('%14d%14d%14d%14d%14d\n' % (sum(counts), *counts, 0))
        file.write('%-14s%14d%14d%14d%14d\n' % ('RUA', *matrix.shape, matrix.nnz, 0))
        file.write('%-16s%-16s%-20s%-20s\n' % ('(8I10)', '(8I10)', '(3E25.16)', ''))
        file.writelines(parts)


def write_petsc(name, matrix):
    with open(path(name), 'wb') as file:
        header = numpy.array([1211216, *matrix.shape, matrix.nnz])
        for part in (header, numpy.diff(matrix.indptr), matrix.indices):
            file.write(part.astype('>i4').tobytes())
        file.write(matrix.data.astype('>f8').tobytes())


def write_text(name, heading, separator, columns):
    form = separator.join(['%d', '%d', '%.17g']) + '\n'
    with open(path(name), 'w') as file:
        file.write(heading)
        file.writelines(form % entry for entry in zip(*(column.tolist() for column in columns)))


def write_sparse():
    index = random.integers(0, rows, (2, 8 * rows))
    matrix = scipy.sparse.coo_matrix((random.standard_normal(8 * rows), index), (rows, rows)).tocsr()
    matrix = (matrix + 2 * scipy.sparse.eye(rows)).tocsr()
    entries = matrix.tocoo()
    scipy.io.mmwrite(path('matrix.mtx'), matrix, precision=17)
    scipy.sparse.save_npz(path('compressed.npz'), matrix)
    scipy.sparse.save_npz(path('rows.npz'), matrix, compressed=False)
    scipy.sparse.save_npz(path('columns.npz'), matrix.tocsc(), compressed=False)
    scipy.sparse.save_npz(path('coordinates.npz'), entries, compressed=False)
    scipy.sparse.save_npz(path('blocks.npz'), matrix.tobsr((1, 1)), compressed=False)
    write_harwell('matrix.rua', matrix.tocsc())
    write_petsc('matrix.petsc', matrix)
    write_text('matrix.edges', '', ' ', (entries.row, entries.col, entries.data))
    write_text('matrix.csv', 'row,column,value\n', ',', (entries.row + 1, entries.col + 1, entries.data))
    return matrix.nnz


def write_dense(numbers):
    side = int(numbers ** 0.5)
    dense = random.standard_normal((side, side))
    numpy.save(path('rows.npy'), dense)
    numpy.save(path('columns.npy'), numpy.asfortranarray(dense))
    numpy.savez_compressed(path('dense.npz'), matrix=dense)
    form = '\t'.join(['%.15g'] * side) + '\n'
    with open(path('dense.txt'), 'w') as file:
        file.writelines(form % tuple(row) for row in dense.tolist())


def pack():
    with open(path('matrix.mtx'), 'rb') as file:
        text = file.read()
    for ending, write in (('gz', lambda f: gzip.open(f, 'wb', 1)), ('bz2', lambda f: bz2.open(f, 'wb', 1)),
                          ('xz', lambda f: lzma.open(f, 'wb', preset=0))):
        with write(path('matrix.mtx.' + ending)) as file:
            file.write(text)
    with tarfile.open(path('matrix.tar.gz'), 'w:gz', compresslevel=1) as archive:
        archive.add(path('matrix.mtx'), 'matrix/matrix.mtx')
    with zipfile.ZipFile(path('matrix.zip'), 'w', zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        archive.write(path('matrix.mtx'), 'matrix/matrix.mtx')


write_dense(write_sparse())
pack()
