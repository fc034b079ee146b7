#!/usr/bin/python3
"""The guides as HTML, by cmark-gfm: README.md, CONTRIBUTING.md, doc/, and the references made by reference.py.

    guides.py FOLDER

Links between pages stay links between pages; pictures and other files that a page names are copied beside them.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import glob
import html
import os
import re
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.path.dirname(HERE)
REFERENCES = {'doc/c-reference.md': 'c', 'doc/python-reference.md': 'python'}
LINK = re.compile(r'\b(href|src)="([^"#:]+)(#[^"]*)?"')
HEADING = re.compile(r'<h(\d)>(.*?)</h\1>')
PAGE = '''<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>%s</title>
<meta name="viewport" content="width=device-width">
<style>
body { max-width: 60em; margin: 2em auto; padding: 0 1em; font-family: sans-serif; line-height: 1.5 }
table { border-collapse: collapse }
td, th { border: 1px solid #999; padding: 0.2em 0.6em; text-align: left }
pre { overflow-x: auto; background: #f4f4f4; padding: 0.5em }
img { max-width: 100%% }
</style>
</head>
<body>
<p><a href="%s">Seidel</a></p>
%s</body>
</html>
'''


def pages():
    """The text of each page by its path in the source tree."""
    found = {}
    for path in ['README.md', 'CONTRIBUTING.md'] + sorted(glob.glob('doc/**/*.md', recursive=True)):
        with open(path, encoding='utf-8') as file:
            found[path] = file.read()
    for path, which in REFERENCES.items():
        found[path] = subprocess.run([os.path.join(HERE, 'reference.py'), which], capture_output=True, text=True, check=True).stdout
    return found


def place(path):
    """Where a file of the source tree is in the folder."""
    if path == 'README.md':
        return 'index.html'
    if path.endswith('.md'):
        return re.sub(r'^doc/', '', path)[:-3] + '.html'
    return re.sub(r'^(doc|resources)/', '', path)


def anchor(heading):
    """As GitHub makes it of a heading."""
    return re.sub(r'[^\w\- ]', '', html.unescape(re.sub('<[^>]*>', '', heading)).lower()).replace(' ', '-')


def page_of(path, text, known, files):
    """A page as HTML; adds the files that it names to files."""
    body = subprocess.run(['cmark-gfm', '--unsafe', '-e', 'table', '-e', 'autolink', '-e', 'strikethrough'], input=text,
                          capture_output=True, text=True, check=True).stdout
    here = os.path.dirname(place(path))

    def moved(match):
        target = os.path.normpath(os.path.join(os.path.dirname(path), match.group(2)))
        if target not in known:
            files.add(target)
        return '%s="%s%s"' % (match.group(1), os.path.relpath(place(target), here or '.'), match.group(3) or '')

    body = LINK.sub(moved, body)
    body = HEADING.sub(lambda match: '<h{0} id="{1}">{2}</h{0}>'.format(match.group(1), anchor(match.group(2)), match.group(2)), body)
    for reference in REFERENCES:
        # What is named as a file is a link where it exists.
        body = body.replace('<code>%s</code>' % os.path.basename(place(reference)),
                            '<a href="%s">%s</a>' % (os.path.relpath(place(reference), here or '.'), os.path.basename(place(reference))))
    title = re.search(r'^# (.*)$', text, re.MULTILINE)
    return PAGE % (html.escape(title.group(1) if title else path), os.path.relpath('index.html', here or '.'), body)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    folder = os.path.abspath(sys.argv[1])
    os.chdir(SOURCE)
    known, files = pages(), set()
    for path, text in known.items():
        made = os.path.join(folder, place(path))
        os.makedirs(os.path.dirname(made), exist_ok=True)
        with open(made, 'w', encoding='utf-8') as file:
            file.write(page_of(path, text, known, files))
    for path in files:
        target = os.path.join(folder, place(path))
        os.makedirs(os.path.dirname(target), exist_ok=True)
        if os.path.isdir(path):
            shutil.copytree(path, target, dirs_exist_ok=True)
        else:
            shutil.copyfile(path, target)


if __name__ == '__main__':
    main()
