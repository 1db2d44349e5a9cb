// SPDX-License-Identifier: GPL-3.0-or-later
// Common functions of the browser tests: pages of one chromium, waiting, and the program for
// comparison. An error on a page fails the test that uses it.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT, scenes } from '../node.mjs';

export { ROOT, scenes as experiments };
/** Simultaneous runs have separate folders. */
export const WORK = join(ROOT, 'build/lab/browser', process.env.LAB_WORK ?? 'all');
const MODULES = createRequire(join(ROOT, 'build/lab/tests-npm/x.js'));
export const WAIT_MS = 60000; // for any event; other tests share the processors
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking',
    '--disable-component-update', '--disable-sync', '--no-first-run', '--disable-quic'];
const BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** @returns the result of `doing`; throws after the limit */
export async function within(limit_ms, doing) {
    let timer;
    const late = new Promise((resolve, reject) => {
        timer = setTimeout(() => reject(new Error(`Timeout of ${limit_ms / 1000} s`)), limit_ms);
    });
    return Promise.race([doing, late]).finally(() => clearTimeout(timer));
}

const START_MS = 60000; // a busy machine starts chromium in 20 s

/** Starts the browser and opens a page in it, because chromium may hang at either under load. Tries
 * again once and prints why.
 * @param launch starts chromium @param print receives a line @param limit_ms of each step */
export async function started(launch, print = console.log, limit_ms = START_MS) {
    for (let tries = 2; ; tries--) {
        let chromium = null;
        try {
            chromium = await within(limit_ms, launch());
            await within(limit_ms, chromium.newPage().then((page) => page.close()));
            return chromium;
        } catch (reason) {
            within(limit_ms, chromium?.close()).catch(() => {}); // it may hang as well
            if (tries === 1) {
                throw reason;
            }
            print(`again lab page: start of chromium: ${reason.message.split('\n')[0]}`);
        }
    }
}

/** Starts the browser. @param more flags */
export function browser(more = []) {
    const { chromium } = MODULES('playwright-core');
    const executablePath = process.env.CHROMIUM ?? BROWSERS.find((path) => existsSync(path));
    return started(() => chromium.launch({ executablePath, timeout: START_MS, args: [...FLAGS, ...more] }));
}

// ---- the program ----

export const experiment = (name) => join(ROOT, 'experiments', `${name}.yaml`);

/** @returns {{status, text}} exit status and output of carom */
export function carom(...words) {
    try {
        const text = execFileSync(join(ROOT, 'build/carom'), words,
            { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 1 << 26 });
        return { status: 0, text };
    } catch (reason) {
        return { status: reason.status, text: `${reason.stdout}${reason.stderr}` };
    }
}

let runs = 0;

/** Records of the program, by path. @param sets "KEY=VALUE" */
export function native(file, sets = []) {
    const folder = join(WORK, `native-${++runs}`);
    const { status, text } = carom('run', file, '-o', folder,
        ...sets.flatMap((set) => ['--set', set]));
    if (status !== 0) {
        throw new Error(text);
    }
    return { folder, read: (path) => readFileSync(join(folder, path), 'latin1') };
}

const pages = new Map(); // pages of this test run by name

/** Creates a page of these scenarios once. @returns {string} its path */
export function pageOf(name, ...words) {
    const page = join(WORK, `${name}.html`), asked = words.join('\n');
    if (pages.get(name) !== asked) {
        mkdirSync(WORK, { recursive: true });
        const { status, text } = carom('lab', ...words, '-o', page);
        if (status !== 0) {
            throw new Error(text);
        }
        pages.set(name, asked);
    }
    return page;
}

/** Short scenes of the page `two`. */
export const TWO = ['01-head-on', '02-oblique-unequal'];

// ---- pages ----

export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const VIEW = { width: 1280, height: 900 };
const MAY = ['clipboard-read', 'clipboard-write'];

/** Provides pages for one test, collects their errors, and closes them. */
export class Stand {
    contexts = [];
    complaints = [];
    last = null; // page

