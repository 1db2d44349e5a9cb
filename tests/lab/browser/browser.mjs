// SPDX-License-Identifier: GPL-3.0-or-later
// The lab's page in a browser: every test of this folder, one after the other, a line for each.
// usage: node browser.mjs [FILE.mjs... | NAME...]: those of a file, or whose names have one of these in them
import { join } from 'node:path';
import { browser, Pages, Stand, WORK } from './stand.mjs';

const PARTS = ['core', 'table', 'time', 'share', 'lesson', 'knobs', 'instruments', 'access'];
const only = process.argv.slice(2);
const PICTURE_MS = 5000;
const MOST_MS = 180000; // of a test: one that waits for what never comes must not hold up the others

async function picture(stand, name) {
    const page = stand.used.at(-1)?.page;
    await page?.screenshot({ path: join(WORK, `${name.replace(/\W+/g, '-')}.png`),
        timeout: PICTURE_MS }).catch(() => {});
}

/** @returns what `doing` comes to; throws once that has taken too long */
async function within(limit_ms, doing) {
    let timer;
    const late = new Promise((resolve, reject) => {
        timer = setTimeout(() => reject(new Error(`not done after ${limit_ms / 1000} s`)), limit_ms);
    });
    try {
        return await Promise.race([doing, late]);
    } finally {
        clearTimeout(timer);
    }
}

async function tried(chromium, pages, { name, run }) {
    const stand = new Stand(chromium, pages);
    try {
        const more = await within(MOST_MS, run(stand));
        if (stand.complaints.length > 0) {
            throw new Error(`the page complains: ${stand.complaints.join(' | ')}`);
        }
        console.log(`ok lab page: ${name}${more ? `: ${more}` : ''}`);
    } catch (reason) {
        if (reason.skip) {
            console.log(`skip lab page: ${name}: ${reason.skip}`);
            return;
        }
        await picture(stand, name);
        const [why] = `${reason.message}`.split('\n    at ');
        console.log(`not ok lab page: ${name}: ${why.replace(/\s+/g, ' ').slice(0, 600)}`);
        process.exitCode = 1;
    } finally {
        await stand.close();
    }
}

const chromium = await browser(), pages = new Pages(chromium);
for (const part of PARTS) {
    const { default: tests } = await import(`./${part}.mjs`), whole = only.includes(`${part}.mjs`);
    for (const [name, run] of Object.entries(tests)) {
        if (only.length === 0 || whole || only.some((word) => name.includes(word))) {
            await tried(chromium, pages, { name, run });
        }
    }
}
await chromium.close();
