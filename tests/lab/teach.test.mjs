// SPDX-License-Identifier: GPL-3.0-or-later
// Logic of the lesson, without a page: worksheets, goals, predictions, links; with the core's
// results.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { mount as mountLive } from '../../src/lab/page/access/live.js';
import { itemsOf } from '../../src/lab/page/knobs/edit/flow.js';
import { withPairs } from '../../src/lab/page/model/history.js';
import { Listeners } from '../../src/lab/page/model/listeners.js';
import { Run } from '../../src/lab/page/model/run.js';
import {
    answersFile,
    filled,
    pairsIn,
    questionIn,
    questionsOf,
    setsIn,
} from '../../src/lab/page/teach/sheet/answers.js';
import {
    collisionGoal,
    columnGoal,
    energyGoal,
    asGoal,
    checkPairs,
    checksOf,
    goalVerdicts,
    goalsOf,
    placeGoals,
    tally,
} from '../../src/lab/page/teach/goals/goals.js';
import { read, written } from '../../src/lab/page/teach/lesson.js';
import { blocks, inline } from '../../src/lab/page/teach/sheet/markdown.js';
import { sheetOf } from '../../src/lab/page/teach/sheet/worksheet.js';
import { Prediction, nearest } from '../../src/lab/page/teach/predict/predict.js';
import { languageOf, learn, setLanguage, translated } from '../../src/lab/page/words/words.js';
import { ROOT, compiled, labOf, recorded } from './node.mjs';

const module = compiled();
const HEAD_ON = readFileSync(join(ROOT, 'experiments/01-head-on/experiment.yaml'), 'utf8');
const FILE =
    'exercise: 01-head-on\nanswers:\n  lag_m:        # a number: how far\n  better:        # a word';

test('teach: a worksheet is parsed into blocks', () => {
    const read = blocks(
        '# A *b*\n\nOne\ntwo.\n\n- `id`: first\n  goes on\n- second\n  - inner\n\n1. x\n2. y\n\n' +
            '| a | b |\n|---|:-:|\n| 1 | |\n| c\\|d | 2 |\n\n    code <b>\n\n```yaml\nx: 1\n\n  y\n```\n> said\n\n---\nend',
    );
    assert.deepEqual(
        read.map(({ kind }) => kind),
        [
            'heading',
            'paragraph',
            'list',
            'list',
            'table',
            'code',
            'code',
            'quote',
            'rule',
            'paragraph',
        ],
    );
    const [heading, paragraph, list, numbers, table, code, fence] = read;
    assert.deepEqual([heading.level, paragraph.text], [1, 'One two.']);
    assert.deepEqual(
        list.items.map(({ text }) => text),
        ['`id`: first goes on', 'second'],
    );
    assert.equal(list.items[1].blocks[0].items[0].text, 'inner');
    assert.deepEqual([numbers.ordered, numbers.items.length], [true, 2]);
    assert.deepEqual(
        [table.head, table.rows],
        [
            ['a', 'b'],
            [
                ['1', ''],
                ['c|d', '2'],
            ],
        ],
    );
    assert.deepEqual([code.text, fence.text, fence.language], ['code <b>', 'x: 1\n\n  y', 'yaml']);
});

test('teach: emphasis, code and links; HTML is text', () => {
    assert.deepEqual(inline('a **b *c*** `x_y_z` snake_case_too [t](https://e.org) <img src=x>'), [
        { kind: 'text', text: 'a ' },
        {
            kind: 'strong',
            spans: [
                { kind: 'text', text: 'b ' },
                { kind: 'em', spans: [{ kind: 'text', text: 'c' }] },
            ],
        },
        { kind: 'text', text: ' ' },
        { kind: 'code', text: 'x_y_z' },
        { kind: 'text', text: ' snake_case_too ' },
        { kind: 'link', spans: [{ kind: 'text', text: 't' }], to: 'https://e.org' },
        { kind: 'text', text: ' <img src=x>' },
    ]);
    assert.deepEqual(inline('2 * 3 * 4 and \\*no\\*'), [
        { kind: 'text', text: '2 * 3 * 4 and *no*' },
    ]);
});

