#!/usr/bin/python3
"""seidel-cli experiment: what it lists, runs, resumes and prints. Arguments: see cli_cases.py."""
# SPDX-License-Identifier: GPL-3.0-or-later
import json
import os
import resource
import signal
import subprocess
import time

from cli_cases import CLI, FOLDER, read_csv, run_all, solve_json
from cli_tap import Skip, check, same

INSTALLED = os.environ['SEIDEL_EXPERIMENTS_DIR']
ITEM_KEYS = {'id', 'title', 'sentence', 'source', 'cells'}
VERDICT_KEYS = {'verdict', 'stale', 'origin', 'agreement', 'statements'}
RESULT_KEYS = ITEM_KEYS | VERDICT_KEYS | {'recorded', 'machine', 'version', 'begun', 'results'}
CELL_KEYS = {'at', 'state', 'reason', 'reached', 'why', 'measures'}
VERDICTS = {'agrees', 'partly', 'disagrees', 'not-comparable'}
HOME = {'XDG_DATA_HOME': FOLDER + '/data', 'XDG_CONFIG_HOME': FOLDER}


def write(name, **members):
    experiment = {'schema': 'seidel-experiment/1', 'id': name, 'title': name.capitalize(),
                  'hold': {'matrix': 'poisson-5 --size 10', 'threads': 1}, 'measures': ['iterations'],
                  'vary': [{'vary': 'method', 'values': ['jacobi', 'gauss-seidel', 'cg']}], **members}
    return CLI.write(name + '.json', json.dumps(experiment))


def show(*words, **env):
    return json.loads(CLI.good('experiment', *words, '--json', env={**HOME, **env}))


def test_list():
    """list: those of the folder, each with cells"""
    items = show('list')
    names = sorted(name[:-5] for name in os.listdir(INSTALLED) if name.endswith('.json'))
    same([item['id'] for item in items], names)
    for item in items:
        judged = 'verdict' in item  # one without a recorded result is not
        same(set(item), ITEM_KEYS | VERDICT_KEYS if judged else ITEM_KEYS)
        check(not judged or item['verdict'] in VERDICTS, item)
        if judged and item['stale'] is not None:
            same(item['verdict'], 'not-comparable')
        check(item['cells'] > 1 and item['title'] != '', item)


def test_run():
    """run: the iterations are those of single runs; show repeats what was printed; CSV"""
    path = write('methods', repeats=3, baseline='jacobi')
    result = show('run', path, '--csv', 'methods.csv')
    same(set(result), RESULT_KEYS)
    same([cell['at'] for cell in result['results']], [['jacobi'], ['gauss-seidel'], ['cg']])
    CLI.good('generate', 'poisson-5', '--size', '10', '--output', 'poisson.mtx')
    for cell in result['results']:
        same(set(cell), CELL_KEYS)
        run = solve_json('poisson.mtx', '--method', cell['at'][0], '--threads', '1')
        found = cell['measures']['iterations']
        same((found['runs'], found['median'], found['minimum']), (3, run['iterations'], run['iterations']))
        same((cell['state'], cell['reason'], cell['why']), ('done', run['reason'], None))
    again = show('show', path)
    same(again['results'], result['results'])
    rows = read_csv(CLI.path('methods.csv'))
    same([row['method'] for row in rows], ['jacobi', 'gauss-seidel', 'cg'])
    same(float(rows[0]['ratio']), 1.0)
    check('Gauss' not in CLI.good('experiment', 'show', path, env=HOME), 'labels are ids')


