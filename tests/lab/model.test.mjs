// SPDX-License-Identifier: GPL-3.0-or-later
// Model and workers: with the real core in workers of the same thread, and with substitutes of
// the core whose runs take a given time.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Client } from '../../src/lab/page/core/client.js';
import { serve } from '../../src/lab/page/core/worker.js';
import { holds, presetsOf } from '../../src/lab/page/knobs/presets.js';
import { Model } from '../../src/lab/page/model/model.js';
import { LongRun } from '../../src/lab/page/model/long_run.js';
import { compiled, near, ran, ROOT } from './node.mjs';

const TEXT = readFileSync(join(ROOT, 'experiments/01-head-on/experiment.yaml'), 'utf8');

/** Lets pending messages of the workers arrive. */
async function settle() {
    for (let turn = 0; turn < 20; turn++) {
        await new Promise(setImmediate);
    }
}

/** Runs `act(pass, until)` with a clock that stands still: pass(ms) lets time pass from timer to timer,
 * until(holds) until a condition holds, at most 10 s. Timers end with the test. */
async function still(act) {
    const { setTimeout: begin, clearTimeout: end } = globalThis, read = performance.now;
    const due = new Set();
    let now_ms = 1000;
    globalThis.setTimeout = (later, ms = 0) => {
        const timer = { at_ms: now_ms + ms, later };
        due.add(timer);
        return timer;
    };
    globalThis.clearTimeout = (timer) => due.delete(timer);
    performance.now = () => now_ms;
    const pass = async (ms, holds = () => false) => {
        for (const last_ms = now_ms + ms; ;) {
            await settle();
            const [next] = [...due].filter(({ at_ms }) => at_ms <= last_ms)
                .sort((a, b) => a.at_ms - b.at_ms);
            if (holds() || !next) {
                now_ms = holds() ? now_ms : last_ms;
                return;
            }
            now_ms = next.at_ms;
            due.delete(next);
            next.later();
        }
    };
    const until = async (holds) => {
        await pass(10000, holds);
        assert.ok(holds(), `never: ${holds}`);
    };
    try {
        await act(pass, until);
    } finally {
        Object.assign(globalThis, { setTimeout: begin, clearTimeout: end });
        performance.now = read;
    }
}

const check = (name, act) => test(name, () => still(act));
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Next event of a name. */
const next = (model, name) => new Promise((resolve) => model.on(name, resolve));

/** Worker in this thread: messages arrive asynchronously, and none after its termination. */
class Here {
    constructor(serving) {
        const scope = { postMessage: (data) => this.#later(() => this.onmessage?.({ data })) };
        this.ended = false;
        serving(scope);
        this.scope = scope;
    }

    #later(act) {
        setImmediate(() => this.ended || act());
    }

    postMessage(data) {
        this.#later(() => this.scope.onmessage({ data }));
    }

    terminate() {
        this.ended = true;
    }
}

/** Model with the real core and a loaded text, after its first run. */
async function modelOf(text = TEXT, how = {}) {
    const model = new Model({ frame: () => {} }), done = next(model, 'done');
    model.client = new Client(() => new Here(serve), { module: compiled() }, (why, said) => {
        throw new Error(`${why}: ${said}`);
    });
    assert.equal(await model.load(text, how), true);
    await done;
    return model;
}

// ---- with the core ----

check('model: a scenario is run, signed and recorded, and the seal says whose bits it has', async () => {
    const { seals } = ran(compiled(), TEXT), origin = { text: TEXT, seal: seals };
    const model = await modelOf(TEXT, { origin });
    assert.deepEqual([model.run.filled, model.run.t[720]], [721, 1]);
    assert.deepEqual(Object.fromEntries(model.run.end.map((end) => [end.solver, end.seal])), seals);
    const wrong = { ...seals, euler: 'of another run' };
    for (const [seal, unpromised, wanted] of [[seals, [], 'same'], [wrong, [], 'other'],
        [wrong, ['heun'], 'other'], [wrong, ['euler'], 'library']]) {
        Object.assign(origin, { seal, unpromised });
        assert.equal(model.seal(), wanted);
    }
    const [x, , vx] = model.run.place(0, 1, 720); // the struck ball leaves with the cue's speed
    assert.ok(Math.abs(vx - 1) < 1e-6 && Math.abs(x - (1.2 + 1 - 0.54285)) < 1e-6, `${x} ${vx}`);
    assert.equal(model.run.collisions[1].column.a[0], 'cue');
    const files = await model.record();
    assert.ok(files.has('euler/series.tsv') && model.verdicts.length > 0 && !model.stale);
});

