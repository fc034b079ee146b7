#!/usr/bin/python3
"""Everything that an installation needs and glibc is not, in one folder or one wheel.

    bundle.py portable | wheel STAGE OUTPUT_FOLDER

STAGE is the folder of "meson install --destdir", with the prefix /usr. What is made runs on systems whose glibc is not older
than that of this one, without anything being installed: libraries come along, fonts and icons as well, and the window is drawn
by cairo, as drivers of a GPU belong to a system. Licences of what is copied from packages of Debian come along, too.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import base64
import glob
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
# Of glibc: of the system in any case, as they belong together.
OF_SYSTEM = re.compile(r'(ld-linux.*|lib(c|m|dl|rt|pthread|resolv|util|anl|nsl|nss_.*|mvec|BrokenLocale|thread_db))\.so\b')
LIBRARIES = '/usr/lib/' + subprocess.run(['gcc', '-print-multiarch'], capture_output=True, text=True, check=True).stdout.strip()


def run(*words):
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout


# The files of this system that were copied.
taken = set()


def take(path, target):
    """Copies a file of this system; returns the copy."""
    taken.add(os.path.realpath(path))
    return shutil.copy(path, target)


def packages_of(paths):
    """The Debian packages that files of this system belong to. Packages may name files of /usr/lib as those of /lib."""
    names = [name for path in sorted(paths) for name in (path, path.removeprefix('/usr'))]
    text = subprocess.run(['dpkg-query', '-S', *names], capture_output=True, text=True, check=False).stdout
    owners = {path.removeprefix('/usr'): package for package, path in re.findall(r'^([a-z0-9.+-]+)(?:[:,][^/]*)?: (/.*)$', text, re.MULTILINE)}
    unknown = sorted(path for path in paths if path.removeprefix('/usr') not in owners)
    if unknown:
        sys.exit(f'bundle.py: no package has {", ".join(unknown[:5])}')
    return sorted(set(owners.values()))


def take_licences(target):
    """What the packages of the copied files say of their licences, a folder each, and the licences that these texts name."""
    for package in packages_of(taken):
        os.makedirs(os.path.join(target, package))
        shutil.copy(f'/usr/share/doc/{package}/copyright', os.path.join(target, package))
    shutil.copytree('/usr/share/common-licenses', os.path.join(target, 'common-licenses'))


def take_own_licence(target):
    for name in ('LICENSE', 'LICENSE.CUDA'):
        shutil.copy(os.path.join(HERE, '..', name), target)


def needed(path, folder):
    """The libraries that the loader finds for a binary, those of the installation in folder first: {name: path}."""
    text = subprocess.run(['ldd', path], capture_output=True, text=True, check=True,
                          env={**os.environ, 'LD_LIBRARY_PATH': folder}).stdout
    missing = re.findall(r'^\s*(\S+) => not found', text, re.MULTILINE)
    if missing:
        sys.exit(f'bundle.py: {path} needs {", ".join(missing)}')
    return {name: found for name, found in re.findall(r'^\s*(\S+) => (/\S+)', text, re.MULTILINE) if not OF_SYSTEM.match(name)}


def opened(library):
    """What a library opens by itself, by its note."""
    with tempfile.NamedTemporaryFile() as note:
        run('objcopy', '-O', 'binary', '--only-section=.note.dlopen', '--set-section-flags', '.note.dlopen=alloc', library, note.name)
        names = re.findall(rb'lib[a-z]+\.so\.\d+', note.read())
    if not names:
        sys.exit(f'bundle.py: {library} has no note of what it opens')
    found = run('ldconfig', '-p')
    return [re.search(rf'^\s*{re.escape(name.decode())} .*=> (\S+)', found, re.MULTILINE)[1] for name in names]


def gather(binaries, stage_libraries, target):
    """Copies what binaries need into target, each library under the name that it is looked for by."""
    os.makedirs(target, exist_ok=True)
    todo = list(binaries)
    while todo:
        for name, path in needed(todo.pop(), stage_libraries).items():
            copy = os.path.join(target, name)
            if not os.path.exists(copy):
                take(path, copy)
                todo.append(copy)


def set_path(path, relative):
    """Libraries are looked for in a folder relative to that of the binary."""
    subprocess.run(['patchelf', '--force-rpath', '--set-rpath', '$ORIGIN/' + relative if relative != '.' else '$ORIGIN', path], check=True)
    subprocess.run(['strip', '--strip-unneeded', path], check=True)


def find_stage_libraries(stage):
    folder = os.path.dirname(glob.glob(stage + '/usr/lib/*/libseidel.so.1')[0])
    return folder, glob.glob(folder + '/libseidel*.so.1')


def take_libraries(stage, root, programs, extra):
    """lib/ of root, with what programs, the libraries and what they open need."""
    folder, libraries = find_stage_libraries(stage)
    target = os.path.join(root, 'lib')
    os.makedirs(target, exist_ok=True)
    more = opened([path for path in libraries if path.endswith('/libseidel.so.1')][0]) + extra
    for path in libraries + more:
        name = re.search(r'SONAME\)\s+.*\[(.*)\]', run('readelf', '-dW', path))
        copy = shutil.copy if path in libraries else take
        copy(path, os.path.join(target, name[1] if name else os.path.basename(path)))
    gather(programs + libraries + more, folder, target)
    for path in glob.glob(target + '/*.so*'):
        set_path(path, '.')


def take_programs(stage, root, names):
    """bin/ and libexec/ of root."""
    for folder, files in (('bin', names), ('libexec', [os.path.basename(p) for p in glob.glob(stage + '/usr/libexec/seidel-1/*')])):
        os.makedirs(os.path.join(root, folder), exist_ok=True)
        source = stage + '/usr/' + ('bin' if folder == 'bin' else 'libexec/seidel-1')
        for name in files:
            # Starting a rank takes MPI of the system.
            if name != 'seidel-worker':
                shutil.copy(os.path.join(source, name), os.path.join(root, folder, name))
                set_path(os.path.join(root, folder, name), '../lib')


LAUNCHER = '''#!/bin/sh
# Starts a program of this folder, wherever it lies.
here=$(dirname "$(readlink -f "$0")")
export SEIDEL_LIBEXEC_DIR="$here/libexec" SEIDEL_MODULE_DIR="${SEIDEL_MODULE_DIR:-$here/lib/seidel}"
export SEIDEL_SAMPLES_DIR="$here/share/seidel/samples" SEIDEL_EXPERIMENTS_DIR="$here/share/seidel/experiments"
export SEIDEL_LESSONS_DIR="$here/share/seidel/lessons" SEIDEL_LOCALE_DIR="$here/share/locale"
export GSETTINGS_SCHEMA_DIR="$here/share/glib-2.0/schemas" GIO_MODULE_DIR="$here/lib/gio" GSK_RENDERER="${GSK_RENDERER:-cairo}"
export XDG_DATA_DIRS="$here/share:${XDG_DATA_DIRS:-/usr/local/share:/usr/share}"
[ -e /etc/fonts/fonts.conf ] || export FONTCONFIG_FILE="$here/share/fonts/fonts.conf"
# Loaders of pictures are named by their whole paths.
cache=${XDG_CACHE_HOME:-$HOME/.cache}/seidel
if mkdir -p "$cache" 2>/dev/null && sed "s|@HERE@|$here|" "$here/lib/loaders/loaders.cache" >"$cache/loaders.$$" 2>/dev/null; then
  mv "$cache/loaders.$$" "$cache/loaders.cache"
  export GDK_PIXBUF_MODULE_FILE="$cache/loaders.cache"
fi
exec "$here/bin/$(basename "$0")" "$@"
'''

FONTS = '''<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir prefix="relative">.</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
'''


def take_data(stage, root):
    """share/ of root: our own, and what the toolkit looks for."""
    shutil.copytree(stage + '/usr/share', root + '/share', ignore=shutil.ignore_patterns('man', 'doc'))
    schemas = root + '/share/glib-2.0/schemas'
    for path in glob.glob('/usr/share/glib-2.0/schemas/*.xml'):
        if re.search(r'/org\.(gtk|gnome\.desktop)\.', path):
            take(path, schemas)
    run('glib-compile-schemas', schemas)
    # In hicolor other programs of this system have their icons.
    for theme, parts in (('Adwaita', ('index.theme', 'symbolic', 'scalable')), ('hicolor', ('index.theme',))):
        for part in parts:
            path = f'/usr/share/icons/{theme}/{part}'
            if os.path.isdir(path):
                shutil.copytree(path, f'{root}/share/icons/{theme}/{part}', dirs_exist_ok=True, copy_function=take)
            elif os.path.exists(path):
                os.makedirs(f'{root}/share/icons/{theme}', exist_ok=True)
                take(path, f'{root}/share/icons/{theme}/{part}')
    os.makedirs(root + '/share/fonts')
    for path in glob.glob('/usr/share/fonts/opentype/cantarell/*') + glob.glob('/usr/share/fonts/truetype/dejavu/DejaVuSans*.ttf'):
        take(path, root + '/share/fonts')
    with open(root + '/share/fonts/fonts.conf', 'w', encoding='utf-8') as file:
        file.write(FONTS)


def take_modules(root):
    """What GLib and GdkPixbuf open: encrypted connections, and pictures in SVG. Returns what was copied."""
    loader = glob.glob(LIBRARIES + '/gdk-pixbuf-2.0/*/loaders/*svg.so')[0]
    copies = []
    for folder, paths in (('gio', glob.glob(LIBRARIES + '/gio/modules/libgiognutls.so')), ('loaders', [loader])):
        os.makedirs(f'{root}/lib/{folder}')
        copies += [take(path, f'{root}/lib/{folder}') for path in paths]
    query = glob.glob(LIBRARIES + '/gdk-pixbuf-2.0/gdk-pixbuf-query-loaders')[0]
    text = run(query, loader).replace(os.path.dirname(loader), '@HERE@/lib/loaders')
    with open(root + '/lib/loaders/loaders.cache', 'w', encoding='utf-8') as file:
        file.write(text)
    return copies


def find_version(stage):
    with open(find_stage_libraries(stage)[0] + '/pkgconfig/seidel.pc', encoding='utf-8') as file:
        return re.search(r'^Version: (\S+)', file.read(), re.MULTILINE)[1]


def make_portable(stage, output):
    archive = os.path.join(output, f'seidel-{find_version(stage)}-{os.uname().machine}.tar.xz')
    with tempfile.TemporaryDirectory() as folder:
        root = os.path.join(folder, 'seidel')
        os.makedirs(root)
        take_data(stage, root)
        take_programs(stage, root, ['seidel', 'seidel-cli'])
        modules = take_modules(root)
        take_libraries(stage, root, glob.glob(root + '/bin/*') + glob.glob(root + '/libexec/*') + modules, [])
        for path in modules:
            set_path(path, '..')
        for name in ('seidel', 'seidel-cli'):
            with open(os.path.join(root, name), 'w', encoding='utf-8') as file:
                file.write(LAUNCHER)
            os.chmod(os.path.join(root, name), 0o755)
        take_own_licence(root)
        take_licences(root + '/share/doc')
        subprocess.run(['tar', '-C', folder, '-I', 'xz -T0', '-cf', archive, 'seidel'], check=True)


CONFIG = '''"""Where the wheel has what the library looks for."""
import os

_FOLDER = os.path.dirname(os.path.abspath(__file__))
CLI = os.path.join(_FOLDER, 'bin', 'seidel-cli')
os.environ.setdefault('SEIDEL_LIBEXEC_DIR', os.path.join(_FOLDER, 'libexec'))
for _name, _path in (('SAMPLES', 'samples'), ('EXPERIMENTS', 'experiments'), ('LESSONS', 'lessons')):
    os.environ.setdefault(f'SEIDEL_{_name}_DIR', os.path.join(_FOLDER, 'share', _path))
'''

METADATA = '''Metadata-Version: 2.1
Name: seidel
Version: {version}
Summary: Solvers for linear systems with level scheduling
License: GPL-3.0-or-later
Requires-Python: >=3.11
Requires-Dist: cffi
Requires-Dist: numpy
Requires-Dist: scipy
'''


def write_wheel(root, path):
    """A wheel of the files in a folder, with the record of them (PyPA, “Binary distribution format”)."""
    info = os.path.relpath(glob.glob(root + '/*.dist-info')[0], root)
    record = []
    with zipfile.ZipFile(path, 'w', zipfile.ZIP_DEFLATED) as archive:
        for folder, _, files in sorted(os.walk(root)):
            for name in sorted(files):
                file = os.path.join(folder, name)
                relative = os.path.relpath(file, root)
                with open(file, 'rb') as opened_file:
                    content = opened_file.read()
                digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b'=').decode()
                record.append(f'{relative},sha256={digest},{len(content)}')
                archive.write(file, relative)
        record.append(f'{info}/RECORD,,')
        archive.writestr(f'{info}/RECORD', '\n'.join(record) + '\n')


def make_wheel(stage, output):
    source = glob.glob(stage + '/usr/lib/python3*/**/seidel', recursive=True)[0]
    version = find_version(stage)
    # cffi keeps to the stable interface of Python, which its module says in its name (PEP 425, PEP 384).
    tag = 'cp311-abi3-linux_' + os.uname().machine
    with tempfile.TemporaryDirectory() as root:
        package = os.path.join(root, 'seidel')
        shutil.copytree(source, package, ignore=shutil.ignore_patterns('__pycache__'))
        module = glob.glob(package + '/_seidel*.so')[0]
        os.rename(module, package + '/_seidel.abi3.so')
        take_programs(stage, package, ['seidel-cli'])
        take_libraries(stage, package, [package + '/_seidel.abi3.so', *glob.glob(package + '/bin/*'), *glob.glob(package + '/libexec/*')], [])
        set_path(package + '/_seidel.abi3.so', 'lib')
        shutil.copytree(stage + '/usr/share/seidel', package + '/share')
        with open(package + '/_config.py', 'w', encoding='utf-8') as file:
            file.write(CONFIG)
        info = os.path.join(root, f'seidel-{version}.dist-info')
        os.makedirs(info)
        for name, text in (('METADATA', METADATA.format(version=version)),
                           ('WHEEL', f'Wheel-Version: 1.0\nGenerator: seidel\nRoot-Is-Purelib: false\nTag: {tag}\n')):
            with open(os.path.join(info, name), 'w', encoding='utf-8') as file:
                file.write(text)
        take_own_licence(info)
        take_licences(info + '/licenses')
        write_wheel(root, os.path.join(output, f'seidel-{version}-{tag}.whl'))


if __name__ == '__main__':
    kind, stage_folder, result = sys.argv[1:]
    {'portable': make_portable, 'wheel': make_wheel}[kind](os.path.abspath(stage_folder), os.path.abspath(result))
