// SPDX-License-Identifier: GPL-3.0-or-later
// Core in the page: it starts, has the program's bits, and stays within limits of size and
// memory. tests/bench/lab.sh measures times.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MODULE } from '../node.mjs';
import { bits, carom, choose, eventually, pageOf, ROOT, WORK } from './stand.mjs';

const ALL = process.env.LAB_ALL === '1';
/** One scene for each kind of solver and of table. ../bits.mjs runs the others in node; LAB_ALL=1
 * runs all here, as `make check-lab` does. */
const USUAL = ['01-head-on', '03-bumper', '08-one-hits-two', '09-cradle/touching', '10-friction',
    '12-collapse', '13-gas', '15-as-published', '16-speed-dependent', '20-stadium', '20-stadium/circle'];

export const experiments = () =>
    execFileSync('sh', [join(ROOT, 'src/lab/scenes.sh')], { encoding: 'utf8' }).trim().split('\n');

/** Splits the solvers of a scene by agreement with the program's bits. */
async function compared(page, { name, seal, unpromised }) {
    await choose(page, name);
    const here = await bits(page), sealed = Object.keys(seal);
    const other = sealed.filter((solver) => here[solver] !== seal[solver]);
    assert.deepEqual(other.filter((solver) => !unpromised.includes(solver)), [],
        `${name}: other bits than the program's`);
    return { same: sealed.length - other.length, other: other.map((solver) => `${name} ${solver}`) };
}

const scenesOf = (page) => page.evaluate(() => lab.model.scenes.map(({ name, seal, unpromised }) =>
    ({ name, seal, unpromised })));

// ---- bytes ----

const PAGE_GOAL = 400000, PAGE_MOST = 475000, MODULE_MOST = 610000, MEMORY_MOST = 64 << 20; // bytes

/** A gas of 1000 discs in two solvers. */
export const GAS = `carom: 1
title: A thousand discs
table: { width_m: 2, height_m: 2, boundary: periodic }
duration_s: 1
samples: 11
groups:
  - { kind: gas, count: 1000, packing_fraction: 0.3, temperature_J: 0.05, mass_kg: 0.17 }
solvers:
  - { name: impulse, kind: impulse }
  - { name: springs, kind: penalty, integrator: velocity_verlet, stiffness_N_per_m: 1e4, step_s: 1e-4 }
reference: impulse
`;

/** Path of a page with that gas. */
export function gasPage() {
    const file = join(WORK, 'gas.yaml');
    pageOf('first', '01-head-on'); // creates the folder
    writeFileSync(file, GAS);
    return pageOf('gas', file);
}

/** WebAssembly memory of a worker in bytes, which its heap size does not include. */
async function coreOf(ask) {
    const { result: { objectId } } = await ask('Runtime.evaluate',
        { expression: 'WebAssembly.Memory.prototype' });
    const { objects } = await ask('Runtime.queryObjects', { prototypeObjectId: objectId });
    const { result } = await ask('Runtime.callFunctionOn', { objectId: objects.objectId,
        returnByValue: true, functionDeclaration:
            'function () { return this.reduce((sum, { buffer }) => sum + buffer.byteLength, 0); }' });
    return result.value;
}

/** Thrown for a terminated worker. */
class Ended extends Error {}

/** Workers of a page: their ids, and a function that evaluates in one. */
async function workersOf(session) {
    const workers = [], answers = new Map(); // by worker: {resolve, reject} by request
    session.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
        if (targetInfo.type === 'worker') {
            workers.push(sessionId);
            answers.set(sessionId, new Map());
        }
    });
    session.on('Target.detachedFromTarget', ({ sessionId }) => {
        answers.get(sessionId)?.forEach(({ reject }) => reject(new Ended()));
        answers.delete(sessionId);
    });
    session.on('Target.receivedMessageFromTarget', ({ sessionId, message }) => {
        const { id, result } = JSON.parse(message);
        answers.get(sessionId)?.get(id)?.resolve(result);
    });
    await session.send('Target.setAutoAttach', { autoAttach: true, flatten: false,
        waitForDebuggerOnStart: false });
    let asked = 0;
    const ask = (sessionId, method, params = {}) => new Promise((resolve, reject) => {
        const id = ++asked, ended = () => reject(new Ended());
        if (!answers.has(sessionId)) {
            ended();
            return;
        }
        answers.get(sessionId).set(id, { resolve, reject });
        session.send('Target.sendMessageToTarget', { sessionId,
            message: JSON.stringify({ id, method, params }) }).catch(ended);
    });
    return { workers, ask };
}

