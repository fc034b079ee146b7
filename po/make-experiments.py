#!/usr/bin/python3
"""Writes experiments.h, the texts of the installed experiments that translators see: titles, sentences, names of axes, labels.

    make-experiments.py

What experiments state about the programs and reports that they repeat (statements, sources) stays in English. The test
lint-translatable compares experiments.h with the experiments.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import glob
import json
import os
import re

HERE = os.path.dirname(os.path.abspath(__file__))
# The same in every language.
PROPER = re.compile(r'(SSOR|IC\(0\)|LU|CG|CPU|CUDA|Jacobi|Gauss-Seidel|BiCG(-Stab)?|Gauss-Jordan, (CPU|CUDA)|minsurfo|obstclae|'
                    r'wathen100|ex1|mcca|dw4096|(GS|Jacobi|BiCG(-S)?) (CPU|GPU)(, (Jacobi|SSOR|ILU\(0\)))?)')
HEAD = '''/* The texts of the installed experiments, for translators: written by make-experiments.py.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
'''


def texts_of(experiment):
    yield experiment['title']
    yield experiment.get('sentence', '')
    for dimension in experiment['vary']:
        yield dimension['name']
        yield from (value['label'] for value in dimension['values'] if isinstance(value, dict))


def make():
    texts = {}
    for path in sorted(glob.glob(os.path.join(HERE, '..', 'data', 'experiments', '*.json'))):
        with open(path, encoding='utf-8') as file:
            for text in texts_of(json.load(file)):
                if re.search('[A-Za-z]{2}', text) and not PROPER.fullmatch(text):
                    texts[text] = True
    return HEAD + ''.join('N_ (%s)\n' % json.dumps(text, ensure_ascii=False) for text in texts)


if __name__ == '__main__':
    with open(os.path.join(HERE, 'experiments.h'), 'w', encoding='utf-8') as out:
        out.write(make())
