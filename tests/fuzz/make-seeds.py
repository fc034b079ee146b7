#!/usr/bin/python3
"""Makes the seeds of the fuzzers again: make-seeds.py FOLDER. They are committed; this says where they
come from, and makes those of a new format. Needs python3-numpy and python3-scipy. Those of the cache
are copies that Seidel wrote of three small matrices, those of mat-process files that libmatio wrote,
or HDF5 where they declare arrays that are not there: S of 10 rows, with 10⁹ or 10¹⁴ entries or 10⁸ columns."""
# SPDX-License-Identifier: GPL-3.0-or-later
import bz2
import gzip
import io
import lzma
import os
import struct
import sys
import tarfile
import zipfile

import numpy
import scipy.io
import scipy.sparse

BANNER = '%%MatrixMarket matrix '
MARKET = {
    'general': BANNER + 'coordinate real general\n% comment\n3 3 4\n1 1 1.5\n2 3 -2e1\n\n3 3 4\n3 3 5\n',
    'symmetric': BANNER + 'coordinate real symmetric\n3 3 3\n1 1 1\n2 1 2\n3 3 3\n',
    'skew': BANNER + 'coordinate integer skew-symmetric\n3 3 2\n2 1 2\n3 1 3\n',
    'hermitian': BANNER + 'coordinate real hermitian\n2 2 2\n1 1 1\n2 1 2\n',
    'pattern': BANNER + 'coordinate pattern symmetric\r\n3 3 2\r\n2 1\r\n3 3\r\n',
    'complex': BANNER + 'coordinate complex general\n1 1 1\n1 1 1 0\n',
    'array': BANNER + 'array real general\n3 1\n1\n0\n-.5D+1\n',
    'array-symmetric': BANNER + 'array real symmetric\n2 2\n1\nnan\n-inf\n',
    'array-skew': BANNER + 'array real skew-symmetric\n3 3\n1\n2\n3\n',
    'bare': '3 3 3\n1 1 1\n2 2 12345678901234567890e-19\n2 3 4\n',
    'blocks': BANNER + 'coordinate real general\n60 60 120\n' + ''.join(
        f'{i} {i} {i / 7}\n{i} {61 - i} -{i}e-3\n' for i in range(1, 61)),
}
TABLE = {
    'square': '4 -1 0\n-1 4 -1\n0 -1 4\n',
    'commas': '# comment\n1.5, 2, 3\n4, 5, 6e-3\n',
    'sized': '2 3\n1 2 3\n4 5 6\n',
    'headings': '\ufeff"a";"b";"c";"d"\r\n1;2;3;4;\r\n5;6;7;8;\r\n',
    'tabs': '% comment\nx\ty\n1.5\t2\t\n3\t4\t# more\n',
}
COORDINATES = {
    'coordinates': '1 1 4\n1 2 -1\n2 1 -1\n2 2 4\n3 3 1\n',
    'from-zero': '0 0 4\n0 1 -1\n1 0 -1\n1 1 4\n',
    'pairs': '1 1\n1 2\n2 1\n3 3\n',
}
SPARSE = scipy.sparse.csr_matrix(numpy.array([[4.0, -1, 0], [-1, 4, 0], [0, 2.5, 4]]))


def harwell(kind, columns, rows, values, formats, rhs=None):
    """A file of Harwell and Boeing; RB when rhs is None."""
    def lines(numbers, count, width, form):
        words = [form % n for n in numbers]
        return [''.join(w.rjust(width) for w in words[i:i + count]) for i in range(0, len(words), count)]
    n = len(columns) - 1
    pointers = lines(columns, 8, 10, '%d')
    indices = lines(rows, 8, 10, '%d')
    numbers = lines(values, 4, 20, '%.12E')
    more = lines(rhs, 4, 20, '%.12E') if rhs is not None else []
    cards = [len(pointers), len(indices), len(numbers)] + ([len(more)] if rhs is not None else [])
    head = ['%-72s%-8s' % ('A seed', 'SEED'), ''.join('%14d' % c for c in [sum(cards), *cards]),
            '%-14s%14d%14d%14d%14d' % (kind, n, n, len(rows), 0), formats]
    if rhs is not None:
        head.append('%-14s%14d%14d' % ('F', 1, 0))
    return '\n'.join(head + pointers + indices + numbers + more) + '\n'


HARWELL = {
    'rsa': harwell('rsa', [1, 3, 4, 5], [1, 2, 2, 3], [4, -1, 4, 4], '%-16s%-16s%-20s' % ('(8I10)', '(8I10)', '(4E20.12)')),
    'rua': harwell('rua', [1, 3, 4, 5], [1, 3, 2, 3], [4, -1, 4, 4], '%-16s%-16s%-20s' % ('(8I10)', '(8I10)', '(1P,4E20.12)')),
    'psa': harwell('psa', [1, 3, 4, 5], [1, 2, 2, 3], [], '%-16s%-16s%-20s' % ('(8I10)', '(8I10)', '')),
    'hb': harwell('RUA', [1, 3, 4, 5], [1, 3, 2, 3], [4, -1, 4, 4],
                  '%-16s%-16s%-20s%-20s' % ('(8I10)', '(8I10)', '(4E20.12)', '(4E20.12)'), [1, 2, 3]),
}