check('model: edits are accepted, rejected, undone and redone', async () => {
    const model = await modelOf();
    const edits = (...pairs) => model.edit(pairs);
    assert.equal(await edits(['balls.cue.vx_mps', 1.1]), true);
    assert.equal(await edits(['balls.cue.x_m', 1.19]), false);
    assert.match(model.messages[0].text, /overlap by 0.04715 m/);
    assert.match(model.text, /name: cue, .*vx_mps: 1\.1,/);
    assert.equal(model.scene.balls[0].vx_mps, 1.1);
    assert.equal(await edits(['balls.cue.vx_mps', 'fast']), false);
    assert.equal(await model.undo(), true);
    assert.deepEqual([model.text, model.messages, model.scene.balls[0].vx_mps], [TEXT, [], 1]);
    assert.equal(await model.redo(), true);
    assert.deepEqual([model.scene.balls[0].vx_mps, model.seal()], [1.1, 'none']);
});

check('model: a preset is the first state with its values, and is lit only there', async () => {
    const model = await modelOf(), presets = presetsOf(model.start);
    const lit = () => presets.filter((preset) => holds(model, preset)).map(({ key }) => key);
    const preset = (wanted) => presets.find(({ key }) => key === wanted);
    assert.deepEqual(lit(), ['equal']);
    await model.edit([['balls.eight.y_m', 0.66]]); // no longer head-on
    assert.deepEqual([lit(), holds(model)], [[], false]);
    await model.edit([['balls.eight.y_m', 0.635]]); // the first state, written by the core
    assert.deepEqual([holds(model), model.text === model.start.scene.text], [true, false]);
    await model.editFirst(preset('soft').pairs);
    assert.deepEqual([lit(), model.scene.balls[1].y_m], [['soft'], 0.635]);
    await model.edit([['restitution.ball_ball', 0.5]]);
    assert.deepEqual(lit(), []);
    await model.editFirst(preset('equal').pairs);
    assert.deepEqual(lit(), ['equal']);
});

check('model: loading a scene can be undone, and deselects what it lacks', async () => {
    const first = { text: TEXT }, second = { text: `${TEXT}seed: 2\n` };
    const seedOf = ({ start }) => start.knobs.find(({ path }) => path === 'seed').value;
    const model = await modelOf(TEXT, { origin: first });
    await model.load(second.text, { origin: second });
    await model.undo();
    assert.deepEqual([model.origin, seedOf(model)], [first, '1']);
    await model.redo();
    assert.deepEqual([model.origin, seedOf(model)], [second, '2']);
    model.select({ ball: 'cue' });
    await model.load(TEXT.replaceAll('cue', 'other'));
    assert.deepEqual(model.selection, { ball: null });
});

check('model: a link of an older page has changes, of balls of groups too, and loses false labels', async () => {
    const text = TEXT.replace('name: heun,', 'name: heun, label: soft,'), origin = { text };
    const model = await modelOf(text, { origin, sets: ['groups=[{ kind: row, x_m: 1.5, y_m: 0.3, count: 2 }]',
        'solvers.heun.step_s=2e-5', 'balls.row2.y_m=0.3123', 'title=a=b'] });
    assert.deepEqual([model.scene.title, model.scene.balls[3].y_m, model.scene.solvers[2].label],
        ['a=b', 0.3123, 'Heun, h = 20 µs']);
    assert.ok(model.start.scene.title.startsWith('Head-on') && !/^groups/m.test(model.text));
    await model.edit([['solvers.heun.step_s', '1e-5']]);
    assert.equal(model.scene.solvers[2].label, 'soft');
});

