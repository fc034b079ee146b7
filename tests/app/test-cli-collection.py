#!/usr/bin/python3
"""seidel-cli collection against a server of its own. Arguments: the program, the folder of its man
pages, its completion."""
# SPDX-License-Identifier: GPL-3.0-or-later
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

from cli_server import Handler, start
from cli_tap import Cli, Skip, check, run_tests, same

PROGRAM, MAN, COMPLETION = map(os.path.abspath, sys.argv[1:4])
FOLDER = tempfile.mkdtemp(prefix='seidel-cli-collection-')
CLI = Cli(PROGRAM, FOLDER)
DATA = os.path.join(FOLDER, 'data')
os.environ.update(XDG_DATA_HOME=DATA, XDG_CONFIG_HOME=os.path.join(FOLDER, 'config'),
                  XDG_CACHE_HOME=os.path.join(FOLDER, 'cache'), GSETTINGS_BACKEND='keyfile')
SETTINGS = 'config/glib-2.0/settings/keyfile'

SERVER, BASE = start()


def collection(*words):
    return CLI.good('collection', *words, '--server', BASE)


def collection_json(*words):
    return json.loads(collection(*words, '--json'))


def collection_bad(status, *words):
    return CLI.bad(status, 'collection', *words, '--server', BASE)


def names(*words):
    return [f"{matrix['group']}/{matrix['name']}"
            for matrix in collection_json('search', *words)['matrices']]


def test_usage():
    """actions and their words are named where they are wrong"""
    CLI.bad(2, 'collection')
    collection_bad(2, 'fetch')
    collection_bad(2, 'download')
    for word in ['small', '../small', 'HB/', 'HB/../../x', '/etc/passwd']:
        collection_bad(2, 'download', word)
    collection_bad(2, 'list', 'more')
    CLI.bad(1, 'collection', 'list', '--server', 'ftp://x')


def test_first_time():
    """at first nothing is here; without a server nothing can be found"""
    message = CLI.bad(1, 'collection', 'search', 'small', '--server', 'http://127.0.0.1:1')
    check('127.0.0.1:1' in message, message)
    same(collection_json('list'), [])
    same(collection('list'), '')


def test_refresh():
    """refresh fetches the index, once"""
    expected = {'server': BASE, 'date': '20-Jul-2018 14:33:25', 'count': 3}
    # Searching fetches it where there is none.
    same(names('structural'), ['HB/small'])
    same(collection_json('refresh'), {**expected, 'changed': False})
    shutil.rmtree(DATA)
    same(collection_json('refresh'), {**expected, 'changed': True})
    same(collection_json('refresh'), {**expected, 'changed': False})


def test_search():
    """search finds by words, shape, symmetry, definiteness and size"""
    same(names(), ['HB/small', 'HB/ash219', 'Meng/iChem'])
    same(names('CHEM', 'problem'), ['Meng/iChem'])
    same(names('hb squares'), ['HB/ash219'])
    same(names('nowhere'), [])
    same(names('--square'), ['HB/small', 'Meng/iChem'])
    same(names('--symmetric'), ['HB/small'])
    same(names('--positive-definite'), ['HB/small'])
    same(names('--min-rows', '4', '--max-rows', '219'), ['HB/ash219'])
    same(names('--min-nonzeros', '8'), ['HB/ash219', 'Meng/iChem'])
    same(names('--max-nonzeros', '437'), ['HB/small'])
    found = collection_json('search', 'chem')
    same(found['matrices'], [
        {'group': 'Meng', 'name': 'iChem', 'rows': 274087, 'columns': 274087, 'nonzeros': 4137369,
         'entries': 4137370, 'kind': 'computational chemistry problem', 'real': False,
         'binary': False, 'discretised': False, 'positive_definite': None,
         'pattern_symmetry': 0.98, 'numerical_symmetry': 0.64, 'here': False}])


