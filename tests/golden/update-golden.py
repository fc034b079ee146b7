#!/usr/bin/python3
"""update-golden.py GOLDEN PROGRAM...: writes to GOLDEN the texts that these test programs compare
with it. An entry that no test uses any more is removed; those of tests that skip on this machine stay."""
# SPDX-License-Identifier: GPL-3.0-or-later
import os
import re
import subprocess
import sys
import tempfile

GOLDEN, *PROGRAMS = sys.argv[1:]


def read_golden():
    """Texts by key, by path."""
    entries = {}
    with open(GOLDEN, encoding='utf-8') as file:
        for line in file.read().split('\n'):
            if line.startswith('/'):
                texts = entries.setdefault(line, {})
            elif line:
                key, text = line[2:].split(': ', 1)
                texts[key] = text
    return entries


def record(program, records):
    """The paths of its tests that skip. What it compares is appended to the records."""
    done = subprocess.run([program, '--tap'], env={**os.environ, 'SEIDEL_GOLDEN_RECORDS': records},
                          stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f'{done.stdout}{program} fails: nothing is updated')
    return re.findall(r'^ok \d+ (\S+) # SKIP', done.stdout, re.MULTILINE)


def main():
    entries = {}
    with tempfile.NamedTemporaryFile('r', encoding='utf-8') as records:
        skipped = [path for program in PROGRAMS for path in record(program, records.name)]
        for line in records.read().split('\n')[:-1]:
            path, key, text = line.split('\t', 2)
            if entries.setdefault(path, {}).setdefault(key, text) != text:
                sys.exit(f'{path} {key} is both “{entries[path][key]}” and “{text}”: nothing is updated')
    before = read_golden()
    for path in skipped:
        entries[path] = {**before.get(path, {}), **entries.get(path, {})}
    with open(GOLDEN, 'w', encoding='utf-8') as file:
        file.write('\n'.join('\n'.join([path, *(f'  {key}: {text}' for key, text in texts.items()), ''])
                             for path, texts in sorted(entries.items()) if texts))


main()