check('model: edits that follow each other before an answer are made in order', async () => {
    const model = await modelOf(TEXT.replace('solvers:', 'groups: [{ kind: row, x_m: 1.5, y_m: 0.3, count: 2 }]\nsolvers:'));
    const asked = [['balls.row1.y_m', '0.31'], ['balls.row1.y_m', '0.32'], ['seed', '3']].map((pair) =>
        model.edit([pair], { merge: true }));
    assert.equal((await Promise.all(asked)).at(-1), true);
    assert.deepEqual([model.scene.balls[2].y_m, model.scene.balls.length, model.scene.keys.seed], [0.32, 4, 3]);
});

check('model: records requested after an edit belong to the edit', async () => {
    const model = await modelOf(), before = model.record();
    assert.equal(model.record(), before);
    await model.edit([['balls.cue.vx_mps', 1.1]]);
    const files = await model.record();
    const text = Buffer.from(files.get('impulse/trajectory.tsv')).toString();
    assert.match(text, /\t1\.1000000000000001\t/);
    assert.equal(await model.record(), files);
});

check('model: slow motion is the same run with more samples', async () => {
    const model = await modelOf(), seals = model.run.end.map(({ seal }) => seal);
    const slow = await model.look({ from_s: 0.5425, to_s: 0.5525, bodies: 'cue,eight' });
    assert.equal(slow.t[360], 0.5525);
    assert.ok(slow.contacts[1].rows > 100);
    assert.equal(await model.look({ from_s: 2, to_s: 1 }), null); // empty window
    const done = next(model, 'done');
    await model.edit([['seed', 2]]);
    await done;
    assert.deepEqual(model.run.end.map(({ seal }) => seal), seals);
});

check('model: an edit in slow motion stays in slow motion of the same contact', async () => {
    const model = await modelOf();
    await model.closeUp(0, 0);
    const { from_s, to_s } = model.slow, shown = next(model, 'slow');
    model.pause();
    model.seek(from_s + 0.25 * (to_s - from_s));
    await model.edit([['balls.cue.vx_mps', '2']], { merge: true }); // a slider moves
    await shown;
    await settle();
    assert.equal(model.shows, 'slow');
    assert.equal(model.slow.scene, model.scene);
    near(model.slow.from_s / from_s, 0.5, 0.01); // twice the speed, half the time
    near((model.time - model.slow.from_s) / (model.slow.to_s - model.slow.from_s), 0.25, 1e-6);
    near((model.slow.to_s - model.slow.from_s) / (to_s - from_s), 1, 1e-3); // of a linear spring
    assert.equal(model.playing, false);
    model.act('changed'); // it is released
    assert.deepEqual([model.playing, model.time], [true, model.slow.from_s]);
    await model.closeUp(0, 1); // a contact of Euler's method
    const again = next(model, 'slow');
    await model.edit([['balls.cue.vx_mps', '1']]);
    await again;
    await settle();
    assert.deepEqual([model.contact.solver, model.slow.scene === model.scene], ['euler', true]);
    assert.deepEqual([model.shows, model.playing, model.time], ['slow', true, model.slow.from_s]);
    await model.edit([['balls.cue.vx_mps', '-1']]); // the pair does not meet: the run plays
    await next(model, 'done');
    assert.deepEqual([model.shows, model.playing, model.time], ['run', true, 0]);
});

// ---- with stand-ins ----

/** Substitute of the core whose requests take `ms`; writes them to `log`. */
const standIn = (log, ms) => (scope) => {
    scope.onmessage = async ({ data }) => {
        if (data.module) {
            scope.postMessage({ alive: true });
            return;
        }
        const { id, text, kind } = data;
        const post = (topic, value) => scope.postMessage({ id, topic, value });
        log.push(`${kind} ${text}`);
        if (text === 'bad') {
            post('messages', [{ error: true, text }]);
            post('opened', false);
            post('done', { ok: false });
            return;
        }
        post('scene', { title: text, text, duration_s: 1, balls: [], solvers: [], columns: [] });
        post('knobs', []);
        post('opened', true);
        post('look', { samples: 2, from_s: 0, to_s: 1 });
        await wait(ms(text));
        post('block', { count: 2, numbers: Float64Array.of(0, 1), positions: new Float32Array(0) });
        post('end', []);
        log.push(`done ${text}`);
        post('done', { ok: true, took_s: ms(text) / 1000 });
    };
};

