// SPDX-License-Identifier: GPL-3.0-or-later
// What a test in the browser stands on: one chromium for all, a page of its own for each, the program
// beside it for what must be the same. What a page complains of fails whatever test it is open in.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../../..');
export const WORK = join(ROOT, 'build/lab/browser');
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

// ---- pages ----

const VIEW = { width: 1280, height: 900 };

/** Opens pages for one test, hears what they complain of, and closes them. */
export class Stand {
    constructor(chromium) {
        this.chromium = chromium;
        this.contexts = [];
        this.complaints = [];
    }

    async context({ locale = 'en-US', ...given } = {}) {
        const context = await this.chromium.newContext({ locale, viewport: VIEW, ...given });
        context.setDefaultTimeout(WAIT_MS);
        this.contexts.push(context);
        return context;
    }

    /** @param how {hash, query, context, ...} further of a browser's context */
    async page({ context, ...how } = {}) {
        const page = await (context ?? await this.context(how)).newPage();
        page.on('pageerror', (reason) => this.complaints.push(reason.stack ?? `${reason}`));
        page.on('console', (said) => ['error', 'warning'].includes(said.type())
            && this.complaints.push(said.text()));
        return page;
    }

    /** A page from its file, once its first run is whole. */
    async open(file, { hash = '', query = '', ...how } = {}) {
        const page = await this.page(how);
        await page.goto(`${pathToFileURL(file)}${query}${hash}`);
        await settled(page);
        return page;
    }

    async close() {
        await Promise.all(this.contexts.map((context) => context.close()));
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
