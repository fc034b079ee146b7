# SPDX-License-Identifier: GPL-3.0-or-later
"""The matrices that tiny texts mean: small ones of the forms that examples have."""
import itertools

import numpy as np


class Meaningless(Exception):
    """What was made says another matrix to anybody: it is left out."""


# Numbers of one matrix, and how often such a matrix occurs.
NUMBERS = {
    'units': (3, lambda random: random.randint(1, 9)),
    'digits': (2, lambda random: random.randint(0, 6)),
    'signed': (1, lambda random: random.choice([-3, -2, -1, 1, 2, 3, 4, 5])),
    'ones': (1, lambda random: 1),
    'counts': (1, lambda random: random.randint(1, 120)),
    'hundredths': (2, lambda random: random.choice([-1, 1, 1]) * random.randint(1, 999) / 100),
    'quarters': (1, lambda random: random.randint(-20, 40) / 4),
    'some quarters': (3, lambda random: random.randint(0, 6) if random.random() < 0.6 else random.randint(1, 40) / 4),
    'measured': (1, lambda random: float('%.6g' % random.gauss(0, 3))),
    'large': (1, lambda random: float('%.6e' % random.gauss(0, 1000))),
}


def pick_numbers(random):
    return random.choices(list(NUMBERS), [weight for weight, _ in NUMBERS.values()])[0]


def plain(x):
    """2 and 2.5."""
    return '%d' % x if x == int(x) else repr(float(x))


def exact(x):
    """As Python and Julia print it."""
    return repr(float(x))


# ---- Matrices

def size(random):
    return random.choice([1, 1, 2, 2, 2, 3, 3, 3, 3, 4, 4, 5, 6])


def second_difference(random, n):
    diagonal, beside = random.choice([(4, -1), (2, -1), (4.5, -1), (4, 1), (2, 1)])
    return diagonal * np.eye(n) + beside * (np.eye(n, k=1) + np.eye(n, k=-1))


def like_a_size(random, A):
    """The first row might be a size."""
    rows, columns = A.shape
    if columns > 1:
        A[0, :2] = rows - random.choice([0, 1]), columns
    if columns > 2:
        A[0, 2] = random.choice([rows - 1, rows, 1, 0, rows * columns])
    return A


def dense(random, rows, columns, numbers=None):
    """A full matrix of a form that examples have."""
    number = NUMBERS[numbers or pick_numbers(random)][1]
    form = random.choice(['full', 'full', 'full', 'zeros', 'symmetric', 'identity', 'dominant', 'triangle', 'differences', 'counted', 'size'])
    A = np.array([[float(number(random)) for _ in range(columns)] for _ in range(rows)])
    square = rows == columns
    if form == 'zeros':
        A *= np.array([[random.random() < 0.6 for _ in range(columns)] for _ in range(rows)])
    elif form == 'symmetric' and square:
        A = np.tril(A) + np.tril(A, -1).T
    elif form == 'identity' and square:
        A = np.eye(rows) * random.choice([1, 1, 2, 4])
    elif form == 'dominant' and square:
        np.fill_diagonal(A, np.floor(abs(A).sum(axis=1)) + 1)
    elif form == 'triangle':
        A = np.tril(A) if random.random() < 0.5 else np.triu(A)
    elif form == 'differences' and square:
        A = second_difference(random, rows)
    elif form == 'counted':
        A = (random.choice([0, 1, 1]) + np.arange(float(rows * columns))).reshape(rows, columns)
    elif form == 'size':
        A = like_a_size(random, A)
    return A + 0.0  # no −0


class Sparse:
    """Entries (row, column, value), from 0 and without repetition, in the order in which they are written."""

    def __init__(self, rows, columns, entries):
        self.rows, self.columns, self.entries = rows, columns, entries

    def matrix(self):
        A = np.zeros((self.rows, self.columns))
        for row, column, value in self.entries:
            A[row, column] = value
        return A

    def check_base(self, base):
        """A list that is counted from 0 has a 0."""
        if base == 0 and all(row > 0 and column > 0 for row, column, _ in self.entries):
            raise Meaningless

    def lines(self, base, between=' ', show=plain, index='%d'):
        """show None: without values."""
        return ''.join(between.join([(index % (row + base)).strip(), (index % (column + base)).strip()] + ([show(value)] if show else [])) + '\n'
                       for row, column, value in self.entries)

    def pattern(self):
        """Ones in the places of what is not zero."""
        entries = [(row, column, 1.0) for row, column, value in self.entries if value != 0]
        if not entries:
            raise Meaningless
        return Sparse(self.rows, self.columns, entries)

    def as_small_as_possible(self):
        """As large as its largest index says: where nothing else does."""
        n = 1 + max(max(row, column) for row, column, _ in self.entries)
        return Sparse(n, n, self.entries)


def pick_places(random, rows, columns, count):
    places = list(itertools.product(range(rows), range(columns)))
    form = random.choice(['any', 'any', 'diagonal', 'band', 'symmetric', 'triangle'])
    if form == 'diagonal':
        places = [(i, i) for i in range(min(rows, columns))]
    elif form == 'band':
        places = [(i, j) for i, j in places if abs(i - j) <= 1]
    elif form == 'triangle':
        places = [(i, j) for i, j in places if i >= j]
    places = places[:count] if random.random() < 0.4 else sorted(random.sample(places, min(count, len(places))))
    if form == 'symmetric':
        places = sorted({*places, *((j, i) for i, j in places if j < rows and i < columns)})
    return places


def sparse(random, lines=None, square=False):
    number = NUMBERS[pick_numbers(random)][1]
    rows = random.choice([1, 2, 2, 3, 3, 3, 4, 4, 5, 6, 8, 12, 50])
    columns = rows if square or random.random() < 0.8 else random.choice([2, 3, 4, 5, 7])
    count = min(lines or random.choice([1, 2, 2, 3, 3, 3, 4, 4, 4, 5, 6, 7, 8, 10, 12]), rows * columns)
    entries = []
    for row, column in pick_places(random, rows, columns, count):
        value = float(number(random))
        entries.append((row, column, value if value != 0 or random.random() < 0.1 else 1.0))
    order = random.choice(['rows', 'rows', 'columns', 'any'])
    if order == 'columns':
        entries.sort(key=lambda entry: (entry[1], entry[0]))
    elif order == 'any':
        random.shuffle(entries)
    return Sparse(rows, columns, entries)