/** Memory of a page and its workers after garbage collection, from the browser: {name: bytes}. */
export async function memoryOf(page) {
    const session = await page.context().newCDPSession(page);
    const { workers, ask } = await workersOf(session);
    const sum = ({ usedSize, backingStorageSize = 0 }) => usedSize + backingStorageSize;
    await session.send('HeapProfiler.collectGarbage');
    const held = { page: sum(await session.send('Runtime.getHeapUsage')) };
    for (const [k, sessionId] of workers.entries()) {
        try {
            await ask(sessionId, 'HeapProfiler.collectGarbage');
            const own = sum(await ask(sessionId, 'Runtime.getHeapUsage'));
            const core = await coreOf((method, params) => ask(sessionId, method, params));
            Object.assign(held, { [`worker ${k + 1}`]: own, [`its core ${k + 1}`]: core });
        } catch (reason) {
            if (!(reason instanceof Ended)) {
                throw reason;
            }
        }
    }
    return held;
}

const kilobytes = (bytes) => `${Math.round(bytes / 1000)} kB`;

export default {
    'starts and runs to the end': async (stand) => {
        const page = await stand.open(pageOf('first', '01-head-on'));
        assert.equal(await page.locator('#faults').textContent(), '');
        await eventually(async () => assert.match(await page.locator('#seal').textContent(),
            /Bit-identical/));
        await eventually(async () => assert.match(await page.title(), /Head-on/));
    },

    'scenes reproduce the program’s bits': async (stand) => {
        const names = ALL ? experiments() : USUAL;
        const page = await stand.open(pageOf('all', ...names));
        let same = 0, other = [];
        for (const scene of await scenesOf(page)) {
            const of = await compared(page, scene);
            same += of.same;
            other = other.concat(of.other);
        }
        return `${same} solvers of ${names.length} scenes`
            + (other.length ? `; the C library's bits, and others, in ${other}` : '');
    },

    'the other scenes': async () => {
        if (!ALL) {
            const skip = `${experiments().length - USUAL.length} of them (make check-lab)`;
            throw Object.assign(new Error(skip), { skip });
        }
    },

    'different bits are detected': async (stand) => {
        const text = readFileSync(pageOf('first', '01-head-on'), 'utf8');
        const wrong = text.replace(/"heun":"([0-9a-f]{16})"/, (all, seal) =>
            `"heun":"${(seal[0] === '0' ? '1' : '0') + seal.slice(1)}"`);
        assert.ok(wrong !== text, 'no seal found');
        const file = join(WORK, 'wrong.html');
        writeFileSync(file, wrong);
        const page = await stand.open(file);
        await page.waitForSelector('#seal[data-seal="other"]');
        await eventually(async () => assert.match(await page.locator('#seal').textContent(),
            /Not bit-identical/));
    },

    'bytes of a page with the first nine experiments': async () => {
        const nine = experiments().filter((name) => /^0\d-[^/]*$/.test(name));
        assert.equal(nine.length, 9);
        const { size } = statSync(pageOf('nine-first', ...nine));
        assert.ok(size <= PAGE_MOST, `${size} bytes; at most ${PAGE_MOST}`);
        return `${kilobytes(size)} of at most ${kilobytes(PAGE_MOST)}, goal ${kilobytes(PAGE_GOAL)}`;
    },

    'bytes of the core': async () => {
        const { size } = statSync(MODULE);
        assert.ok(size <= MODULE_MOST, `${size} bytes; at most ${MODULE_MOST}`);
        return `${kilobytes(size)} of at most ${kilobytes(MODULE_MOST)}`;
    },

    'memory with a thousand balls in two solvers': async (stand) => {
        const context = await stand.context();
        await context.addInitScript(() => Object.defineProperty(globalThis, 'lab', {
            configurable: true, set(value) { // keeps the page from recording the run when idle
                Object.defineProperty(globalThis, 'lab', { value });
                value.model.record = async () => null;
            } }));
        const page = await stand.open(gasPage(), { context });
        const { balls, solvers, samples } = await page.evaluate(() => ({ samples:
            lab.model.run.samples, balls: lab.model.run.balls.length, solvers:
            lab.model.run.solvers.length }));
        assert.deepEqual([balls, solvers], [1000, 2]);
        const { said, all } = await eventually(async () => { // buffers are freed after a while
            const held = await memoryOf(page);
            const sum = Object.values(held).reduce((most, bytes) => most + bytes, 0);
            const parts = Object.entries(held).map(([name, bytes]) => `${name} ${kilobytes(bytes)}`);
            assert.ok(parts.length >= 2 && held.page > balls * solvers * samples * 16, `${parts}`);
            assert.ok(sum < MEMORY_MOST, `${parts}: ${sum} bytes; at most ${MEMORY_MOST}`);
            return { said: parts, all: sum };
        });
        return `${said.join(', ')}, together ${kilobytes(all)} of at most ${kilobytes(MEMORY_MOST)}; `
            + `${samples} samples`;
    },
};
