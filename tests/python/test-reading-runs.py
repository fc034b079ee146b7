#!/usr/bin/python3
"""How tiny texts that do not say what they are are read, against the matrix that each means. TAP.

    test-reading-runs.py SOURCE BUILD [TEXTS [SEED]]

As a test 2,000; ./dev readings has as many as are asked for, other ones with another seed, and each kind with its shares.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import collections
import json
import os
import random
import sys
import tempfile
import traceback

import numpy as np

from module import make as make_module
import tiny_texts

SAMPLE = 2000
SEED = 1
# Of 10,000 texts three to six are read as another matrix than was meant. Each is, number by number, the text of another kind:
# who asks about these asks about most tables. Of other seeds and samples one in a thousand is the most that chance makes of it.
MOST_WRONG = 0.001
# A quarter may be two things, whoever reads them. More is a nuisance, and would hide what is wrong.
MOST_ASKED = 0.30
# The syntaxes of other languages, which are one text in twenty-five.
MOST_REFUSED = 0.06
OUTCOMES = ('right', 'asked', 'refused', 'wrong', 'crashed')

Case = collections.namedtuple('Case', 'kind text meant path')


def write_cases(folder, count, seed):
    cases = []
    for number in range(count):
        kind, text, meant, ending = tiny_texts.make(random.Random('%d %d' % (seed, number)))
        path = os.path.join(folder, 't%d%s' % (number, ending))
        with open(path, 'w', encoding='utf-8') as file:
            file.write(text)
        cases.append(Case(kind, text, meant, path))
    return cases


def judge(seidel, case):
    """The outcome of one, and what there is to say of it."""
    try:
        matrix = seidel.read(case.path)
    except seidel.AmbiguousError as error:
        return 'asked', str(error)
    except seidel.Error as error:
        return 'refused', str(error)
    found = matrix.toscipy().toarray()
    if found.shape == case.meant.shape and np.array_equal(found, case.meant):
        return 'right', ''
    return 'wrong', '%s, %s' % (matrix.format, found.tolist())


def judge_from(cases, first, channel):
    """In a process of its own: a line for each case."""
    import seidel  # pylint: disable=import-outside-toplevel,import-error
    with os.fdopen(channel, 'w', encoding='utf-8') as lines:
        for case in cases[first:]:
            lines.write(json.dumps(judge(seidel, case)) + '\n')
            lines.flush()


def judge_all(cases):
    """The outcome of each. Where a process ends before its last case, the next one crashed it."""
    outcomes = []
    while len(outcomes) < len(cases):
        end, channel = os.pipe()
        child = os.fork()
        if child == 0:
            status = 1
            try:
                os.close(end)
                judge_from(cases, len(outcomes), channel)
                status = 0
            except Exception:  # pylint: disable=broad-except
                traceback.print_exc()
            finally:
                os._exit(status)
        os.close(channel)
        with os.fdopen(end, encoding='utf-8') as lines:
            outcomes += [json.loads(line) for line in lines]
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        if status > 0:
            sys.exit('The texts could not be read.')
        if len(outcomes) < len(cases):
            outcomes.append(('crashed', 'signal %d' % -status))
    return outcomes


def print_kinds(cases, outcomes):
    """The shares of each kind, and what writes it."""
    counts = collections.defaultdict(collections.Counter)
    for case, (outcome, _) in zip(cases, outcomes):
        counts[case.kind][outcome] += 1
    print('# %-20s %s' % ('', ' '.join('%8s' % outcome for outcome in OUTCOMES)))
    for kind in tiny_texts.KINDS:
        shares = ' '.join('%8d' % counts[kind.__name__][outcome] for outcome in OUTCOMES)
        print('# %-20s %s   %s' % (kind.__name__, shares, kind.__doc__))


def print_unexpected(cases, outcomes):
    for case, (outcome, said) in zip(cases, outcomes):
        if outcome in ('wrong', 'crashed'):
            print('# %s: %s: %s %r\n#   meant %s\n#   found %s' % (
                outcome, case.kind, os.path.basename(case.path), case.text, case.meant.tolist(), said))


def main():
    source, build = map(os.path.abspath, sys.argv[1:3])
    count = int(sys.argv[3]) if len(sys.argv) > 3 else SAMPLE
    seed = int(sys.argv[4]) if len(sys.argv) > 4 else SEED
    sys.dont_write_bytecode = True
    # What one text is must not come from another.
    os.environ['SEIDEL_CACHE'] = 'off'
    with tempfile.TemporaryDirectory(prefix='seidel-readings-') as folder:
        make_module(folder, source, build)
        sys.path.insert(0, folder)
        cases = write_cases(folder, count, seed)
        outcomes = judge_all(cases)
    total = collections.Counter(outcome for outcome, _ in outcomes)
    if len(sys.argv) > 3:
        print_kinds(cases, outcomes)
    print_unexpected(cases, outcomes)
    print('# of %d, seed %d: %s' % (count, seed, ', '.join('%d %s (%.2f %%)' % (total[outcome], outcome, 100 * total[outcome] / count)
                                                           for outcome in OUTCOMES)))
    checks = [('no text ends the process', total['crashed'] == 0),
              ('no more than %g %% are read as another matrix' % (100 * MOST_WRONG), total['wrong'] <= max(1, MOST_WRONG * count)),
              ('no more than %g %% are asked about' % (100 * MOST_ASKED), total['asked'] <= MOST_ASKED * count),
              ('no more than %g %% are refused' % (100 * MOST_REFUSED), total['refused'] <= MOST_REFUSED * count)]
    for number, (title, fine) in enumerate(checks, 1):
        print('%s %d - %s' % ('ok' if fine else 'not ok', number, title))
    print('1..%d' % len(checks))
    return 0 if all(fine for _, fine in checks) else 1


if __name__ == '__main__':
    sys.exit(main())