function standInModel(ms) {
    const log = [], workers = [], costs = [], model = new Model({ frame: () => {} });
    const spawn = () => workers[workers.push(new Here(standIn(log, ms))) - 1];
    model.client = new Client(spawn, { module: {} }, () => {});
    model.on('cost', () => costs.push(model.cost));
    return { model, log, workers, costs };
}

check('model: the newest request wins, and a long one is canceled', async (pass, until) => {
    const { model, workers } = standInModel((text) => text === 'long' ? 60000 : 1);
    model.load('long');
    await pass(20);
    model.load('second');
    model.load('third');
    await until(() => model.run?.done && model.scene.title === 'third');
    assert.equal(workers[0].ended, true);
    assert.equal(workers.filter(({ ended }) => !ended).length, 2); // one running, one ready
});

check('model: a run that ends soon is still shown when the next request comes', async (pass) => {
    const { model, workers, log, costs } = standInModel(() => 20), seen = [];
    model.on('done', () => seen.push(model.scene.title));
    model.load('first');
    await pass(5); // the request is running
    model.load('second');
    await pass(100);
    assert.deepEqual(log.filter((line) => line.startsWith('done')), ['done first', 'done second']);
    assert.deepEqual([workers[0].ended, seen.at(-1), costs], [false, 'second', []]); // and no notice
});

check('model: a rejected request ends neither the run nor its recording', async (pass) => {
    const { model, log } = standInModel(() => 700), heard = [];
    model.on('scene messages', () => heard.push(`${model.scene.title} ${model.messages.length}`));
    model.load('first');
    await pass(100);
    model.load('bad');
    await pass(800);
    assert.ok(model.run.done && model.run.scene === model.scene && model.wanted === null);
    assert.deepEqual(heard, ['first 0', 'first 0', 'first 1']);
    model.load('bad');
    await pass(400);
    assert.deepEqual(log.filter((line) => !line.startsWith('done')),
        ['run first', 'run bad', 'run first', 'run bad', 'record first']);
});

check('model: a run of an hour is stopped, and continues on demand', async (pass, until) => {
    const { model, workers, costs } = standInModel((text) => text === 'hour' ? 3.6e6 : 1);
    model.load('hour');
    await until(() => model.cost?.held);
    assert.deepEqual([costs[0].held, costs[0].total_s], [false, null]);
    assert.equal(workers[0].ended, true);
    model.go();
    await until(() => model.cost?.held === false);
    assert.ok(model.client.at('run'));
    model.stop();
    await until(() => model.cost?.held);
    assert.ok(!model.client.at('run'));
    await model.load('short');
    assert.equal(model.cost, null);
});

check('model: a core that takes long to start, or to come past its first sample, ends no short run', async (pass, until) => {
    const model = new Model({ frame: () => {} });
    model.client = new Client(() => new Here((scope) => {
        scope.onmessage = async ({ data: { id, module } }) => {
            const post = (topic, value) => scope.postMessage({ id, topic, value });
            if (module) {
                await wait(6000); // the machine is busy
                scope.postMessage({ alive: true });
                return;
            }
            await wait(7000);
            post('scene', { title: '', duration_s: 1, balls: [], solvers: [], columns: [] });
            post('knobs', []);
            post('opened', true);
            post('look', { samples: 721, from_s: 0, to_s: 1 });
            post('block', { count: 1, numbers: Float64Array.of(0), positions: new Float32Array(0) });
            await wait(4000);
            const rest = Float64Array.from({ length: 720 }, (_, k) => (k + 1) / 720);
            post('block', { count: 720, numbers: rest, positions: new Float32Array(0) });
            post('end', []);
            post('done', { ok: true, took_s: 4 });
        };
    }), { module: {} }, () => {});
    model.load('text');
    await pass(5000);
    model.play(); // before there is a run
    await pass(9000);
    await until(() => model.run?.done);
    assert.equal(model.cost, null);
});