test('teach: every shipped worksheet is parsed without losing a word', () => {
    const plain = (spans) => spans.map((span) => span.text ?? plain(span.spans)).join('');
    const words = (block) =>
        [
            block.kind === 'code' ? block.text : plain(inline(block.text ?? '')),
            ...(block.head ?? []),
            ...(block.rows ?? []).flat(),
            ...(block.blocks ?? []).map(words),
            ...(block.items ?? []).flatMap((item) => [
                plain(inline(item.text)),
                ...item.blocks.map(words),
            ]),
        ].join(' ');
    const bare = (text) => text.replace(/[^A-Za-z0-9]+/g, '');
    const sheets = readdirSync(join(ROOT, 'experiments')).filter((name) => {
        try {
            return readFileSync(join(ROOT, 'experiments', name, 'exercise.md'));
        } catch {
            return false;
        }
    });
    assert.ok(sheets.length >= 27, `${sheets.length}`);
    for (const name of sheets) {
        const text = readFileSync(join(ROOT, 'experiments', name, 'exercise.md'), 'utf8');
        const got = bare(blocks(text).map(words).join(' ')),
            want = bare(text.replace(/\]\([^)]*\)/g, ']').replace(/^\d+\. /gm, ''));
        assert.equal(got, want, name);
    }
});

