#!/usr/bin/python3
"""Regenerates the sample matrices: make-samples.py SEIDEL_CLI FOLDER.

The matrices are those of seidel-cli generate, by the recipes of samples.ini; the files are written
here and by SciPy, as Seidel has to read what others write. They are the same each time.
SPDX-License-Identifier: GPL-3.0-or-later
"""
import configparser
import gzip
import io
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile

import numpy
import scipy.io
import scipy.sparse

HERE = os.path.dirname(os.path.abspath(__file__))
MARKET = '%%MatrixMarket matrix '


def lines(values):
    """Values as text, one per line, that reads back to the same bits."""
    return ''.join(f'{value!r}\n' for value in values)


def constant_force(n):
    """The load h² at the inner points of the obstacle problem's grid."""
    side = round(n ** 0.5)
    inner = numpy.zeros((side, side))
    inner[1:-1, 1:-1] = 1 / (side - 1) * (1 / (side - 1))
    return inner.ravel()


def sliding_lid(n):
    """The lid of the cavity moves to the right with velocity 1, half a cell above the last row of u."""
    side = round((1 + (4 + 3 * n) ** 0.5) / 3)
    b = numpy.zeros(n)
    b[(side - 1) * (side - 1):side * (side - 1)] = 2
    return b


def end_load(n):
    """A load that pulls down the upper joint at the free end of the truss."""
    b = numpy.zeros(n)
    b[n - 1] = -1
    return b


def write_market(generated, _matrix, path):
    shutil.copy(generated, path)


def write_archive(generated, matrix, path):
    """As the SuiteSparse Matrix Collection has them: NAME/NAME.mtx and NAME/NAME_b.mtx."""
    name = os.path.basename(path).split('.')[0]
    b = constant_force(matrix.shape[0])
    with open(generated, 'rb') as file:
        members = {f'{name}/{name}.mtx': file.read(),
                   f'{name}/{name}_b.mtx':
                   f'{MARKET}array real general\n{len(b)} 1\n{lines(b.tolist())}'.encode()}
    with gzip.GzipFile(path, 'wb', mtime=0) as file, \
            tarfile.open(fileobj=file, mode='w', format=tarfile.USTAR_FORMAT) as archive:
        for member, content in members.items():
            info = tarfile.TarInfo(member)
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))


def write_matlab(_generated, matrix, path):
    b = sliding_lid(matrix.shape[0])
    scipy.io.savemat(path, {'A': matrix.tocsc(), 'b': b[:, None]}, do_compression=True)
    with open(path, 'r+b') as file:
        file.write(b'MATLAB 5.0 MAT-file, written by SciPy'.ljust(116))  # without the time


def write_scipy(_generated, matrix, path):
    scipy.sparse.save_npz(path, matrix.tocsr())


def write_harwell(_generated, matrix, path):
    """Harwell-Boeing, a symmetric matrix with a full right-hand side: ten numbers of eight columns a
    line, three values of 25 columns."""
    lower = scipy.sparse.tril(matrix).tocsc()
    lower.sort_indices()
    parts = [(lower.indptr + 1, 10, '%8d'), (lower.indices + 1, 10, '%8d'),
             (lower.data, 3, '%25.16E'), (end_load(matrix.shape[0]), 3, '%25.16E')]
    cards = []
    for values, width, template in parts:
        texts = [template % value for value in values.tolist()]
        cards.append([''.join(texts[i:i + width]) for i in range(0, len(texts), width)])
    n = matrix.shape[0]
    header = [f'{"A cantilever of pin-jointed bars, loaded at its free end":72}TRUSS',
              ''.join(f'{count:14d}' for count in [sum(map(len, cards)), *map(len, cards)]),
              f'{"RSA":14}' + ''.join(f'{count:14d}' for count in (n, n, lower.nnz, 0)),
              f'{"(10I8)":16}{"(10I8)":16}{"(1P,3E25.16)":20}{"(1P,3E25.16)":20}',
              f'{"F":14}{1:14d}{0:14d}']
    with open(path, 'w', encoding='ascii') as file:
        for line in [*header, *(line for part in cards for line in part)]:
            file.write(line.rstrip() + '\n')


def write_csv(_generated, matrix, path):
    csr = matrix.tocsr().tocoo()
    with open(path, 'w', encoding='ascii') as file:
        file.write('row,column,value\n')
        for row, column, value in zip(csr.row.tolist(), csr.col.tolist(), csr.data.tolist()):
            file.write(f'{row + 1},{column + 1},{value!r}\n')


WRITERS = {'.mtx': write_market, '.gz': write_archive, '.mat': write_matlab, '.npz': write_scipy,
           '.rsa': write_harwell, '.csv': write_csv}


def main(program, folder):
    samples = configparser.ConfigParser()
    samples.read(os.path.join(HERE, 'samples.ini'), encoding='utf-8')
    with tempfile.TemporaryDirectory() as scratch:
        generated = os.path.join(scratch, 'matrix.mtx')
        for name in samples.sections():
            recipe = samples[name]['Recipe'].split()
            subprocess.run([program, 'generate', *recipe, '--output', generated], check=True,
                           stdout=subprocess.DEVNULL)
            matrix = scipy.io.mmread(generated)
            WRITERS[os.path.splitext(name)[1]](generated, matrix, os.path.join(folder, name))


if __name__ == '__main__':
    main(*sys.argv[1:])
