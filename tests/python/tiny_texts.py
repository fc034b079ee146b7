# SPDX-License-Identifier: GPL-3.0-or-later
"""Tiny texts that do not say what they are, each with the matrix that is meant: as people's programs write them.

What is meant is seldom to be seen in so few lines; which of two readings a person would take is the measure of the readers.
"""
import itertools

import numpy as np

from tiny_matrices import Meaningless, Sparse, dense, exact, plain, size, sparse


# ---- Parts of texts

def comment(random, marks='#%'):
    if random.random() > 0.2:
        return ''
    return random.choice(marks) + random.choice([' a matrix', ' test', '', ' stiffness 3 4 5', ' 2 2', ' written by prog 1.2', ' n m nnz',
                                                 ' i j v']) + '\n'


def pick_print(random, whole):
    """How the numbers of a table are printed."""
    forms = ['%g', '%g', '%g', '%.15g', None, None]
    forms += ['%d'] * 6 + ['%.1f', '%.18e', '%.4f'] if whole else ['%.6f', '%.18e', '%.7e', '%.2f']
    form = random.choice(forms)
    return exact if form is None else lambda x: form % x


def separator(random):
    return random.choice([' ', ' ', ' ', ' ', '\t', '\t', ',', ',', ',', ', ', ';', '  ', '   '])


def ending(random, between):
    """The end of the name of a file."""
    if between.strip():
        return random.choice(['.csv', '.csv', '.csv', '.txt', '.dat'])
    return random.choice(['.tsv', '.txt', '.dat', '.csv'] if between == '\t' else ['.txt', '.txt', '.txt', '.dat', '.asc', ''])


def rows_of(A, between=' ', show=plain, after=''):
    return ''.join(between.join(map(show, row)) + after + '\n' for row in A)


def as_printed(A, show):
    return np.array([[float(show(x)) for x in row] for row in A])


def any_dense(random, numbers=None):
    return dense(random, size(random), size(random), numbers)


# ---- Tables: each kind returns the text, the matrix and the end of a name

def savetxt(random):
    """numpy.savetxt, fprintf, write (*,*), std::cout: every number in one format, in columns or not."""
    A = any_dense(random)
    show, between = pick_print(random, (A == np.floor(A)).all()), separator(random)
    width = random.choice([0, 0, 0, 8, 12])
    before = random.choice(['', '', '', '   ', ' ']) if between.isspace() and between != '\t' else ''
    after = between if between in (',', ' ', '\t') and random.random() < (0.05 if between == ',' else 0.15) else ''
    text = ''.join(before + between.join(show(x).rjust(width) for x in row) + after + '\n' for row in A)
    text = text[:-1] + random.choice(['\n', '\n', '\n', '', '\n\n'])
    return comment(random) + text, as_printed(A, show), ending(random, between)


def shortest(random):
    """writedlm of Julia, Export of Mathematica, spreadsheets, people: each number as short as it can be."""
    A = any_dense(random, random.choice(['some quarters', 'quarters', 'hundredths', 'digits', 'units']))
    between = separator(random)
    return comment(random) + rows_of(A, between, '{:g}'.format), A, ending(random, between)


def headed(random):
    """Spreadsheets and data bases: a line of headings."""
    A = any_dense(random)
    between, quote = random.choice([',', ',', ',', ';', '\t', ' ']), random.choice(['', '', '"'])
    names = random.choice([list('abcdefgh'), ['V%d' % i for i in range(1, 9)], ['x%d' % i for i in range(8)], ['Var%d' % i for i in range(1, 9)],
                           ['A%d' % i for i in range(1, 9)], ['alpha', 'beta', 'gamma', 'delta', 'eps', 'zeta'], ['C%d' % i for i in range(1, 9)],
                           list('uvwpTqrs'), list('xyztuvwk'), ['id', *'abcdefg']])[:A.shape[1]]
    return comment(random, '#') + between.join(quote + name + quote for name in names) + '\n' + rows_of(A, between), A, ending(random, between)


def pandas_to_csv(random, index=False):
    """pandas.DataFrame.to_csv (index=False): numbers of columns, or their names, above."""
    A = any_dense(random)
    names = list('abcdefgh') if random.random() < 0.4 else list(map(str, range(8)))
    show = (lambda x: '%d' % x) if (A == np.floor(A)).all() and random.random() < 0.6 else exact
    text = ','.join([''] * index + names[:A.shape[1]]) + '\n' if index or random.random() < 0.9 else ''
    return text + ''.join(','.join([str(i)] * index + list(map(show, row))) + '\n' for i, row in enumerate(A)), A, '.csv'


def pandas_to_csv_index(random):
    """pandas.DataFrame.to_csv: the numbers of rows before them."""
    return pandas_to_csv(random, True)


