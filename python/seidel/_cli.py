# SPDX-License-Identifier: GPL-3.0-or-later
"""What seidel-cli prints and draws, of matrices in memory: they are handed over in a file in shared memory."""
import json
import os
import shutil
import signal
import subprocess
import tempfile

import numpy as np

from ._arrays import canonical
from ._library import Error, InvalidError, UnavailableError
from ._matrix import Matrix, as_matrix
from ._options import option_text

try:
    from ._config import CLI
except ImportError:  # in the source tree
    CLI = 'seidel-cli'


class Picture:
    """A picture as bytes: data, in the format format ("svg", "png" or "pdf"). Notebooks show it automatically."""

    def __init__(self, data, kind):
        self.data = data
        self.format = kind

    def _repr_svg_(self):
        return self.data.decode('utf-8') if self.format == 'svg' else None

    def _repr_png_(self):
        return self.data if self.format == 'png' else None

    def save(self, path):
        with open(path, 'wb') as file:
            file.write(self.data)

    def __repr__(self):
        return '<seidel.Picture: %s, %d bytes>' % (self.format, len(self.data))


def _words(options):
    """{'max_iterations': 5, 'dark': True} as --max-iterations 5 --dark."""
    for name, value in options.items():
        if value is None or value is False:
            continue
        yield '--' + name.replace('_', '-')
        if value is not True:
            yield option_text(value)


class _Folder:
    """A folder in shared memory where there is such a thing, for the time of a call."""

    def __init__(self):
        shared = '/dev/shm'
        self.path = tempfile.mkdtemp(prefix='seidel-', dir=shared if os.access(shared, os.W_OK) else None)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.path, ignore_errors=True)

    def name(self, name):
        return os.path.join(self.path, name)

    def place(self, A, name):
        """Where the file of a matrix is, or will be."""
        return os.fspath(A) if isinstance(A, (str, os.PathLike)) else self.name(name + '.npz')

    def matrix(self, A, name, **more):
        """The file of a matrix, in the form of scipy.sparse.save_npz () without compression, with more arrays."""
        path = self.place(A, name)
        if isinstance(A, (str, os.PathLike)):
            return path
        A = A.toscipy() if isinstance(A, Matrix) else canonical(A)
        np.savez(path, data=A.data, indices=A.indices, indptr=A.indptr, shape=np.array(A.shape), format=b'csr', **more)
        return path

    def vector(self, x, name):
        if isinstance(x, (str, os.PathLike)):
            return os.fspath(x)
        path = self.name(name + '.npy')
        np.save(path, np.asarray(x))
        return path


# By the exit status of seidel-cli: 3 is a run that did not converge, which is a result.
_ERRORS = {1: Error, 2: InvalidError}


def _call(*words):
    """The output of seidel-cli; what it complains of as an exception."""
    program = os.environ.get('SEIDEL_CLI', CLI)
    try:
        done = subprocess.run([program, *words], capture_output=True, check=False, stdin=subprocess.DEVNULL)
    except FileNotFoundError as missing:
        raise UnavailableError('%s is not installed' % program) from missing
    if done.returncode not in (0, 3):
        message = done.stderr.decode('utf-8', 'replace').strip().removeprefix('seidel-cli: ').split('\nTry “')[0]
        raise _ERRORS.get(done.returncode, Error)(message or '%s ended with status %d' % (program, done.returncode))
    return done.stdout


def _list(*words):
    return json.loads(_call(*words, '--json'))


def methods():
    """The methods, and what each asks of a matrix, as "seidel-cli methods --json": a list of dicts.

    >>> [method['name'] for method in methods() if method['id'] == 'cg']
    ['Conjugate gradients']
    """
    return _list('methods')


def preconditioners():
    """The preconditioners, and the methods that take each, as "seidel-cli preconditioners --json"."""
    return _list('preconditioners')


def engines():
    """The engines of this machine, their devices and strategies of sweeps, as "seidel-cli engines --json"."""
    return _list('engines')


def formats():
    """The file formats of :func:`read` and :func:`write`, as "seidel-cli formats --json"."""
    return _list('formats')


def kinds():
    """The matrices of :func:`generate` and their parameters, as "seidel-cli generate --list --json"."""
    return _list('generate', '--list')


def samples():
    """The installed sample matrices, each with the path that :func:`read` takes, as "seidel-cli samples --json"."""
    return _list('samples')


def collection(*words, **options):
    """The matrices of the SuiteSparse Matrix Collection with all these words in group, name or kind, as "seidel-cli collection
    search --json". options: square=True, symmetric=True, positive_definite=True, min_rows=1000, max_nonzeros=10000."""
    return _list('collection', 'search', *words, *_words(options))['matrices']


def download(name, **options):
    """Downloads a matrix of the collection, "GROUP/NAME", unless it is here: the path of its archive, for :func:`read`."""
    return _call('collection', 'download', name, *_words(options)).decode('utf-8').rstrip('\n')


def session(path, **options):
    """The runs of a session that the window has saved, as "seidel-cli session --json"; run=2: one with all that is known of it."""
    return _list('session', os.fspath(path), *_words(options))


def _ask(command, A, options, *more):
    with _Folder() as folder:
        if 'rhs' in options and not isinstance(options['rhs'], str):
            options = {**options, 'rhs': folder.vector(options['rhs'], 'b')}
        return json.loads(_call(command, *more, folder.matrix(A, 'A'), '--json', *_words(options)))


def info(A, **options):
    """The structure of a matrix as a dict: symmetry, diagonal, bandwidth, levels and so on, as "seidel-cli info --json".

    >>> import scipy.sparse as sp
    >>> found = info(sp.identity(4, format='csr'))
    >>> found['rows'], found['nonzeros'], found['levels']['forward']['count']
    (4, 4, 1)
    """
    return _ask('info', A, options)


