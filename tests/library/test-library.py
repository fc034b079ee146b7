#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The libraries as others see them: installed into an empty folder, then used from there.

    test-library.py SOURCE_ROOT BUILD_ROOT [--update]

--update rewrites the lists of exported symbols and of the interface.
"""
import ctypes
import glob
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'app'))
from cli_tap import Skip, check, run_tests, same  # noqa: E402

SOURCE, BUILD = map(os.path.abspath, sys.argv[1:3])
SYMBOLS = os.path.join(SOURCE, 'tests', 'library', 'exported.symbols')
INTERFACE = os.path.join(SOURCE, 'tests', 'library', 'interface.abi')
HEADERS = ['api/files/seidel-files.h', 'api/seidel-arrays.h', 'api/seidel-handles.h', 'api/seidel-levels.h', 'api/seidel-preconditioner-object.h',
           'api/seidel-run.h', 'api/seidel-sweeper.h', 'base/seidel-api.h', 'base/seidel-error.h', 'base/seidel-version.h', 'seidel-io.h', 'seidel.h']
LANGUAGES = {'gcc': ['-x', 'c', '-std=c11'], 'g++': ['-x', 'c++', '-std=c++17']}
WARNINGS = ['-Wall', '-Wextra', '-pedantic', '-Werror']


def output_of(*command, **more):
    done = subprocess.run(command, capture_output=True, text=True, timeout=240, check=False, **more)
    same(done.returncode, 0, f'{shlex.join(command)}: {done.stderr}')
    return done.stdout


def list_symbols():
    """The exported functions and variables, below the soname of their library."""
    for library in ('seidel', 'seidel-io'):
        path = os.path.join(BUILD, 'solvers', f'lib{library}.so')
        yield re.search(r'SONAME.*\[(.*)\]', output_of('readelf', '-d', path))[1]
        symbols = {line.split()[-1] for line in output_of('nm', '-D', '--defined-only', path).splitlines()}
        yield from (' ' + symbol for symbol in sorted(symbols) if not symbol.startswith('.gomp_critical'))


class Prefix:
    """An installation of the libraries in a folder of its own."""

    def __init__(self, folder):
        self.folder = folder
        output_of('meson', 'install', '-C', BUILD, '--no-rebuild', '--destdir', folder, '--tags', 'devel,runtime')
        self.pkgconfig, = glob.glob(folder + '/**/pkgconfig', recursive=True)
        self.libraries = os.path.dirname(self.pkgconfig)
        # They name the prefix that was configured.
        for path in glob.glob(self.pkgconfig + '/*.pc'):
            with open(path, 'r+', encoding='utf-8') as file:
                text = file.read()
                file.seek(0)
                file.write(text.replace('prefix=', 'prefix=' + folder, 1))
        self.headers, = glob.glob(folder + '/**/include/seidel', recursive=True)

    def flags(self, what, package):
        """What pkg-config reports; the headers of other libraries are not under test here."""
        found = shlex.split(output_of('pkg-config', what, package, env={**os.environ, 'PKG_CONFIG_PATH': self.pkgconfig}))
        return [f if os.path.realpath(f[2:]).startswith(self.folder) else f.replace('-I', '-isystem', 1) for f in found]

    def run(self, *command):
        return output_of(*command, env={**os.environ, 'LD_LIBRARY_PATH': self.libraries})


def test_symbols():
    """the libraries export what exported.symbols lists; ninja update-symbols rewrites it"""
    with open(SYMBOLS, encoding='utf-8') as file:
        same(list(list_symbols()), file.read().splitlines(), 'symbols')


def test_dependencies():
    """libseidel needs neither the readers' libraries nor the network's nor BLAS, seidel.pc nothing but GIO"""
    needed = re.findall(r'NEEDED.*\[lib([\w-]+)', output_of('readelf', '-d', prefix.libraries + '/libseidel.so'))
    same([name for name in needed if re.match('archive|matio|xxhash|soup|z$|hdf5|gtk|cairo|.*blas|umfpack|cholmod', name)], [], 'libseidel needs')
    libraries = [flag for flag in prefix.flags('--libs', 'seidel-io') if flag.startswith('-l')]
    same(libraries, ['-lseidel-io', '-lseidel', '-lgio-2.0', '-lgobject-2.0', '-lglib-2.0'], 'libraries of seidel-io.pc')


def test_opened():
    """packagers find what it opens at run time in a note: names by which it can be opened"""
    note = output_of('readelf', '-p', '.note.dlopen', prefix.libraries + '/libseidel.so')
    entries = json.loads(note[note.index('[{'):note.rindex('}]') + 2])
    same(sorted(entry['feature'] for entry in entries), ['blas', 'cholmod', 'spqr', 'umfpack'], note)
    for entry in entries:
        ctypes.CDLL(entry['soname'][0])


def test_calls():
    """calls within libseidel are direct: none goes through the procedure linkage table"""
    relocations = output_of('readelf', '-rW', prefix.libraries + '/libseidel.so')
    same(re.findall(r'JUMP_SLOT?\s.*\s(seidel_\w+)', relocations), [], 'indirect calls')
    check('JUMP_SLO' in relocations, relocations)


def test_headers():
    """every installed header compiles alone, as C11 and as C++17"""
    headers = sorted(os.path.relpath(path, prefix.headers) for path in glob.glob(prefix.headers + '/**/*.h', recursive=True))
    same(headers, HEADERS, 'installed headers')
    flags = prefix.flags('--cflags', 'seidel-io')

    def compile_header(job):
        compiler, header = job
        return subprocess.run([compiler, *LANGUAGES[compiler], *WARNINGS, *flags, '-fsyntax-only', '-'], check=False,
                              input=f'#include <{header}>\nextern int something;\n', capture_output=True, text=True, timeout=240).stderr
    with ThreadPoolExecutor(2) as pool:
        same(''.join(pool.map(compile_header, [(c, h) for c in LANGUAGES for h in headers])), '', 'messages')


def run_example(name, package, folder='examples'):
    """Builds an example as C and as C++, and returns what each prints."""
    texts = []
    for compiler, language in LANGUAGES.items():
        program = os.path.join(prefix.folder, f'{name}-{compiler}')
        output_of(compiler, *language, *WARNINGS, os.path.join(SOURCE, folder, name + '.c'), '-o', program,
                  '-x', 'none', *prefix.flags('--cflags', package), *prefix.flags('--libs', package), '-lm')
        texts.append(prefix.run(program))
    return texts


def preprocess():
    """The text of all installed headers of the interface, in C11: later bool is a word of the language."""
    return output_of('gcc', '-std=gnu11', '-E', '-P', *prefix.flags('--cflags', 'seidel-io'), '-x', 'c', '-',
                     input=''.join(f'#include <{header}>\n' for header in HEADERS))


def list_interface():
    """What programs depend on: prototypes, enumerations, and the structs that are no handles, with the place of each member."""
    text = re.sub(r'\s+', ' ', preprocess())
    prototypes = re.findall(r'__attribute__ \(\(visibility \("default"\)\)\) ([^;{]+);', text)
    enums = re.findall(r'typedef enum \{ ([^}]*?),? \} (Seidel\w+);', text)
    structs = re.findall(r'typedef struct \{ ([^}]*)\} (Seidel\w+);', text)
    members = [(name, member) for body, name in structs for member in re.findall(r'(\w+);', body)]
    values = [value.split(' =')[0].strip() for body, _ in enums for value in body.split(',')]
    lines = [f'printf ("{name}: %zu bytes\\n", sizeof ({name}));' for _, name in structs]
    lines += [f'printf ("{name}.{member}: %zu, %zu bytes\\n", offsetof ({name}, {member}), sizeof ((({name} *) 0)->{member}));' for name, member in members]
    lines += [f'printf ("{value} = %d\\n", (int) {value});' for value in values]
    program = os.path.join(prefix.folder, 'interface')
    output_of('gcc', '-x', 'c', '-', '-o', program, '-x', 'none', *prefix.flags('--cflags', 'seidel-io'), *prefix.flags('--libs', 'seidel-io'),
              input='#include <seidel-io.h>\n#include <stdio.h>\nint main (void) {\n' + '\n'.join(lines) + '\nreturn 0; }\n')
    return sorted(re.sub(r'\* ', '*', re.sub(r'\( ', '(', prototype)) for prototype in prototypes) + prefix.run(program).splitlines()


def test_interface():
    """the interface is that of interface.abi: what is in a version stays as it is; ninja update-symbols rewrites it"""
    with open(INTERFACE, encoding='utf-8') as file:
        same(list_interface(), file.read().splitlines(), 'interface')


def test_handles():
    """no struct of the interface is without its size, none is passed by value, and none of the library shows inside"""
    text = re.sub(r'\s+', ' ', preprocess())
    for body, name in re.findall(r'typedef struct \{ ([^}]*)\} (Seidel\w+);', text):
        check(body.startswith('size_t size;'), name)
    for line in list_interface():
        check('(' not in line or not re.search(r'(?<!const )\bSeidel(?!Error\b|Numbers\b|Memory\b|SweepOrder\b)\w+ (?!\*)\w', line), line)


def test_declared():
    """what the installed headers declare is exported"""
    text = preprocess()
    inline = set(re.findall(r'static inline[^;{]*?\b(seidel_\w+) \(', text))
    # Functions, but for members that point to one; variables.
    declared = set(re.findall(r'\b(seidel_\w+) \((?!\*)', text)) | set(re.findall(r'\bextern [^;()]*\b(seidel_\w+)(?=\[|;)', text))
    check(len(declared) > 70, f'{len(declared)} declarations')
    exported = {symbol.strip() for symbol in list_symbols()}
    same(sorted(declared - inline - exported), [], 'declared, not exported')


def test_version():
    """the version of the library is that of its headers, and of the packages"""
    program = os.path.join(prefix.folder, 'version')
    output_of('gcc', '-x', 'c', '-', '-o', program, '-x', 'none', *prefix.flags('--cflags', 'seidel'), *prefix.flags('--libs', 'seidel'), input="""
