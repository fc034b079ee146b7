#!/usr/bin/python3
"""The layers: what each room may include, and no circles of rooms or of headers. TAP.

    lint-layers.py SOURCE_ROOT

Every folder with C sources is a room and needs a row in ROOMS; a room may include its own headers, those of the
rooms in its row and those of the libraries in its row. Everything that is not listed is an error, and so is a meson.build of
a room that does not begin with its purpose.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import fnmatch
import os
import re
import sys

# room: the rooms below it (or single headers of one) that it uses, and the libraries. 'solvers/*': all rooms in solvers.
ROOMS = {
    'solvers/base': ('', 'c gio openmp'),
    'solvers/matrix': ('base', 'c gio openmp'),
    'solvers/gallery': ('base matrix', 'c'),
    'solvers/io/bytes': ('solvers/base solvers/matrix', 'c gio archive bzip2 json lzma zlib zstd'),
    'solvers/io/formats': ('bytes solvers/base solvers/matrix', 'c gio hdf5 openmp linux archive matio zlib'),
    'solvers/io/cache': ('bytes solvers/base solvers/matrix', 'c gio openmp xxhash'),
    'solvers/io': ('base matrix gallery solvers/io/bytes solvers/io/formats solvers/io/cache', 'c gio'),
    'solvers/collection': ('base gallery io solvers/io/bytes/seidel-output.h solvers/io/bytes/seidel-source.h solvers/io/bytes/seidel-spool.h', 'c gio soup'),
    'solvers/analysis': ('base matrix', 'c gio metis suitesparse'),
    'solvers/multigrid': ('base matrix run solvers/engine/seidel-couplings.h solvers/engine/seidel-root-order.h', 'c glib openmp'),
    'solvers/cost': ('base solvers/engine/seidel-engine-types.h', 'c glib'),
    'solvers/engine': ('base cost', 'c glib gmodule openmp xxhash'),
    'solvers/engine/kernels': ('solvers/engine', 'c openmp'),
    'solvers/run': ('base matrix analysis cost engine', 'c gio'),
    'solvers/spectrum': ('base matrix analysis run', 'c gio'),
    'solvers/method': ('base matrix analysis multigrid engine run', 'c blas gmodule openmp suitesparse'),
    'solvers/advisor': ('base analysis cost run method', 'c'),
    'solvers/plan': ('base matrix analysis cost engine run method advisor', 'c'),
    'solvers/cluster': ('base matrix gallery analysis engine run', 'c linux gio'),
    'solvers/solve': ('base matrix analysis multigrid run spectrum method advisor plan cluster', 'c'),
    'solvers/diagnose': ('base matrix analysis run method plan solve', 'c'),
    'solvers/experiment': ('base matrix gallery io solvers/io/bytes/seidel-json-read.h solvers/io/bytes/seidel-output.h solvers/io/cache/seidel-cache.h collection analysis cost engine run method plan solve', 'c gio json openmp'),
    'solvers/record': ('base matrix gallery io solvers/io/bytes/seidel-output.h engine run method plan solve experiment', 'c gio sqlite xxhash'),
    'solvers/lesson': ('base matrix gallery analysis run solve experiment', 'c gio json'),
    'solvers/api': ('base matrix gallery analysis engine run method plan solve', 'c gio'),
    'solvers/api/files': ('solvers/api solvers/base solvers/matrix solvers/run solvers/io', 'c'),
    'solvers/pch': ('', 'c gio'),
    'ui/pch': ('', 'c gtk'),
    'ui/draw': ('solvers/*', 'c gio cairo i18n'),
    'ui/model': ('solvers/* draw', 'c gio i18n'),
    'ui/views': ('solvers/base draw ui/model/seidel-class.h', 'c gtk i18n'),
    'ui/pages': ('solvers/* draw model views', 'gtk i18n'),
    'ui/window': ('solvers/* draw model views pages', 'c gio gtk i18n'),
    'app/cli': ('solvers/* ui/draw', 'c gio json'),
    'app': ('solvers/* app/cli ui/window', 'c gio gtk'),
    'cuda': ('cuda/* solvers/base/seidel-translatable.h solvers/cost/seidel-sweep-counts.h solvers/engine/seidel-engine.h solvers/engine/seidel-narrowing.h', 'c cuda'),
    'cuda/device': ('solvers/base/seidel-translatable.h solvers/engine/seidel-engine.h', 'c cuda cub openmp'),
    'cuda/matrix': ('device solvers/base/seidel-translatable.h', 'c cuda'),
    'cuda/levels': ('device matrix solvers/engine/seidel-engine.h', 'c cuda'),
    'cuda/sweep': ('device matrix levels solvers/base/seidel-translatable.h solvers/cost/seidel-sweep-counts.h', 'c cuda'),
    'cuda/sweep/wait': ('cuda/device cuda/matrix cuda/sweep solvers/base/seidel-translatable.h', 'c cuda'),
    'cuda/sweep/level-wait': ('cuda/device cuda/matrix cuda/levels cuda/sweep solvers/base/seidel-translatable.h', 'c cuda'),
    'cuda/sweep/one-block': ('cuda/device cuda/matrix cuda/levels cuda/sweep solvers/base/seidel-translatable.h', 'c cuda'),
    'cuda/sweep/strips': ('cuda/device cuda/matrix cuda/levels cuda/sweep solvers/base/seidel-translatable.h', 'c cuda'),
    'cuda/sweep/levels': ('cuda/device cuda/matrix cuda/levels cuda/sweep solvers/base/seidel-translatable.h', 'c cuda'),
    'cuda/factor': ('device matrix levels solvers/base/seidel-translatable.h solvers/engine/seidel-sparse-operations.h', 'c cuda'),
    'cuda/multigrid': ('device matrix sweep solvers/base/seidel-random.h solvers/engine/seidel-coarsening.h solvers/engine/seidel-couplings.h solvers/engine/seidel-root-order.h', 'c cuda'),
    'cuda/teaching': ('device matrix sweep factor solvers/base/seidel-translatable.h', 'c cuda'),
    # A program of its own: the methods on the rows of a rank.
    'petsc': ('solvers/base solvers/matrix solvers/gallery solvers/analysis solvers/engine solvers/run solvers/method solvers/cluster',
              'c sockets glib petsc'),
    'tests/golden': ('', '*'),
    'tests/solvers/base': ('solvers/base', '*'),
    'tests/solvers/matrix': ('solvers/* tests/golden', '*'),
    'tests/solvers/gallery': ('solvers/* matrix tests/golden', '*'),
    'tests/solvers/io': ('solvers/* matrix tests/golden', '*'),
    'tests/solvers/io/bytes': ('solvers/* tests/solvers/base tests/solvers/io', '*'),
    'tests/solvers/io/formats': ('solvers/* tests/solvers/io', '*'),
    'tests/solvers/io/cache': ('solvers/* tests/solvers/io tests/golden', '*'),
    'tests/solvers/collection': ('solvers/* tests/golden', '*'),
    'tests/solvers/solve': ('solvers/* cuda/factor matrix tests/golden', '*'),
    'tests/solvers/cluster': ('solvers/* matrix solve', '*'),
    'tests/solvers/analysis': ('solvers/* matrix tests/golden', '*'),
    'tests/solvers/multigrid': ('solvers/* matrix', '*'),
    'tests/solvers/cost': ('solvers/* matrix', '*'),
    'tests/solvers/engine': ('solvers/* base matrix solve tests/golden', '*'),
    'tests/solvers/run': ('solvers/* solve tests/golden', '*'),
    'tests/solvers/spectrum': ('solvers/* matrix', '*'),
    'tests/solvers/method': ('solvers/* matrix solve tests/golden', '*'),
    'tests/solvers/advisor': ('solvers/* base matrix tests/golden', '*'),
    'tests/cuda': ('solvers/* solvers/seidel-io.h cuda/levels cuda/sweep/one-block cuda/sweep/strips tests/solvers/engine', '*'),
    'tests/solvers/plan': ('solvers/* base matrix solve', '*'),
    'tests/solvers/diagnose': ('solvers/* matrix', '*'),
    'tests/solvers/experiment': ('solvers/* matrix tests/golden', '*'),
    'tests/solvers/record': ('solvers/* matrix tests/golden', '*'),
    'tests/solvers/api': ('solvers/* solvers/seidel-io.h solve', '*'),
    'tests/solvers/lesson': ('solvers/* tests/golden', '*'),
    'tests/ui': ('', 'c gtk'),
    'tests/ui/draw': ('solvers/* ui/draw tests/solvers/matrix tests/golden', '*'),
    'tests/ui/model': ('solvers/* ui/draw ui/model draw tests/solvers/matrix tests/golden', '*'),
    'tests/ui/views': ('solvers/* ui/draw ui/views draw tests/ui', '*'),
    'tests/ui/pages': ('solvers/* ui/draw ui/model ui/views ui/pages draw tests/ui tests/solvers/matrix tests/golden', '*'),
    'tests/ui/window': ('solvers/* ui/* tests/ui tests/solvers/plan tests/solvers/solve tests/solvers/cluster tests/solvers/collection tests/golden', '*'),
    'solvers': ('solvers/*', ''),
    'examples': ('', 'c seidel petsc cuda'),
    'tests/app': ('solvers/base app/cli ui/draw', '*'),
    'tests/bench': ('solvers/* ui/* petsc/seidel-petsc.h petsc/seidel-worker-run.h', '*'),
    'tests/faults': ('', '*'),
    'tests/fuzz': ('solvers/*', '*'),
    'tests/threads': ('', '*'),
}

LIBRARIES = {
    'c': r'(assert|atomic|complex|dlfcn|errno|fcntl|float|glob|libintl|limits|locale|malloc|math|poll|pthread|sched|signal|std[a-z]+'
         r'|inttypes|string|time|unistd|sys/[a-z]+)(\.h)?',
    'linux': r'linux/[a-z]+\.h',
    'sockets': r'(arpa/inet|ifaddrs|net/if|netinet/tcp)\.h',
    'glib': r'glib(/gstdio|-unix)?\.h',
    'i18n': r'glib/gi18n\.h',
    'gio': r'gio/gio\.h|glib(/gstdio|-unix)?\.h',
    'gmodule': r'gmodule\.h',
    'openmp': r'omp\.h',
    'archive': r'archive(_entry)?\.h',
    'bzip2': r'bzlib\.h',
    'hdf5': r'hdf5\.h',
    'lzma': r'lzma\.h',
    'matio': r'matio\.h',
    'xxhash': r'xxhash\.h',
    'zlib': r'zlib\.h',
    'zstd': r'zstd\.h',
    'soup': r'libsoup/soup\.h',
    'blas': r'cblas\.h',
    'suitesparse': r'suitesparse/\w+\.h',
    'metis': r'metis\.h',
    'cairo': r'cairo(-\w+)?\.h|pango/pangocairo\.h',
    'gtk': r'gtk/gtk\.h|adwaita\.h',
    'sqlite': r'sqlite3\.h',
    'json': r'json-glib/json-glib\.h',
    'petsc': r'petsc(ksp|log|mat|pc|vec)\.h',
    'cuda': r'cuda_runtime(_api)?\.h|cusparse\.h|cooperative_groups\.h',
    'cub': r'cub/device/device_\w+\.cuh',
    'seidel': r'seidel(-io)?\.h',
    '*': r'.*',
}

GENERATED = {'config.h', 'seidel-resources.h', 'base/seidel-version.h'}
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^">]+)', re.MULTILINE)


def find_sources():
    """The C and CUDA files of all rooms, by room."""
    sources = {}
    for top in ('app', 'ui', 'solvers', 'cuda', 'petsc', 'tests', 'examples'):
        for folder, _, names in os.walk(top):
            names = sorted(name for name in names if name.endswith(('.c', '.h', '.cu', '.cuh')))
            if names:
                sources[folder] = names
    return sources


def allowed_places(room):
    """The rooms and single headers that a row allows: a name without a folder is a room beside this one."""
    allowed = {room}
    for name in ROOMS[room][0].split():
        name = name if '/' in name else '%s/%s' % (os.path.dirname(room), name)
        allowed.update([name] if name.endswith(('.h', '.cuh')) else fnmatch.filter(ROOMS, name))
    return allowed


def find_circle(graph):
    """The nodes of one circle of a graph (node: its successors), or []."""
    done, path = set(), []

    def visit(node):
        if node in path:
            return path[path.index(node):] + [node]
        if node in done:
            return []
        path.append(node)
        for successor in sorted(graph.get(node, ())):
            circle = visit(successor)
            if circle:
                return circle
        done.add(path.pop())
        return []

    return next(filter(None, map(visit, sorted(graph))), [])


def resolve(room, include, files):
    """The file that a quoted include names: the one in the same room, or else the only one whose path ends so."""
    own = '%s/%s' % (room, include)
    include = re.sub(r'^(\.\./)+', '', include)
    found = [path for path in files.get(os.path.basename(include), ()) if path.endswith('/' + include)]
    return own if own in found else found[0] if len(found) == 1 else None


def check():
    sources = find_sources()
    files, headers = {}, {}
    for room, names in sources.items():
        for name in names:
            files.setdefault(name, []).append('%s/%s' % (room, name))
    for room, names in sources.items():
        if room not in ROOMS:
            yield '%s is not in the list of rooms' % room
            continue
        allowed = allowed_places(room)
        library = re.compile('|'.join(LIBRARIES[name] for name in ROOMS[room][1].split()))
        for name in names:
            path = '%s/%s' % (room, name)
            with open(path, encoding='utf-8') as file:
                text = file.read()
            for kind, include in INCLUDE.findall(text):
                if kind == '<':
                    if not library.fullmatch(include):
                        yield '%s: <%s> is none of %s' % (path, include, ROOMS[room][1])
                elif include not in GENERATED:
                    target = resolve(room, include, files)
                    if target is None:
                        yield '%s: "%s" is not found, or there are several' % (path, include)
                    elif target not in allowed and os.path.dirname(target) not in allowed:
                        yield '%s: %s may not include "%s"' % (path, room, include)
                    elif name.endswith('.h'):
                        headers.setdefault(path, set()).add(target)
    for room in sources:
        build = '%s/meson.build' % room
        if os.path.exists(build):
            with open(build, encoding='utf-8') as file:
                if not file.readline().startswith('# '):
                    yield '%s: the first line does not say what the room is for' % build
    yield from ('%s is in the list of rooms but has no sources' % room for room in ROOMS if room not in sources)
    for what, graph in (('rooms', {room: allowed_places(room) - {room} for room in ROOMS}), ('headers', headers)):
        circle = find_circle(graph)
        if circle:
            yield 'a circle of %s: %s' % (what, ' → '.join(circle))


def main():
    os.chdir(sys.argv[1])
    problems = sorted(check())
    print('1..1')
    for problem in problems:
        print('# ' + problem)
    print('%s 1 - layers of %d rooms' % ('not ok' if problems else 'ok', len(ROOMS)))
    return 1 if problems else 0


if __name__ == '__main__':
    sys.exit(main())