def test_verdict():
    """show: the verdict comes first, computed from the cells; a remark that does not hold is not made"""
    path = write('judged', baseline='jacobi', published=[{'measure': 'iterations', 'values': [None, 50, None]}],
                 values={'gs': {'measure': 'iterations', 'at': ['gauss-seidel']},
                         'half': {'measure': 'iterations', 'at': ['jacobi'], 'over': ['gauss-seidel']}},
                 statements=[{'text': 'Jacobi takes twice as many iterations', 'place': 'page 1', 'printed': 2, 'ours': 'half',
                              'holds': 'near (ours, printed, 0.1)'},
                             {'text': 'Gauss-Seidel takes none', 'ours': 'gs', 'holds': 'ours == 0'}],
                 agreement=[{'text': 'It takes {gs}.', 'claim': 'gs > 1'}, {'text': 'It is wrong.', 'claim': 'gs < 1'}])
    result = show('run', path)
    same(result['verdict'], 'partly')
    same([item['state'] for item in result['statements']], ['holds', 'does not hold'])
    same(result['agreement'], f"It takes {result['results'][1]['measures']['iterations']['median']:g}.")
    text = CLI.good('experiment', 'show', path, '--csv', 'judged.csv', '--html', 'judged.html', env=HOME)
    same(text.split('\n')[1].split(None, 1)[0], 'verdict')
    check('printed 2, here 2' in text or 'printed 2, here 1.9' in text, text)
    same({row['verdict'] for row in read_csv(CLI.path('judged.csv'))}, {'partly'})
    page = open(CLI.path('judged.html'), encoding='utf-8').read()
    places = [page.find(part) for part in ('</h1>', 'Partly agrees: 1 of 2', '>holds<', 'page 1', '>does not hold<', 'It takes ', ' (50)')]
    check(-1 not in places and places == sorted(places), places)


def test_new():
    """new: files × solvers, which run in processes of their own; a page with the curves of all runs"""
    CLI.good('generate', 'poisson-5', '--size', '6', '--output', 'night-a.mtx')
    CLI.good('generate', 'convection-diffusion', '--size', '6', '--output', 'night-b.mtx')
    CLI.good('experiment', 'new', '--files', 'night-*.mtx,night-missing.mtx', '--methods', 'cg,gmres,umfpack',
             '--preconditioners', 'none,ilu0', '--seconds', '60', '--output', 'night.json')
    experiment = json.loads(open(CLI.path('night.json'), encoding='utf-8').read())
    same([value['label'] for value in experiment['vary'][0]['values']], ['night-a.mtx', 'night-b.mtx', 'night-missing.mtx'])
    same([value['label'] for value in experiment['vary'][1]['values']], ['cg', 'gmres', 'gmres + ilu0', 'umfpack'])
    check(experiment['comment'] and experiment['seconds'] == 60, experiment)
    result = show('run', 'night.json', '--apart', '--cell-seconds', '200', '--output', 'night-result.json', '--html', 'night.html')
    same([cell['state'] for cell in result['results']], ['done'] * 4 + ['gap'] + ['done'] * 3 + ['gap'] * 4)
    run = solve_json('night-a.mtx', '--method', 'cg')
    same(result['results'][0]['measures']['iterations']['median'], run['iterations'])
    page = open(CLI.path('night.html'), encoding='utf-8').read()
    same((page.count('✓'), page.count('– gap'), page.count('<img ')), (14, 10, 7))
    check('night-a.mtx, cg: Converged<' in page and 'converged-relative' not in page, page)
    check('class="verdict"' not in page, 'a verdict about what was never published')
    text = CLI.good('experiment', 'show', 'night.json', '--output', 'night-result.json')
    check('verdict' not in text and 'gmres + ilu0' in text, text)
    for name in os.listdir(CLI.path('night_files')):
        check('night_files/' + name in page, name)
    # What is there is not run again.
    again = show('run', 'night.json', '--apart', '--output', 'night-result.json')
    same((again['begun'], again['results']), (result['begun'], result['results']))
    check('memory' in CLI.bad(2, 'experiment', 'run', 'night.json', '--memory', 'much'), 'a limit that is none')
    check('no method' in CLI.bad(1, 'experiment', 'new', '--files', 'night-a.mtx', '--methods', 'nothing'), 'a method')
    CLI.bad(2, 'experiment', 'new')