    constructor(chromium) {
        this.chromium = chromium;
    }

    async context({ locale = 'en-US', ...given } = {}) {
        const context = await this.chromium.newContext({ locale, viewport: VIEW,
            permissions: MAY, ...given });
        context.setDefaultTimeout(WAIT_MS);
        await context.addInitScript(watch, LONG_MS);
        this.contexts.push(context);
        return context;
    }

    /** @param how {context, heard}: a context, or options of its own; heard: errors fail the test */
    async page({ context, heard = true, ...how } = {}) {
        const page = this.last = await (context ?? await this.context(how)).newPage();
        if (heard) {
            page.on('pageerror', (reason) => this.complaints.push(reason.stack ?? `${reason}`));
            page.on('console', (said) => ['error', 'warning'].includes(said.type())
                && this.complaints.push(said.text()));
        }
        return page;
    }

    /** Opens a page from its file and waits for its first run.
     * @param how {hash, query, page, times}: page: an open one to reload; times: factor of its
     *    time; options of page() */
    async open(file, { hash = '', query = '', page: open, times = 1, ...how } = {}) {
        const page = open ?? await this.page(how);
        if (open) {
            await page.goto('about:blank');
        }
        await page.goto(`${pathToFileURL(file)}${query}${hash}`);
        if (times !== 1) {
            await hasten(page, times);
        }
        await settled(page);
        if (!query.includes('lesson')) { // nothing plays
            await rest(page, 0);
        }
        await quiet(page);
        return page;
    }

    async close() {
        await Promise.all(this.contexts.map((context) => context.close()));
    }
}

// ---- waiting ----

const POLL_MS = 50;
const LONG_MS = 4000; // longer delays of a page are not waited for

/** Repeats assertions about a page until all of them hold. @returns their result; after the limit
 * throws the last failed assertion, which names its values */