test('teach: a German worksheet has the questions, commands, tables and words of the English one', () => {
    const folder = join(ROOT, 'experiments');
    const parts = (text) => {
        const all = blocks(text).flatMap((block) => block.items ?? [block]);
        const codes = all.flatMap(({ text: each }) => inline(each ?? ''))
            .filter(({ kind }) => kind === 'code').map(({ text: code }) => code);
        return {
            questions: all.map(({ text: each }) => inline(each ?? '')[0])
                .filter((span) => span?.kind === 'code').map(({ text: id }) => id),
            sets: all.filter(({ kind }) => kind === 'code').flatMap(({ text: code }) =>
                code.split('\n').flatMap(setsIn)),
            tables: all.filter(({ kind }) => kind === 'table').map(({ head, rows }) =>
                [head.length, rows.map((row) => row.map((cell) => cell === ''))]),
            codes: new Set(codes),
        };
    };
    const there = readdirSync(folder, { recursive: true }).filter((path) =>
        path.endsWith('exercise.de.md'));
    assert.ok(there.length >= 27, `${there.length}`);
    for (const path of there) {
        const german = readFileSync(join(folder, path), 'utf8');
        const english = readFileSync(join(folder, path.replace('.de.md', '.md')), 'utf8');
        const { codes, ...wanted } = parts(english), { codes: own, ...got } = parts(german);
        assert.deepEqual(got, wanted, path);
        const word = /is: "?([a-z-]+)"?[ ,]/, keys = readFileSync(join(folder,
            path.replace('exercise.de.md', 'answers.yaml')), 'utf8').split('\n');
        for (const [, answer] of keys.filter((line) => line.includes('kind: word'))
            .map((line) => word.exec(line)).filter((found) => found)) {
            assert.ok(own.has(answer) || !codes.has(answer), `${path}: ${answer}`); // what to enter
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

test('teach: the parser terminates for malformed texts', () => {
    for (const text of [
        '',
        '```',
        '- ',
        '-',
        '| |',
        '|\n|',
        '> ',
        '#',
        '    ',
        '\n\n- a\n\n\n\n- b\n\n   c',
        '**',
        '`',
        '[](',
        '1) a\n- b\n2. c',
        '|a|\n|-|',
        '_'.repeat(2000),
        '- '.repeat(300),
    ]) {
        assert.ok(Array.isArray(blocks(text)));
        assert.ok(Array.isArray(inline(text)));
    }
});

test('teach: questions have fields, and answers a file', () => {
    const sheet = `# S\n\n- \`lag_m\`: how far?\n- \`other\`: no question\n\n\`\`\`yaml\n${FILE}\n\`\`\`\n`;
    const file = answersFile(sheet),
        questions = questionsOf(file);
    assert.deepEqual(questions, [
        { id: 'lag_m', hint: 'a number: how far' },
        { id: 'better', hint: 'a word' },
    ]);
    assert.equal(questionIn('`lag_m`: how far?', ['lag_m']), 'lag_m');
    assert.equal(questionIn('`other`: no', ['lag_m']), null);
    assert.equal(
        filled(
            file,
            new Map([
                ['lag_m', ' 4.58e-3 '],
                ['better', 'heun: "so" it is'],
            ]),
        ),
        'exercise: 01-head-on\nanswers:\n  lag_m: 4.58e-3  # a number: how far\n  better: "heun: \\"so\\" it is"  # a word',
    );
    assert.equal(filled(file, new Map()), file);
    assert.equal(answersFile('# nothing'), null);
});

test('teach: commands of a worksheet can be applied', () => {
    assert.deepEqual(
        setsIn("build/carom compare 01-head-on --set a.b=5e-6 --set 'checks=[{a: 1}]' -o out # x"),
        ['a.b=5e-6', 'checks=[{a: 1}]'],
    );
    assert.deepEqual(pairsIn('carom run x --set=k=v=w'), [['k', 'v=w']]);
    assert.deepEqual(setsIn('make --set a=1'), []);
});

test('teach: goals are checks of the core', () => {
    const { lab, heard } = labOf(module);
    lab.open(HEAD_ON, []);
    const goals = [
        ...checksOf(heard.scene[0]).slice(0, 1),
        collisionGoal({ count: 1, solver: 'impulse' }),
        collisionGoal({ count: 2, solver: 'impulse' }),
        energyGoal({ most: 1e-12, solver: 'impulse' }),
        ...placeGoals({ ball: 'eight', x_m: 1.6571, y_m: 0.635, within_m: 0.385, solver: 'heun' }),
        columnGoal({
            column: 'kinetic_J',
            solver: 'impulse',
            bounds: { max: null, equals: 0.085, within: 1e-9 },
        }),
        columnGoal({ column: 'kinetic_J', at_s: 0.2, solver: 'impulse', bounds: { max: 0.0849 } }),
    ];
    const named = goals.flatMap((check, k) => asGoal([check], k < 2 ? 'first "goal"' : `goal ${k}`));
    const sets = withPairs([], checkPairs([], named));
    lab.open(HEAD_ON, sets);
    assert.deepEqual(goalsOf(heard.scene[1]).slice(0, 2), ['first "goal"', 'goal 2']);
    const {
        heard: {
            verdicts: [verdicts],
        },
    } = recorded(module, HEAD_ON, sets);
    assert.deepEqual(
        verdicts.map(({ verdict }) => verdict),
        ['pass', 'pass', 'fail', 'pass', 'pass', 'pass', 'pass', 'fail'],
    );
    const met = goalVerdicts(verdicts);
    assert.deepEqual(
        met.map(({ verdict }) => verdict),
        ['pass', 'fail', 'pass', 'pass', 'pass', 'pass', 'fail'],
    );
    assert.equal(met[0].items.length, 2); // one goal of two checks
    assert.deepEqual(met[1].items[0].value, 1);
    assert.deepEqual(tally(met), { held: 5, all: false });
    assert.equal(tally(met.filter(({ verdict }) => verdict === 'pass')).all, true);
    assert.equal(tally([]).all, false);
    assert.deepEqual(goalVerdicts([{ verdict: 'fail', name: 'a check', text: '' }]), []);
});

test('teach: an invalid goal is rejected with the core’s message', () => {
    const { lab, heard } = labOf(module);
    const goals = placeGoals({ ball: 'cue', x_m: 1, y_m: 1, within_m: 0.1, solver: 'nobody' });
    assert.equal(lab.open(HEAD_ON, withPairs([], checkPairs([], goals))), false);
    assert.match(heard.messages[0][0].text, /expected the name of a solver/);
});

test('teach: a lesson survives a link, and invalid parts are dropped', () => {
    const lesson = {
        modes: ['predict', 'worksheet'],
        ball: 'cue',
        time_s: 0.285,
        note: 'n',
        worksheet: '# w',
    };
    assert.deepEqual(read(JSON.parse(JSON.stringify(written(lesson)))), lesson);
    assert.deepEqual(read({ mode: 'challenge', ball: 3, time_s: -1, note: {}, worksheet: [] }), {
        modes: ['challenge'],
        ball: null,
        time_s: null,
        note: '',
        worksheet: null,
    });
    for (const odd of [undefined, null, 7, 'x', []]) {
        assert.deepEqual(read(odd).modes, []);
    }
    assert.deepEqual(written({ modes: [], note: '' }), { mode: [] });
});

/** Model with a run of 01-head-on by the core. */
function modelOf() {
    const { lab, heard } = labOf(module);
    lab.open(HEAD_ON, []);
    const [scene] = heard.scene;
    const run = new Run(scene, { samples: 11 });
    lab.run({ samples: 11 });
    heard.numbers.forEach((numbers, k) => run.add({ count: 1, numbers, positions: heard.positions[k] }));
    run.done = true;
    const model = Object.assign(new Listeners(), {
        scene,
        run,
        shows: 'run',
        time: 0,
        playing: false,
        prediction: null,
        said: [],
        show() {},
        pause() {
            model.playing = false;
        },
        play() {
            model.playing = true;
        },
        seek(time) {
            model.time = time;
            model.emit('time');
        },
        distance: async (a, b) => lab.distance(a.x_m, a.y_m, b.x_m, b.y_m),
    });
    return model;
}

test('teach: a prediction is made, run and measured by the core', async () => {
    const model = modelOf(),
        prediction = new Prediction(model);
    prediction.begin();
    assert.deepEqual(
        [prediction.now.ball, prediction.now.locked, prediction.ghost],
        ['cue', true, [0.6, 0.635]],
    );
    prediction.go(); // without a prediction
    assert.equal(prediction.now.locked, true);
    prediction.setPosition(NaN, 1);
    assert.equal(prediction.now.place, null);
    prediction.setPosition(1.1, 0.235);
    prediction.go();
    assert.deepEqual([prediction.now.locked, model.playing], [false, true]);
    model.seek(0.5);
    assert.equal(prediction.now.distances, null);
    model.seek(1);
    await new Promise((resolve) => setTimeout(resolve));
    const { distances } = prediction.now,
        [x, y] = model.run.place(0, 0, 10);
    assert.equal(distances[0].distance_m, Math.hypot(x - 1.1, y - 0.235));
    assert.equal(
        nearest(distances).distance_m,
        Math.min(...distances.map(({ distance_m }) => distance_m)),
    );
    assert.equal(prediction.tries.length, 1);
    model.emit('scene'); // a new scenario resets the prediction
    assert.deepEqual([prediction.now.locked, prediction.now.place], [true, null]);
});

test('teach: times round to samples, and late results are ignored', async () => {
    const model = modelOf(),
        prediction = new Prediction(model);
    prediction.begin({ ball: 'eight', time_s: 0.42 });
    assert.equal(prediction.time_s, model.run.t[4]);
    prediction.setPosition(1, 1);
    prediction.go();
    model.seek(0.5); // playback passes the time
    prediction.begin({ ball: 'eight', time_s: 0.42 }); // before the core has answered
    await new Promise((resolve) => setTimeout(resolve));
    assert.deepEqual([prediction.now.distances, prediction.tries.length], [null, 0]);
    prediction.begin({ ball: 'nobody' });
    assert.equal(prediction.now.ball, 'cue');
    prediction.end();
    assert.equal(model.prediction, null);
});

test('live: verdicts are announced after an open prediction', async () => {
    const model = Object.assign(new Listeners(), { locked: true, playing: false, messages: [],
        verdicts: [{ verdict: 'pass', name: 'a', text: '', goal: 'a' }] });
    const place = { textContent: '' }, settled = () => new Promise((resolve) =>
        setTimeout(resolve, 600));
    mountLive(place, model);
    model.emit('verdicts');
    await settled();
    assert.equal(place.textContent, '');
    model.locked = false;
    model.emit('prediction');
    await settled();
    assert.equal(place.textContent, 'All goals are met (1).');
});
