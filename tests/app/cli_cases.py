# What the tests of seidel-cli share: the program under test, matrices of which every number can be
# seen, and reading what it writes. Arguments: the program, the folder of its man pages, its
# completion.
# SPDX-License-Identifier: GPL-3.0-or-later
import csv
import json
import os
import shutil
import sys
import tempfile

from cli_tap import Cli, run_tests, same

PROGRAM, MAN, COMPLETION = map(os.path.abspath, sys.argv[1:4])
FOLDER = tempfile.mkdtemp(prefix='seidel-cli-')
CLI = Cli(PROGRAM, FOLDER)
PRECISIONS = ['single', 'double', 'mixed']
STORAGES = ['csr', 'dia', 'dense']
HEAD = '%%MatrixMarket matrix coordinate real general\n'
COMMANDS = ['info', 'levels', 'hierarchy', 'advise', 'solve', 'compare', 'race', 'spectrum', 'methods', 'preconditioners', 'orderings',
            'engines', 'samples', 'generate', 'convert', 'formats', 'collection', 'render', 'report',
            'experiment', 'session', 'lesson', 'cache']

# (4 −1 0; −1 4 −1; 0 −1 4): every number about it can be seen.
TRIDIAGONAL = CLI.write('tridiagonal.mtx', HEAD + '3 3 7\n1 1 4\n1 2 -1\n2 1 -1\n2 2 4\n2 3 -1\n'
                        '3 2 -1\n3 3 4\n')
# Lower triangular, a zero and a missing diagonal entry, an explicit zero, a duplicate.
LOWER = CLI.write('lower.mtx', HEAD + '4 4 7\n1 1 2\n2 2 0\n3 1 5\n3 1 1\n4 3 0\n4 2 -1\n4 4 1\n')
# The line 1 - 4 - 2 - 3, numbered in disorder; rows 1 and 4 differ in their sums.
DISORDER = CLI.write('disorder.mtx', HEAD + '4 4 10\n1 1 9\n1 4 -1\n2 2 4\n2 3 -1\n2 4 -1\n3 2 -1\n'
                     '3 3 4\n4 1 -1\n4 2 -1\n4 4 5\n')
RECTANGULAR = CLI.write('rectangular.mtx', HEAD + '2 3 2\n1 1 1\n2 3 1\n')
# Gauss-Seidel runs away from it: the spectral radius of the sweep is 4.
DIVERGING = CLI.write('diverging.mtx', HEAD + '2 2 4\n1 1 1\n1 2 2\n2 1 2\n2 2 1\n')

INFO_KEYS = {'name', 'variable', 'has_rhs', 'format', 'reading', 'evidence', 'note', 'rows', 'columns', 'stored',
             'nonzeros', 'explicit_zeros', 'pattern_symmetric', 'value_symmetric', 'diagonal', 'row_dominant', 'column_dominant',
             'bandwidth', 'diagonals', 'longest_row', 'duplicates', 'levels', 'ordering',
             'order_seconds', 'storage', 'natural', 'skew_symmetric', 'lower_triangular',
             'upper_triangular', 'smallest_magnitude', 'largest_magnitude', 'finite',
             'smallest_row', 'largest_row', 'smallest_column', 'largest_column',
             'lower_bandwidth', 'upper_bandwidth', 'node_unknowns', 'empty_rows', 'hermitian', 'complex', 'structural_rank'}
LEVEL_KEYS = {'count', 'widest', 'narrowest', 'mean_dependencies', 'max_dependencies'}
# The members of what a run has come to, by the program's own table; golden files have their values.
FIGURES = [row for row in json.loads(CLI.good('tables', 'figures')) if row['table'] == 'outcome']


def figures(name, given=None):
    """The members of an object of outcomes, those of the outcome itself for None."""
    return {row['member'] for row in FIGURES if row['object'] == name and row['given'] == given}


SOLVE_KEYS = {'method', 'rhs', 'complex', 'preconditioner', 'parameters', 'ordering', 'engine', 'strategy', 'precision', 'matching',
              'scaling', 'storage', 'shape', 'arithmetic', 'threads', 'level_times', 'residual', 'seconds'} | figures(None)
RESIDUAL_KEYS = figures('residual')
SECONDS_KEYS = figures('seconds')
DEVICE_KEYS = {row['member'] for row in FIGURES if row['object'] == 'device'}


def solve_json(*words, status=0, **more):
    return json.loads(CLI.good('solve', *words, '--json', status=status, **more))


def read_csv(path):
    with open(path, encoding='utf-8', newline='') as file:
        return list(csv.DictReader(file))


def read_vector(path):
    """The numbers of a Matrix Market array."""
    with open(path, encoding='utf-8') as file:
        lines = [line for line in file if not line.startswith('%')]
    same(lines[0].split()[1], '1', 'columns of a vector')
    values = [float(line) for line in lines[1:]]
    same(len(values), int(lines[0].split()[0]), 'length of a vector')
    return values


# The folder of published matrices, which may be missing.
MATRICES = os.environ.get('SEIDEL_TEST_MATRICES', '')


def published(name):
    return os.path.join(MATRICES, name + '.mtx')


LEAST_SQUARES = {'lsqr', 'lsmr', 'cgls', 'qr'}


def is_of_petsc(row):
    """Whether a method or a preconditioner is PETSc's own, which only its engine has."""
    return row['id'].startswith('petsc-')


def is_of_library(row):
    """Whether it is that of a library which only the engine of several processes or of a device has."""
    return is_of_petsc(row) or row['id'] == 'cudss'


def run_all(names):
    """Runs the tests among the names of a file; ends the program."""
    tests = [value for name, value in list(names.items()) if name.startswith('test_')]
    try:
        run_tests(tests)
    finally:
        shutil.rmtree(FOLDER)