#include <seidel.h>
#include <stdio.h>
#if !SEIDEL_CHECK_VERSION (1, 0, 0) || SEIDEL_CHECK_VERSION (SEIDEL_MAJOR_VERSION, SEIDEL_MINOR_VERSION, SEIDEL_MICRO_VERSION + 1)
#error
#endif
int main (void) { printf ("%s %d.%d.%d", seidel_version (), SEIDEL_MAJOR_VERSION, SEIDEL_MINOR_VERSION, SEIDEL_MICRO_VERSION); return 0; }
""")
    linked, compiled = prefix.run(program).split()
    package = output_of('pkg-config', '--modversion', 'seidel-io', env={**os.environ, 'PKG_CONFIG_PATH': prefix.pkgconfig}).strip()
    same((compiled, package), (linked, linked))


def test_solve_csr():
    """examples/solve-csr.c solves its system"""
    for text in run_example('solve-csr', 'seidel'):
        found = re.fullmatch(r'The residual fell below the relative tolerance\. (\d+) iterations; residual (.*), x\[0\] = 1\.000000\n', text)
        check(found, text)
        # CG needs one iteration per eigenvalue that the right-hand side meets: half of 100 by symmetry.
        check(int(found[1]) <= 51 and float(found[2]) < 1e-11, text)


def test_levels():
    """examples/levels.c: the levels of a square grid are its antidiagonals"""
    for text in run_example('levels', 'seidel-io'):
        same(text, ''.join(f'{way}: 10000 rows in 199 levels, the widest with 100 rows\n' for way in ('forward', 'backward')))


def test_progress():
    """examples/progress.c reports falling residuals, then stops the run"""
    for text in run_example('progress', 'seidel-io'):
        *lines, last = text.splitlines()
        points = [re.fullmatch(r'iteration (\d+): residual (\S+)', line).groups() for line in lines]
        end = re.fullmatch(r'cancelled; residual (\S+)', last)
        check(points and end, text)
        iterations = [int(iteration) for iteration, _ in points]
        residuals = [float(residual) for _, residual in points] + [float(end[1])]
        same((iterations, residuals), (sorted(iterations), sorted(residuals, reverse=True)), 'order')


def test_sweeper():
    """examples/sweeper.c: sweeps reduce the residual, and a preconditioner of the library works in CG of one's own"""
    for text in run_example('sweeper', 'seidel'):
        found = re.fullmatch(r'(\d+) symmetric sweeps by (\S+): residual (\S+) to (\S+)\n(\d+) iterations of CG with (\S+): residual (\S+)\n', text)
        check(found, text)
        check(float(found[4]) < 0.9 * float(found[3]) and int(found[5]) <= 95 and float(found[7]) < 1e-8, text)


