// SPDX-License-Identifier: GPL-3.0-or-later
// Logic of the lesson, without a page: worksheets, goals, links; with the core's results.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { answersFile, filled, idsOf, questionIn } from '../../src/lab/page/teach/sheet/answers.js';
import { goalsIn, goalsOf, heldOf } from '../../src/lab/page/teach/goals.js';
import { read, written } from '../../src/lab/page/teach/lesson.js';
import { compare, numberIn, settingsOf } from '../../src/lab/page/teach/sheet/grade.js';
import { blocks, inline } from '../../src/lab/page/teach/sheet/markdown.js';
import { optionsOf, optionText, plainText, sceneOf, toleranceOf, unitIn } from '../../src/lab/page/teach/sheet/question.js';
import { stepsOf } from '../../src/lab/page/teach/sheet/steps.js';
import { sentenceOf, settingsText, sheetOf } from '../../src/lab/page/teach/sheet/worksheet.js';
import { termsIn } from '../../src/lab/page/words/terms.js';
import { languageOf, learn, setLanguage, translated } from '../../src/lab/page/words/words.js';
import { ROOT, compiled, opened, recorded, runOf, textOf } from './node.mjs';

const HEAD_ON = textOf('01-head-on'), EXPERIMENTS = join(ROOT, 'experiments');
const FILE =
    'exercise: 01-head-on\nanswers:\n  lag_m:        # a number: how far\n  better:        # a word';

// ---- worksheets ----

test('teach: a worksheet is parsed into blocks', () => {
    const item = (text) => ({ text });
    const wanted = [
        ['# A *b*\n', { kind: 'heading', level: 1, text: 'A *b*' }],
        ['One\ntwo.\n', { kind: 'paragraph', text: 'One two.' }],
        ['- `id`: first\n  goes on\n- second\n  - inner\n', { kind: 'list', ordered: false, items:
            [item('`id`: first goes on'), item('second'), item('inner')] }],
        ['1. x\n2. y\n', { kind: 'list', ordered: true, items: [item('x'), item('y')] }],
        ['| a | b |\n|---|:-:|\n| 1 | |\n| c\\|d | 2 |\n',
            { kind: 'table', rows: ['| a | b |', '|---|:-:|', '| 1 | |', '| c\\|d | 2 |'] }],
        ['    code <b>\n', { kind: 'code', text: 'code <b>' }],
        ['```yaml\nx: 1\n\n  y\n```', { kind: 'code', text: 'x: 1\n\n  y', language: 'yaml' }],
        ['---', { kind: 'rule' }],
        ['end', { kind: 'paragraph', text: 'end' }]];
    const got = blocks(wanted.map(([text]) => text).join('\n'));
    assert.equal(got.length, wanted.length);
    wanted.forEach(([text, block], k) => assert.deepEqual({ ...got[k], ...block }, got[k], text));
});

test('teach: emphasis, code and links; HTML is text', () => {
    const plain = (text) => ({ kind: 'text', text });
    assert.deepEqual(inline('a **b *c*** `x_y_z` snake_case_too [t](https://e.org) <img src=x>'), [
        plain('a '),
        { kind: 'strong', spans: [plain('b '), { kind: 'em', spans: [plain('c')] }] }, plain(' '),
        { kind: 'code', text: 'x_y_z' }, plain(' snake_case_too '),
        { kind: 'link', spans: [plain('t')], to: 'https://e.org' }, plain(' <img src=x>')]);
    assert.deepEqual(inline('2 * 3 * 4 and \\*no\\*'), [plain('2 * 3 * 4 and *no*')]);
});

test('teach: the parser terminates for malformed texts', () => {
    for (const text of ['', '```', '- ', '-', '| |', '|\n|', '> ', '#', '    ',
        '\n\n- a\n\n\n\n- b\n\n   c', '**', '`', '[](', '1) a\n- b\n2. c', '|a|\n|-|',
        '_'.repeat(2000), '- '.repeat(300)]) {
        assert.ok(Array.isArray(blocks(text)) && Array.isArray(inline(text)));
    }
});

const sheets = readdirSync(EXPERIMENTS).filter((name) =>
    existsSync(join(EXPERIMENTS, name, 'exercise.md')));
