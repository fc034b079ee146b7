#!/usr/bin/python3
"""Whether packages compute as fast as ./dev build: both run the same systems, in turn. Nothing else should run meanwhile.

    package-speed.py FOLDER_WITH_DEBS BUILD_FOLDER [ROUNDS]

Prints the median of the seconds of each and the median of the ratios of neighbouring runs, built by packaged; ends with status 1 where
one is below 0.98.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import glob
import json
import os
import statistics
import subprocess
import sys
import tempfile

LEAST = 0.98
MATRIX = ['poisson-27 --size 64', '--threads', '1', '--tolerance', '1e-30']
CASES = {
    'sweeps': ['--method', 'gauss-seidel', '--max-iterations', '60'],
    'products and vectors': ['--method', 'cg', '--max-iterations', '80'],
    'CG with SSOR': ['--method', 'cg', '--preconditioner', 'ssor', '--max-iterations', '30'],
    'BiCGStab with ILU(0)': ['--method', 'bicgstab', '--preconditioner', 'ilu0', '--max-iterations', '20'],
    'CG with multigrid': ['--method', 'cg', '--preconditioner', 'multigrid', '--max-iterations', '8'],
}


def unpacked(debs, folder):
    for name in ('seidel-cli', 'libseidel1', 'seidel-data'):
        found = glob.glob(os.path.join(debs, name + '_*.deb'))
        if len(found) != 1:
            sys.exit('%s: %d packages of %s' % (debs, len(found), name))
        subprocess.run(['dpkg-deb', '-x', found[0], folder], check=True)
    library = os.path.dirname(glob.glob(folder + '/usr/lib/*/libseidel.so.1')[0])
    return os.path.join(folder, 'usr/bin/seidel-cli'), {'LD_LIBRARY_PATH': library, 'SEIDEL_LIBEXEC_DIR': folder + '/usr/libexec/seidel-1'}


def seconds(program, more, case):
    done = subprocess.run([program, 'solve', *MATRIX, *CASES[case], '--json'], capture_output=True, text=True, check=False,
                          env=dict(os.environ, OMP_WAIT_POLICY='passive', **more))
    if done.returncode not in (0, 3):
        sys.exit('%s: %s' % (case, done.stderr))
    return json.loads(done.stdout)['seconds']['solve']


def main():
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    rounds = int(sys.argv[3]) if len(sys.argv) == 4 else 9
    built = (os.path.join(sys.argv[2], 'app/cli/seidel-cli'), {'SEIDEL_LIBEXEC_DIR': os.path.join(sys.argv[2], 'solvers')})
    good = True
    with tempfile.TemporaryDirectory(prefix='seidel-speed-') as folder:
        packaged = unpacked(sys.argv[1], folder)
        for case in CASES:
            pairs = []
            for turn in range(rounds):
                both = {}
                # Who comes first changes, so that what drifts cancels.
                for which in ('built', 'packaged') if turn % 2 == 0 else ('packaged', 'built'):
                    both[which] = seconds(*(built if which == 'built' else packaged), case)
                pairs.append(both)
            ratio = statistics.median(pair['built'] / pair['packaged'] for pair in pairs)
            good = good and ratio >= LEAST
            print('%-22s built %.3f s, packaged %.3f s, %.3f' % (case, statistics.median(pair['built'] for pair in pairs),
                                                                statistics.median(pair['packaged'] for pair in pairs), ratio), flush=True)
    sys.exit(0 if good else 1)


if __name__ == '__main__':
    main()
