// SPDX-License-Identifier: GPL-3.0-or-later
// Model and workers: with the real core in workers of the same thread, and with substitutes of
// the core whose runs take a given time.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Client } from '../../src/lab/page/core/client.js';
import { serve } from '../../src/lab/page/core/worker.js';
import { Model } from '../../src/lab/page/model/model.js';
import { LongRun } from '../../src/lab/page/model/long_run.js';
import { compiled, ran, ROOT } from './node.mjs';

const TEXT = readFileSync(join(ROOT, 'experiments/01-head-on/experiment.yaml'), 'utf8');

/** Delay; `lasting` false: it does not keep the process alive. */
const wait = (ms, lasting = true) => new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    lasting || timer.unref();
});
/** Waits for a condition, at most 10 s. */
const until = async (holds) => {
    for (let turns = 0; !holds(); turns++) {
        assert.ok(turns < 1000, `never: ${holds}`);
        await wait(10);
    }
};

/** Runs `act(pass)` with a clock that stands still: pass(ms) lets time pass in steps of 1 ms, after
 * each of which pending messages arrive. */
async function still(act) {
    const { setTimeout: begin, clearTimeout: end } = globalThis, read = performance.now;
    const due = new Set();
    let now_ms = 1000;
    globalThis.setTimeout = (later, ms = 0) => {
        const timer = { at_ms: now_ms + ms, later, unref() {} };
        due.add(timer);
        return timer;
    };
    globalThis.clearTimeout = (timer) => due.delete(timer);
    performance.now = () => now_ms;
    const pass = async (ms) => {
        for (const last_ms = now_ms + ms; now_ms < last_ms;) {
            for (let turn = 0; turn < 20; turn++) {
                await new Promise(setImmediate);
            }
            now_ms++;
            [...due].filter(({ at_ms }) => at_ms <= now_ms).forEach((timer) =>
                due.delete(timer) && timer.later());
        }
        await new Promise(setImmediate);
    };
    try {
        await act(pass);
    } finally {
        Object.assign(globalThis, { setTimeout: begin, clearTimeout: end });
        performance.now = read;
    }
}

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

/** Model with the real core. */
function modelOf() {
    const model = new Model({ frame: () => {} });
    model.client = new Client(() => new Here(serve), { module: compiled() }, (why, text) => {
        throw new Error(`${why}: ${text}`);
    });
    return model;
}

/** Stops all timers of the model. */
function close(model) {
    clearTimeout(model.idle);
    model.longRun?.end();
    [model.client.hand, model.client.spare].forEach((hand) => hand?.end());
}

// ---- with the core ----

test('model: a scenario is loaded, run, signed and recorded', async () => {
    const model = modelOf(), names = ['scene', 'knobs', 'run', 'done'], heard = [];
    const { seals } = ran(compiled(), TEXT);
    names.forEach((name) => model.on(name, () => heard.push(name)));
    const done = next(model, 'done');
    const origin = { text: TEXT, sets: [], seal: seals };
    assert.equal(await model.load(TEXT, [], { origin }), true);
    await done;
    assert.deepEqual(heard, names);
    assert.equal(model.run.filled, 721);
    assert.equal(model.run.t[720], 1);
    assert.deepEqual(Object.fromEntries(model.run.end.map((end) => [end.solver, end.seal])), seals);
    assert.equal(model.seal(), 'same');
    origin.seal = { ...seals, euler: 'of another run' };
    assert.equal(model.seal(), 'other');
    origin.unpromised = ['heun'];
    assert.equal(model.seal(), 'other');
    origin.unpromised = ['euler'];
    assert.equal(model.seal(), 'library');
    origin.seal = seals;
    const [x, , vx] = model.run.place(0, 1, 720); // the struck ball leaves with the cue's speed
    assert.ok(Math.abs(vx - 1) < 1e-6 && Math.abs(x - (1.2 + 1 - 0.54285)) < 1e-6, `${x} ${vx}`);
    assert.equal(model.run.collisions[1].column.a[0], 'cue');
    const files = await model.record();
    assert.ok(files.has('euler/series.tsv') && model.verdicts.length === 6 && !model.stale);
    close(model);
});