const sheetIn = (name, file = 'exercise.md') => readFileSync(join(EXPERIMENTS, name, file), 'utf8');

test('teach: every shipped worksheet is parsed without losing a word', () => {
    const plain = (spans) => spans.map((span) => span.text ?? plain(span.spans)).join('');
    const words = (block) => [block.kind === 'code' ? block.text : plain(inline(block.text ?? '')),
        ...(block.head ?? []), ...(block.rows ?? []).flat(), ...(block.blocks ?? []).map(words),
        ...(block.items ?? []).map((item) => plain(inline(item.text)))].join(' ');
    const bare = (text) => text.replace(/[^A-Za-z0-9]+/g, '');
    assert.ok(sheets.length > 0);
    for (const name of sheets) {
        const text = sheetIn(name);
        assert.equal(bare(blocks(text).map(words).join(' ')),
            bare(text.replace(/\]\([^)]*\)/g, ']').replace(/^\d+\. /gm, '')), name);
    }
});

test('teach: a German worksheet has the questions, commands, tables and words of the English one', () => {
    const parts = (text) => {
        const all = blocks(text).flatMap((block) => block.items ?? [block]);
        const spans = all.map(({ text: each }) => inline(each ?? ''));
        const codes = (list) => list.filter((span) => span?.kind === 'code').map((span) => span.text);
        return { questions: codes(spans.map(([first]) => first)),
            sets: codes(all).flatMap((code) => code.match(/--set \S+/g) ?? []),
            tables: all.filter(({ kind }) => kind === 'table').map(({ rows }) =>
                rows.map((row) => row.split('|').map((cell) => cell.trim() === ''))),
            words: new Set(codes(spans.flat())) };
    };
    for (const name of sheets) {
        const { words: theirs, ...wanted } = parts(sheetIn(name));
        const { words: own, ...got } = parts(sheetIn(name, 'exercise.de.md'));
        assert.deepEqual(got, wanted, name);
        for (const [, answer] of sheetIn(name, 'answers.yaml').split('\n')
            .filter((line) => line.includes('kind: word'))
            .map((line) => /is: "?([a-z-]+)"?[ ,]/.exec(line)).filter((found) => found)) {
            assert.ok(own.has(answer) || !theirs.has(answer) || /^(yes|no)$/.test(answer),
                `${name}: ${answer}`); // what to enter
        }
    }
});

test('teach: the worksheet has the language of the page', () => {
    const worksheet = `# A\n\n## Your answers\n\n\`\`\`yaml\n${FILE}\n\`\`\`\n`;
    const scene = { worksheet, worksheets: { de: '# B\n' } };
    assert.equal(sheetOf(scene), worksheet);
    setLanguage('de');
    learn([{ worksheets: { de: '# B\n\n<!-- c\nA hint\n= Ein Hinweis\n-->\n' } }]);
    assert.deepEqual(['A hint', 'Other'].map((text) => [translated(text), languageOf(text)]),
        [['Ein Hinweis', 'de'], ['Other', 'en']]);
    assert.equal(sheetOf({ worksheets: { de: '# B\n\n<!-- c\nd -->\n' } }), '# B\n\n');
    assert.deepEqual([sheetOf(scene), sheetOf({ worksheet }), sheetOf({})], ['# B\n', worksheet, null]);
    setLanguage('en');
});

test('teach: questions have fields, and answers a file', () => {
    const file = answersFile(`# S\n\n- \`lag_m\`: how far?\n\n\`\`\`yaml\n${FILE}\n\`\`\`\n`);
    assert.deepEqual(idsOf(file), ['lag_m', 'better']);
    assert.deepEqual(['`lag_m`: how far?', '`other`: no'].map((text) => questionIn(text, ['lag_m'])),
        ['lag_m', null]);
    assert.equal(filled(file, new Map([['lag_m', ' 4.58e-3 '], ['better', 'heun: "so" it is']])),
        'exercise: 01-head-on\nanswers:\n  lag_m: 4.58e-3  # a number: how far\n'
        + '  better: "heun: \\"so\\" it is"  # a word');
    assert.deepEqual([filled(file, new Map()), answersFile('# nothing')], [file, null]);
});

