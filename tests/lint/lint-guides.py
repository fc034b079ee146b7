#!/usr/bin/python3
"""The guides as HTML: every link leads somewhere, every function of the library and the module is in its reference. TAP.

    lint-guides.py SOURCE_ROOT

SPDX-License-Identifier: GPL-3.0-or-later
"""
import html.parser
import os
import re
import shutil
import subprocess
import sys
import tempfile

SOURCE = os.path.abspath(sys.argv[1])
REFERENCE = os.path.join(SOURCE, 'packaging', 'reference.py')


class Page(html.parser.HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.links, self.anchors = [], set()
        with open(path, encoding='utf-8') as file:
            self.feed(file.read())

    def handle_starttag(self, tag, attrs):
        for name, value in attrs:
            if name in ('href', 'src'):
                self.links.append(value)
            elif name == 'id':
                self.anchors.add(value)


def dead_links(folder):
    pages = {}
    for place, _, names in os.walk(folder):
        pages.update({os.path.join(place, name): Page(os.path.join(place, name)) for name in names if name.endswith('.html')})
    if len(pages) < 20:
        yield '%d pages' % len(pages)
    for path, page in pages.items():
        for link in page.links:
            target, _, anchor = link.partition('#')
            if re.match(r'[a-z]+:', target):
                continue
            place = os.path.normpath(os.path.join(os.path.dirname(path), target)) if target else path
            if not os.path.exists(place):
                yield '%s: %s' % (os.path.relpath(path, folder), link)
            elif anchor and anchor not in pages[place].anchors:
                yield '%s: %s has no such place' % (os.path.relpath(path, folder), link)


def check_links():
    with tempfile.TemporaryDirectory(prefix='seidel-guides-') as folder:
        subprocess.run([os.path.join(SOURCE, 'packaging', 'guides.py'), folder], check=True)
        return list(dead_links(folder))


def names(which):
    lines = subprocess.run([REFERENCE, which, '--names'], capture_output=True, text=True, check=True).stdout.split('\n')
    return {name: int(words) for name, words in (line.split() for line in lines if line)}


def read(*parts):
    with open(os.path.join(SOURCE, *parts), encoding='utf-8') as file:
        return file.read()


def check_c():
    """What the installed headers export is in the reference, and something is said of it."""
    known = names('c')
    problems = ['%s: nothing says what it is' % name for name, words in known.items() if not words]
    for included in re.findall(r'#include "(.+/.+)"', read('solvers', 'seidel.h') + read('solvers', 'seidel-io.h')):
        path = os.path.join('solvers', included)
        text = re.sub(r'/\*.*?\*/', '', read(path if os.path.exists(os.path.join(SOURCE, path)) else path + '.in'), flags=re.DOTALL)
        declared = re.findall(r'^SEIDEL_API\s[^;]*?\b(seidel_\w+)\s*\(', text, re.MULTILINE)
        problems += ['%s is not there' % name for name in declared if name not in known]
    return problems


def check_python():
    known = names('python')
    public = re.findall(r"'(\w+)'", re.search(r'__all__ = \[(.*?)\]', read('python', 'seidel', '__init__.py'), re.DOTALL).group(1))
    return ['%s is not there' % name for name in public if name not in known] + \
        ['%s has no docstring' % name for name in public if not known.get(name, 1)]


def main():
    checks = [('links of the pages in HTML', check_links), ('reference of the libraries', check_c), ('reference of the module', check_python)]
    failed = 0
    print('1..%d' % len(checks))
    for number, (title, check) in enumerate(checks, 1):
        if check is check_links and not shutil.which('cmark-gfm'):
            print('ok %d - %s # SKIP cmark-gfm is not installed' % (number, title))
            continue
        problems = check()
        failed += bool(problems)
        print('\n'.join('# ' + problem for problem in problems) + '\n' if problems else '', end='')
        print('%s %d - %s' % ('not ok' if problems else 'ok', number, title))
    return 1 if failed else 0


sys.exit(main())