test('model: edits are accepted, rejected, undone and redone', async () => {
    const model = modelOf();
    await model.load(TEXT);
    assert.equal(await model.edit([['balls.cue.vx_mps', 1.1]]), true);
    assert.equal(await model.edit([['balls.cue.x_m', 1.19]]), false);
    assert.match(model.messages[0].text, /overlap by 0.04715 m/);
    assert.deepEqual(model.sets, ['balls.cue.vx_mps=1.1']);
    assert.equal(model.scene.balls[0].vx_mps, 1.1);
    assert.equal(await model.edit([['balls.cue.vx_mps', 'fast']]), false);
    assert.equal(await model.undo(), true);
    assert.deepEqual([model.sets, model.messages, model.scene.balls[0].vx_mps], [[], [], 1]);
    assert.equal(await model.redo(), true);
    assert.equal(model.scene.balls[0].vx_mps, 1.1);
    assert.equal(model.seal(), 'none');
    close(model);
});

test('model: loading a scene can be undone', async () => {
        const model = modelOf();
        const first = { text: TEXT, sets: [] }, second = { text: TEXT, sets: ['seed=2'] };
        await model.load(TEXT, [], { origin: first });
        await model.load(TEXT, ['seed=2'], { origin: second });
        await model.undo();
        assert.equal(model.origin, first);
        await model.redo();
        assert.equal(model.origin, second);
        close(model);
    });

test('model: records requested after an edit belong to the edit', async () => {
    const model = modelOf();
    await model.load(TEXT);
    await next(model, 'done');
    const before = model.record();
    assert.equal(model.record(), before);
    await model.edit([['balls.cue.vx_mps', 1.1]]);
    const files = await model.record();
    const text = Buffer.from(files.get('impulse/trajectory.tsv')).toString();
    assert.match(text, /\t1\.1000000000000001\t/);
    assert.equal(await model.record(), files);
    close(model);
});

test('model: slow motion is the same run with more samples', async () => {
    const model = modelOf();
    await model.load(TEXT);
    await next(model, 'done');
    const seals = model.run.end.map(({ seal }) => seal);
    const slow = await model.look({ from_s: 0.5425, to_s: 0.5525, bodies: 'cue,eight' });
    assert.equal(slow.t[360], 0.5525);
    assert.ok(slow.contacts[1].rows > 100);
    assert.equal(model.shown, slow);
    assert.equal(model.time, 0.5425);
    model.show('run');
    assert.equal(model.speed, 1);
    assert.equal(await model.look({ from_s: 2, to_s: 1 }), null); // empty window
    await model.edit([['seed', 2]]);
    await next(model, 'done');
    assert.equal(model.slow, null);
    assert.deepEqual(model.run.end.map(({ seal }) => seal), seals);
    close(model);
});

test('model: removed balls and solvers are deselected', async () => {
        const model = modelOf();
        await model.load(TEXT);
        model.select({ ball: 'cue', solver: 'heun' });
        await model.load(TEXT.replaceAll('heun', 'other').replace('integrator: other',
            'integrator: heun'));
        assert.deepEqual(model.selection, { ball: 'cue', solver: null });
        close(model);
    });

test('model: distances go to the nearest image on a periodic table', async () => {
        const model = modelOf(), a = { x_m: 0.1, y_m: 0.2 }, b = { x_m: 2.4, y_m: 0.2 };
        await model.load(TEXT);
        assert.ok(Math.abs(await model.distance(a, b) - 2.3) < 1e-15);
        await model.edit([['table.boundary', 'periodic']]);
        assert.ok(Math.abs(await model.distance(a, b) - 0.24) < 1e-15); // table width 2.54
        close(model);
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
        const scene = { title: text, duration_s: 1, balls: [], solvers: [], columns: [] };
        if (text === 'bad') {
            post('messages', [{ error: true, text }]);
            post('opened', false);
            post('done', { ok: false });
            return;
        }
        post('scene', scene);
        post('knobs', []);
        post('opened', true);
        post('look', { samples: 2, from_s: 0, to_s: 1 });
        await wait(ms(text), false);
        post('block', { count: 2, numbers: Float64Array.of(0, 1), positions: new Float32Array(0) });
        post('end', []);
        log.push(`done ${text}`);
        post('done', { ok: true, took_s: ms(text) / 1000 });
    };
};