check('model: the close-up of a run that takes long comes before its end, and then the run', async (pass, until) => {
    const model = new Model({ frame: () => {} }), asked = [], done = [];
    model.on('slow', () => done.push(model.run.done));
    model.client = new Client(() => new Here((scope) => { // the first run never gets to its end
        const own = { postMessage: async (data) => {
            if (data.topic === undefined || asked.length > 1) {
                scope.postMessage(data);
            } else if (data.topic === 'block' && data.value.count > 1) {
                const { numbers, positions, count } = data.value, part = (all) => all.slice(0, 0.8 * all.length);
                await wait(5000);
                scope.postMessage({ ...data, value: { numbers: part(numbers), positions: part(positions), count: 0.8 * count } });
            } else if (['scene', 'knobs', 'opened', 'look', 'block'].includes(data.topic)) {
                scope.postMessage(data);
            }
        } };
        serve(own);
        scope.onmessage = ({ data }) => {
            data.kind && asked.push(data.kind);
            own.onmessage({ data });
        };
    }), { module: compiled() }, () => {});
    model.load(TEXT.replace(/samples:.*/, ''), { origin: { name: '01', title: '', text: TEXT.replace(/samples:.*/, '') } });
    await until(() => model.slow !== null && model.run.done);
    assert.deepEqual([model.shows, model.contact.pair, done[0]], ['slow', 'cue,eight', false]);
    assert.deepEqual(asked.slice(0, 4), ['run', 'look', 'look', 'run']);
});

check('model: long slow motion can be stopped, and the run stays', async (pass, until) => {
    const { model } = standInModel(() => 1);
    model.load('text');
    await until(() => model.run?.done);
    const { run } = model;
    model.client.worker.scope.onmessage = () => {}; // from now on the worker does not answer
    const looked = model.look({ from_s: 0, to_s: 1 });
    await until(() => model.cost !== null);
    assert.deepEqual([model.cost.held, model.cost.total_s], [false, null]);
    model.stop();
    assert.equal(await looked, null);
    assert.deepEqual([model.cost, model.run, model.slow], [null, run, null]);
});

test('model: an error in a listener does not affect others', () => {
    const model = new Model({ frame: () => {} }), heard = [], { error } = console;
    const hears = (name, said) => model.on(name, () => heard.push(said));
    console.error = () => {};
    model.on('scene', () => {
        throw new Error('a part');
    });
    hears('scene', 'early');
    model.on('fault', (reason) => heard.push(reason.message));
    model.emit('scene');
    console.error = error;
    assert.deepEqual(heard, ['a part', 'early']);
});

// ---- the client ----

const silent = (scope) => { scope.onmessage = () => {}; };
const late = (scope) => {
    scope.onmessage = () => setTimeout(() => scope.postMessage({ alive: true }), 20100);
};
const empty = new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0));

for (const [what, serving, core, wanted] of [
    ['a worker that never answers', silent, { module: {} }, ['silent']],
    ['a late answer of a worker', late, { module: {} }, ['silent', 'late']],
    ['an invalid module', serve, { module: empty }, ['module']],
    ['a damaged core', serve, { packed: '0rJua1Qkhq' }, ['module']]]) {
    check(`client: ${what} is reported`, async (pass) => {
        const failed = [];
        const client = new Client(() => new Here(serving), core, (why) => failed.push(why));
        const asked = core.packed && client.ask({ kind: 'run', text: '' });
        for (let turns = 0; failed.length < wanted.length && turns < 300; turns++) {
            await pass(100);
        }
        assert.deepEqual(failed, wanted);
        assert.ok(!asked || (await asked).ok === false);
    });
}

check('client: a busy machine is not taken for one that forbids workers', async (pass) => {
    const failed = [], slow = (scope) => {
        scope.onmessage = () => setTimeout(() => scope.postMessage({ alive: true }), 12000);
    };
    new Client(() => new Here(slow), { module: {} }, (why) => failed.push(why));
    await pass(30000);
    assert.deepEqual(failed, []);
});

test('client: a forbidden worker is reported', () => {
    const forbidden = { postMessage() {}, terminate() {} }, failed = [];
    new Client(() => forbidden, { module: {} }, (why) => failed.push(why));
    forbidden.onerror({});
    assert.deepEqual(failed, ['worker']);
});

check('client: messages are queued in order until release', async (pass) => {
    const client = new Client(() => new Here(standIn([], () => 1)), { module: {} }, () => {});
    const heard = [];
    client.hold();
    const asked = client.ask({ kind: 'run', text: 'a' }, { receive: (topic) => heard.push(topic) });
    await pass(10);
    assert.ok(client.held.length > 4);
    assert.deepEqual(heard, []);
    client.release();
    assert.equal((await asked).ok, true);
    assert.deepEqual(heard, ['scene', 'knobs', 'opened', 'look', 'block', 'end']);
});

