// SPDX-License-Identifier: GPL-3.0-or-later
// Tests of the lab's page in a browser: runs every test of this folder, a line each. usage: node
// browser.mjs [FILE.mjs... | NAME...]: tests of files, or tests whose names contain NAME
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { browser, Pages, SLOW, Stand, WORK } from './stand.mjs';

const PARTS = ['core', 'table', 'time', 'share', 'lesson', 'knobs', 'instruments', 'track', 'parts',
    'access'];
const PICTURE_MS = 5000, CLOSING_MS = 20000 * SLOW;
const MOST_MS = 300000 * SLOW; // per test, so that one that hangs does not block the others
const STARTS = 3;
const only = process.argv.slice(2);

/** Name of playwright's timeout errors. */
class TimeoutError extends Error {
    name = 'TimeoutError';
}

/** @returns the result of `doing`; throws after the limit */
async function within(limit_ms, doing) {
    let timer;
    const late = new Promise((resolve, reject) => {
        timer = setTimeout(() => reject(new TimeoutError(`not done after ${limit_ms / 1000} s`)),
            limit_ms);
    });
    try {
        return await Promise.race([doing, late]);
    } finally {
        clearTimeout(timer);
    }
}

const brief = ({ message }) => `${message}`.split('\n    at ')[0].replace(/\s+/g, ' ').slice(0, 600);

/** A browser with its pages, replaced if it has crashed or does not answer. A busy machine causes
 * both, so neither is a failure of the page. */
class Browsers {
    async start(tries = STARTS) {
        try {
            this.chromium = await browser();
            this.pages = new Pages(this.chromium);
        } catch (reason) {
            if (tries === 1) {
                throw reason;
            }
            console.log(`again lab page: no browser: ${brief(reason)}`);
            await this.start(tries - 1);
        }
    }

    async end() {
        await within(CLOSING_MS, this.chromium.close()).catch(() => {});
    }

    /** Releases the pages of a test, or replaces the browser. */
    async release(stand) {
        try {
            await within(CLOSING_MS, stand.close());
            assert.ok(this.chromium.isConnected(), 'it has ended');
        } catch (reason) {
            console.log(`again lab page: another browser: ${brief(reason)}`);
            await this.end();
            await this.start();
        }
    }

    /** True if the error points to the machine rather than the page. */
    lost(reason) {
        return reason.name === 'TimeoutError' || !this.chromium.isConnected()
            || /has been closed|[Cc]rashed/.test(reason.message);
    }
}

async function picture(stand, name) {
    const page = stand.used.at(-1)?.page;
    await page?.screenshot({ path: join(WORK, `${name.replace(/\W+/g, '-')}.png`),
        timeout: PICTURE_MS }).catch(() => {});
}

async function attempt(stand, run) {
    const more = await within(MOST_MS, run(stand));
    if (stand.complaints.length > 0) {
        throw new Error(`the page complains: ${stand.complaints.join(' | ')}`);
    }
    return more;
}

/** Repeats a test once after a timeout or a crash of the browser. */
async function tried(browsers, { name, run }, tries = 2) {
    const stand = new Stand(browsers.chromium, browsers.pages);
    let again = false;
    try {
        const more = await attempt(stand, run);
        console.log(`ok lab page: ${name}${more ? `: ${more}` : ''}`);
    } catch (reason) {
        again = tries > 1 && browsers.lost(reason);
        if (reason.skip) {
            console.log(`skip lab page: ${name}: ${reason.skip}`);
        } else if (again) {
            console.log(`again lab page: ${name}: ${brief(reason)}`);
        } else {
            await picture(stand, name);
            console.log(`not ok lab page: ${name}: ${brief(reason)}`);
            process.exitCode = 1;
        }
    }
    await browsers.release(stand);
    if (again) {
        await tried(browsers, { name, run }, tries - 1);
    }
}

process.on('unhandledRejection', (reason) => {
    console.log(`not ok lab page: beside the tests: ${brief(reason)}`);
    process.exitCode = 1;
});
const browsers = new Browsers();
await browsers.start();
for (const part of PARTS) {
    const { default: tests } = await import(`./${part}.mjs`), whole = only.includes(`${part}.mjs`);
    for (const [name, run] of Object.entries(tests)) {
        if (only.length === 0 || whole || only.some((word) => name.includes(word))) {
            await tried(browsers, { name, run });
        }
    }
}
await browsers.end();