function standInModel(ms) {
    const log = [], workers = [], model = new Model({ frame: () => {} });
    const spawn = () => workers[workers.push(new Here(standIn(log, ms))) - 1];
    model.client = new Client(spawn, { module: {} }, () => {});
    return { model, log, workers };
}

test('model: the newest request wins, and a long one is canceled', async () => {
    const { model, workers } = standInModel((text) => text === 'long' ? 60000 : 1);
    model.load('long');
    await wait(20);
    const began_ms = performance.now();
    model.load('second');
    const third = next(model, 'done');
    model.load('third');
    await third;
    assert.ok(performance.now() - began_ms < 5000, `${performance.now() - began_ms} ms of 60 s`);
    assert.equal(model.scene.title, 'third');
    assert.equal(workers[0].ended, true);
    assert.equal(workers.filter(({ ended }) => !ended).length, 2); // one running, one ready
    close(model);
});

test('model: a nearly complete run is still shown when the next request comes', () =>
    still(async (pass) => {
    const { model, workers, log } = standInModel(() => 20);
    const seen = [];
    model.on('done', () => seen.push(model.scene.title));
    model.load('first');
    await pass(5); // the request is running
    model.load('second');
    await pass(100);
    assert.deepEqual(log.filter((line) => line.startsWith('done')), ['done first', 'done second']);
    assert.equal(workers[0].ended, false);
    assert.equal(seen.at(-1), 'second');
    close(model);
}));

test('model: a rejected request ends neither the run nor its recording', () =>
    still(async (pass) => {
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
        close(model);
    }));

test('model: a run of an hour is stopped, and continues on demand', async () => {
    const { model, workers } = standInModel((text) => text === 'hour' ? 3.6e6 : 1), said = [];
    model.on('cost', () => said.push(model.cost));
    model.load('hour');
    await until(() => model.cost !== null);
    assert.deepEqual([said[0].held, said[0].total_s, model.cost.held], [false, null, false]);
    await until(() => model.cost.held);
    assert.equal(workers[0].ended, true);
    model.go();
    await until(() => model.cost?.held === false);
    assert.ok(model.client.has('run'));
    model.stop();
    await until(() => model.cost?.held);
    assert.ok(!model.client.has('run'));
    await model.load('short');
    assert.equal(model.cost, null);
    close(model);
});

test('model: long slow motion can be stopped, and the run stays', async () => {
    const { model } = standInModel(() => 1);
    const done = next(model, 'done');
    await model.load('text');
    await done;
    const { run } = model;
    model.client.hand.worker.scope.onmessage = () => {}; // from now on the worker does not answer
    const looked = model.look({ from_s: 0, to_s: 1 });
    await until(() => model.cost !== null);
    assert.deepEqual([model.cost.held, model.cost.total_s], [false, null]);
    model.stop();
    assert.equal(await looked, null);
    assert.deepEqual([model.cost, model.run, model.slow], [null, run, null]);
    close(model);
});

test('model: a quick run shows no notice', () => still(async (pass) => {
    const { model } = standInModel(() => 50), said = [];
    model.on('cost', () => said.push(model.cost));
    model.load('quick');
    await pass(2000);
    assert.ok(model.run.done);
    assert.deepEqual(said, []);
    close(model);
}));

