#!/usr/bin/python3
"""The recipes of packages: Flatpak, conda, Debian's tests. They name what meson.build asks for, and nothing that is not there. TAP.

    test-recipes.py SOURCE_ROOT

SPDX-License-Identifier: GPL-3.0-or-later
"""
import json
import os
import re
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'app'))
from cli_tap import Skip, check, run_tests, same  # noqa: E402  pylint: disable=wrong-import-position

SOURCE = os.path.abspath(sys.argv[1])
FLATPAK = 'packaging/flatpak/org.seidel.Workbench.json'
# What meson.build looks for: where conda-forge has it, and which module of the Flatpak makes it; None: the GNOME runtime has it.
NEEDED = {
    'glib-2.0': ('glib', None), 'gio-2.0': ('glib', None), 'gmodule-2.0': ('glib', None), 'zlib': ('zlib', None),
    'libarchive': ('libarchive', None), 'liblzma': ('liblzma-devel', None), 'libzstd': ('zstd', None), 'bz2': ('bzip2', None),
    'matio': ('libmatio', 'matio'), 'hdf5-serial': ('hdf5', 'hdf5'), 'libxxhash': ('xxhash', 'xxhash'), 'libsoup-3.0': ('libsoup', None),
    'json-glib-1.0': ('json-glib', None), 'sqlite3': ('sqlite', None), 'cairo': ('cairo', None), 'pangocairo': ('pango', None),
    'openblas': ('openblas', 'openblas'), 'umfpack': ('libumfpack', 'suitesparse'), 'cholmod': ('libcholmod', 'suitesparse'),
    'spqr': ('libspqr', 'suitesparse'), 'amd': ('libamd', 'suitesparse'), 'metis': ('metis', 'metis'), 'gtk4': ('gtk4', None),
    'libadwaita-1': ('libadwaita', None),
}
# Parts of the compiler and of the C library.
OF_THE_SYSTEM = {'openmp', 'm', '@0@'}


def read(*parts):
    with open(os.path.join(SOURCE, *parts), encoding='utf-8') as file:
        return file.read()


def yaml_of(path):
    try:
        import yaml
    except ImportError:
        raise Skip('python3-yaml is not installed')
    return yaml.safe_load(read(path))


def asked_for():
    text = read('meson.build')
    found = set(re.findall(r"_dep = (?:dependency|cc\.find_library)\('([^']+)'", text))
    found |= set(re.findall(r"'(\w+)'", re.search(r'foreach library : \[(.*?)\]', text).group(1)))
    return found - OF_THE_SYSTEM


def opened():
    """The libraries that are opened at run time, by the table of the library."""
    return set(re.findall(r'lib(openblas|umfpack|cholmod|spqr)', read('solvers', 'method', 'seidel-blas.c')))


def test_table():
    """the table of this test has every dependency of meson.build"""
    same(sorted(asked_for() - set(NEEDED)), [], 'not in the table')
    check(len(asked_for()) > 18, sorted(asked_for()))


def test_flatpak():
    """the manifest: its id, its modules, what they are made from"""
    manifest = json.loads(read(FLATPAK))
    same(manifest['id'], re.search(r"application_id = '(.*)'", read('meson.build')).group(1))
    names = [module['name'] for module in manifest['modules']]
    same(sorted(set(names) - {'seidel'}), sorted({module for _, module in NEEDED.values() if module}))
    same(names[-1], 'seidel', 'the last module')
    for module in manifest['modules'][:-1]:
        for source in module['sources']:
            check(re.fullmatch(r'[0-9a-f]{64}', source['sha256']) and source['url'].startswith('https://'), module['name'])
    options = {option.split('=')[0][2:] for option in manifest['modules'][-1]['config-opts']}
    known = set(re.findall(r"^option\('(\w+)'", read('meson_options.txt'), re.MULTILINE))
    same(sorted(options - known), [], 'options that meson does not know')


def test_flatpak_builder():
    """flatpak-builder takes the manifest"""
    if shutil.which('flatpak-builder') is None:
        raise Skip('flatpak-builder is not installed')
    done = subprocess.run(['flatpak-builder', '--show-manifest', os.path.join(SOURCE, FLATPAK)], capture_output=True, text=True, check=False)
    same((done.returncode, done.stderr), (0, ''))
    same(len(json.loads(done.stdout)['modules']), len(json.loads(read(FLATPAK))['modules']))


def test_conda():
    """the recipe of conda: packages for building, and those that are opened at run time"""
    recipe = yaml_of('packaging/conda/recipe.yaml')
    names = {part: {row.split(' ')[0] for row in rows} for part, rows in recipe['requirements'].items()}
    wanted = {NEEDED[name][0] for name in asked_for() | opened()}
    same(sorted(wanted - names['host']), [], 'not in host')
    same(sorted(names['host'] - wanted), [], 'in host, but not asked for')
    same(sorted({'lib' + name for name in opened()} - names['run']), [], 'not in run')
    for path in recipe['about']['license_file']:
        check(os.path.exists(os.path.join(SOURCE, path)), path)
    found = set(re.findall(r'-D(\w+)=', ' '.join(recipe['build']['script'])))
    known = set(re.findall(r"^option\('(\w+)'", read('meson_options.txt'), re.MULTILINE))
    same(sorted(found - known), [], 'options that meson does not know')


def test_debian():
    """Debian's tests: their scripts are there, and each package has one"""
    for folder in ('packaging/debian', 'packaging/debian-cuda'):
        packages = set(re.findall(r'^Package: (\S+)', read(folder, 'control'), re.MULTILINE))
        tested = set()
        for stanza in read(folder, 'tests', 'control').split('\n\n'):
            fields = dict(re.findall(r'^(\S+): (.*)$', stanza, re.MULTILINE))
            for script in fields['Tests'].split(', '):
                check(os.access(os.path.join(SOURCE, folder, 'tests', script), os.X_OK), script)
            tested.update(fields['Depends'].split(', '))
        # Those that no test names are needed by one that is.
        same(sorted(packages - tested - {'seidel-data', 'libseidel1'}), [], 'packages without a test')


def words(text):
    return ' '.join(word for word in text.split() if word != '.')


def test_copyright():
    """what Debian's packages say of the licence has the additional permission, word by word"""
    for folder in ('packaging/debian', 'packaging/debian-cuda'):
        check(words(read('LICENSE.CUDA')) in words(read(folder, 'copyright')), folder)


run_tests([test_table, test_flatpak, test_flatpak_builder, test_conda, test_debian, test_copyright])
