#!/usr/bin/python3
"""A lesson as a teacher plays it: from the start page to its end by the keyboard, presented, left and
come back to. TAP.

    test-lesson.py BUILD_FOLDER

SPDX-License-Identifier: GPL-3.0-or-later
"""
import json
import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import steps  # noqa: E402
import a11y_lib as a11y  # noqa: E402
from steps import check, step  # noqa: E402

LESSONS = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..', 'data', 'lessons')
LESSON = '02-levels.json'


def read_lesson():
    with open(os.path.join(LESSONS, LESSON), encoding='utf-8') as file:
        return json.load(file)


class Lesson:
    """The window of a lesson, which is one of its own."""

    def __init__(self, t, title):
        self.window, self.frame = t.seidel.dialog('^%s — Lesson$' % re.escape(title))

    def press(self, *keys):
        a11y.press(self.window, *keys)

    def place(self):
        """The number of the step in view."""
        label = self.frame.look('label', ' · step [0-9]+ of [0-9]+$')
        return int(re.search('step ([0-9]+) of', label.name).group(1)) if label is not None else 0

    def next_button(self):
        return self.frame.look('push button', '^(Show Answer|Next|Finish)$').name

    def measured(self):
        return self.frame.look('label', '^Measuring the answer…$') is None

    def says_otherwise(self):
        return self.frame.look('label', '^It came out otherwise') is not None


def begin(t, title):
    t.start()
    button = t.seidel.frame.find('push button', '^' + re.escape(title))
    button.act()
    return Lesson(t, title)


@step('plays a lesson from the start page to its end by keys')
def _(t):
    lesson = read_lesson()
    shown = begin(t, lesson['title']['en'])
    for number, part in enumerate(lesson['steps'], 1):
        a11y.wait(lambda number=number: shown.place() == number, 'step %d' % number)
        a11y.wait(shown.measured, 'the answer of step %d to be measured' % number, 4 * a11y.PATIENCE)
        check(shown.frame.look('label', '^%s$' % re.escape(part['title']['en'])) is not None,
              'step %d has another title than %r' % (number, part['title']['en']))
        if 'ask' in part:
            a11y.wait(lambda: shown.next_button() == 'Show Answer', 'the question of step %d' % number)
            a11y.insist(lambda: shown.press('Page_Down'), lambda: shown.next_button() != 'Show Answer',
                        'the answer of step %d' % number)
            check(not shown.says_otherwise(), 'a claim of step %d does not hold' % number)
        last = number == len(lesson['steps'])
        check(shown.next_button() == ('Finish' if last else 'Next'), 'the button says ' + shown.next_button())
        if not last:
            a11y.insist(lambda: shown.press('Page_Down'), lambda number=number: shown.place() == number + 1,
                        'the step after %d' % number)
    shown.press('Page_Down')
    t.seidel.wait_for_one_window()


@step('plays a sweep by itself where a step says so, and shows where it is')
def _(t):
    lesson = read_lesson()
    place = next(number for number, part in enumerate(lesson['steps'], 1) if 'sweep' in part)
    shown = begin(t, lesson['title']['en'])
    while shown.place() < place:
        number = shown.place()
        a11y.wait(shown.measured, 'the answer of step %d' % number, 4 * a11y.PATIENCE)
        if shown.next_button() == 'Show Answer':
            a11y.insist(lambda: shown.press('Page_Down'), lambda: shown.next_button() != 'Show Answer',
                        'the answer of step %d' % number)
        a11y.insist(lambda: shown.press('Page_Down'), lambda number=number: shown.place() == number + 1,
                    'the step after %d' % number)
    a11y.wait(lambda: shown.frame.look('label', '^Level [1-9][0-9]* of [0-9]+: ') is not None,
              'the sweep to move')


@step('presents the lesson, goes back, leaves, and comes back to the same step')
def _(t):
    lesson = read_lesson()
    shown = begin(t, lesson['title']['en'])
    if shown.place() == 1:
        a11y.wait(shown.measured, 'the first answer', 4 * a11y.PATIENCE)
        a11y.insist(lambda: shown.press('Page_Down'), lambda: shown.next_button() == 'Next', 'the first answer')
        a11y.insist(lambda: shown.press('Page_Down'), lambda: shown.place() == 2, 'the second step')
    place = shown.place()
    shown.press('F11')
    a11y.wait(lambda: shown.frame.extents()[2:] == (1280, 800), 'the presentation to fill the screen')
    shown.press('F11')
    a11y.insist(lambda: shown.press('Page_Up'), lambda: shown.place() == place - 1, 'the step before')
    shown.press('ctrl+w')
    t.seidel.wait_for_one_window()
    button = t.seidel.frame.find('push button', '^' + re.escape(lesson['title']['en']))
    button.act()
    shown = Lesson(t, lesson['title']['en'])
    a11y.wait(lambda: shown.place() == place - 1, 'the step that was left')


@step('never complained on its error output')
def _(t):
    t.end()
    t.check_complaints()


if __name__ == '__main__':
    check(len(sys.argv) > 1, __doc__)
    sys.exit(steps.main(steps.Session))
