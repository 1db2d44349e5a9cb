// SPDX-License-Identifier: GPL-3.0-or-later
// Measures the speed of the lab page in Chromium and prints each number with its goal. The numbers depend on the load, so nothing
// fails.
// usage: node lab.mjs (lab.sh starts it)
import { browser, experiments, gasPage, pageOf, settled, Stand } from '../lab/browser/stand.mjs';

const COLD = 5, WATCHED_MS = 3000, MOVES = 15, EDITS = 5;

const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];
const least = (values) => Math.min(...values);
const say = (what, value, unit, goal) =>
    console.log(`${what.padEnd(52)} ${value.padStart(16)} ${unit.padEnd(4)} (goal ${goal})`);

/** ms from opening the page to the end of its first run, each time in a new browser. */
async function coldStart(file) {
    const chromium = await browser(), stand = new Stand(chromium);
    const context = await stand.context();
    await context.addInitScript(() => {
        const look = setInterval(() => {
            if (globalThis.lab) {
                clearInterval(look);
                const end = lab.model.on('done', () => {
                    globalThis.firstRun_ms = performance.now();
                    end();
                });
            }
        }, 1);
    });
    const page = await stand.open(file, { context });
    const took_ms = await page.evaluate(() => globalThis.firstRun_ms);
    await chromium.close();
    return took_ms;
}

/** Pictures of the table in a second, while it plays again and again. */
async function pictures(stand, file) {
    const page = await stand.open(file);
    const rate = await page.evaluate(async (watched_ms) => {
        const { model } = lab;
        let count = 0;
        model.on('paint', () => count++);
        model.setLoop(true);
        model.play();
        await new Promise((resolve) => setTimeout(resolve, 500)); // warm-up
        const began_ms = performance.now(), before = count;
        await new Promise((resolve) => setTimeout(resolve, watched_ms));
        return (count - before) / (performance.now() - began_ms) * 1000;
    }, WATCHED_MS);
    await page.close();
    return rate;
}

/** ms of each move of a ball by the pointer: until the table is painted of the run that it asks for. */
async function moves(page) {
    return page.evaluate(async (count) => {
        const { model } = lab, took = [];
        const painted = (fits) => new Promise((resolve) => {
            const end = model.on('paint', (sheet) => fits(sheet) && resolve(sheet, end()));
            model.emit('sample');
        });
        const { camera, ctx: { canvas } } = await painted(() => true);
        canvas.setPointerCapture = () => {};
        const ball = model.scene.balls.find(({ fixed }) => !fixed);
        const box = canvas.getBoundingClientRect();
        const at = { x: box.left + camera.x(ball.x_m), y: box.top + camera.y(ball.y_m) };
        const send = (type) => canvas.dispatchEvent(new PointerEvent(type, { clientX: at.x,
            clientY: at.y, button: 0, pointerId: 1, pointerType: 'mouse', bubbles: true }));
        model.seek(0);
        send('pointerdown');
        for (let k = 0; k < count; k++) {
            const before = model.run, way = k % 2 === 0 ? -4 : 4; // px, back and forth
            at.x += way;
            const began_ms = performance.now();
            send('pointermove');
            await painted(({ run }) => run !== before && run.filled > 0);
            took.push(performance.now() - began_ms);
            await new Promise((resolve) => setTimeout(resolve, 150));
        }
        send('pointerup');
        return took.slice(2); // the first calls are slow
    }, MOVES);
}

/** ms, until there is another run while one of minutes is at work. */
async function givesWay(page) {
    const took = [];
    for (let k = 0; k < EDITS; k++) {
        took.push(await page.evaluate(async () => {
            const { model } = lab, pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
            await model.edit([['solvers.springs.theta', '2e-6']]);
            await pause(500);
            const began_ms = performance.now();
            const there = new Promise((resolve) => {
                const end = model.on('run', () => resolve(end()));
            });
            await model.edit([['solvers.springs.theta', null]]);
            await there;
            return performance.now() - began_ms;
        }));
        await settled(page);
    }
    return took;
}

const range = (values, digits = 0) =>
    `${median(values).toFixed(digits)} (${least(values).toFixed(digits)})`;

const first = pageOf('first', '01-head-on'), cold = [];
console.log('medians, and in brackets the best');
for (let k = 0; k < COLD; k++) {
    cold.push(await coldStart(first) / 1000);
}
say('01-head-on, opened to the end of its first run', range(cold, 2), 's', '0.7');

const chromium = await browser(), stand = new Stand(chromium);
say('pictures of 16 balls in three solvers, playing', (await pictures(stand,
    pageOf('break', '04-break'))).toFixed(0), '1/s', '60');
say('pictures of 1000 balls in two solvers, playing', (await pictures(stand, gasPage())).toFixed(0),
    '1/s', 'at least 30');
for (const name of experiments().filter((one) => /^0\d-[^/]*$/.test(one))) {
    const page = await stand.open(pageOf('bench', name));
    const taken = await moves(page).catch(() => []);
    say(`${name}, a ball moved to the new picture`, taken.length ? range(taken) : '-', 'ms', '50');
    await page.close();
}
const page = await stand.open(pageOf('chaos', '11-chaos', '--set', 'duration_s=2'));
say('11-chaos, a run of minutes gives way to an edit', range(await givesWay(page)), 'ms', '500');
await stand.close();
await chromium.close();
