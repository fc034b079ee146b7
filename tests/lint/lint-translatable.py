#!/usr/bin/python3
"""Every text of the window is marked for translation, and every file that has one is in po/POTFILES. TAP.

    lint-translatable.py SOURCE_ROOT

In a template a text is a property or an attribute of a certain name. In a C source of ui/ it is a string of two words or
more, or one that begins as a sentence does; what is written into files or for programs is recognised by its looks, or by the
function that it is given to. In a library source that has marked texts, it is the name of a row of a table: a member .name, or
the text after its id. The window looks up their translations (ui/draw/seidel-translate.h). The errors of the libraries are
marked, too: what is given to g_set_error () by seidel_text (), and functions that look up their formats are keywords of
po/meson.build. Those of the installed experiments are in po/experiments.h.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import glob
import importlib
import os
import re
import sys
import xml.etree.ElementTree as tree

TEXTS = {'label', 'title', 'description', 'subtitle', 'tooltip-text', 'placeholder-text', 'cancel-tooltip',
         'dropdown-tooltip', 'section-title', 'heading', 'body', 'comments', 'text'}
WORD = re.compile(r'[^\W\d_]')

TOKEN = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'|^[ \t]*#(?:[^\n\\]|\\.|\\\n)*|\w+|\s+|.',
                   re.S | re.M)
FORMAT = re.compile(r'%[-+ 0-9.*]*[a-zA-Z]+|\\.')
PROSE = re.compile(r'[A-Za-z’\']{2,}[,:;.]? +[A-Za-z’\']{2,}|^[A-Z][a-z]+|^_[A-Z][a-z]+')
MARKS = {'_', 'N_', 'C_', 'ngettext'}
# What these take is not for users, or is a name.
PLAIN = {'g_message', 'g_debug', 'g_warning', 'g_critical', 'g_variant_get', 'g_variant_new', 'g_thread_try_new',
         'seidel_label_new', 'seidel_html_append_markup', 'new_label', 'new_small_label', 'gtk_widget_add_css_class', 'G_DEFINE_FINAL_TYPE'}
# Text for browsers, not for people.
SCRIPTS = {'ui/draw/seidel-page-script.c', 'ui/draw/seidel-sweep-script.c'}
# Names, fonts, keys, the headings of CSV files.
NAMES = re.compile(r'(A·1|A·x, scaled|Cantarell.*|(<\w+>)+\w+|Seidel|seidel %f|[a-z_]+(,[a-z_]+)+\\n)')


# The name of a row of a library's table, and those that are the same in every language.
ROW_NAME = re.compile(r'(?:\.name =|\{ "[a-z0-9-]+",)\s+("(?:\\.|[^"\\])*")')
PROPER = re.compile(r'"((S?S)?OR|MINRES|BiCG(Stab)?|GMRES|LS[QM]R|CGLS|METIS|[VWK]|Chebyshev|Jacobi|Gauss-Seidel|PETSc|CUDA|CPU|kB)"')


def unmarked(path):
    """The texts of a template that a translator would not see."""
    for element in tree.parse(path).iter():
        name = element.get('name', '').replace('_', '-')
        is_text = element.tag == 'item' or (element.tag in ('property', 'attribute') and name in TEXTS)
        if is_text and WORD.search(element.text or '') and element.get('translatable') != 'yes':
            yield '%s: %s "%s"' % (path, name or element.tag, element.text.strip())


def strings(source):
    """The strings of a C source: line, text, and the functions whose arguments they are in, innermost last."""
    calls, before, text, start = [], '', None, 0
    for match in TOKEN.finditer(source):
        token = match.group(0)
        if token.isspace() or token.startswith(('/*', '//')) or token.lstrip().startswith('#'):
            continue
        if token[0] == '"':
            start = match.start() if text is None else start
            text = (text or '') + token[1:-1]
            continue
        if text is not None:
            yield source.count('\n', 0, start) + 1, text, list(calls)
            text = None
        if token in '({[':
            calls.append(before if token == '(' else '')
        elif token in ')}]' and calls:
            calls.pop()
        before = token


def unmarked_in_source(path):
    with open(path, encoding='utf-8') as file:
        source = file.read()
    for line, text, calls in strings(source):
        if not PROSE.search(FORMAT.sub('', text)) or NAMES.fullmatch(text):
            continue
        if not calls or (calls[-1] not in MARKS and calls[-1] not in PLAIN):
            yield '%s:%d: "%s"' % (path, line, text)


def unmarked_in_tables(path):
    with open(path, encoding='utf-8') as file:
        source = file.read()
    for match in ROW_NAME.finditer(source):
        if not PROPER.fullmatch(match.group(1)):
            yield '%s:%d: %s' % (path, source.count('\n', 0, match.start(1)) + 1, match.group(1))


# Rooms whose errors a window never shows: those of programs and of the cluster's launcher, which speak English.
ERRORS_OF_PROGRAMS = ('solvers/api/', 'solvers/cluster/', 'solvers/engine/')
SETTERS = {'seidel_fail', 'seidel_set_error', 'g_set_error', 'g_set_error_literal', 'g_error_new', 'g_error_new_literal'}
FAILS = re.compile(r'seidel_\w*_fail(_line)?$')
WORDS = re.compile(r'[A-Za-z’\']{3,} +[A-Za-z’\']{2,}')


def unmarked_errors(path, keywords):
    """The errors of a library that a translator would not see."""
    with open(path, encoding='utf-8') as file:
        source = file.read()
    for line, text, calls in strings(source):
        innermost = calls[-1] if calls else ''
        if WORDS.search(FORMAT.sub('', text)) and (innermost in SETTERS
                                                   or FAILS.match(innermost) and innermost not in keywords):
            yield '%s:%d: the error "%s" is not marked' % (path, line, text)


def has_tables(path):
    with open(path, encoding='utf-8') as file:
        return re.search(r'\b(?:N_|C_|_|ngettext) \(', file.read()) is not None


def has_marks(path, keywords):
    with open(path, encoding='utf-8') as file:
        marked = r'\b(?:N_|C_|_|ngettext) \(|\b(?:%s) \([^;{]*?"' % '|'.join(sorted(keywords))
        return re.search(marked, file.read()) is not None


def main():
    os.chdir(sys.argv[1])
    templates = sorted(glob.glob('resources/**/*.ui', recursive=True))
    sources = sorted(set(glob.glob('ui/**/*.c', recursive=True)) - SCRIPTS)
    with open('po/meson.build', encoding='utf-8') as file:
        keywords = set(re.findall(r'--keyword=(\w+)', file.read()))
    libraries = sorted(path for folder in ('solvers', 'cuda', 'petsc')
                       for path in glob.glob(folder + '/**/*.c*', recursive=True))
    tables = [path for path in libraries if has_tables(path)]
    marked = [path for path in libraries + sources if has_marks(path, keywords)]
    with open('po/POTFILES', encoding='utf-8') as file:
        listed = {line.strip() for line in file if line.strip() and not line.startswith('#')}
    problems = [text for path in templates for text in unmarked(path)]
    problems += [text for path in sources for text in unmarked_in_source(path)]
    problems += [text for path in tables for text in unmarked_in_tables(path)]
    problems += [text for path in libraries if path.startswith('solvers/') and not path.startswith(ERRORS_OF_PROGRAMS)
                 for text in unmarked_errors(path, keywords)]
    problems += ['%s is not in po/POTFILES' % path for path in templates + marked
                 if path not in listed]
    problems += ['%s of po/POTFILES does not exist' % path for path in listed if not os.path.exists(path)]
    sys.dont_write_bytecode = True
    sys.path.insert(0, 'po')
    with open('po/experiments.h', encoding='utf-8') as file:
        if file.read() != importlib.import_module('make-experiments').make():
            problems.append('po/experiments.h is not what po/make-experiments.py writes')
    print('1..1')
    for problem in problems:
        print('# ' + problem)
    print('%s 1 - %d templates, %d sources and %d with tables are translatable'
          % ('not ok' if problems else 'ok', len(templates), len(sources), len(tables)))
    return 1 if problems or not templates or not sources or not tables else 0


if __name__ == '__main__':
    sys.exit(main())