def test_package():
    """what the test of Debian's package compiles is a program of this version"""
    for package in ('seidel', 'seidel-io'):
        for text in run_example('library', package, 'packaging/debian/tests'):
            check(re.fullmatch(r'[\d.]+: a matrix\n', text), text)


def test_petsc():
    """examples/petsc-pcshell.c: multigrid in CG of PETSc takes few iterations, on PETSc's arrays"""
    with_petsc = {**os.environ, 'PKG_CONFIG_PATH': prefix.pkgconfig}
    if not shutil.which('mpicc') or subprocess.run(['pkg-config', 'PETSc'], check=False).returncode != 0:
        raise Skip('PETSc is not there')
    program, matrix = (os.path.join(prefix.folder, name) for name in ('petsc-pcshell', 'A.petsc'))
    flags = [flag.replace('-I', '-isystem', 1) if flag.startswith('-I') else flag
             for flag in shlex.split(output_of('pkg-config', '--cflags', '--libs', 'PETSc', 'seidel', env=with_petsc))]
    output_of('mpicc', '-std=gnu11', *WARNINGS[:2], '-Werror', os.path.join(SOURCE, 'examples', 'petsc-pcshell.c'), '-o', program, *flags)
    cli, = glob.glob(prefix.folder + '/**/bin/seidel-cli', recursive=True)
    prefix.run(cli, 'generate', 'poisson-5', '--size', '100', '--output', matrix)
    text = prefix.run(program, matrix, '-ksp_type', 'cg', '-ksp_rtol', '1e-8', '-ksp_converged_reason')
    found = re.search(r'converged due to CONVERGED_RTOL iterations (\d+)', text)
    check(found and int(found[1]) <= 30, text)


