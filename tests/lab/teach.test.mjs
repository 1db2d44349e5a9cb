// SPDX-License-Identifier: GPL-3.0-or-later
// Logic of the lesson, without a page: worksheets, goals, predictions, links; with the core's
// results.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { mount as mountLive } from '../../src/lab/page/access/live.js';
import { Listeners } from '../../src/lab/page/model/listeners.js';
import { answersFile, filled, pairsIn, questionIn, questionsOf, setsIn }
    from '../../src/lab/page/teach/sheet/answers.js';
import { goalVerdicts, goalsOf, tally } from '../../src/lab/page/teach/goals/goals.js';
import { read, written } from '../../src/lab/page/teach/lesson.js';
import { blocks, inline } from '../../src/lab/page/teach/sheet/markdown.js';
import { sheetOf } from '../../src/lab/page/teach/sheet/worksheet.js';
import { Prediction, nearest } from '../../src/lab/page/teach/predict/predict.js';
import { languageOf, learn, setLanguage, translated } from '../../src/lab/page/words/words.js';
import { ROOT, compiled, opened, recorded, runOf, textOf } from './node.mjs';

const HEAD_ON = textOf('01-head-on'), EXPERIMENTS = join(ROOT, 'experiments');
const FILE =
    'exercise: 01-head-on\nanswers:\n  lag_m:        # a number: how far\n  better:        # a word';

// ---- worksheets ----