const METHODS = /Euler|Heun|Verlet|Runge|integrator|Zeitschritt|time step|residual|Energiefehler|Löser|solver/i;

/** Ids and kinds of the questions of an experiment. */
const keysIn = (name) => [...sheetIn(name, 'answers.yaml').matchAll(/\bid: (\w+)([^]*?)(?=\n *- |$)/g)]
    .map(([, id, rest]) => ({ id, kind: /kind: (\w+)/.exec(rest)?.[1] ?? 'number' }));

/** Steps of a worksheet as the page shows them, and what is left for the program. */
function stepsIn(name, file = 'exercise.md') {
    const keys = keysIn(name), isKnown = (id) => keys.some((key) => key.id === id && !['scenario',
        'integrator', 'force_law'].includes(key.kind));
    return stepsOf(blocks(sheetIn(name, file).replace(/<!-{2}[^]*?-->/g, '')), keys.map(({ id }) => id), isKnown);
}

test('teach: steps are questions that can be checked, as many in both languages, without commands', () => {
    for (const name of sheets) {
        const [english, german] = ['exercise.md', 'exercise.de.md'].map((file) => stepsIn(name, file).steps);
        assert.ok(english.length > 0 && english.every(({ question }) => question), name);
        assert.deepEqual(german.map(({ question }) => question.id), english.map(({ question }) => question.id), name);
        for (const { blocks: own, question } of [...english, ...german]) {
            const said = JSON.stringify([own.filter(({ kind }) => kind !== 'settings'), question.text]);
            assert.doesNotMatch(said, /`carom |carom (compare|run|check)|out\/|`\d\d-|--set|\.yaml/, `${name}: ${said}`);
            assert.doesNotMatch(said, /"kind":"(table|code)"/, name);
        }
    }
});