def test_cuda():
    """examples/cuda-sweeper.c compiles beside cuSPARSE and, where there is a device, has the same x"""
    nvcc = shutil.which('nvcc', path=os.environ['PATH'] + ':/usr/local/cuda/bin')
    toolkit = os.path.dirname(os.path.dirname(os.path.realpath(nvcc))) if nvcc else ''
    if not os.path.exists(os.path.join(toolkit, 'lib64', 'libcusparse.so')):
        raise Skip('cuSPARSE is not there')
    program = os.path.join(prefix.folder, 'cuda-sweeper')
    for compiler, language in LANGUAGES.items():
        output_of(compiler, *language, *WARNINGS, '-isystem', toolkit + '/include', os.path.join(SOURCE, 'examples', 'cuda-sweeper.c'), '-o', program,
                  '-x', 'none', *prefix.flags('--cflags', 'seidel'), *prefix.flags('--libs', 'seidel'), '-L' + toolkit + '/lib64', '-lcusparse', '-lcudart')
    done = subprocess.run([program], capture_output=True, text=True, timeout=240, check=False,
                          env={**os.environ, 'LD_LIBRARY_PATH': prefix.libraries + ':' + toolkit + '/lib64'})
    if done.returncode == 77:
        raise Skip('there is no device: compiled, not run')
    same(done.returncode, 0, done.stdout + done.stderr)


def test_programs():
    """installed programs find the libraries by the loader's path alone"""
    program, = glob.glob(prefix.folder + '/**/bin/seidel-cli', recursive=True)
    path = re.findall(r'(?:RPATH|RUNPATH).*\[(.*)\]', output_of('readelf', '-d', program))
    check(not any(BUILD in entry or 'ORIGIN' in entry for entry in path), path)
    check(prefix.run(program, '--version').startswith('seidel-cli '), 'version')


def update():
    for path, lines in ((SYMBOLS, list_symbols()), (INTERFACE, list_interface())):
        with open(path, 'w', encoding='utf-8') as file:
            file.writelines(line + '\n' for line in lines)


with tempfile.TemporaryDirectory(prefix='seidel-prefix-') as temporary:
    prefix = Prefix(os.path.realpath(temporary))
    if '--update' in sys.argv:
        update()
    else:
        run_tests([test_symbols, test_interface, test_handles, test_dependencies, test_opened, test_calls, test_headers, test_declared, test_version,
                   test_solve_csr, test_levels, test_progress, test_sweeper, test_package, test_petsc, test_cuda, test_programs])