def test_download():
    """download prints the path of what is then here, with the server or without it"""
    path = os.path.join(DATA, 'seidel', 'collection', 'HB', 'small.tar.gz')
    same(collection('download', 'HB/small'), path + '\n')
    with open(path, 'rb') as file:
        archive = file.read()
    same(archive, Handler.files['/MM/HB/small.tar.gz'])
    same(CLI.good('collection', 'download', 'HB/small', '--server', 'http://127.0.0.1:1'),
         path + '\n')
    files = [{'group': 'HB', 'name': 'small', 'path': path, 'bytes': len(archive)}]
    same(collection_json('download', 'HB/small'), files)
    same(collection_json('list'), files)
    same([matrix['here'] for matrix in collection_json('search', 'hb')['matrices']], [True, False])
    same(sorted(os.listdir(os.path.dirname(path))), ['small.tar.gz'])


def set_server(more=''):
    """The server as a setting of the user."""
    os.makedirs(os.path.dirname(CLI.path(SETTINGS)), exist_ok=True)
    CLI.write(SETTINGS, f"[org/seidel/Workbench]\ncollection-server='{BASE}'\n{more}")


def test_folder():
    """another folder, as an option and as a setting"""
    expected = os.path.join(os.path.realpath(FOLDER), 'library', 'HB', 'small.tar.gz')
    path = collection('download', 'HB/small', '--folder', 'library').strip()
    same(os.path.realpath(path), expected)
    set_server(f"collection-folder='{FOLDER}/library'\n")
    same([file['path'] for file in json.loads(CLI.good('collection', 'list', '--json'))],
         [os.path.join(FOLDER, 'library', 'HB', 'small.tar.gz')])
    same(json.loads(CLI.good('collection', 'refresh', '--json'))['server'], BASE, 'of the setting')
    os.remove(CLI.path(SETTINGS))


def test_failures():
    """what the server does not have, or has and is no archive, leaves nothing behind"""
    folder = os.path.join(DATA, 'seidel', 'collection', 'HB')
    collection_bad(1, 'download', 'HB/ash219')
    collection_bad(1, 'download', 'HB/html')
    same(os.listdir(folder), ['small.tar.gz'])
    good = Handler.files['/files/ssstats.csv']
    Handler.files['/files/ssstats.csv'] = b'2\ntoday\nHB,../x,1,1,1,1,0,0,0,1,1,k\n'
    collection_bad(1, 'refresh')
    same(names('small'), ['HB/small'])
    Handler.files['/files/ssstats.csv'] = good


def test_man_page():
    """the man page names every member of the JSON output"""
    with open(os.path.join(MAN, 'seidel-cli-collection.1'), encoding='utf-8') as file:
        members = file.read().split('.Sh JSON')[1].split('.Sh FILES')[0]
    found = collection_json('search')
    for key in [*found, *found['matrices'][0], *collection_json('refresh'),
                *collection_json('list')[0]]:
        check(re.search(rf'\b{key}\b', members), f'{key} is not documented')


def complete(*words):
    script = ('source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _seidel_cli; '
              'printf "%s\\n" "${COMPREPLY[@]}"')
    done = subprocess.run(['bash', '-c', script, COMPLETION, PROGRAM, *words], cwd=FOLDER,
                          capture_output=True, text=True, check=False)
    same(done.stderr, '', words)
    return done.stdout.split()


def test_completion():
    """bash completion knows the actions, and the matrices of the index"""
    if shutil.which('bash') is None:
        raise Skip('bash is not installed')
    same(complete('collection', ''), ['search', 'refresh', 'download', 'list'])
    same(complete('collection', 'download', 'HB/'), [])
    set_server()
    same(complete('collection', 'download', 'HB/'), ['HB/small', 'HB/ash219'])
    os.remove(CLI.path(SETTINGS))


try:
    run_tests([test_usage, test_first_time, test_refresh, test_search, test_download, test_folder,
               test_failures, test_man_page, test_completion])
finally:
    SERVER.shutdown()
    shutil.rmtree(FOLDER, ignore_errors=True)