def test_members():
    """show: a member or a setting that there is not is answered with those that there are"""
    text = CLI.bad(1, 'experiment', 'show', write('odd', **{'time-limit': 3}), env=HOME)
    check('time-limit' in text and 'seconds' in text and 'measures' in text, text)
    text = CLI.bad(1, 'experiment', 'show', write('odd', hold={'matrix': 'poisson-5', 'metod': 'cg'}), env=HOME)
    check(text.endswith(': method\n'), text)
    text = CLI.bad(1, 'experiment', 'show', write('odd', hold={'matrix': 'poisson-5', 'zzz': 'cg'}), env=HOME)
    check('method, preconditioner,' in text and 'max-iterations' in text, text)


def test_marks():
    """show: a cell that did not converge is marked, and the mark is explained"""
    path = write('limited', hold={'matrix': 'poisson-5 --size 10', 'threads': 1, 'max-iterations': 20})
    result = show('run', path)
    same([cell['reached'] for cell in result['results']], [False, False, True])
    text = CLI.good('experiment', 'show', path, env=HOME)
    check('20 ✗ᵃ' in text and '\n✗ᵃ ' in text, text)


def test_stale():
    """show: a result from before the experiment changed is stale, and run refuses to go on with it"""
    path = write('aged')
    show('run', path, '--output', 'aged-result.json')
    path = write('aged', since='2999-01-01T00:00:00Z', changed='all of it')
    result = show('show', path, '--output', 'aged-result.json')
    check('all of it' in result['stale'], result['stale'])
    same(result['agreement'], '')
    same(result['verdict'], 'not-comparable')
    CLI.bad(1, 'experiment', 'run', path, '--output', 'aged-result.json')


def test_gap():
    """run: an engine that is not there is a gap, whatever else is measured"""
    path = write('engines', vary=[{'vary': 'engine', 'values': ['cpu', 'cuda']}])
    result = show('run', path, '--output', 'engines-result.json', SEIDEL_MODULE_DIR=FOLDER)
    same([cell['state'] for cell in result['results']], ['done', 'gap'])
    check(result['results'][1]['why'], 'a reason')
    forced = show('run', write('forced'), '--engine', 'cuda', '--output', 'forced-result.json',
                  SEIDEL_MODULE_DIR=FOLDER)
    same([cell['state'] for cell in forced['results']], ['gap'] * 3)


def test_scaling():
    """run: a law is fitted to the times over threads, beside the published one"""
    path = write('scaling', vary=[{'vary': 'threads', 'values': [1, 2]}], hold={'matrix': 'poisson-5 --size 60', 'method': 'cg'},
                 measures=['solve'], scaling='strong', **{'published-serial': 0.05})
    output = CLI.path('scaling-result.json')
    found = show('run', path, '--output', output)['scaling']
    same(len(found), 1)
    same(set(found[0]), {'kind', 'law', 'published'})
    same((found[0]['kind'], found[0]['published']['serial']), ('strong', 0.05))
    check(0 <= found[0]['law']['serial'] <= 1 and found[0]['law']['first'] > 0, found)
    text = CLI.good('experiment', 'run', path, '--output', output, env=HOME)
    check('Amdahl’s law' in text and 'Published' in text, text)
    for wrong in ({'scaling': 'large'}, {'scaling': 'strong', 'measures': ['iterations']}, {'scaling': 'weak', 'published-serial': 2},
                  {'scaling': 'strong', 'vary': [{'vary': 'method', 'values': ['jacobi', 'cg']}]}):
        CLI.bad(1, 'experiment', 'run', write('wrong', **{'measures': ['solve'], 'vary': [{'vary': 'threads', 'values': [1, 2]}], **wrong}))


