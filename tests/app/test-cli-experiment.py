#!/usr/bin/python3
"""seidel-cli experiment: what it lists, runs, resumes and prints. Arguments: see cli_cases.py."""
# SPDX-License-Identifier: GPL-3.0-or-later
import json
import os
import subprocess
import time

from cli_cases import CLI, FOLDER, read_csv, run_all, solve_json
from cli_tap import check, same

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
    for patience in range(1, 200):
        with subprocess.Popen([CLI.program, 'experiment', 'run', path, '--output', output],
                              cwd=FOLDER, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as program:
            try:
                program.wait(timeout=patience / 50)
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
