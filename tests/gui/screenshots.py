#!/usr/bin/python3
"""Screenshots of every page, for people to look at: light and dark, two sizes of the screen, a
small, a real and a huge matrix.

    screenshots.py BUILD_FOLDER OUTPUT_FOLDER
    screenshots.py BUILD_FOLDER --help-pictures       those of the help, in resources/help, and the sweep of README.md

Needs no display: each start gets a private one from xrun.sh.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

SCREENS = ('1280x800', '1920x1080')
STYLES = {'light': 'prefer-light', 'dark': 'prefer-dark'}
MADE = (('poisson-27-128', ('poisson-27', '--size', '128')),)
REAL = ('Trefethen_20b', 'bcsstk14')


def still(seidel):
    """Until two pictures of the screen are the same, or a live plot shows that they never are."""
    import a11y_lib as a11y
    import workbench
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'screen.png')

        def same():
            seen = []
            for _ in range(2):
                workbench.screenshot(path)
                with open(path, 'rb') as file:
                    seen.append(file.read())
            return seen[0] == seen[1]
        try:
            a11y.wait(same, 'a picture that stays', 5)
        except AssertionError:
            pass


def shoot_matrix(installation, output, prefix, path):
    """Inside of a private display: one start, every page, before and after two runs."""
    import a11y_lib as a11y
    import workbench
    name = os.path.splitext(os.path.basename(path))[0]
    seidel = workbench.Workbench(installation, os.path.join(output, 'stderr.txt'), path)

    def shoot(what):
        still(seidel)
        workbench.screenshot(os.path.join(output, '%s-%s-%s.png' % (prefix, name, what)))
    try:
        a11y.wait(lambda: seidel.frame.name.startswith(name), 'the matrix ' + name, 300)
        if prefix.endswith(SCREENS[-1]):
            seidel.frame.find('push button', '^Maximize').act()
        a11y.wait(lambda: seidel.report().get('Levels backward', '…') != '…', 'its analysis', 300)
        shoot('opened')
        seidel.frame.find('text', '^Tolerance').type('1e-6')
        # Enough to look at; the huge one would take many minutes to converge.
        if seidel.frame.look('text', '^Iterations') is None:
            seidel.frame.find('push button', '^Limits and threads').act()
        seidel.frame.find('text', '^Iterations').type('60' if name in dict(MADE) else '10000')
        for method in ('Automatic', 'Gauss-Seidel, forward', 'Multigrid'):
            seidel.choose_method(method)
            n = len(seidel.runs())
            seidel.press('F5')
            a11y.wait(lambda: len(seidel.runs()) > n and 'Running' not in seidel.runs()[-1][2]
                      and seidel.frame.look('push button', '^Solve') is not None, 'the run', 300)
        for page in workbench.PAGES:
            seidel.go_to_page(page)
            shoot(page.lower())
        seidel.go_to_page('Matrix')
        seidel.click_in(seidel.picture('^Sparsity pattern$'))
        seidel.press('ctrl+Home', *['plus'] * 60)
        shoot('cells')
        seidel.close()
    finally:
        seidel.kill()


# Pages of the help: as in a lecture, on a small grid.
HELP = ('Matrix', 'Levels', 'Convergence', 'Timing', 'Sweep', 'Solution')
HELP_WIDTH = 640


def shrink(path):
    """Half as wide and high, in few bytes."""
    import gi
    gi.require_version('GdkPixbuf', '2.0')
    from gi.repository import GdkPixbuf
    picture = GdkPixbuf.Pixbuf.new_from_file_at_size(path, HELP_WIDTH, -1)
    picture.savev(path, 'png', ['compression'], ['9'])


def shoot_help(build_root, output):
    """Inside of a private display."""
    import a11y_lib as a11y
    import workbench
    with tempfile.TemporaryDirectory(prefix='seidel-screenshots-') as folder:
        installation = workbench.Installation(build_root)
        path = os.path.join(folder, 'grid.mtx')
        installation.run_cli('generate', 'poisson-5', '--size', '16', '--output', path)
        seidel = workbench.Workbench(installation, os.path.join(folder, 'stderr.txt'), path)
        try:
            seidel.wait_for_report('Levels backward', '31, widest 16')
            for method in ('Conjugate gradients', 'Gauss-Seidel, forward'):
                seidel.choose_method(method)
                n = len(seidel.runs())
                seidel.press('F5')
                a11y.wait(lambda: len(seidel.runs()) > n and 'Running' not in seidel.runs()[-1][2], 'the run', 60)
            seidel.press('F11')
            for page in HELP:
                seidel.go_to_page(page)
                if page == 'Sweep':
                    seidel.click_in(seidel.picture('^Rows of the sweep$'), 0.02, 0.9)
                    seidel.press('Home', *['Right'] * 9)
                still(seidel)
                picture = os.path.join(output, page.lower() + '.png')
                workbench.screenshot(picture)
                shrink(picture)
        finally:
            seidel.kill()


def shoot_start(installation, output, prefix):
    import workbench
    seidel = workbench.Workbench(installation, os.path.join(output, 'stderr.txt'))
    try:
        still(seidel)
        workbench.screenshot(os.path.join(output, prefix + '-start.png'))
        seidel.close()
    finally:
        seidel.kill()


def shoot(build_root, output, prefix, matrices):
    import workbench
    installation = workbench.Installation(build_root)
    shoot_start(installation, output, prefix)
    for path in matrices:
        shoot_matrix(installation, output, prefix, path)


def make_matrices(build_root, folder):
    real = os.environ.get('SEIDEL_TEST_MATRICES', os.path.join(HERE, '..', '..', '..', 'shared',
                                                               'matrices'))
    paths = [os.path.join(real, name + '.mtx') for name in REAL]
    paths = [os.path.abspath(path) for path in paths if os.path.exists(path)]
    cli = os.path.join(build_root, 'app', 'cli', 'seidel-cli')
    for name, kind in MADE:
        path = os.path.join(folder, name + '.mtx')
        subprocess.run([cli, 'generate', *kind, '--output', path], check=True)
        paths.append(path)
    return paths


def play_sweep(build_root):
    """The animation of README.md."""
    subprocess.run([os.path.join(build_root, 'app', 'cli', 'seidel-cli'), 'render', 'sweep', 'poisson-5 --size 12', '--width', '640',
                    '--height', '660', '--output', os.path.join(HERE, '..', '..', 'resources', 'screenshots', 'sweep.gif')], check=True)


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    if sys.argv[2] == '--help-pictures':
        output = os.path.join(HERE, '..', '..', 'resources', 'help')
        if 'DISPLAY' in os.environ:
            shoot_help(os.path.abspath(sys.argv[1]), output)
            return
        os.makedirs(output, exist_ok=True)
        play_sweep(os.path.abspath(sys.argv[1]))
        subprocess.run([os.path.join(HERE, 'xrun.sh'), '/usr/bin/python3', os.path.abspath(__file__), *sys.argv[1:]],
                       check=True, env=dict(os.environ, WM='1', XRUN_SCREEN='1280x800x24'))
        return
    build_root, output = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    if len(sys.argv) > 3:
        shoot(build_root, output, sys.argv[3], sys.argv[4:])
        return
    os.makedirs(output, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix='seidel-matrices-') as folder:
        matrices = make_matrices(build_root, folder)
        for style, scheme in STYLES.items():
            for screen in SCREENS:
                environment = dict(os.environ, WM='1', XRUN_SCREEN=screen + 'x24',
                                   ADW_DEBUG_COLOR_SCHEME=scheme)
                subprocess.run([os.path.join(HERE, 'xrun.sh'), '/usr/bin/python3',
                                os.path.abspath(__file__), build_root, output,
                                '%s-%s' % (style, screen), *matrices], check=True,
                               env=environment)
    print('%d pictures in %s' % (len([name for name in os.listdir(output)
                                      if name.endswith('.png')]), output))


if __name__ == '__main__':
    main()