test('model: an error in a listener does not affect others', async () => {
    const { model } = standInModel(() => 1), heard = [];
    const silent = console.error;
    console.error = () => {};
    model.on('scene', () => {
        throw new Error('a part');
    });
    model.on('scene', () => heard.push('other'));
    model.on('fault', (reason) => heard.push(reason.message));
    await model.load('text');
    console.error = silent;
    assert.deepEqual(heard, ['a part', 'other']);
    close(model);
});

/** Tests the failures of a client with workers that run `serving`. */
const failure = (serving, wanted) => still(async (pass) => {
    const failed = [];
    const client = new Client(() => new Here(serving), { module: {} },
        (why) => failed.push(why));
    await pass(5400);
    client.hand.end();
    assert.deepEqual(failed, wanted);
});

test('client: a worker that never answers is reported as silent', () =>
    failure((scope) => { scope.onmessage = () => {}; }, ['silent']));

test('client: a late answer of a worker is used', () => failure((scope) => {
    scope.onmessage = () => setTimeout(() => scope.postMessage({ alive: true }), 5100);
}, ['silent', 'late']));

test('client: an invalid module is reported', async () => {
    const other = new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0)), failed = [];
    const client = new Client(() => new Here(serve), { module: other },
        (why, text) => failed.push(why, text));
    await until(() => failed.length > 0);
    client.hand.end();
    assert.equal(failed[0], 'module');
    assert.match(failed[1], /\w/);
});

test('client: a damaged core is reported by the worker that unpacks it', async () => {
    const failed = [], client = new Client(() => new Here(serve), { packed: '0rJua1Qkhq' },
        (why, text) => failed.push(why, text));
    const asked = client.ask({ kind: 'run', text: '' });
    await until(() => failed.length > 0);
    client.hand.end();
    assert.equal(failed[0], 'module');
    assert.deepEqual(await asked, { ok: false });
});

test('client: messages are queued in order until release', async () => {
    const client = new Client(() => new Here(standIn([], () => 1)), { module: {} }, () => {});
    const heard = [];
    client.hold();
    const asked = client.ask({ kind: 'run', text: 'a' }, { receive: (topic) => heard.push(topic) });
    await until(() => client.held.length > 4);
    assert.deepEqual(heard, []);
    client.release();
    assert.equal((await asked).ok, true);
    assert.deepEqual(heard, ['scene', 'knobs', 'opened', 'look', 'block', 'end']);
    [client.hand, client.spare].forEach((hand) => hand?.end());
});

test('model: later listeners receive earlier events, others do not', () => {
    const model = new Model({ frame: () => {} }), heard = [];
    model.on('scene', () => heard.push('early'));
    model.emit('scene');
    model.catchUp(['scene', 'run'], () => {
        model.on('run', () => heard.push('late run'));
        model.on('scene', () => heard.push('late scene'));
    });
    assert.deepEqual(heard, ['early', 'late scene', 'late run']);
    model.emit('scene');
    assert.deepEqual(heard.slice(3), ['early', 'late scene']);
});

test('client: a forbidden worker is reported', async () => {
    const forbidden = { postMessage() {}, terminate() {} }, failed = [];
    const client = new Client(() => forbidden, { module: {} },
        (why) => failed.push(why));
    forbidden.onerror({});
    client.hand.end();
    assert.deepEqual(failed, ['worker']);
});

test('client: a crash of the core fails its request only', async () => {
    const breaking = (scope) => {
        scope.onmessage = ({ data }) => scope.postMessage(data.module ? { alive: true }
            : data.text === 'bad' ? { id: data.id, topic: 'broken', value: 'unreachable' }
                : { id: data.id, topic: 'done', value: { ok: true, took_s: 0 } });
    };
    const client = new Client(() => new Here(breaking), { module: {} }, () => {});
    const bad = client.ask({ text: 'bad', kind: 'run' }), good = client.ask({ kind: 'run' });
    assert.equal((await bad).broken, 'unreachable');
    assert.equal((await good).ok, true);
    [client.hand, client.spare].forEach((hand) => hand?.end());
});

