#!/usr/bin/python3
"""seidel-cli lesson: an example is written and holds; one that does not hold is refused. Arguments: see cli_cases.py."""
# SPDX-License-Identifier: GPL-3.0-or-later
import json
import os
import shutil
import subprocess

from cli_cases import CLI, FOLDER, run_all
from cli_tap import check, pdf_pages, same

PATH = os.path.join(FOLDER, 'begun.json')


def change(old, new):
    """Another lesson: the example with a part replaced."""
    with open(PATH, encoding='utf-8') as file:
        text = file.read()
    check(old in text, 'no %s in the example' % old)
    path = os.path.join(FOLDER, 'changed.json')
    with open(path, 'w', encoding='utf-8') as file:
        file.write(text.replace(old, new, 1))
    return path


def test_begin():
    check('check' in CLI.good('lesson', 'new', PATH), 'what to do next')
    CLI.bad(2, 'lesson', 'new', PATH)
    said = CLI.good('lesson', 'check', '--strict', PATH)
    for line in ('asks     In how many steps can the 16 rows be computed?', 'right    7', 'holds  2 steps'):
        check(line in said, line)


def test_places():
    for old, new, place in (('levels == 7', 'levels == 8', 'steps[0].choices'),
                            ('"levels < rows"', '"levels > rows"', 'steps[0].claims'),
                            ('"graph"', '"tree"', 'steps[0].page'),
                            ('"page": "convergence"', '"page": "multigrid"', 'steps[1].page'),
                            ('"measure": "levels"', '"measure": "height"', 'values.levels.measure'),
                            ('{measured:fast}', '{measured:faster}', 'steps[1].answer.en')):
        error = CLI.bad(1, 'lesson', 'check', change(old, new))
        check(place in error and 'changed.json' in error, '%r does not name %s' % (error, place))
    path = change('Which rows wait?', 'Which of 16 rows wait?')
    CLI.good('lesson', 'check', path)
    check('steps[0].title.en' in CLI.bad(1, 'lesson', 'check', '--strict', path), 'the digit')


def test_matrix_beside():
    """A file of a matrix is named without its folder."""
    with open(os.path.join(FOLDER, 'two.txt'), 'w', encoding='utf-8') as file:
        file.write('4 0\n1 4\n')
    path = change('"matrix": "poisson-5 --size 4"\n', '"matrix": "two.txt"\n')
    check('“levels == 4” fails' in CLI.bad(1, 'lesson', 'check', path), 'the levels of two rows')


def test_print():
    """A file or a listed lesson, with and without answers."""
    path = os.path.join(FOLDER, 'lesson.pdf')
    for name in (PATH, 'exercises'):
        for what in ('handout', 'sheet', 'answers'):
            said = CLI.good('lesson', 'print', name, '--as', what, '--output', path)
            check(said.startswith(what + ' of '), said)
            check(pdf_pages(path) >= 1, 'pages of %s as %s' % (name, what))
            os.remove(path)
    CLI.bad(2, 'lesson', 'print', PATH)
    CLI.bad(2, 'lesson', 'print', PATH, '--output', os.path.join(FOLDER, 'lesson.png'))
    CLI.bad(1, 'lesson', 'print', 'none', '--output', path)
    check(not os.path.exists(path), 'a file after an error')


def print_in(language):
    """A handout as text: of the example, and of a recorded experiment with its axes and labels."""
    path = os.path.join(FOLDER, 'handout.pdf')
    texts = []
    for name in (PATH, 'gpu'):
        CLI.good('lesson', 'print', name, '--language', language, '--output', path)
        texts.append(subprocess.run(['pdftotext', '-layout', path, '-'], check=True, stdout=subprocess.PIPE).stdout.decode())
        os.remove(path)
    return '\n'.join(texts)


def test_language():
    """Legends, axes, titles and labels of experiments and numbers are those of the language, whatever the locale is."""
    if shutil.which('pdftotext') is None:
        return
    english, italian = print_in('en'), print_in('it')
    for one, other in (('computed now', 'calcolat'), ('Iteration', 'Iterazione'), ('Relative residual', 'Residuo relativo'),
                       ('Strategies of a sweep', 'Strategie di una passata'), ('CUDA, strips', 'CUDA, strisce'),
                       ('Time per sweep', 'Tempo per passata'), ('Rows in the level', 'Righe nel livello'),
                       ('110,592', '110.592'), ('4.62 ms', '4,62 ms')):
        check(one in english, '%r is missing' % one)
        check(other in italian, '%r is missing' % other)
        check(one not in italian, '%r is in the Italian handout' % one)


def test_video():
    """A picture for each question and each answer, in either format that needs no other program."""
    for ending, begins in (('gif', b'GIF89a'), ('zip', b'PK')):
        path = os.path.join(FOLDER, 'lesson.' + ending)
        CLI.good('lesson', 'video', PATH, '--output', path)
        with open(path, 'rb') as file:
            data = file.read()
        check(data.startswith(begins), 'the format of ' + path)
        if ending == 'zip':
            check(data.count(b'frame-') >= 2 * 2, 'a frame for each question and answer')
        os.remove(path)
    CLI.bad(2, 'lesson', 'video', PATH, '--output', os.path.join(FOLDER, 'lesson.pdf'))
    CLI.bad(2, 'lesson', 'print', PATH, '--output', os.path.join(FOLDER, 'lesson.gif'))


def test_list():
    lessons = json.loads(CLI.good('lesson', 'list', '--json'))
    same(lessons['errors'], [], 'complaints')
    for lesson in lessons['lessons']:
        same(sorted(lesson), ['id', 'minutes', 'sentence', 'steps', 'title'], 'members')


run_all(globals())