export async function eventually(check) {
    const end_ms = performance.now() + WAIT_MS;
    for (;;) {
        try {
            return await check();
        } catch (reason) {
            if (!(reason instanceof assert.AssertionError) || performance.now() > end_ms) {
                throw reason;
            }
        }
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
}

/** In a page: lists its unfinished delays and frames in `due`. */
function watch(long_ms) {
    const wait = globalThis.setTimeout, end = globalThis.clearTimeout;
    const frame = globalThis.requestAnimationFrame, frames = new Map(), delays = new Map();
    globalThis.due = { frames, delays, turn: () => new Promise((resolve) =>
        frame(() => wait(resolve, 0))) };
    globalThis.setTimeout = (act, ms = 0, ...more) => {
        const id = wait(() => {
            delays.delete(id);
            act(...more);
        }, ms);
        if (ms < long_ms) {
            delays.set(id, act);
        }
        return id;
    };
    globalThis.clearTimeout = (id) => {
        delays.delete(id);
        end(id);
    };
    globalThis.requestAnimationFrame = (act) => {
        const id = frame((now_ms) => {
            frames.delete(id);
            act(now_ms);
        });
        frames.set(id, act);
        return id;
    };
}

/** Waits until nothing is left to do in a page: no delay, no frame, no request of a worker. */
export const quiet = (page) => page.evaluate(async (limit_ms) => {
    const end_ms = Date.now() + limit_ms;
    for (let turns = 0; turns < 3;) {
        await due.turn();
        const { job, queue = [] } = globalThis.lab?.model.client ?? {};
        const left = [job, ...queue].filter((one) => one).map(({ request }) => request.kind)
            .concat([...due.frames.values(), ...due.delays.values()].map((act) => `${act}`));
        turns = left.length === 0 ? turns + 1 : 0;
        if (Date.now() > end_ms) {
            throw new Error(`still to do: ${left.join('; ')}`);
        }
    }
}, WAIT_MS);

// ---- functions of a page ----

/** Waits until the page is built and its latest request has run to the end. */
export const settled = (page) => page.waitForFunction(() => globalThis.lab?.model.run?.done
    && document.documentElement.classList.contains('built') && lab.model.wanted === null && lab.model.run.scene === lab.model.scene);

/** Lets the run rest at a time. */
const rest = (page, time_s) => page.evaluate((at_s) => {
    lab.model.act('time');
    lab.model.seek(at_s);
}, time_s);

/** Acts and waits for the resulting run; the whole run rests at its start, unless it has been playing. */
export async function rerun(page, act) {
    await settled(page);
    const rests = await page.evaluate(() => {
        const { run, shows, playing } = lab.model;
        globalThis.runBefore = run;
        return shows === 'run' && !playing;
    });
    await act();
    await page.waitForFunction(() => lab.model.run !== runBefore);
    await settled(page);
    if (rests) {
        await rest(page, 0);
    }
}

/** Speeds up the clock of a page: its delays end earlier, on time by its own clock. Frames keep
 * their rate. */
const hasten = (page, times) => page.evaluate((factor) => {
    const wait = globalThis.setTimeout, now = performance.now.bind(performance), began_ms = now();
    globalThis.setTimeout = (act, ms = 0, ...more) => wait(act, ms / factor, ...more);
    performance.now = () => began_ms + factor * (now() - began_ms);
}, times);

/** Waits until the run is recorded and nothing is left to do. */
export async function calm(page) {
    await page.evaluate(() => lab.model.record());
    await quiet(page);
}

export const bits = (page) => page.evaluate(() => lab.bits());

export const sets = (page) => page.evaluate(() => {
    const { knobs, start } = lab.model, first = new Map(start.knobs.map((row) => [row.path, row.value]));
    return knobs.filter(({ path, value }) => first.has(path) && first.get(path) !== value)
        .map(({ path, value }) => `${path}=${value}`).sort();
});

/** Opens the panel that contains an element. */
export const reveal = (page, selector) => page.evaluate((wanted) => {
    for (let at = document.querySelector(wanted); at; at = at.parentElement) {
        if (at.matches('details')) {
            at.open = true;
        }
    }
}, selector);

export const focused = (page) => page.evaluate(() => {
    const at = document.activeElement;
    return `${at.tagName}#${at.id}.${at.className} ${at.getAttribute('aria-label') ?? at.textContent}`;
});

/** Waits until the focus is on an element. */
export const focusOn = (page, pattern) => eventually(async () =>
    assert.match(await focused(page), pattern));

/** Presses Tab until an element has the focus, as a reader without a mouse would. */
export async function tabTo(page, selector, most = 250) {
    for (let k = 0; k < most; k++) {
        if (await page.evaluate((wanted) => document.activeElement.matches(wanted), selector)) {
            return;
        }
        await page.keyboard.press('Tab');
    }
    throw new Error(`no way to ${selector} by Tab; at ${await focused(page)}`);
}

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

export const axeSource = () => readFileSync(MODULES.resolve('axe-core/axe.min.js'), 'utf8');

/** Checks the page against axe's rules. @param least number of rules that apply */
export async function holds(page, state, least = 16) {
    await quiet(page);
    if (!await page.evaluate(() => 'axe' in globalThis)) {
        await page.evaluate(axeSource());
    }
    const { violations, passes } = await page.evaluate((values) =>
        axe.run(document, { runOnly: { type: 'tag', values }, resultTypes: ['violations'] }), TAGS);
    const said = violations.map(({ id, nodes }) => `${id} at ${nodes.slice(0, 3)
        .map(({ target }) => target.join(' ')).join(', ')}`);
    assert.deepEqual(said, [], `${state}: ${said.join('; ')}`);
    assert.ok(passes.length >= least, `${state}: only ${passes.length} rules had anything to look at`);
}

/** Opens the menu of the page. */
export const menu = (page) => page.evaluate(() => document.getElementById('menu').matches(':popover-open')
    || document.getElementById('menu').showPopover());

/** Switches a box of the Show menu. */
export async function show(page, name) {
    await page.click('#show button');
    await page.locator('#show-menu').getByLabel(name, { exact: true }).click();
    await page.keyboard.press('Escape');
}

/** Chooses a chart in the view of measurements. */
export async function chart(page, part) {
    await page.click('#tab-1');
    await page.selectOption('#chosen select', `inst.${part}`);
}

/** Link of the Share button, from the clipboard or from its field. */
export async function shared(page) {
    await page.evaluate(() => document.querySelector('#share [role=status]').replaceChildren());
    await menu(page);
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await page.locator('#share [role=status]').filter({ hasText: /link/i }).waitFor();
    const field = page.locator('#share input');
    return await field.count() ? field.inputValue()
        : page.evaluate(() => navigator.clipboard.readText());
}

/** Bytes of a download that `act` begins, and its name. */
export async function downloaded(page, act) {
    const [download] = await Promise.all([page.waitForEvent('download'), act()]);
    return { name: download.suggestedFilename(), path: await download.path(),
        bytes: readFileSync(await download.path()) };
}

export const button = (page, name) => page.getByRole('button', { name, exact: true });

// ---- the table ----

/** Next drawing of the table: what `pick` of it returns. @param given a value for `pick` */
export const painted = (page, pick, given = null) => page.evaluate(`(async () => {
    const sheet = await new Promise((resolve) => {
        const end = lab.model.on('paint', (drawn) => resolve(drawn, end()));
        lab.model.emit('sample'); // requests a drawing
    });
    return (${pick})(sheet, ${JSON.stringify(given)});
})()`);

/** Initial position of a ball in px of the window, and the radius and scale of the table there. */
export const placeOf = (page, name) => painted(page, ({ camera, ctx, run }, wanted) => {
    ctx.canvas.scrollIntoView({ block: 'center' });
    const { left, top } = ctx.canvas.getBoundingClientRect();
    const ball = run.scene.balls.find((one) => one.name === wanted);
    return { x: left + camera.x(ball.x_m), y: top + camera.y(ball.y_m), scale: camera.scale,
        radius: ball.radius_m * camera.scale };
}, name);

/** Moves the mouse with its button down from a point by px, in steps. */
export async function pull(page, { x, y }, dx, dy, steps = 8) {
    await page.mouse.move(x, y);
    await page.mouse.down();
    for (let k = 1; k <= steps; k++) {
        await page.mouse.move(x + dx * k / steps, y + dy * k / steps);
    }
    await page.mouse.up();
}

/** Drags a ball by px. */
export const drag = async (page, name, ...by) => pull(page, await placeOf(page, name), ...by);

/** @returns {Promise<{x_m, y_m, vx_mps, vy_mps}>} initial state of a ball in the scenario */
export const beginning = (page, name) => page.evaluate((wanted) => {
    const { x_m, y_m, vx_mps, vy_mps } = lab.model.scene.balls.find((one) => one.name === wanted);
    return { x_m, y_m, vx_mps, vy_mps };
}, name);

/** Compares the records of page and program, byte for byte: the program runs the text of the page. */
export async function sameAsNative(page) {
    const { text, here } = await page.evaluate(async () => {
        let made = null;
        for (let tries = 0; made === null && tries < 20; tries++) { // an idle record may be running
            made = await lab.model.record();
        }
        const decoder = new TextDecoder('latin1');
        return { text: lab.model.text, here: Object.fromEntries([...made].map(([path, bytes]) =>
            [path, decoder.decode(bytes)])) };
    });
    const listed = join(WORK, 'listed.yaml');
    writeFileSync(listed, text);
    const there = native(listed);
    const paths = Object.keys(here).filter((path) => /\/(series|trajectory|collisions)\.tsv$/
        .test(path));
    assert.ok(paths.length >= 6, `${paths}`);
    for (const path of paths) {
        assert.ok(here[path] === there.read(path), `${path}: other bytes than the program's`);
    }
    return paths.length;
}
