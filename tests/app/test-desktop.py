#!/usr/bin/python3
"""The files that desktops read agree with each other and with the program. TAP.

SPDX-License-Identifier: GPL-3.0-or-later
"""
import configparser
import os
import sys
import xml.etree.ElementTree as ET

resources, metainfo_path, application_id = sys.argv[1:4]
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
check(types == [t.get('type') for t in mime.iter(MIME + 'mime-type')], 'each of these types is defined')
check('*.mtx' in [g.get('pattern') for g in mime.iter(MIME + 'glob')], 'a .mtx file is of that type')
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
