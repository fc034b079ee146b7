#!/usr/bin/python3
"""The files that desktops read agree with each other and with the program. TAP.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import configparser
import fnmatch
import json
import os
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET

resources, metainfo_path, application_id, cli = sys.argv[1:5]
SVG = '{http://www.w3.org/2000/svg}'
MIME = '{http://www.freedesktop.org/standards/shared-mime-info}'
count = 0
failed = 0


def check(condition, what):
    global count, failed
    count += 1
    failed += not condition
    print('%s %d - %s' % ('ok' if condition else 'not ok', count, what))


def path(*parts):
    return os.path.join(resources, *parts)


desktop = configparser.ConfigParser(interpolation=None)
desktop.optionxform = str
desktop.read(path(application_id + '.desktop'))
entry = desktop['Desktop Entry']
metainfo = ET.parse(metainfo_path).getroot()
mime = ET.parse(path(application_id + '.mime.xml')).getroot()

check(entry['Icon'] == application_id, 'the desktop file names the application icon')
check(entry['Exec'].split()[0] == 'seidel', 'the desktop file starts seidel')
check(metainfo.findtext('id') == application_id, 'the metainfo has the application id')
check(metainfo.findtext('launchable') == application_id + '.desktop', 'the metainfo launches the desktop file')
check(entry['Exec'].split()[0] in [b.text for b in metainfo.iter('binary')], 'the metainfo provides the program')
types = [t for t in entry['MimeType'].split(';') if t]
check(types == [t.text for t in metainfo.iter('mediatype')], 'desktop file and metainfo open the same types')
own = {t.get('type'): {g.get('pattern'): int(g.get('weight', 50)) for g in t.iter(MIME + 'glob')}
       for t in mime.iter(MIME + 'mime-type')}
check(types[:len(own)] == list(own), 'the types defined here are opened, before all others')
check(entry.get('InitialPreference') == '1', 'which other programs may be better for')

formats = json.loads(subprocess.run([cli, 'formats', '--json'], check=True, capture_output=True).stdout)
endings = [suffix for f in formats for suffix in f['suffixes']]
check('.mtx' in endings and '.npz' in endings, 'the program reports the endings it reads: %s' % endings)


def type_of(database, name):
    """What a desktop takes a file of this name for, its content telling nothing."""
    file = os.path.join(database, name)
    with open(file, 'w') as stream:
        stream.write('matrix\n')
    answer = subprocess.run(['gio', 'info', '-a', 'standard::fast-content-type', file], check=True, text=True,
                            capture_output=True, env=dict(os.environ, XDG_DATA_HOME=database)).stdout
    return answer.split('fast-content-type:')[1].split()[0]


with tempfile.TemporaryDirectory() as database:
    packages = os.path.join(database, 'mime', 'packages')
    os.makedirs(packages)
    shutil.copy(path(application_id + '.mime.xml'), packages)
    update = subprocess.run(['update-mime-database', os.path.join(database, 'mime')], capture_output=True, text=True,
                            env=dict(os.environ, XDG_DATA_HOME=database))
    check(update.returncode == 0 and 'rror' not in update.stderr, 'the types can be installed: %s' % update.stderr)
    for ending in endings + ['.mtx.bz2', '.mtx.xz', '.mtx.zst']:
        known = type_of(database, 'matrix' + ending)
        weights = [weight for globs in own.values() for pattern, weight in globs.items()
                   if fnmatch.fnmatch('matrix' + ending, pattern)]
        # What other programs have had for longer stays theirs, and can be opened with Seidel by hand.
        check(known in types or (weights and max(weights) < 50), 'a %s file can be opened: %s' % (ending, known))
    check(type_of(database, 'monday.seidel') == 'application/x-seidel-session', 'a session can be opened')
    patterns = [pattern for globs in own.values() for pattern in globs]
    stale = [p for p in patterns if not any(fnmatch.fnmatch('matrix' + e, p) for e in endings)
             and not p.startswith('*.mtx.') and p not in ('*.mm', '*.seidel')]
    check(not stale, 'no ending is claimed that is not read: %s' % stale)
check('@' not in metainfo.find('releases/release').get('version'), 'the release has a version')

icons = []
for folder, _, names in os.walk(path('icons')):
    icons += [os.path.join(folder, name) for name in names if name.endswith('.svg')]
check(path('icons', 'app', application_id + '.svg') in icons, 'there is an application icon')
check(path('icons', 'app', application_id + '-symbolic.svg') in icons, 'and a symbolic one')
for icon in sorted(icons):
    root = ET.parse(icon).getroot()
    side = 16 if icon.endswith('-symbolic.svg') else 128
    right_size = (root.tag == SVG + 'svg' and root.get('width') == root.get('height') == str(side)
                  and root.get('viewBox') == '0 0 %d %d' % (side, side))
    check(right_size and len(root) > 0, '%s is a drawing of %d × %d' % (os.path.basename(icon), side, side))

bundle = ET.parse(path('seidel.gresource.xml')).getroot()
bundled = {f.text for f in bundle.iter('file')}
there = set()
for folder, _, names in os.walk(resources):
    there |= {os.path.relpath(os.path.join(folder, n), resources) for n in names if n.endswith(('.ui', '.css'))}
there |= {os.path.relpath(i, resources) for i in icons if '-symbolic' in i and '/actions/' in i}
check(there <= bundled, 'every template, style and action icon is bundled: %s' % sorted(there - bundled))
print('1..%d' % count)
sys.exit(failed > 0)
