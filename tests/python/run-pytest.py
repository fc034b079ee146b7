#!/usr/bin/python3
"""Runs pytest on the module as it would be installed, doctests included, and prints TAP: run-pytest.py SOURCE BUILD SEIDEL_CLI.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import os
import sys
import tempfile

try:
    import pytest
except ImportError:
    print('1..0 # SKIP pytest is not installed')
    sys.exit(0)

from module import make

SOURCE, BUILD, os.environ['SEIDEL_CLI'] = map(os.path.abspath, sys.argv[1:4])
# Where the tests have an engine that stands for the one of a device.
os.environ['SEIDEL_TEST_FAKE_DEVICE'] = os.path.join(BUILD, 'tests', 'solvers', 'solve')
os.environ['SEIDEL_SOURCE'] = SOURCE
TESTS = ['test_seidel.py', 'test_device.py', 'test_readme.py']


class Tap:
    """One line for each test, once it has ended."""

    def __init__(self):
        self.count = 0

    def pytest_runtest_logreport(self, report):
        if report.when != 'call' and report.passed:
            return
        self.count += 1
        print('\n%s %d - %s%s' % ('not ok' if report.failed else 'ok', self.count, report.nodeid, ' # SKIP' if report.skipped else ''))
        for line in str(report.longrepr if report.failed else '').splitlines():
            print('# ' + line)


def main():
    with tempfile.TemporaryDirectory(prefix='seidel-python-') as folder:
        module = make(folder, SOURCE, BUILD)
        sys.path.insert(0, folder)
        sys.dont_write_bytecode = True
        tap = Tap()
        status = pytest.main(['-p', 'no:terminal', '-p', 'no:cacheprovider', '--doctest-modules', '--rootdir', folder, module,
                              *(os.path.join(SOURCE, 'tests', 'python', name) for name in TESTS)], plugins=[tap])
        print('\n1..%d' % tap.count)
        return 0 if status in (0, 1) else int(status)


if __name__ == '__main__':
    sys.exit(main())