def r_table(random, csv=False):
    """write.table of R: names of columns and rows, in quotation marks."""
    A = any_dense(random)
    named, letter = random.random() < 0.7, random.choice('VX')
    quote = (lambda text: '"%s"' % text) if random.random() < 0.7 else str
    names = random.choice([list('123456789'), ['r%d' % i for i in range(9)], list('abcdefghi')])
    head = [quote('%s%d' % (letter, i + 1)) for i in range(A.shape[1])]
    lines = [[quote('')] * (csv and named) + head] if random.random() < 0.85 else []
    if named and not lines and names[0] == '1' and quote is str:
        raise Meaningless
    lines += [[quote(name)] * named + ['%.15g' % x for x in row] for name, row in zip(names, A)]
    return ''.join((',' if csv else ' ').join(line) + '\n' for line in lines), A, '.csv' if csv else '.txt'


def r_csv(random):
    """write.csv of R: as write.table, with a heading above the names of rows."""
    return r_table(random, True)


def labelled(random):
    """Tables of experiments: a name before each row, and mostly a heading above."""
    A = any_dense(random)
    between, head = random.choice([',', ';', '\t', ' ']), random.choice([None, '', '', '', 'name', 'node'])
    labels = random.choice([['r%d' % i for i in range(9)], ['north', 'south', 'east', 'west', 'up', 'down'], list('abcdefghi')])
    text = between.join([head] + ['c%d' % j for j in range(A.shape[1])]).strip(' ') + '\n' if head is not None else ''
    return text + ''.join(between.join([label, *map(plain, row)]) + '\n' for label, row in zip(labels, A)), A, ending(random, between)


def decimal_comma(random):
    """Spreadsheets where a comma is the decimal sign."""
    A = any_dense(random, random.choice(['some quarters', 'hundredths', 'quarters']))
    return rows_of(A, random.choice([';', ';', '\t', ' ']), lambda x: plain(x).replace('.', ',')), A, random.choice(['.csv', '.txt'])


def matlab_rows(random):
    """Copied out of a script of MATLAB: a semicolon behind each row."""
    A = any_dense(random)
    return rows_of(A, after=';'), A, '.txt'


def matlab_ascii(random):
    """save -ascii of MATLAB: eight digits, in columns."""
    A = any_dense(random)
    return rows_of(A, '', '{:16.7e}'.format), as_printed(A, '{:.7e}'.format), '.txt'


def matlab_dlmwrite(random):
    """dlmwrite of MATLAB: five digits and commas."""
    A = any_dense(random)
    return rows_of(A, ',', '{:.5g}'.format), as_printed(A, '{:.5g}'.format), '.txt'


def matlab_writematrix(random):
    """writematrix of MATLAB: commas."""
    A = any_dense(random)
    return rows_of(A, ',', '{:.15g}'.format), A, '.csv'


def matlab_script(random):
    """An assignment of MATLAB or Octave, a row on each line."""
    A = any_dense(random)
    return 'A = [\n' + rows_of(A, after=random.choice([';', ''])) + '];\n', A, random.choice(['.txt', '.m', '.dat'])


def matlab_line(random):
    """A matrix of MATLAB or Octave on one line."""
    A = any_dense(random)
    text = random.choice(['', 'A = ']) + '[' + '; '.join(' '.join(map(plain, row)) for row in A) + ']' + random.choice([';', '']) + '\n'
    return text, A, random.choice(['.txt', '.m', '.dat'])


def nested(random, opening, closing, between_rows=', '):
    A = any_dense(random)
    return opening + between_rows.join(opening + ', '.join(map(plain, row)) + closing for row in A) + closing + '\n', A, '.txt'


def json(random):
    """JSON, and print of a list of Python."""
    return nested(random, '[', ']')


def mathematica(random):
    """Put of Mathematica."""
    return nested(random, '{', '}')


def mathematica_lines(random):
    """A list of Mathematica with a row on each line, an initialiser of C."""
    return nested(random, '{', '}', ',\n ')


def numpy_print(random, show=str):
    """print of an array of NumPy."""
    A = any_dense(random)
    if not (as_printed(A, '{:.8g}'.format) == A).all():
        raise Meaningless
    return show(A) + '\n', A, '.txt'


def numpy_repr(random):
    """repr of an array of NumPy."""
    return numpy_print(random, repr)


def julia_print(random):
    """What Julia shows of a matrix."""
    A = any_dense(random)
    return '%d×%d Matrix{Float64}:\n' % A.shape + ''.join(' ' + line + '\n' for line in rows_of(A, '  ', exact).splitlines()), A, '.txt'


