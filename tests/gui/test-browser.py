#!/usr/bin/python3
"""Pages of HTML in a real browser: what a student sees who opens them and presses keys. TAP; skipped without Chromium.

    test-browser.py SEIDEL_CLI

SPDX-License-Identifier: GPL-3.0-or-later
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

BROWSER = shutil.which('chromium') or shutil.which('chromium-browser')
MOST_BYTES = 300000
PATIENCE = 120  # seconds


def render(cli, folder, *options):
    """The page of an 8 × 8 grid."""
    matrix, page = os.path.join(folder, 'grid.mtx'), os.path.join(folder, 'sweep.html')
    for command in (('generate', 'poisson-5', '--size', '8', '--output', matrix),
                    ('render', 'sweep', matrix, '--output', page, *options)):
        subprocess.run([cli, *command], check=True, stdout=subprocess.DEVNULL, timeout=PATIENCE)
    return page


def look(page, folder, script=''):
    """The document as the browser has it after the page was loaded and a script ran in it."""
    with open(page, encoding='utf-8') as file:
        text = file.read()
    changed = os.path.join(folder, 'changed.html')
    with open(changed, 'w', encoding='utf-8') as file:
        file.write(text.replace('</body>', '<script>%s</script></body>' % script))
    environment = dict(os.environ, HOME=folder)
    shown = subprocess.run([BROWSER, '--headless', '--no-sandbox', '--disable-gpu', '--dump-dom', 'file://' + changed],
                           env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True,
                           timeout=PATIENCE)
    return shown.stdout.decode('utf-8')


def key(name):
    return 'document.dispatchEvent(new KeyboardEvent("keydown",{key:"%s"}));' % name


def status(document):
    return re.search('<p id="status"[^>]*>([^<]*)', document).group(1)


def at_first(cli, folder):
    page = render(cli, folder)
    document = look(page, folder)
    assert os.path.getsize(page) <= MOST_BYTES, 'the page has %d bytes' % os.path.getsize(page)
    assert status(document) == 'Level 0 of 15: 1 ready, 63 waiting', status(document)
    # Once it has run; the script itself is in the document too.
    drawn = document[:document.index('<script>')]
    assert drawn.count('<rect ') == 64, drawn.count('<rect ')
    assert drawn.count('<circle ') == 64, drawn.count('<circle ')
    assert drawn.count('<line ') == 112, drawn.count('<line ')


def arrows(cli, folder):
    """Each points at the edge of the row that waits; those into rows that are computed now have another head."""
    document = look(render(cli, folder, '--step', '2'), folder, """
        const heads=[...document.querySelectorAll("marker")];
        const tip=heads[0].viewBox.baseVal.width-heads[0].refX.baseVal.value;
        const ends=edges.filter(([i,e])=>{
          const at=k=>+e.getAttribute(k),c=k=>+nodes[i].getAttribute(k);
          return Math.abs(Math.hypot(at("x2")-c("cx"),at("y2")-c("cy"))-c("r")-tip)<1e-6;});
        const ids=edges.map(e=>getComputedStyle(e[1]).markerEnd);
        document.title=[ends.length,...heads.map(h=>ids.filter(i=>i==`url("#${h.id}")`).length)];""")
    title = re.search('<title>([^<]*)', document).group(1)
    assert title == '112,110,2', 'ends at rows and heads: ' + title


def by_keys(cli, folder):
    page = render(cli, folder)
    document = look(page, folder, key('ArrowRight') * 3 + key('ArrowLeft'))
    assert status(document).startswith('Level 2 of 15: 2 computed now, 1 done'), status(document)
    document = look(page, folder, key('End'))
    assert status(document) == 'Level 15 of 15: 1 computed now, 63 done', status(document)


def equation(cli, folder):
    """Of row 10, a corner of the second level of the grid: b is 0, its neighbours before it 0.375 each."""
    document = look(render(cli, folder, '--step', '15'), folder, 'pick(9);')
    text = re.sub('<[^>]*>', '', re.search('<p id="equation">(.*?)</p>', document).group(1))
    assert text.endswith('/ 4 = 0.1875'), text
    assert text.count('0.375') == 2, text


# The pictures of render, and what each needs.
PICTURES = (('sparsity',), ('levels',), ('convergence', '--method', 'cg'), ('timing', '--method', 'cg'),
            ('spectrum', '--method', 'cg'), ('hierarchy',), ('solution', '--method', 'cg'))


def pictures(cli, folder):
    """Each is drawn once for a light and once for a dark screen, and has its numbers; zooming changes what is in view."""
    matrix, page = os.path.join(folder, 'grid.mtx'), os.path.join(folder, 'page.html')
    subprocess.run([cli, 'generate', 'poisson-5', '--size', '12', '--output', matrix], check=True,
                   stdout=subprocess.DEVNULL, timeout=PATIENCE)
    for name, *options in PICTURES:
        subprocess.run([cli, 'render', name, matrix, '--output', page, *options], check=True,
                       stdout=subprocess.DEVNULL, timeout=PATIENCE)
        document = look(page, folder)
        boxes = re.findall('<svg class="drawing (light|dark)".*?viewBox="([^"]*)"', document)
        assert [style for style, _ in boxes] == ['light', 'dark'], (name, boxes)
        assert name == 'sparsity' or '<td>' in document, '%s has no numbers' % name
        assert 'href="blob:' in document or name == 'sparsity', '%s has no CSV' % name
        closer = look(page, folder, key('+') * 3)
        assert re.findall('viewBox="([^"]*)"', closer) != [box for _, box in boxes], '%s does not zoom' % name
        fit = look(page, folder, key('+') * 3 + key('0'))
        sizes = [[float(n) for n in box.split()] for box in re.findall('viewBox="([^"]*)"', fit)]
        assert sizes == [[float(n) for n in box.split()] for _, box in boxes], '%s does not fit again' % name


def large(cli, folder):
    """Of a sweep with too many rows for its script the step is a picture."""
    matrix, page = os.path.join(folder, 'grid.mtx'), os.path.join(folder, 'page.html')
    subprocess.run([cli, 'generate', 'poisson-5', '--size', '40', '--output', matrix], check=True,
                   stdout=subprocess.DEVNULL, timeout=PATIENCE)
    subprocess.run([cli, 'render', 'sweep', matrix, '--output', page], check=True, stdout=subprocess.DEVNULL,
                   timeout=PATIENCE)
    assert look(page, folder).count('<svg class="drawing') == 2


CHECKS = (('a page of an 8 × 8 grid is drawn, in less than 300 kB', at_first),
          ('its graph has arrows from each row to those that wait for it', arrows),
          ('keys go through its steps', by_keys),
          ('a row shows its equation with the numbers put in', equation),
          ('every picture is drawn in both styles, with its numbers, and zooms', pictures),
          ('a sweep of many rows is a picture', large))


def main():
    if BROWSER is None:
        print('1..0 # SKIP there is no Chromium')
        return 0
    failed = False
    print('1..%d' % len(CHECKS))
    for number, (what, check) in enumerate(CHECKS, 1):
        with tempfile.TemporaryDirectory(prefix='seidel-browser-') as folder:
            try:
                check(sys.argv[1], folder)
                print('ok %d - %s' % (number, what))
            except (AssertionError, subprocess.SubprocessError) as error:
                failed = True
                print('# %s\nnot ok %d - %s' % (error, number, what))
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