def written(write):
    stream = io.BytesIO()
    write(stream)
    return stream.getvalue()


def npy(array, **more):
    return written(lambda stream: numpy.save(stream, array, **more))


def npz(matrix, compressed):
    return written(lambda stream: scipy.sparse.save_npz(stream, matrix, compressed=compressed))


def mat(variables, compressed=False):
    return written(lambda stream: scipy.io.savemat(stream, variables, do_compression=compressed))


def petsc(order, wide=False):
    index = 'q' if wide else 'i'
    lengths = [2, 2, 2]
    return struct.pack(f'{order}{4 + 3 + 6}{index}6d', 1211216, 3, 3, 6, *lengths, 0, 1, 0, 1, 1, 2,
                       4, -1, -1, 4, 2.5, 4)


def tar(files):
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode='w', format=tarfile.USTAR_FORMAT) as archive:
        for name, text in files:
            info = tarfile.TarInfo(name)
            info.size = len(text)
            archive.addfile(info, io.BytesIO(text.encode()))
    return stream.getvalue()


def zipped(files):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, 'w', zipfile.ZIP_DEFLATED) as archive:
        for name, text in files:
            archive.writestr(zipfile.ZipInfo(name), text)
    return stream.getvalue()


READINGS = {
    'sized': '% a comment\n2 2 3\n0 0 4\n0 1 -1\n1 1 4.5\n', 'sized-commas': '2,2,3\n1,1,4\n1,2,-1\n2,2,4.5\n',
    'floats': '1.0 1.0 4\n1.0 2.0 -1\n2.0 1.0 -1\n2.0 2.0 4.5\n', 'headed': ',row,col,value\n0,0,0,4.5\n1,1,1,3\n',
    'spconvert': '1 1 4.5 0\n1 2 -3 4\n2 1 -3 -4\n2 2 4 0\n3 3 1.5 0\n', 'cholmod': '2 2 3 -1\n1 1 4\n2 1 -1\n2 2 4\n',
    'hermitian': '2 2 3 -1\n1 1 1. 0.\n2 1 2. -1.\n2 2 5. 0.\n', 'hypre': '0 1 0 1\n0 0 4\n0 1 -1\n1 1 4\n',
    'vector': '0 1\n0 1.5\n1 2.5\n', 'morse': '# Sparse Matrix (Morse)  0x1\n2 2 0  2\n 1 1 4\n 2 2 (5,1)\n',
    'hash': '#  HashMatrix Matrix (COO) 0x1\n2 2 2 1 0 0 0 \n 0 0 4\n 1 0 5\n',
    'abaqus': '1, 1, 1, 1, 4.5\n1, 2, 1, 1, -1.5\n1, 2, 1, 2, 1.0e+0\n', 'edges': '4 3\n4 2\n2 3\n1 4\n',
    'decimal': '1;1;4,5\n1;2;-1,5\n',
}
READING_TABLES = {
    'array': '2 2\n1.5\n2.5\n3.5\n4.5\n', 'csr': '2\n1\n2\n4\n1\n1\n2\n4.5\n-1\n4\n',
    'labels': ',0,1\n0,4.5,-1.0\n1,-1.0,4.5\n', 'row-names': '"V1" "V2"\n"a b" 4 -1\n"c" -1 4\n',
    'row-ends': '4 -1 0;\n-1 4 -1;\n0 -1 4;\n', 'counted': '0,1\n4.5,-1.5\n-1,4.25\n',
}
GRAPHS = {'ring': '5 5\n5 2\n1 3\n2 4\n3 5\n4 1\n', 'isolated': '% a\n5 2\n3\n\n1 5\n\n3\n',
          'weights': '3 2 11 2\n7 8 2 5\n7 8 1 5 3 6\n7 8 2 6\n'}
DIMACS = {'paths': 'c roads\np sp 3 3\na 1 2 2.5\na 2 3 3\na 3 1 4\n', 'colours': 'c\np edge 3 2\ne 1 2\ne 3 2\n'}
OCTAVE = {
    'sparse': '# name: A\n# type: sparse matrix\n# nnz: 2\n# rows: 2\n# columns: 2\n1 1 4\n2 2 4\n\n\n'
              '# name: b\n# type: matrix\n# rows: 2\n# columns: 1\n 1\n 2\n',
    'complex': '# name: C\n# type: sparse complex matrix\n# nnz: 1\n# rows: 2\n# columns: 2\n2 1 (1,-2)\n',
    'integers': '# name: I\n# type: int32 matrix\n# ndims: 2\n 2 2\n  1\n  3\n  2\n  4\n',
    'struct': '# name: p\n# type: scalar struct\n# ndims: 2\n 1 1\n# length: 2\n# name: A\n# type: diagonal matrix\n'
              '# rows: 2\n# columns: 2\n1\n2\n\n\n# name: c\n# type: cell\n# rows: 1\n# columns: 1\n'
              '# name: <cell-element>\n# type: scalar\n5\n\n\n\n\n\n',
    'others': '# name: P\n# type: permutation matrix\n# size: 2\n# orient: c\n2\n1\n\n\n# name: r\n# type: double_range\n'
              '# base, limit, increment\n1 3 0.5\n\n\n# name: s\n# type: string\n# elements: 1\n# length: 1\nx\n',
}
SCRIPTS = {'sparse': '% Size = 2 2\nzzz = zeros(2,3);\nzzz = [\n1 1 2\n2 2 3\n];\nA = spconvert(zzz);\nVec_0 = [\n1\n2\n];\n',
           'dense': 'A = [4 -1; ...\n -1 4];\nb = [1;2];\n'}