def octave_print(random):
    """What Octave and MATLAB show of a matrix."""
    A = any_dense(random)
    return 'A =\n\n' + ''.join('   ' + line + '\n' for line in rows_of(A, '   ').splitlines()) + '\n', A, '.txt'


def r_print(random):
    """print of a matrix of R."""
    A = any_dense(random)
    head = '     ' + ' '.join('[,%d]' % (j + 1) for j in range(A.shape[1])) + '\n'
    return head + ''.join('[%d,] ' % (i + 1) + ' '.join('%4s' % plain(x) for x in row) + '\n' for i, row in enumerate(A)), A, '.txt'


def pandas_print(random):
    """print of a DataFrame of pandas."""
    A = any_dense(random)
    head = '   ' + '  '.join('%4d' % j for j in range(A.shape[1])) + '\n'
    return head + ''.join('%d  ' % i + '  '.join('%4s' % exact(x) for x in row) + '\n' for i, row in enumerate(A)), A, '.txt'


def latex(random):
    """The inside of an environment of LaTeX."""
    A = any_dense(random)
    return rows_of(A, ' & ', after=' \\\\'), A, '.txt'


def vector(random):
    """A vector as a row or as a column."""
    n = random.randint(1, 6)
    A, between = dense(random, *random.choice([(n, 1), (1, n)])), separator(random)
    return comment(random) + rows_of(A, between, random.choice([plain, '{:.15g}'.format])), A, ending(random, between)


def sized_table(random):
    """Programs of courses: the size, or n, and then the rows."""
    A = any_dense(random)
    between = random.choice([' ', ' ', ' ', '\t', ',', '  '])
    one = A.shape[0] == A.shape[1] and random.random() < 0.3
    head = '%d' % len(A) if one else (',' if between == ',' else random.choice([' ', '\t', '  '])).join(map(str, A.shape))
    return comment(random) + head + '\n' + rows_of(A, between), A, random.choice(['.txt', '.txt', '.dat', '.mat', '.mtx', ''])


def array_by_columns(random):
    """Matrix Market's array without its banner: the size, then a number on each line."""
    A = dense(random, size(random), random.choice([2, 2, 3, 3, 4]))
    return comment(random) + '%d %d\n' % A.shape + rows_of(A.T.reshape(-1, 1)), A, random.choice(['.mtx', '.txt', '.dat'])


# ---- Lists of entries

def entries(random, lines=None):
    """find of MATLAB, edge lists, fprintf in a loop: row, column and value on each line, from 0 or 1."""
    found, base, between = sparse(random, lines), random.choice([0, 1]), separator(random)
    index = random.choice(['%d'] * 8 + ['%.1f', '%.18e', '%.7e', '%g', '%4d'])
    if index in ('%d', '%4d', '%g') and random.random() < 0.8:
        show = plain
    else:
        show = exact if index in ('%d', '%4d', '%.1f', '%g') else index.__mod__
    if index == '%d' and random.random() < 0.12:
        found, show = found.pattern(), None
    found = found.as_small_as_possible()
    found.check_base(base)
    head = ''
    if random.random() < 0.15:
        names = random.choice(['row col value', 'i j v', 'i j val', 'Row Column Value', 'source target weight', 'from to w', 'u v w', 'i j x',
                               'I J V'])
        head = (between.strip(' ') or ' ').join(names.split()[:3 if show else 2]) + '\n'
    A = found.matrix() if show in (None, plain, exact) else as_printed(found.matrix(), show)
    end = random.choice([ending(random, between), ending(random, between), '.coo', '.ijv', '.edges', '.el'])
    return comment(random) + head + found.lines(base, between, show, index), A, end


def few_entries(random):
    """The same with at most four entries, which may be a table as well."""
    return entries(random, random.choice([1, 2, 3, 4]))


def sized_entries(random):
    """Matrix Market without its banner, programs of courses: a line with the size first."""
    found, base, between = sparse(random), random.choice([0, 1, 1]), random.choice([' ', ' ', ' ', ' ', '\t', ',', '  '])
    show = plain
    if random.random() < 0.1:
        found, show = found.pattern(), None
    found.check_base(base)
    head = between.join(map(str, (found.rows, found.columns, len(found.entries)))) + '\n'
    end = random.choice(['.mtx', '.mtx', '.txt', '.txt', '.dat', '.coo', '.csv' if between == ',' else ''])
    return comment(random) + head + found.lines(base, between, show), found.matrix(), end


def cholmod(random):
    """CHOLMOD's triplets: a fourth number in the first line says which triangle is stored."""
    found, triangle, base = sparse(random, square=True), random.choice([0, -1, 1]), random.choice([0, 1])
    if triangle:
        found.entries = [(*sorted((row, column), reverse=triangle < 0), value) for row, column, value in found.entries]
        found.entries = list({entry[:2]: entry for entry in found.entries}.values())
    found.check_base(base)
    A = found.matrix()
    if triangle:
        A = A + A.T - np.diag(np.diag(A))
    head = '%d %d %d %d\n' % (found.rows, found.columns, len(found.entries), triangle)
    return head + found.lines(base), A, random.choice(['.tri', '.tri', '.txt'])