check('client: a crash of the core fails its request only', async () => {
    const breaking = (scope) => {
        scope.onmessage = ({ data }) => scope.postMessage(data.module ? { alive: true }
            : data.text === 'bad' ? { id: data.id, topic: 'broken', value: 'unreachable' }
                : { id: data.id, topic: 'done', value: { ok: true, took_s: 0 } });
    };
    const client = new Client(() => new Here(breaking), { module: {} }, () => {});
    const bad = client.ask({ text: 'bad', kind: 'run' }), good = client.ask({ kind: 'run' });
    assert.equal((await bad).broken, 'unreachable');
    assert.equal((await good).ok, true);
});

/** Asks three times, the second time after the first samples and the third at once, of a core that sends
 * `count` of 100 samples after 10 ms and ends 5 ms later, or never.
 * @returns names of the requests whose samples came, and those that were obsolete */
async function dragged(pass, count, ends) {
    const seen = [], client = new Client(() => new Here((scope) => {
        scope.onmessage = async ({ data }) => {
            const post = (topic, value) => scope.postMessage({ id: data.id, topic, value });
            if (data.module) {
                scope.postMessage({ alive: true });
                return;
            }
            post('look', { samples: 100 });
            await wait(10);
            post('block', { count });
            await wait(ends ? 5 : 1e9);
            post('done', { ok: true });
        };
    }), { module: {} }, () => {});
    const ask = (name) => client.ask({ kind: 'run' }, { clears: ['run'], grace_ms: 60000,
        receive: (topic) => topic === 'block' && seen.push(name) });
    const first = ask('first');
    await pass(12);
    const rest = [ask('second'), ask('third')];
    await pass(100);
    client.stop(['run']);
    return [seen, (await Promise.all([first, ...rest])).map(({ superseded }) => superseded ?? false)];
}

check('client: during a drag an obsolete run ends after its first samples, unless it is nearly complete',
    async (pass) => {
        assert.deepEqual(await dragged(pass, 1, false),
            [['first', 'second', 'third'], [true, true, true]]);
        assert.deepEqual(await dragged(pass, 99, true), [['first', 'third'], [false, true, false]]);
    });

// ---- long runs ----

/** A long run and what it said. */
function longRun(sure) {
    const said = [], held = [];
    const run = new LongRun({ say: (cost) => said.push(cost), hold: () => held.push('held') }, sure);
    run.begin();
    return { said, held, run };
}

check('long run: a minute is allowed, and the notice follows the progress', async (pass) => {
    const { said, held, run } = longRun(false);
    for (let filled = 2; filled < 41; filled++) { // predicts a total of 12 s
        await pass(120);
        run.progress(filled, 101);
    }
    run.end();
    assert.ok(said.length > 8 && said.length < 20, `${said.length} notices`);
    const { total_s, left_s } = said.at(-2);
    assert.ok(total_s > 8 && total_s < 14 && left_s > 4 && left_s < total_s, `${left_s} of ${total_s} s`);
    assert.deepEqual([said.at(-1), held], [null, []]);
});

check('long run: what is left follows the later half, after a burst of collisions', async (pass) => {
    const { said, run } = longRun(false);
    for (const [ms, part] of [[1000, 1], [1000, 2], [500, 26], [500, 51], [500, 76]]) { // as it goes on, 0.5 s are left
        await pass(ms);
        run.progress(1 + part, 101);
    }
    await pass(250);
    run.end();
    assert.equal(said[2].left_s, null); // nobody knows yet
    assert.ok(said.at(-2).left_s < 1.2, `${said.at(-2).left_s} s`);
});

check('long run: after three seconds one of more than a minute is stopped, unless it was allowed',
    async (pass) => {
        for (const sure of [false, true]) {
            const { said, held, run } = longRun(sure);
            await pass(1000);
            run.progress(2, 101); // predicts a total of 100 s
            await pass(1500);
            assert.deepEqual(held, []);
            await pass(1000);
            assert.equal(held.length, sure ? 0 : 1);
            assert.equal(said.at(-1).held, !sure);
            run.end();
        }
    });