test('teach: a worksheet is parsed into blocks', () => {
    const item = (text, ...inner) => ({ text, blocks: inner });
    const wanted = [
        ['# A *b*\n', { kind: 'heading', level: 1, text: 'A *b*' }],
        ['One\ntwo.\n', { kind: 'paragraph', text: 'One two.' }],
        ['- `id`: first\n  goes on\n- second\n  - inner\n', { kind: 'list', ordered: false, items:
            [item('`id`: first goes on'), item('second', { kind: 'list', ordered: false,
                items: [item('inner')] })] }],
        ['1. x\n2. y\n', { kind: 'list', ordered: true, items: [item('x'), item('y')] }],
        ['| a | b |\n|---|:-:|\n| 1 | |\n| c\\|d | 2 |\n',
            { kind: 'table', head: ['a', 'b'], rows: [['1', ''], ['c|d', '2']] }],
        ['    code <b>\n', { kind: 'code', text: 'code <b>' }],
        ['```yaml\nx: 1\n\n  y\n```', { kind: 'code', text: 'x: 1\n\n  y', language: 'yaml' }],
        ['> said\n', { kind: 'quote' }], ['---', { kind: 'rule' }],
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
        ...(block.items ?? []).flatMap((item) => [plain(inline(item.text)),
            ...item.blocks.map(words)])].join(' ');
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
            sets: codes(all).flatMap((code) => code.split('\n').flatMap(setsIn)),
            tables: all.filter(({ kind }) => kind === 'table').map(({ head, rows }) =>
                [head.length, rows.map((row) => row.map((cell) => cell === ''))]),
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

test('teach: the worksheet has the language of the page and the answer file of the program', () => {
    const worksheet = `# A\n\n## Your answers\n\n\`\`\`yaml\n${FILE}\n\`\`\`\n`;
    const scene = { worksheet, worksheets: { de: '# B\n' } };
    assert.equal(sheetOf(scene), worksheet);
    setLanguage('de');
    learn([{ worksheets: { de: '# B\n\n<!-- c\nA hint\n= Ein Hinweis\n-->\n' } }]);
    assert.deepEqual(['A hint', 'Other'].map((text) => [translated(text), languageOf(text)]),
        [['Ein Hinweis', 'de'], ['Other', 'en']]);
    assert.equal(sheetOf({ worksheets: { de: '# B\n\n<!-- c\nd -->\n' } }), '# B\n\n');
    assert.match(sheetOf(scene), /^# B\n\n## Deine Antworten\n/);
    assert.equal(answersFile(sheetOf(scene)), FILE);
    assert.deepEqual([sheetOf({ worksheet }), sheetOf({}), sheetOf({ worksheet: '# A', worksheets:
        { de: '# B' } })], [worksheet, null, '# B']);
    setLanguage('en');
});

test('teach: questions have fields, answers a file, and commands can be applied', () => {
    const file = answersFile(`# S\n\n- \`lag_m\`: how far?\n\n\`\`\`yaml\n${FILE}\n\`\`\`\n`);
    assert.deepEqual(questionsOf(file),
        [{ id: 'lag_m', hint: 'a number: how far' }, { id: 'better', hint: 'a word' }]);
    assert.deepEqual(['`lag_m`: how far?', '`other`: no'].map((text) => questionIn(text, ['lag_m'])),
        ['lag_m', null]);
    assert.equal(filled(file, new Map([['lag_m', ' 4.58e-3 '], ['better', 'heun: "so" it is']])),
        'exercise: 01-head-on\nanswers:\n  lag_m: 4.58e-3  # a number: how far\n'
        + '  better: "heun: \\"so\\" it is"  # a word');
    assert.deepEqual([filled(file, new Map()), answersFile('# nothing')], [file, null]);
    assert.deepEqual(
        setsIn("build/carom compare 01-head-on --set a.b=5e-6 --set 'checks=[{a: 1}]' -o out # x"),
        ['a.b=5e-6', 'checks=[{a: 1}]']);
    assert.deepEqual([pairsIn('carom run x --set=k=v=w'), setsIn('make --set a=1')], [[['k', 'v=w']], []]);
});

// ---- goals and links ----

test('teach: goals are checks of the core', () => {
    const texts = goalsOf(opened(HEAD_ON).scene);
    const met = goalVerdicts(recorded(compiled(), HEAD_ON, ['solvers.euler.step_s=1e-4']).heard.verdicts[0]);
    assert.deepEqual(met.map(({ text }) => text), texts);
    assert.deepEqual(met.map(({ verdict }) => verdict), ['fail', 'pass', 'pass']);
    assert.deepEqual([met, met.filter(({ verdict }) => verdict === 'pass'), []].map(tally).map(({ all }) =>
        all), [false, true, false]);
    assert.equal(tally(met).held, 2);
    assert.deepEqual(goalVerdicts([{ verdict: 'fail', name: 'a check', text: '' }]), []);
});

test('teach: a lesson survives a link, and invalid parts are dropped', () => {
    const lesson = { modes: ['predict', 'worksheet'], ball: 'cue', time_s: 0.285, note: 'n',
        worksheet: '# w' };
    assert.deepEqual(read(JSON.parse(JSON.stringify(written(lesson)))), lesson);
    assert.deepEqual(read({ mode: 'challenge', ball: 3, time_s: -1, note: {}, worksheet: [] }),
        { modes: ['challenge'], ball: null, time_s: null, note: '', worksheet: null });
    for (const odd of [undefined, null, 7, 'x', []]) {
        assert.deepEqual(read(odd).modes, []);
    }
    assert.deepEqual(written({ modes: [], note: '' }), { mode: [] });
});

// ---- predictions ----

/** Model with a run of 01-head-on by the core, and a prediction of it. */
function predicted(asked) {
    const run = runOf(HEAD_ON, { samples: 11 }), { scene } = opened(HEAD_ON);
    const model = Object.assign(new Listeners(), { scene, run, shows: 'run', time: 0, playing: false,
        prediction: null, said: [], show() {}, pause() { model.playing = false; },
        play() { model.playing = true; },
        seek(time) {
            model.time = time;
            model.emit('time');
        } });
    const prediction = new Prediction(model);
    prediction.begin(asked);
    return { model, prediction };
}

test('teach: a prediction is made, run and measured', () => {
    const { model, prediction } = predicted({ ball: 'eight' }); // which moves until the end
    assert.deepEqual([prediction.now.locked, prediction.ghost], [true, [1.2, 0.635]]);
    prediction.go(); // without a prediction
    prediction.setPosition(NaN, 1);
    assert.deepEqual([prediction.now.locked, prediction.now.place], [true, null]);
    prediction.setPosition(1.1, 0.235);
    prediction.go();
    assert.deepEqual([prediction.now.locked, model.playing], [false, true]);
    model.seek(0.5);
    assert.equal(prediction.now.distances, null);
    model.seek(1);
    const { distances } = prediction.now, [x, y] = model.run.place(0, 1, 10);
    assert.equal(distances[0].distance_m, Math.hypot(x - 1.1, y - 0.235));
    assert.equal(nearest(distances).distance_m,
        Math.min(...distances.map(({ distance_m }) => distance_m)));
    assert.equal(prediction.tries.length, 1);
    model.emit('scene'); // a new scenario resets the prediction
    assert.deepEqual([prediction.now.locked, prediction.now.place], [true, null]);
});

test('teach: times round to samples, and another prediction forgets the last result', () => {
    const asked = { ball: 'eight', time_s: 0.42 }, { model, prediction } = predicted(asked);
    assert.equal(prediction.time_s, model.run.t[4]);
    prediction.setPosition(1, 1);
    prediction.go();
    model.seek(0.5); // playback passes the time
    assert.equal(prediction.now.distances.length, 3);
    prediction.begin(asked);
    assert.deepEqual([prediction.now.distances, prediction.tries.length], [null, 1]);
    prediction.begin({ ball: 'nobody' });
    assert.deepEqual([prediction.now.ball, prediction.ghost], ['cue', [0.6, 0.635]]);
    prediction.end();
    assert.equal(model.prediction, null);
});

test('live: verdicts are announced after an open prediction', ({ mock }) => {
    mock.timers.enable({ apis: ['setTimeout'] });
    const model = Object.assign(new Listeners(), { locked: true, playing: false, messages: [],
        verdicts: [{ verdict: 'pass', name: 'a', text: '', goal: 'a' }] });
    const place = { textContent: '' };
    mountLive(place, model);
    model.emit('verdicts');
    mock.timers.tick(3000);
    assert.equal(place.textContent, '');
    model.locked = false;
    model.emit('prediction');
    mock.timers.tick(3000);
    assert.equal(place.textContent, 'All goals are met (1).');
});
