#!/usr/bin/python3
"""Runs the notebook of the examples: every cell succeeds, every picture comes, the numbers are right. TAP.

    run-notebook.py SOURCE BUILD SEIDEL_CLI [--update]

--update writes it with its results to doc/notebook.md.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import base64
import os
import re
import shutil
import sys
import tempfile

try:
    import nbformat
    from nbclient import NotebookClient
    import ipykernel  # noqa: F401  pylint: disable=unused-import
except ImportError as missing:
    print(f'1..0 # SKIP {missing.name} is not installed')
    sys.exit(0)

from module import make

SOURCE, BUILD, os.environ['SEIDEL_CLI'] = map(os.path.abspath, sys.argv[1:4])
PAGE = os.path.join(SOURCE, 'doc', 'notebook.md')
PICTURES = os.path.join(SOURCE, 'doc', 'notebook')


def execute():
    notebook = nbformat.read(os.path.join(SOURCE, 'examples', 'seidel.ipynb'), 4)
    with tempfile.TemporaryDirectory(prefix='seidel-notebook-') as folder:
        make(folder, SOURCE, BUILD)
        os.environ.update(PYTHONPATH=folder, IPYTHONDIR=os.path.join(folder, 'ipython'), JUPYTER_RUNTIME_DIR=folder, PYTHONDONTWRITEBYTECODE='1')
        os.environ.setdefault('LD_LIBRARY_PATH', os.path.join(BUILD, 'solvers'))
        NotebookClient(notebook, timeout=240, kernel_name='python3').execute(cwd=folder)
    return notebook


def text_of(output):
    return output.get('text') or output.get('data', {}).get('text/plain', '')


def judge(number, cell):
    """What is wrong with the outputs of a cell, or None: pictures are pictures, and what is small is small."""
    outputs = cell.outputs
    if re.search(r'\.(spy|plot|render)\(', cell.source) and not any({'image/png', 'image/svg+xml'} & set(o.get('data', {})) for o in outputs):
        return 'no picture'
    text = ''.join(map(text_of, outputs))
    if '.max()' in cell.source and not re.match(r"\('converged-\w+', \d+, \d\.\d+e-1\d\)|\('converged-\w+', \d+, \d\.\d+e-0[89]\)", text):
        return f'not solved: {text}'
    if 'linalg.norm' in cell.source and not float(text) < 0.5:
        return f'sweeps that do not converge: {text}'
    if 'IC(0)' in cell.source:
        fewer, more = map(int, re.findall(r'^(\d+)', text, re.MULTILINE))
        if not 0 < fewer < more:
            return f'a preconditioner that does not help: {text}'
    return None


def write_page(notebook):
    """The notebook as Markdown, with its pictures beside it."""
    shutil.rmtree(PICTURES, ignore_errors=True)
    os.makedirs(PICTURES)
    parts = ['<!-- Written by tests/python/run-notebook.py from examples/seidel.ipynb. -->']
    for number, cell in enumerate(notebook.cells):
        if cell.cell_type == 'markdown':
            parts.append(cell.source)
            continue
        parts.append('```python\n' + cell.source + '\n```')
        for output in cell.outputs:
            data = output.get('data', {})
            for kind, ending in (('image/png', 'png'), ('image/svg+xml', 'svg')):
                if kind in data:
                    name = f'{number:02d}.{ending}'
                    with open(os.path.join(PICTURES, name), 'wb') as file:
                        file.write(base64.b64decode(data[kind]) if ending == 'png' else data[kind].encode('utf-8'))
                    parts.append(f'![]({os.path.basename(PICTURES)}/{name})')
                    break
            else:
                parts.append('```\n' + text_of(output).rstrip() + '\n```')
    with open(PAGE, 'w', encoding='utf-8') as file:
        file.write('\n\n'.join(parts) + '\n')


def main():
    notebook = execute()
    cells = [cell for cell in notebook.cells if cell.cell_type == 'code']
    wrong = 0
    for number, cell in enumerate(cells, 1):
        problem = judge(number, cell)
        wrong += problem is not None
        print(f'{"not ok" if problem else "ok"} {number} - {cell.source.splitlines()[-1]}')
        if problem:
            print(f'# {problem}')
    print(f'1..{len(cells)}')
    if '--update' in sys.argv and not wrong:
        write_page(notebook)
    return 0


if __name__ == '__main__':
    sys.exit(main())
