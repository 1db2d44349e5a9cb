// SPDX-License-Identifier: GPL-3.0-or-later
// The lab's page in a browser: every test of this folder, one after the other, a line for each.
// usage: node browser.mjs [FILE.mjs... | NAME...]: those of a file, or whose names have one of these in them
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { browser, Pages, Stand, WORK } from './stand.mjs';

const PARTS = ['core', 'table', 'time', 'share', 'lesson', 'knobs', 'instruments', 'access'];
const PICTURE_MS = 5000, CLOSING_MS = 20000;
const MOST_MS = 180000; // of a test: one that waits for what never comes must not hold up the others
const STARTS = 3;
const only = process.argv.slice(2);

/** What the browser's driver calls its own. */
class TimeoutError extends Error {
    name = 'TimeoutError';
}

/** @returns what `doing` comes to; throws once that has taken too long */
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

/**
 * A browser and its pages; another where it has ended or no longer answers. Neither says anything of
 * the lab's page: a machine that has much to do ends browsers, and lets them wait.
 */
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

    /** Gives back what a test had; where that cannot be, the next one has another browser. */
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

    /** Whether it is the machine's doing that a test failed, by what it failed with. */
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

/** Once more, and once only, where nothing was found wrong but time went by or the browser went. */
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