def test_kill():
    """run: killed at any time, it goes on with what is finished"""
    sizes = list(range(3, 60))
    path = write('sizes', vary=[{'vary': 'size', 'values': sizes}], hold={'matrix': 'poisson-5', 'threads': 1})
    output = CLI.path('sizes-result.json')
    kept = {}
    # On a busy machine the program may need longer to start than it is ever given; the last run is not killed.
    for patience in [*range(1, 200), None]:
        with subprocess.Popen([CLI.program, 'experiment', 'run', path, '--output', output],
                              cwd=FOLDER, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as program:
            try:
                program.wait(timeout=patience and patience / 50)
            except subprocess.TimeoutExpired:
                program.kill()
                program.wait()
        if not os.path.exists(output):
            continue
        with open(output, encoding='utf-8') as file:
            lines = file.read().split('\n')
        cells = {}
        for line in lines[1:]:
            if line.endswith(('},', ']}')) and line != ']}':
                cell = json.loads(line.rstrip(','))
                cells[cell['cell']] = cell['runs']
        for number, runs in kept.items():
            same(cells.get(number), runs, f'cell {number} after a kill')
        kept = cells
        if len(cells) == len(sizes):
            break
        time.sleep(0.001)
    same(len(kept), len(sizes), 'cells')
    with open(output, encoding='utf-8') as file:
        same(len(json.load(file)['cells']), len(sizes), 'the file is JSON')


def make_night():
    """An experiment that is run overnight, of few short runs, and its table when nothing happens."""
    CLI.good('generate', 'poisson-5', '--size', '40', '--output', 'dark-a.mtx')
    CLI.good('generate', 'convection-diffusion', '--size', '30', '--output', 'dark-b.mtx')
    CLI.good('experiment', 'new', '--files', 'dark-*.mtx', '--methods', 'jacobi,cg,gmres', '--preconditioners', 'none,ilu0',
             '--seconds', '60', '--measures', 'iterations', '--output', 'dark.json')
    return show('run', 'dark.json', '--output', 'dark-undisturbed.json')['results']


def start_night(output, **more):
    """The run, a cell in a process of its own, with the curves of all."""
    return subprocess.Popen([CLI.program, 'experiment', 'run', 'dark.json', '--apart', '--output', output, '--html', 'dark.html'],
                            cwd=FOLDER, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **more)


def children(pid):
    """The processes that a process has started and that are there yet."""
    try:
        found = []
        for task in os.listdir(f'/proc/{pid}/task'):
            with open(f'/proc/{pid}/task/{task}/children', encoding='ascii') as file:
                found += [int(word) for word in file.read().split()]
        return found
    except OSError:
        return []


def is_alive(pid):
    try:
        with open(f'/proc/{pid}/stat', encoding='utf-8') as file:
            return file.read().rpartition(')')[2].split()[0] not in 'ZX'
    except OSError:
        return False


def cells_of(output):
    """The cells of a file that may be half written, each with its line."""
    if not os.path.exists(output):
        return {}
    with open(output, encoding='utf-8') as file:
        lines = [line.rstrip(',') for line in file.read().split('\n')[1:] if line.startswith('{"cell"')]
    return {line.partition(',')[0]: line for line in lines if line.endswith(']}')}


def leftovers():
    return sorted(name for name in os.listdir(FOLDER) if name.startswith('.'))


def test_killed_at_night():
    """run --apart: killed at any time, it leaves no process behind, and goes on to the same table with the same curves"""
    expected = make_night()
    output = CLI.path('dark-killed.json')
    kept, kills = {}, 0
    for patience in range(1, 400):
        with start_night(output) as program:
            cell = []
            end = time.monotonic() + patience / 40
            while program.poll() is None and time.monotonic() < end:
                cell = children(program.pid) or cell
                time.sleep(0.002)
            kills += program.poll() is None
            program.kill()
            program.wait()
        for _ in range(5000):
            if not any(map(is_alive, cell)):
                break
            time.sleep(0.002)
        check(not any(map(is_alive, cell)), 'the process of a cell outlives the run')
        found = cells_of(output)
        for name, line in kept.items():
            same(found.get(name), line, 'a cell after a kill')
        kept = found
        if len(kept) == len(expected):
            break
    check(kills > 1, 'never killed')
    result = show('run', 'dark.json', '--apart', '--output', output, '--html', 'dark.html')
    same(result['results'], expected)
    same(leftovers(), [])
    same(len(os.listdir(CLI.path('dark_files'))), len([cell for cell in expected if cell['state'] == 'done']), 'curves')


def test_cell_killed():
    """run --apart: the process of a cell that is killed costs that cell, and no other"""
    expected = make_night()
    with start_night(CLI.path('dark-shot.json')) as program:
        shot = []
        while program.poll() is None:
            for pid in children(program.pid):
                if not shot:
                    os.kill(pid, signal.SIGKILL)
                    shot.append(pid)
        program.communicate()
        same(program.returncode, 0)
    result = show('show', CLI.path('dark-shot.json'))
    same([cell['state'] for cell in result['results'][:1]], ['gap'])
    check('signal' in result['results'][0]['why'], result['results'][0])
    same(result['results'][1:], expected[1:])
    same(leftovers(), [])


def run_on_small_disk(kilobytes, output):
    """The run with its result on a disk of that size; the cells that are there at its end, or None where no disk can be made."""
    script = 'mount -t tmpfs -o size=$1k small disk && cp "$2" disk/result.json 2>/dev/null; ' \
             '"$0" experiment run dark.json --apart --output disk/result.json > /dev/null 2> said; echo $? > status; ' \
             'cp disk/result.json "$2"; ls -A disk > left'
    os.makedirs(CLI.path('disk'), exist_ok=True)
    made = subprocess.run(['unshare', '--user', '--map-root-user', '--mount', 'sh', '-c', 'mount -t tmpfs small disk'],
                          cwd=FOLDER, stderr=subprocess.DEVNULL, check=False)
    if made.returncode != 0:
        raise Skip('no file system can be mounted here')
    subprocess.run(['unshare', '--user', '--map-root-user', '--mount', 'sh', '-c', script, CLI.program, str(kilobytes), output],
                   cwd=FOLDER, check=True)
    return [open(CLI.path(name), encoding='utf-8').read() for name in ('status', 'said', 'left')]


def test_full_disk():
    """run --apart: a full disk ends the run with an error, no cell becomes a gap, and it goes on from there"""
    expected = make_night()
    # Its head takes nearly two pages, so that a few cells begin the third.
    with open(CLI.path('dark.json'), encoding='utf-8') as file:
        experiment = json.load(file)
    with open(CLI.path('dark-undisturbed.json'), encoding='utf-8') as file:
        head = len(file.readline().encode())
    CLI.write('dark.json', json.dumps({**experiment, 'sentence': 'x' * (2 * 4096 - 300 - head)}))
    output = CLI.path('dark-full.json')
    for kilobytes in (8, 16):
        status, said, left = run_on_small_disk(kilobytes, output)
        same((status, left), ('1\n', 'result.json\n'), said)
        check('No space left' in said, said)
        check('"gap"' not in ''.join(cells_of(output).values()), 'a cell is to blame for the disk')
        same(len(cells_of(output)) > 0, kilobytes == 16)
    same(show('run', 'dark.json', '--apart', '--output', output)['results'], expected)


def test_file_limit():
    """run: where the file may not grow, it ends with an error, and goes on from there"""
    expected = make_night()
    output = CLI.path('dark-limited.json')
    with open(CLI.path('dark-undisturbed.json'), encoding='utf-8') as file:
        most = len(file.read().encode()) - 30

    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
    with subprocess.Popen([CLI.program, 'experiment', 'run', 'dark.json', '--output', output], cwd=FOLDER,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=limit) as program:
        said = program.communicate()[1].decode()
        same(program.returncode, 1)
    check('dark-limited.json' in said, said)
    kept = cells_of(output)
    same(len(kept), len(expected) - 1)
    same(show('run', 'dark.json', '--output', output)['results'], expected)
    for name, line in kept.items():
        same(cells_of(output).get(name), line, 'a cell')


def test_refused():
    """what is no experiment, no place for a result, or a result of something else"""
    CLI.bad(1, 'experiment', 'run', 'nothing')
    CLI.bad(1, 'experiment', 'run', CLI.write('none.json', '{}'))
    CLI.bad(2, 'experiment', 'run')
    CLI.bad(2, 'experiment', 'list', 'more')
    CLI.bad(2, 'experiment', 'begin')
    CLI.bad(1, 'experiment', 'run', write('place'), '--output', '/nowhere/there.json')
    path = write('first')
    CLI.good('experiment', 'run', path, '--output', 'first-result.json')
    other = write('first', repeats=2)
    CLI.bad(1, 'experiment', 'run', other, '--output', 'first-result.json')
    CLI.good('experiment', 'run', other, '--output', 'first-result.json', '--again')


def test_manual():
    """the manual names every measure that an installed experiment has, and every member of their files"""
    manual = os.path.join(os.path.dirname(os.path.abspath(__file__)), '../../app/cli/seidel-cli.manual')
    with open(manual, encoding='utf-8') as file:
        text = file.read().partition('@page experiment')[2].partition('@page cache')[0]
    for name in os.listdir(INSTALLED):
        if not name.endswith('.json'):
            continue
        with open(os.path.join(INSTALLED, name), encoding='utf-8') as file:
            experiment = json.load(file)
        for measure in experiment['measures']:
            check(f'`{measure}`' in text, f'{name}: {measure}')
        for member in experiment:
            check(member in text, f'{name}: {member}')


REPORTS = ('Fiorentini', 'Kucia', 'Conjugate gradients with MPI', 'Jost', 'Galbiati')


def stated():
    """All that is said of the reports: where, place, statement, printed value."""
    for name in sorted(os.listdir(INSTALLED)):
        if name.endswith('.json'):
            with open(os.path.join(INSTALLED, name), encoding='utf-8') as file:
                experiment = json.load(file)
            if any(report in experiment.get('source', '') for report in REPORTS):
                for item in experiment.get('statements', []):
                    printed = json.dumps(item['printed'], ensure_ascii=False) if 'printed' in item else ''
                    yield experiment['id'], item.get('place', ''), item['text'], printed
    lessons = os.path.join(INSTALLED, '../lessons')
    for name in sorted(os.listdir(lessons)):
        if not name.endswith('.json'):
            continue
        with open(os.path.join(lessons, name), encoding='utf-8') as file:
            lesson = json.load(file)
        for value, item in lesson['values'].items():
            if 'cited' in item:
                yield 'lesson ' + lesson['id'], item['source'], value, json.dumps(item['cited'])


def test_sources():
    """every statement about a report is in the list of those that were read there, and holds"""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'statements.tsv')
    with open(path, encoding='utf-8') as file:
        rows = [line.rstrip('\n').split('\t') for line in file]
    same(rows[0], ['where', 'report', 'place', 'statement', 'printed', 'holds'])
    listed = {(row[0], row[2], row[3], row[4]): row[5] for row in rows[1:]}
    said = set(stated())
    check(len(said) > 100, len(said))
    for item in said:
        check(listed.get(item) in ('yes', 'derived', 'ours'), f'not in the list: {item}')
    check(set(listed) == said, f'said nowhere: {set(listed) - said}')


def test_unknown_measure():
    """an unknown measure is refused with those that there are"""
    refused = CLI.bad(1, 'experiment', 'show', write('unmeasured', measures=['speed']))
    check('speed' in refused and 'per-sweep' in refused, refused)


def test_completion():
    """the names of those that are installed"""
    found = CLI.good('complete', 'experiment', 'show', 'rel').split()
    same(found, ['relaxation'])


run_all(globals())