test('long run: a minute is allowed, and the notice follows the progress', () => still(async (pass) => {
    const said = [], run = new LongRun({
        say: (cost) => said.push(cost), hold: () => assert.fail('held') }, false);
    for (let part = 0.01; part < 0.4; part += 0.01) { // predicts a total of 12 s
        await pass(120);
        run.progress(part);
    }
    run.end();
    assert.ok(said.length > 8 && said.length < 20, `${said.length} notices`);
    const { total_s, left_s, held } = said.at(-2);
    assert.ok(total_s > 8 && total_s < 14, `${total_s} s`);
    assert.ok(left_s > 4 && left_s < total_s && !held);
    assert.equal(said.at(-1), null);
}));

test('long run: after three seconds one of more than a minute is stopped, unless it was allowed', () =>
    still(async (pass) => {
        for (const sure of [false, true]) {
            const said = [];
            let held = false;
            const run = new LongRun({ say: (cost) => said.push(cost), hold: () => { held = true; } },
                sure);
            await pass(1000);
            run.progress(0.01); // predicts a total of 100 s
            await pass(1500);
            assert.equal(held, false);
            await pass(1000);
            assert.equal(held, !sure);
            assert.equal(said.at(-1).held, !sure);
            run.end();
        }
    }));

test('long run: a solver stuck in a step can be stopped within a second', () => still(async (pass) => {
    const said = [], done = [], run = new LongRun({
        say: (cost) => said.push(cost), hold: () => done.push('held') }, false);
    await pass(1000);
    assert.deepEqual(said, [{ total_s: null, left_s: null, held: false }]);
    run.hold();
    assert.deepEqual(done, ['held']);
    assert.deepEqual([said[1].held, said[1].total_s], [true, null]);
}));

/** Substitute of the core: sends `count` of 100 samples, then after a while 'done', or never. */
const beginning = (count, asked, over_ms = null) => (scope) => {
    scope.onmessage = async ({ data }) => {
        if (data.module) {
            scope.postMessage({ alive: true });
            return;
        }
        const post = (topic, value) => scope.postMessage({ id: data.id, topic, value });
        asked.push(data.kind);
        post('look', { samples: 100 });
        await wait(10);
        post('block', { count });
        if (over_ms !== null) {
            await wait(over_ms);
            post('done', { ok: true });
        }
    };
};

const DRAG = { clears: ['run'], grace_ms: 60000 };

test('client: an obsolete run ends after its first samples', async () => {
    const asked = [], seen = [], hearing = (name) => (topic) => topic === 'block' && seen.push(name);
    const client = new Client(() => new Here(beginning(1, asked)), { module: {} }, () => {});
    client.ask({ kind: 'run' }, { receive: hearing('first'), ...DRAG });
    await until(() => seen.length === 1);
    const second = client.ask({ kind: 'run' }, { receive: hearing('second'), ...DRAG });
    const third = client.ask({ kind: 'run' }, { receive: hearing('third'), ...DRAG }); // at once
    await until(() => seen.length === 2);
    assert.equal((await second).superseded, true);
    await until(() => seen.length === 3);
    client.stop(['run']);
    assert.equal((await third).superseded, true);
    assert.deepEqual(seen, ['first', 'second', 'third']);
    assert.deepEqual(asked, ['run', 'run', 'run']);
    [client.hand, client.spare].forEach((hand) => hand?.end());
});

test('client: an obsolete run that is nearly complete finishes', () => still(async (pass) => {
    const asked = [], client = new Client(() => new Here(beginning(99, asked, 5)), { module: {} },
        () => {});
    let seen = false;
    const first = client.ask({ kind: 'run' }, { receive: () => { seen = true; }, ...DRAG });
    await pass(12); // the samples have come, the end has not
    assert.ok(seen);
    const second = client.ask({ kind: 'run' }, DRAG);
    await pass(100);
    assert.equal((await first).ok, true);
    assert.equal((await second).ok, true);
    [client.hand, client.spare].forEach((hand) => hand?.end());
}));
