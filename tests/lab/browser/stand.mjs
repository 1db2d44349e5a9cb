// SPDX-License-Identifier: GPL-3.0-or-later
// What a test in the browser stands on: one chromium for all, pages that go from one test to the
// next and are loaded anew for each, the program beside it for what must be the same. What a page
// complains of fails whatever test it is open in.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../../..');
/** Runs beside each other have a folder each. */
export const WORK = join(ROOT, 'build/lab/browser', process.env.LAB_WORK ?? 'all');
const MODULES = createRequire(join(ROOT, 'build/lab/tests-npm/x.js'));
export const WAIT_MS = 30000; // for anything: other tests have the processors too
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking',
    '--disable-component-update', '--disable-sync', '--no-first-run', '--disable-quic'];
const BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** One browser for all tests. @param more flags */
export async function browser(more = []) {
    const { chromium } = MODULES('playwright-core');
    const executablePath = process.env.CHROMIUM ?? BROWSERS.find((path) => existsSync(path));
    return chromium.launch({ executablePath, args: [...FLAGS, ...more] });
}

export const axeSource = () => readFileSync(MODULES.resolve('axe-core/axe.min.js'), 'utf8');

// ---- the program ----

export const experiment = (name) => join(ROOT, 'experiments', `${name}.yaml`);

/** @returns {{status, text}} of carom with these words; what it prints on both */
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

/** The files that the program writes, to be read by path. @param sets "KEY=VALUE" */
export function native(file, sets = []) {
    const folder = join(WORK, `native-${++runs}`);
    const { status, text } = carom('run', file, '-o', folder,
        ...sets.flatMap((set) => ['--set', set]));
    if (status !== 0) {
        throw new Error(text);
    }
    return { folder, read: (path) => readFileSync(join(folder, path), 'latin1') };
}

const pages = new Map(); // of this run of the tests: what was asked for, by name

/** A page of these scenarios, made once. @returns {string} its path */
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

/** Scenes of the page `two`, which do not take long. */
export const TWO = ['01-head-on', '02-oblique-unequal'];

// ---- pages ----

export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const VIEW = { width: 1280, height: 900 };
const PLAIN = { reducedMotion: 'no-preference', forcedColors: 'none' };
const MAY = ['clipboard-read', 'clipboard-write'];

/**
 * The pages of one browser, by what they cannot change while they are open: language, touch. A page
 * that is new costs 2.5 s of processor, most of it its process's; one that is loaded anew, 0.7 s.
 */
export class Pages {
    constructor(chromium) {
        this.chromium = chromium;
        this.contexts = new Map();
        this.all = [];
    }

    async context({ locale = 'en-US', ...given } = {}) {
        const context = await this.chromium.newContext({ locale, viewport: VIEW,
            permissions: MAY, ...given });
        context.setDefaultTimeout(WAIT_MS);
        return context;
    }

    /** One that nobody has. @param site where it was and goes @param how of its context */
    async taken(site, how) {
        const key = JSON.stringify(how);
        const free = this.all.find((one) => one.hears === null && one.site === site
            && one.key === key && !one.page.isClosed());
        if (free) {
            return free;
        }
        if (!this.contexts.has(key)) {
            this.contexts.set(key, await this.context(how));
        }
        const one = listening(await this.contexts.get(key).newPage(), { site, key });
        this.all.push(one);
        return one;
    }
}

/** A page, and who hears what it complains of: {page, hears, ...more}. */
function listening(page, more = {}) {
    const one = { page, hears: null, ...more };
    page.on('pageerror', (reason) => one.hears?.(reason.stack ?? `${reason}`));
    page.on('console', (said) => ['error', 'warning'].includes(said.type())
        && one.hears?.(said.text()));
    return one;
}

/** Opens pages for one test, hears what they complain of, and gives them back. */
export class Stand {
    constructor(chromium, pages = new Pages(chromium)) {
        this.pages = pages;
        this.contexts = []; // its own
        this.used = [];
        this.complaints = [];
    }

    /** A context of the test's own. */
    async context(given) {
        const context = await this.pages.context(given);
        this.contexts.push(context);
        return context;
    }

