#!/usr/bin/python3
"""The version of a release is the same wherever it is named. TAP.

    test-versions.py SOURCE_ROOT

SPDX-License-Identifier: GPL-3.0-or-later
"""
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'app'))
from cli_tap import check, run_tests, same  # noqa: E402

SOURCE = os.path.abspath(sys.argv[1])
# Where a version stands, and the date of its release where one does.
PLACES = {
    'NEWS': (r'^Seidel (\S+) ', r'^Seidel \S+ \((\S+)\)'),
    'CITATION.cff': (r'^version: (\S+)', r'^date-released: (\S+)'),
    'packaging/debian/changelog': (r'^seidel \((\S+)-\d+\)', None),
    'packaging/conda/recipe.yaml': (r'^  version: "(\S+)"', None),
    'packaging/debian-cuda/changelog': (r'^seidel-cuda \((\S+)-\d+\)', None),
    'resources/org.seidel.Workbench.metainfo.xml': (None, r'<release version="@VERSION@" date="(\S+?)"'),
}


def first(name, pattern):
    with open(os.path.join(SOURCE, name), encoding='utf-8') as file:
        found = re.search(pattern, file.read(), re.MULTILINE)
    check(found, f'{name} has nothing like {pattern}')
    return found[1]


def test_versions():
    """all of them are that of meson.build"""
    version = first('meson.build', r"^  version: '(\S+)'")
    same({name: first(name, pattern) for name, (pattern, _) in PLACES.items() if pattern},
         {name: version for name, (pattern, _) in PLACES.items() if pattern}, 'versions')


def test_dates():
    """one release has one date"""
    same(len({first(name, pattern) for name, (_, pattern) in PLACES.items() if pattern}), 1, 'dates')


run_tests([test_versions, test_dates])