test('teach: a prediction comes before its formula', () => {
    for (const [name, ids] of Object.entries({ '01-head-on': ['contact_time_s'],
        '04-break': ['contact_s', 'euler_each', 'growth'], '08-one-hits-two': ['cue_half'], '09-cradle': ['depth_m'],
        '19-two-ball-drop': ['small_mps', 'contact_s'] })) {
        for (const file of ['exercise.md', 'exercise.de.md']) {
            const sheet = blocks(readFileSync(join(EXPERIMENTS, name, file), 'utf8'));
            const all = [...readFileSync(join(EXPERIMENTS, name, 'answers.yaml'), 'utf8').matchAll(/ id: (\w+)/g)].map(([, id]) => id);
            const asked = stepsOf(sheet, all, () => true).steps.filter(({ predicts, question }) => predicts && question);
            asked.forEach(({ question: { text } }) => assert.doesNotMatch(text, / = [a-z(-]|sqrt\(|exp\(/, `${name}: ${text}`));
            assert.deepEqual(asked.filter(({ question: { id, formula } }) => ids.includes(id) && /[/(=]|e = 1/.test(formula))
                .map(({ question }) => question.id), ids, `${name}/${file}`);
        }
    }
});

test('teach: the first worksheet predicts, measures and compares motions before it asks about methods', () => {
    for (const file of ['exercise.md', 'exercise.de.md']) {
        const { steps } = stepsIn('01-head-on', file), asked = steps.map(({ question }) => question);
        const method = asked.findIndex(({ id, text }) => id !== 'touch_s' && METHODS.test(text));
        assert.equal(asked[method].id, 'euler_gain');
        assert.deepEqual(asked.slice(0, method).map(({ id }) => id), ['eight_mps', 'cue_does', 'heavy_does',
            'contact_time_s', 'lag_m', 'touch_s', 'heavy_mps']);
        assert.deepEqual(steps.map(({ predicts }) => predicts), asked.map((one, k) => k < 5));
        assert.equal(steps.at(-1).question.id, 'better_method'); // `frugal` needs the program
    }
});

test('teach: answers have a unit or buttons, questions the names of the reader and a scene', () => {
    const file = 'answers:\n  cue_does:        # a word: stop, follow or return\n  zeta:  # a number +- 1 %: x (N s/m)\n  cut:  # a number +- 0.1: angle (degrees)\n'
        + '  same:  # a word: more, less or the same\n  yes_no:        # a word: can the camera tell\n';
    const word = (id, is) => optionsOf(file, { kind: 'word', id, is });
    assert.deepEqual([word('cue_does', 'stop'), word('same', 'same'), word('yes_no', 'no'), word('cue_does', 'go')],
        [['stop', 'follow', 'return'], ['more', 'less', 'same'], ['yes', 'no'], []]);
    assert.deepEqual(['zeta', 'lag_m', 'halving', 'cut'].map((id) => unitIn(file, id)), ['N s/m', 'm', '', '°']);
    const scene = { balls: [{ name: 'cue' }], solvers: [{ name: 'heun', label: 'Heun' }] };
    const german = 'was macht `cue`: anhalten (`stop`), `follow` (folgen) oder gleich viel (`same`)?';
    setLanguage('de');
    const said = [plainText(german, ['stop', 'follow', 'same'], scene),
        ...['stop', 'follow', 'same', 'heun', 'yes'].map((option) => optionText(option, german, scene))];
    setLanguage('en');
    assert.deepEqual(said, ['Was macht Spielkugel: anhalten, folgen oder gleich viel?', 'Anhalten', 'Folgen',
        'Gleich viel', 'Heun', 'Ja']);
    assert.equal(plainText('is `cue` faster, `yes` or `no`? Key `step_s`.', ['yes', 'no'], scene),
        'Is cue faster, yes or no? Key `step_s`.');
    assert.deepEqual(sceneOf({ scene: 'a=1 b=[x]', set: 'c=d=e' }), [['a', '1'], ['b', '[x]'], ['c', 'd=e']]);
    assert.deepEqual(sceneOf(undefined), []);
});

test('teach: hints are sentences with symbols, and numbers stay where the program is left out', () => {
    const said = ['its momentum, and so on', 'a contact lasts', 'what is it?', 'v t_c', 'wrong by -(1 - e) vb', 'e is -0.5',
        'mu(v) w0^2 10^12 mud theta 4e4', 'find theta first', 'the root of 2.1e-8', 'exp(-pi zeta)'].map(sentenceOf);
    assert.deepEqual(said, ['Its momentum, and so on.', 'A contact lasts.', 'What is it?', 'v t_c.', 'Wrong by −(1 − e) vb.',
        'e is −0.5.', 'µ(v) ω₀² 10¹² mud θ 4 × 10⁴.', 'Find θ first.', 'The root of 2.1 × 10⁻⁸.', 'exp(−π ζ).']);
    for (const [name, number] of [['03-bumper', 'zeta = 0.0342652'], ['09-cradle', 'm = 1 kg'], ['24-rough-gas', '20 J']]) {
        assert.ok(JSON.stringify(stepsIn(name).steps[0].blocks).includes(number), name);
    }
});

test('teach: the core accepts the scene of every step, and its settings have names in both languages', () => {
    for (const name of sheets.filter((each) => each !== '27-measured')) { // whose scene has a path of its own
        for (const [line, id] of sheetIn(name, 'answers.yaml').matchAll(/^ {2}- \{ id: (\w+).*$/gm)) {
            const [scene = '', set = ''] = [/ scene: ([^,}]*)/, / set: ([^,}]*)/].map((pattern) => pattern.exec(line)?.[1].trim());
            const pairs = sceneOf({ scene, set });
            const { ok, messages } = opened(textOf(name), pairs.map((pair) => pair.join('=')));
            assert.ok(ok, `${name}, ${id}: ${JSON.stringify(messages)}`);
            const first = opened(textOf(name)), said = ['en', 'de'].map((code) => {
                setLanguage(code);
                return settingsText(first, pairs);
            });
            setLanguage('en');
            said.forEach((text) => assert.doesNotMatch(text, /key\.|[a-z_]\.[a-z]|\*|\b\d+:|^(friction|restitution) = .*\b(friction|restitution) =/, `${name}, ${id}: ${text}`));
            assert.ok(!/friction|restitution/.test(said[1]), `${name}, ${id}: ${said[1]}`);
        }
    }
});

test('teach: a question about the program alone is not asked by the page', () => {
    const ids = stepsIn('27-measured').steps.map(({ question }) => question.id);
    assert.deepEqual(ids, ['delay', 'frame', 'frames', 'outlier', 'tell']);
    assert.ok(sheets.every((name) => stepsIn(name).steps.every(({ question: { text } }) => /[?]/.test(text) && !/^,/.test(text))));
});

test('teach: every question with a word has its buttons', () => {
    for (const name of sheets) {
        const file = sheetIn(name, 'answers.yaml').split('\n').flatMap((line) => {
            const [, id] = /\bid: (\w+)/.exec(line) ?? [], [, ask] = /ask: "([^"]*)"/.exec(line) ?? [];
            const [, is] = /is: "?([\w-]+)/.exec(line) ?? [];
            return /kind: word/.test(line) ? [{ id, is, line: `  ${id}:        # a word: ${ask}` }] : [];
        });
        for (const { id, is, line } of file) {
            assert.ok(optionsOf(line, { kind: 'word', id, is }).length > 1, `${name}: ${line}`);
        }
    }
});

test('teach: every question has a hint and a reason, and no hint gives the answer', () => {
    for (const name of sheets) {
        for (const [line, id] of sheetIn(name, 'answers.yaml').matchAll(/^ {2}- \{ id: (\w+).*$/gm)) {
            const [hint, why] = ['hint', 'why'].map((key) => new RegExp(` ${key}: "([^"]*)"`).exec(line)?.[1] ?? '');
            assert.ok(hint !== '' && why !== '' && hint !== why, `${name}: ${id}`);
            const [, is = 'none'] = / is: ([\d.e-]{3,})/.exec(line) ?? [];
            assert.ok(!hint.split(/[ ,]/).includes(is), `${name}: ${id}: ${hint}`);
        }
    }
});

test('a measured question becomes a check that the core reads', () => {
    const key = { kind: 'measured', id: 'touch', hint: 'h', scene: '', solver: 'heun', of: 'summary',
        quantity: 'contact_s', within_rel: '0.01' };
    assert.deepEqual(settingsOf(key), ['checks=[{"kind":"summary","solver":"heun","quantity":"contact_s",'
        + '"min":"-1e308","goal":"touch"}]']);
});

test('teach: a number is right within the tolerance that the page states', () => {
    const key = { within_rel: '0.002' }, graded = (answer) => compare(answer, 4.579621e-3, key);
    assert.deepEqual([4.58e-3, 4.571e-3, 4.6e-3, 4.67e-3, 9e-3].map(graded), ['right', 'right', 'near', 'near', 'wrong']);
    assert.deepEqual([0.3032, 0.3034, 0.315].map((t) => compare(t, 0.3032125, { within: '1e-4' })), ['right', 'near', 'wrong']);
    assert.equal(compare(0.0, 0, { within: 1e-9 }), 'right');
    const count = { kind: 'measured', quantity: 'collisions', within: 0.5 };
    assert.deepEqual([314, 315].map((n) => compare(n, 314, count)), ['right', 'near']);
    assert.deepEqual([toleranceOf(key, 's'), toleranceOf({ within: '1e-4' }, 's'), toleranceOf({ within: 0.005 }, 'm/s'),
        toleranceOf(count, '')], ['0.2 %', '100 µs', '0.005 m/s', '']);
});

test('teach: a number may have a prefix or be per cent', () => {
    assert.deepEqual([['4.58 ms', 's'], ['0,27 %', ''], ['25 °', '°'], ['1.5 N s/m', 'N s/m'], ['two', ''], ['5 %', 's'], ['100 cm/s', 'm/s'], ['3,6 km/h', 'm/s'],
        ['2 g', 'kg'], ['3 Ns', 'kg m/s'], ['3 km/h', 'm']].map((said) => numberIn(...said)), [4.58e-3, 0.27 / 100, 25, 1.5, NaN, NaN, 1, 1, 0.002, 3, NaN]);
    const error = { quantity: 'energy_residual_rel' }, unit = unitIn(null, 'euler_gain', error); // as above the table
    assert.deepEqual([unit, numberIn('0.27', unit, error), numberIn('0.27 %', unit, error), numberIn('3', '%')],
        ['%', 0.27 / 100, 0.27 / 100, 3]);
});

// ---- goals and links ----

const verdictsOf = (...sets) => recorded(compiled(), HEAD_ON, sets).heard.verdicts[0];

test('teach: a goal is met exactly when its numbers meet it', () => {
    const states = (...sets) => goalsIn(verdictsOf(...sets)).map(({ state }) => state);
    assert.deepEqual(states(), ['pass', 'pass', 'pass']);
    const scene = { keys: {} }, goals = (...knobs) => goalsOf({ verdicts: verdictsOf(), knobs, scene, start: { scene, knobs: [] } })
        .map(({ state }) => state);
    assert.deepEqual([goals(), goals({ path: 'a', value: 1 })], [['open', 'open', 'open'], ['pass', 'pass', 'pass']]); // not won by opening the scene
    assert.deepEqual(states('solvers.euler.step_s=1e-4'), ['fail', 'pass', 'pass']);
    assert.deepEqual(states('solvers.heun.stiffness_N_per_m=2e3'), ['pass', 'fail', 'pass']);
    const texts = ['a', 'a', 'b'].map((goal, k) => ({ goal, verdict: ['pass', 'skip', 'pass'][k], name: 'n', text: '' }));
    assert.deepEqual(goalsIn([...texts, { verdict: 'fail', name: 'a check', text: '' }]).map(({ state }) => state),
        ['skip', 'pass']);
    assert.equal(heldOf(goalsIn(texts)), 1);
});

test('teach: a lesson survives a link, and invalid parts are dropped', () => {
    const lesson = { modes: ['challenge', 'worksheet'], note: 'n', worksheet: '# w' };
    assert.deepEqual(read(JSON.parse(JSON.stringify(written(lesson)))), lesson);
    assert.deepEqual(read({ mode: ['challenge', 'predict'], note: {}, worksheet: [] }),
        { modes: ['challenge'], note: '', worksheet: null });
    for (const odd of [undefined, null, 7, 'x', []]) {
        assert.deepEqual(read(odd).modes, []);
    }
    assert.equal(JSON.stringify(written({ modes: [], note: '' })), '{"mode":[]}');
});

// ---- the glossary ----

test('terms: they explain what the scene names, and nothing else', () => {
    const namesIn = (name) => termsIn(opened(textOf(name))).map(([term]) => term);
    const first = namesIn('01-head-on'), cradle = namesIn('09-cradle'), ends = namesIn('07-restitution');
    ['Rigid balls', 'Springs', 'Euler', 'Heun', 'stiffness k', 'time step h'].forEach((term) => assert.ok(first.includes(term), term));
    assert.ok(!first.some((term) => /34 digits|theta|friction|zero/.test(term)));
    assert.ok(cradle.some((term) => /128-bit|34 digits/.test(term)) && !cradle.some((term) => /Euler|Heun|zero/.test(term)));
    assert.deepEqual(ends.filter((term) => /zero|damping/.test(term)), ['wrong damping', 'end at zero force', 'end at zero overlap']);
    assert.ok(namesIn('21-throw').includes('friction μ'));
    assert.deepEqual(namesIn('12-collapse').slice(0, 4), ['Rigid balls', 'Resting rule', 'Contact-time rule', 'Springs']);
    assert.deepEqual(namesIn('12-collapse/three-balls').slice(0, 2), ['Rigid balls', 'Contact-time rule']);
    assert.deepEqual(namesIn('15-as-published/order').filter((term) => /blog|Euler/.test(term)), ['blog']); // no springs
    assert.ok(namesIn('09-cradle/touching').includes('Generalized reflections, Newton\'s law at once, One by one, by number, One by one, by speed'));
    [first, cradle, ends, namesIn('21-throw')].forEach((terms) => assert.equal(new Set(terms).size, terms.length));
    ['01-head-on', '07-restitution', '09-cradle', '21-throw'].flatMap((name) => termsIn(opened(textOf(name)))).flat().forEach((text) =>
        assert.doesNotMatch(text, /^(terms|key|now|model)\./));
});