    /**
     * A page that may have been others' before.
     * @param how {site, heard, viewport, reducedMotion, forcedColors}: pages from files and of
     *     servers go better apart; whether what it complains of is a fault; further of its context;
     *     or {context}, the test's own
     */
    async page({ context, site = 'file', heard = true, viewport = VIEW, reducedMotion, forcedColors,
        ...how } = {}) {
        const one = context ? listening(await context.newPage())
            : await this.pages.taken(site, how);
        one.hears = (text) => heard && this.complaints.push(text);
        this.used.push(one);
        if (!context) {
            await one.page.bringToFront(); // a page behind another is given few frames
            await one.page.setViewportSize(viewport);
            await one.page.emulateMedia({ ...PLAIN, ...reducedMotion && { reducedMotion },
                ...forcedColors && { forcedColors } });
        }
        return one.page;
    }

    /**
     * A page from its file, once its first run is whole.
     * @param how {hash, query, page, times}: one that is open already, to be loaded anew; how much
     *     faster its time goes; further of page()
     */
    async open(file, { hash = '', query = '', page, times = 1, ...how } = {}) {
        const opened = page ?? await this.page(how);
        if (page) {
            await page.goto('about:blank');
        }
        await opened.goto(`${pathToFileURL(file)}${query}${hash}`);
        if (times !== 1) {
            await hasten(opened, times);
        }
        await settled(opened);
        return opened;
    }

    async close() {
        await Promise.all(this.contexts.map((context) => context.close()));
        for (const one of this.used.filter(({ page }) => !page.isClosed())) {
            await one.page.goto('about:blank');
            one.hears = null;
        }
    }
}

// ---- what is asked of a page ----

/** Until the page is built, and what was asked for last is accepted and has run to its end. */
export const settled = (page) => page.waitForFunction(() => globalThis.lab?.model.run?.done
    && document.documentElement.classList.contains('built') && lab.model.wanted === null && lab.model.run.scene === lab.model.scene);

/** Does something, and waits until the run that it asks for is there. */
export async function rerun(page, act) {
    await page.evaluate(() => {
        globalThis.runBefore = lab.model.run;
    });
    await act();
    await page.waitForFunction(() => lab.model.run !== runBefore);
    await settled(page);
}

/**
 * Lets time go faster in a page, until it is left: what it waits for comes so much earlier, by its
 * own clock when it should. What is drawn frame by frame goes on as it does.
 */
const hasten = (page, times) => page.evaluate((factor) => {
    const wait = globalThis.setTimeout, now = performance.now.bind(performance), began_ms = now();
    globalThis.setTimeout = (act, ms = 0, ...more) => wait(act, ms / factor, ...more);
    performance.now = () => began_ms + factor * (now() - began_ms);
}, times);

/** Until what a page does once nothing happens is done, within 0.7 s of its clock, and drawn. */
export const calm = (page) => page.evaluate(async () => {
    await lab.model.record();
    await new Promise((resolve) => setTimeout(resolve, 700));
    for (let frame = 0; frame < 2; frame++) {
        await new Promise((resolve) => requestAnimationFrame(resolve));
    }
});

/** @returns {Promise<Record<string, string>>} the records of what is open, by path, bytes as latin1 */
export const files = (page) => page.evaluate(async () => {
    let made = null;
    for (let tries = 0; made === null && tries < 20; tries++) { // an idle record may be at work
        made = await lab.model.record();
    }
    const text = new TextDecoder('latin1');
    return Object.fromEntries([...made].map(([path, bytes]) => [path, text.decode(bytes)]));
});

export const bits = (page) => page.evaluate(() => lab.bits());

export const sets = (page) => page.evaluate(() => lab.model.sets);

/** The scene of the menu by a part of its name, loaded through the menu. */
export async function choose(page, name) {
    const k = await page.evaluate((wanted) => lab.model.scenes.findIndex((scene) =>
        scene.name === wanted), name);
    if (k < 0) {
        throw new Error(`${name} is not in the page`);
    }
    if (await page.locator('#menu select').inputValue() !== `${k}`) {
        await rerun(page, () => page.locator('#menu select').selectOption(`${k}`));
    }
}

/** Opens the panel (a `details`, or a tab that stands for one) that something is in. */
export const reveal = (page, selector) => page.evaluate((wanted) => {
    for (let at = document.querySelector(wanted); at; at = at.parentElement) {
        if (at.matches('details')) {
            at.open = true;
        }
    }
}, selector);
