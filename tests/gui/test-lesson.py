#!/usr/bin/python3
"""A lesson as a teacher shows it: in presentation mode on a projector of 1280 × 720, played by keys to its end. TAP.

    test-lesson.py BUILD_FOLDER

SEIDEL_TEST_PICTURES=FOLDER keeps a screenshot of every step and of every answer, for people to look at.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import glob
import json
import os
import re
import sys

import steps
import a11y_lib as a11y
import workbench
from steps import check, step

LESSON = '01-why-serial'


def lesson_of(t):
    path = glob.glob(os.path.join(t.installation.folder, '**', LESSON + '.json'), recursive=True)[0]
    with open(path, encoding='utf-8') as file:
        return json.load(file)


def take_over(t):
    """The window of the lesson becomes the one that keys go to."""
    t.seidel.window, t.seidel.frame = t.seidel.dialog('Lesson$')


def next_button(t):
    return t.seidel.frame.find('push button', '^(Next|Finish|Show Answer)$')


def wait_for_step(t, title):
    a11y.wait(lambda: t.seidel.frame.look('label', '^%s$' % re.escape(title)), 'the step %r' % title)


def look_at(t, name):
    """The screen, once it stays: everything of the step is on it."""
    seen = [b'', b'x']
    path = os.path.join(os.environ.get('SEIDEL_TEST_PICTURES') or t.folder, name + '.png')

    def still():
        workbench.screenshot(path)
        with open(path, 'rb') as file:
            seen.append(file.read())
        return seen[-1] == seen[-2]
    try:
        a11y.wait(still, 'a picture that stays', 5)
    except AssertionError:
        pass  # a sweep is played
    return workbench.colours_of(path)


def check_inside(t, node):
    _, _, width, height = t.seidel.frame.extents()
    x, y, w, h = node.extents()
    check(x >= 0 and y >= 0 and w > 0 and h > 0 and x + w <= width and y + h <= height,
          '%s %r is at %s, the window has %d × %d' % (node.role, node.name, (x, y, w, h), width, height))


@step('opens a lesson from the start page')
def _(t):
    t.start()
    t.seidel.frame.find('push button', '^Lessons').act()
    t.seidel.frame.find('push button', lesson_of(t)['title']['en']).act()
    take_over(t)
    wait_for_step(t, lesson_of(t)['steps'][0]['title']['en'])


@step('has large text in presentation mode')
def _(t):
    title = t.seidel.frame.find('label', '^%s$' % re.escape(lesson_of(t)['steps'][0]['title']['en']))
    _, _, _, before = title.extents()
    t.seidel.press('F11')
    a11y.wait(lambda: title.extents()[3] > 1.3 * before, 'a larger title')


@step('is played by keys to its end')
def _(t):
    all_steps = lesson_of(t)['steps']
    for number, part in enumerate(all_steps, 1):
        wait_for_step(t, part['title']['en'])
        if 'ask' in part:
            a11y.wait(lambda: next_button(t).name == 'Show Answer', 'the question')
            a11y.wait(lambda: t.seidel.frame.look('label', '^Measuring the answer') is None, 'the measurement', 120)
            colours = look_at(t, 'step-%d-question' % number)
            check(colours[0] > 20, 'step %d is blank' % number)
            check_inside(t, next_button(t))
            t.seidel.press('Next')
            a11y.wait(lambda: next_button(t).name in ('Next', 'Finish'), 'the answer')
        look_at(t, 'step-%d-answer' % number)
        check(t.seidel.frame.look('label', '^It came out otherwise') is None, 'step %d came out otherwise' % number)
        check_inside(t, next_button(t))
        check((next_button(t).name == 'Finish') == (number == len(all_steps)), 'step %d ends it' % number)
        if number == 2:  # back and forth again, as after a question
            t.seidel.press('Prior')
            wait_for_step(t, all_steps[0]['title']['en'])
            t.seidel.press('Next')
            wait_for_step(t, part['title']['en'])
        if number < len(all_steps):
            t.seidel.press('Next')
    lesson = t.seidel.window
    t.seidel.press('Next')
    a11y.wait(lambda: lesson not in t.seidel.windows('.'), 'the lesson to close')
    t.seidel.window, t.seidel.frame = t.seidel.dialog('Seidel$')


def all_lessons(t):
    paths = glob.glob(os.path.join(t.installation.folder, '**', 'lessons', '[0-9]*.json'), recursive=True)
    for path in sorted(paths):
        with open(path, encoding='utf-8') as file:
            yield json.load(file)


def open_lesson(t, lesson):
    t.seidel.frame.find('push button', '^Lessons').act()
    t.seidel.frame.find('push button', re.escape(lesson['title']['en'])).act()
    take_over(t)


def play_by_space(t):
    """The space bar starts the sweep and stops it again. However long a look takes, it may have come to its end."""
    t.seidel.press(*['Down'] * 9, 'Home')
    a11y.wait(lambda: t.seidel.frame.look('push button', '^Play$'), 'the sweep to stand at its beginning')
    t.seidel.press('space')
    a11y.wait(lambda: t.seidel.frame.look('push button', '^Pause$') or not t.seidel.frame.look('label', '^Level 0'),
              'Space to start the sweep')
    t.seidel.press('space')
    a11y.wait(lambda: t.seidel.frame.look('push button', '^Play$'), 'Space to stop it')


# Keys that a text may name, and what they do.
NAMED = {'space bar': play_by_space}


def press_named(t, said):
    for words, press in NAMED.items():
        if words in said.lower():
            press(t)


def play_by_keys(t, lesson, windows):
    """Space, which a teacher may press at any time, opens and solves nothing."""
    for number, part in enumerate(lesson['steps'], 1):
        wait_for_step(t, part['title']['en'])
        a11y.wait(lambda: t.seidel.frame.look('label', '^Measuring the answer') is None, 'the measurement', 120)
        press_named(t, part['say']['en'])
        t.seidel.press('space', 'space')
        if 'ask' in part:
            t.seidel.press('Next')
            a11y.wait(lambda: next_button(t).name in ('Next', 'Finish'), 'the answer')
            t.seidel.press('space', 'space')
        check(len(t.seidel.windows('.')) == windows, 'Space opened a window in step %d of %s' % (number, lesson['id']))
        check(t.seidel.frame.look('push button', '^Stop$') is None, 'Space started a run')
        if number < len(lesson['steps']):
            t.seidel.press('Next')


@step('obeys the keys that the texts of every lesson name, and Space does nothing else')
def _(t):
    for number, lesson in enumerate(all_lessons(t)):
        t.start()
        open_lesson(t, lesson)
        if number % 2 == 0:  # in a window, or with the screen to itself
            t.seidel.press('F11')
        play_by_keys(t, lesson, 2)
        t.seidel.press('Next')  # Finish: a lesson that is only closed goes on where it was
        t.seidel.window, t.seidel.frame = t.seidel.dialog('Seidel$')
    check(number >= 10, 'lessons are missing')


def next_step(t):
    t.seidel.press('Next')
    a11y.wait(lambda: next_button(t).name in ('Next', 'Finish'), 'the answer')


def wait_for_tally(t, text):
    a11y.wait(lambda: t.seidel.frame.look('label', '^%s' % text), 'the tally %r' % text)


def grid_levels(size):
    """Keys that fill in the levels of a grid: arrow keys and digits, line by line."""
    for i in range(size):
        for j in range(size):
            yield str(i + j + 1)
            if j + 1 < size:
                yield 'Right'
        yield from ['Down'] + ['Left'] * (size - 1)


def chessboard(size):
    """Keys that pick the points of a grid by colour, the black ones first. The cursor begins and ends in a corner."""
    for colour in (0, 1):
        for i in range(size):
            for j in range(size):
                if (i + j) % 2 == colour:
                    yield 'space'
                if j + 1 < size:
                    yield 'Right'
            yield from ['Down'] * (i + 1 < size) + ['Left'] * (size - 1)
        yield from ['Up'] * (size - 1)


@step('does the exercises by keyboard alone, of each kind one')
def _(t):
    lesson = [found for found in all_lessons(t) if found['id'] == 'exercises'][0]
    t.start()
    open_lesson(t, lesson)
    for number, part in enumerate(lesson['steps'], 1):
        wait_for_step(t, part['title']['en'])
        a11y.wait(lambda: t.seidel.frame.look('label', '^Measuring the answer') is None, 'the measurement', 120)
        if number == 1:  # a level for each row, one of them wrong
            wait_for_tally(t, '0 of 16 rows are filled in')
            t.seidel.press(*grid_levels(4), 'BackSpace', '9')
            wait_for_tally(t, '16 of 16 rows are filled in')
        elif number == 2:  # a number
            t.seidel.press('3', '9')
        elif number == 3:  # levels again, typed as a list
            wait_for_tally(t, '0 of 8 rows')
            t.seidel.press('1', 'Down', '1')
            wait_for_tally(t, '2 of 8 rows are filled in')
        elif number == 4:  # an order: the rows as they are
            wait_for_tally(t, '0 of 8 rows')
            t.seidel.press(*['space', 'Down'] * 8)
            wait_for_tally(t, '8 of 8 rows are filled in')
        elif number == 5:
            wait_for_tally(t, '0 of 16 rows')
            t.seidel.press(*chessboard(4))
            wait_for_tally(t, '16 of 16 rows are filled in')
        look_at(t, 'exercise-%d-question' % number)
        next_step(t)
        look_at(t, 'exercise-%d-answer' % number)
        if number == 1:
            wait_for_tally(t, '15 of 16 rows are right')
        elif number in (4, 5):
            wait_for_tally(t, '(8 of 8|16 of 16) rows are right')
        if number < len(lesson['steps']):
            t.seidel.press('Next')
    wait_for_tally(t, 'Right: 3 of 6')
    t.seidel.press('ctrl+w')
    t.seidel.window, t.seidel.frame = t.seidel.dialog('Seidel$')


steps.end_quietly()


if __name__ == '__main__':
    sys.exit(steps.main(steps.Session))