VIEWS = {'real': 'Mat Object: 1 MPI process\n  type: seqaij\nrow 0: (0, 2.)  (1, -1.)\nrow 1: (1, 2.)\nVec Object: 1\n1.\n2.\n',
         'complex': 'row 0: (0, 1.5 + 2. i) \nrow 1: (0, 3. - 4. i) \n'}


def seeds():
    general = MARKET['general'].encode()
    members = [('s/s.mtx', MARKET['symmetric']), ('s/s_b.mtx', MARKET['array'])]
    bundle = tar(members)
    variables = {'A': SPARSE.tocsc(), 'b': numpy.arange(3.0)}
    problem = {'Problem': {'A': SPARSE.tocsc(), 'name': 'seed', 'b': numpy.ones((3, 1))}}
    several = {'A': SPARSE.tocsc(), 'B': numpy.eye(2), 's': 'text', 'c': numpy.array([[1, 2]], dtype='int8')}
    return {
        'market': {name: text.encode() for name, text in MARKET.items()},
        'table': {name: text.encode() for name, text in (TABLE | READING_TABLES).items()},
        'coordinates': {name: text.encode() for name, text in (COORDINATES | READINGS).items()},
        'readings': {name: bytes([kind]) + text.encode() for kind, (name, text) in enumerate(READINGS.items())},
        'graph': {name: text.encode() for name, text in GRAPHS.items()},
        'dimacs': {name: text.encode() for name, text in DIMACS.items()},
        'octave': {name: text.encode() for name, text in OCTAVE.items()},
        'script': {name: text.encode() for name, text in SCRIPTS.items()},
        'petsc-text': {name: text.encode() for name, text in VIEWS.items()},
        'harwell': {name: text.encode() for name, text in HARWELL.items()},
        'petsc': {'big': petsc('>'), 'little': petsc('<'), 'wide': petsc('>', True)},
        'mat': {'sparse': mat(variables), 'packed': mat(variables, True), 'problem': mat(problem),
                'several': mat(several)},
        'numpy': {'matrix': npy(numpy.array([[1.0, 0], [2, 3]])),
                  'columns': npy(numpy.asfortranarray(numpy.array([[1.0, 0, 5], [2, 3, 4]]))),
                  'single': npy(numpy.array([[1, 2], [3, 4]], dtype='>f4')),
                  'integers': npy(numpy.array([[1, 2], [3, 4]], dtype='<i2')),
                  'bits': npy(numpy.array([[True, False]])), 'vector': npy(numpy.arange(3.0))},
        'numpy-zip': {kind: npz(SPARSE.asformat(kind), kind != 'csr') for kind in ['csr', 'csc', 'coo', 'dia']}
                     | {'bsr': npz(scipy.sparse.bsr_matrix(numpy.eye(4), blocksize=(2, 2)), True),
                        'arrays': written(lambda stream: numpy.savez(stream, a=numpy.eye(2), b=numpy.ones(3)))},
        'archive': {'tar': bundle, 'several': tar([*members, ('s/t.mtx', MARKET['general'])]),
                    'zip': zipped(members), 'tar-gz': gzip.compress(bundle, mtime=0)},
        'filter': {'gz': gzip.compress(general, mtime=0), 'bz2': bz2.compress(general),
                   'xz': lzma.compress(general), 'lzma': lzma.compress(general, format=lzma.FORMAT_ALONE),
                   'tar-bz2': bz2.compress(bundle), 'utf-16': MARKET['general'].encode('utf-16')},
        'vector': {'market': MARKET['array'].encode(), 'text': b'1 # one\n2 3\n', 'sized': b'3 1\n1\n2\n3\n',
                   'npy': npy(numpy.arange(3.0)), 'gz': gzip.compress(b'1\n2\n3\n', mtime=0),
                   'coordinate': (BANNER + 'coordinate real general\n3 1 2\n1 1 5\n3 1 6\n').encode()},
    }


for format_name, files in seeds().items():
    folder = os.path.join(sys.argv[1], format_name)
    os.makedirs(folder, exist_ok=True)
    for file_name, content in files.items():
        with open(os.path.join(folder, file_name), 'wb') as file:
            file.write(content)
