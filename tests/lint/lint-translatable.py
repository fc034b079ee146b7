#!/usr/bin/python3
"""Every text in a .ui file is marked for translation, and every such file is in po/POTFILES. TAP.

    lint-translatable.py SOURCE_ROOT

SPDX-License-Identifier: GPL-3.0-or-later
"""
import glob
import os
import re
import sys
import xml.etree.ElementTree as tree

TEXTS = {'label', 'title', 'description', 'subtitle', 'tooltip-text', 'placeholder-text', 'cancel-tooltip',
         'dropdown-tooltip', 'section-title', 'heading', 'body', 'comments', 'text'}
WORD = re.compile(r'[^\W\d_]')


def unmarked(path):
    """The texts of a template that a translator would not see."""
    for element in tree.parse(path).iter():
        name = element.get('name', '').replace('_', '-')
        is_text = element.tag == 'item' or (element.tag in ('property', 'attribute') and name in TEXTS)
        if is_text and WORD.search(element.text or '') and element.get('translatable') != 'yes':
            yield '%s: %s "%s"' % (path, name or element.tag, element.text.strip())


def main():
    os.chdir(sys.argv[1])
    templates = sorted(glob.glob('resources/**/*.ui', recursive=True))
    with open('po/POTFILES', encoding='utf-8') as file:
        listed = {line.strip() for line in file if line.strip() and not line.startswith('#')}
    problems = [text for path in templates for text in unmarked(path)]
    problems += ['%s is not in po/POTFILES' % path for path in templates if path not in listed]
    problems += ['%s of po/POTFILES does not exist' % path for path in listed if not os.path.exists(path)]
    print('1..1')
    for problem in problems:
        print('# ' + problem)
    print('%s 1 - %d templates are translatable' % ('not ok' if problems else 'ok', len(templates)))
    return 1 if problems or not templates else 0


if __name__ == '__main__':
    sys.exit(main())