def advise(A, **options):
    """Which methods suit a matrix, and why, as "seidel-cli advise --json"."""
    return _ask('advise', A, options)


def orderings(A=None, **options):
    """What each ordering makes of a matrix, as "seidel-cli orderings --json"; without one, the list of them."""
    return _list('orderings') if A is None else _ask('orderings', A, options)


def hierarchy(A, **options):
    """The levels that multigrid makes of a matrix, as "seidel-cli hierarchy --json".

    >>> import seidel
    >>> [level['rows'] for level in hierarchy(seidel.generate('poisson-5', size=40))['levels']][0]
    1600
    """
    return _ask('hierarchy', A, options)


def spectrum(A, **options):
    """The eigenvalues that decide how methods converge, as "seidel-cli spectrum --json"."""
    return _ask('spectrum', A, options)


def race(A, against, **options):
    """Two runs at the same time and the difference of their solutions, as "seidel-cli race --json".

    against: what the second run does otherwise, a dict such as {'method': 'cg', 'preconditioner': 'ssor'}.
    """
    words = ','.join('%s=%s' % (name.replace('_', '-'), option_text(value)) for name, value in against.items())
    return _ask('race', A, {**options, 'against': words})


def compare(x, y, A=None, b=None, **options):
    """Two vectors, for example solutions of two runs, as "seidel-cli compare --json"; with A also their residuals, for b.

    options: threshold=1e-6.

    >>> found = compare([1.0, 2.0, 3.0], [1.0, 2.0, 3.5])
    >>> found['absolute'], found['over']
    (0.5, 1)
    """
    with _Folder() as folder:
        if A is not None:
            options['matrix'] = folder.matrix(A, 'A')
        if b is not None:
            options['rhs'] = b if isinstance(b, str) else folder.vector(b, 'b')
        return json.loads(_call('compare', folder.vector(x, 'x'), folder.vector(y, 'y'), '--json', *_words(options)))


def report(A, folder, **options):
    """Solves, and writes all pictures into a folder, as "seidel-cli report": its text."""
    with _Folder() as shared:
        if 'rhs' in options and not isinstance(options['rhs'], str):
            options['rhs'] = shared.vector(options['rhs'], 'b')
        return _call('report', shared.matrix(A, 'A'), '--output', os.fspath(folder), *_words(options)).decode('utf-8')


def experiment(name, **options):
    """Carries out an experiment, as "seidel-cli experiment run": its result file as a dict."""
    with _Folder() as folder:
        path = folder.name('result.json')
        _call('experiment', 'run', os.fspath(name), '--output', path, *_words(options))
        with open(path, encoding='utf-8') as file:
            return json.load(file)


def render(picture, A, b=None, *, format='svg', **options):  # pylint: disable=redefined-builtin
    """A :class:`Picture` of "seidel-cli render": "sparsity", "levels", or of a run "convergence", "timing", "solution", …

    options: width, height, dark, color_by, and those of the run. A picture of a run that did not converge is one, too.
    """
    with _Folder() as folder:
        if b is not None:
            options = {**options, 'rhs': folder.vector(b, 'b')}
        path = folder.name('picture.' + format)
        _call('render', picture, folder.matrix(A, 'A'), '--output', path, *_words(options))
        with open(path, 'rb') as file:
            return Picture(file.read(), format)


# The folder of the matrix goes when the program has ended, a minute later in case that another one, which was there already,
# was asked to open it.
_SHOW = '"$0" --after-input -- "$1"; sleep 60; rm -r "$2"'


def show(A, b=None, *, name='matrix'):
    """Opens the window with a matrix, and b, and returns at once. What is done there has no effect on A.

    name: in the title of the window. A program that runs already opens another window. Needs the program "seidel" beside
    seidel-cli or on PATH, and a display: UnavailableError otherwise.
    """
    cli = os.environ.get('SEIDEL_CLI', CLI)
    program = shutil.which(os.path.join(os.path.dirname(cli), 'seidel')) or shutil.which('seidel')
    if program is None:
        raise UnavailableError('the program seidel, the window, is not installed')
    if not (os.environ.get('DISPLAY') or os.environ.get('WAYLAND_DISPLAY')):
        raise UnavailableError('there is no display: DISPLAY and WAYLAND_DISPLAY are not set')
    if os.sep in name or name in ('', '.', '..'):
        raise InvalidError('name is that of a file, not %r' % name)
    if not isinstance(A, (str, os.PathLike, Matrix)):
        A = canonical(A)
    if b is not None and np.shape(b) != (as_matrix(A).shape[0],):
        raise InvalidError('b has the shape %s where (%d,) was expected' % (np.shape(b), as_matrix(A).shape[0]))
    folder = _Folder()
    # It starts while the file is written, and reads that once its standard input has ended.
    window = subprocess.Popen(['sh', '-c', _SHOW, program, folder.place(A, name), folder.path], stdin=subprocess.PIPE,  # pylint: disable=consider-using-with
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
    try:
        folder.matrix(A, name, **({} if b is None else {'b': np.asarray(b)}))
    except BaseException:
        os.killpg(window.pid, signal.SIGTERM)
        shutil.rmtree(folder.path, ignore_errors=True)
        raise
    finally:
        window.stdin.close()


def spy(A, **options):
    """The sparsity pattern as a :class:`Picture`: no entry vanishes, however large the matrix is. color_by="level" shows the
    wavefronts of a sweep.

    >>> import scipy.sparse as sp
    >>> spy(sp.identity(10, format='csr')).format
    'png'
    """
    return render('sparsity', A, **{'format': 'png', **options})