def hypre_matrix(random):
    """HYPRE_IJMatrixPrint: the ranges of rows and columns first, all from 0."""
    found = sparse(random, square=True)
    found.entries.sort()
    head = '0 %d 0 %d\n' % (found.rows - 1, found.columns - 1)
    return head + found.lines(0, show='{:.14e}'.format), as_printed(found.matrix(), '{:.14e}'.format), '.00000'


def hypre_vector(random):
    """HYPRE_IJVectorPrint: the range of rows first, then each with its number."""
    show = random.choice(['{:.14e}', '{:.14e}', '{:g}']).format
    x = as_printed(dense(random, random.randint(1, 6), 1), show)
    return '0 %d\n' % (len(x) - 1) + ''.join('%d %s\n' % (i, show(value)) for i, value in enumerate(x[:, 0])), x, '.00000'


def csr(random):
    """hypre and programs of courses: n, row offsets, column indices and values, a number on each line."""
    found, base = sparse(random, square=True), random.choice([0, 1])
    found.entries.sort()
    offsets = [base + sum(entry[0] < row for entry in found.entries) for row in range(found.rows + 1)]
    numbers = [found.rows, *offsets, *(entry[1] + base for entry in found.entries), *(entry[2] for entry in found.entries)]
    return ''.join(plain(x) + '\n' for x in numbers), found.matrix(), random.choice(['.csr', '.txt', '.dat'])


def graph(random, weights=False):
    """METIS and Chaco: the numbers of vertices and edges, then the neighbours of each vertex."""
    n, share = random.choice([1, 2, 3, 3, 4, 4, 5, 6, 7]), random.choice([0.2, 0.5, 0.8, 1])
    A = np.zeros((n, n))
    for i, j in itertools.combinations(range(n), 2):
        A[i, j] = A[j, i] = (random.randint(1, 5) if weights else 1) if random.random() < share else 0
    text = comment(random, '%') + '%d %d%s\n' % (n, np.count_nonzero(A) // 2, ' 1' if weights else '')
    for row in A:
        text += ' '.join('%d %d' % (j + 1, row[j]) if weights else '%d' % (j + 1) for j in np.flatnonzero(row)) + '\n'
    return text, A, random.choice(['.graph', '.graph', '.metis', '.txt'])


def weighted_graph(random):
    """METIS: a weight behind each neighbour."""
    return graph(random, True)


def edges(random):
    """Programs of graph theory: the numbers of vertices and edges, then the ends of each edge."""
    n, base = random.choice([2, 3, 4, 5, 6]), random.choice([0, 1])
    pairs = list(itertools.combinations(range(n), 2))
    pairs = random.sample(pairs, random.randint(1, min(len(pairs), 8)))
    Sparse(n, n, [(i, j, 1.0) for i, j in pairs]).check_base(base)
    A = np.zeros((n, n))
    text = '%d %d\n' % (n, len(pairs))
    for i, j in pairs:
        A[i, j] = A[j, i] = 1
        text += '%d %d\n' % ((i + base, j + base) if random.random() < 0.5 else (j + base, i + base))
    return text, A, random.choice(['.txt', '.graph', '.dat', '.edges'])


# Every kind, and how often it occurs.
KINDS = {
    savetxt: 6, shortest: 6, headed: 2, pandas_to_csv: 0.8, pandas_to_csv_index: 1.2, r_table: 1, r_csv: 1, labelled: 2, decimal_comma: 1,
    matlab_rows: 0.4, matlab_ascii: 0.4, matlab_dlmwrite: 0.4, matlab_writematrix: 0.2, matlab_script: 0.3, matlab_line: 0.3,
    json: 0.2, mathematica: 0.2, mathematica_lines: 0.2, numpy_print: 0.2, numpy_repr: 0.2, julia_print: 0.2, octave_print: 0.2, r_print: 0.2,
    pandas_print: 0.2, latex: 0.2, vector: 2, sized_table: 3, array_by_columns: 1,
    entries: 4, few_entries: 6, sized_entries: 4, cholmod: 1, hypre_matrix: 1, hypre_vector: 1, csr: 1, graph: 1.5, weighted_graph: 0.5, edges: 1,
}


def make(random):
    """The kind, the text, the matrix that is meant, and the end of the file's name."""
    while True:
        kind = random.choices(list(KINDS), list(KINDS.values()))[0]
        try:
            return (kind.__name__, *kind(random))
        except Meaningless:
            continue
