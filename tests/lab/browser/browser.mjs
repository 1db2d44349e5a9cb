// SPDX-License-Identifier: GPL-3.0-or-later
// Tests of the lab's page in a browser, a line each. usage: node browser.mjs [FILE.mjs... | NAME...]:
// tests of files of this folder, or tests whose names contain NAME; without arguments all tests
import { join } from 'node:path';
import { browser, Stand, within, WORK } from './stand.mjs';

const PARTS = ['first', 'access', 'table', 'time', 'share', 'lesson', 'knobs', 'instruments', 'track'];
const PICTURE_MS = 5000, MOST_MS = 150000; // per test; one that hangs is tried again before the job's end after 400 s
const only = process.argv.slice(2);

const brief = ({ message }) => `${message}`.split('\n    at ')[0].replace(/\s+/g, ' ').slice(0, 600);

async function attempt(stand, name, run) {
    try {
        const more = await within(MOST_MS, run(stand));
        if (stand.complaints.length > 0) {
            throw new Error(`the page complains: ${stand.complaints.join(' | ')}`);
        }
        console.log(`ok lab page: ${name}${more ? `: ${more}` : ''}`);
    } catch (reason) {
        if (reason.skip) {
            console.log(`skip lab page: ${name}: ${reason.skip}`);
            return null;
        }
        await stand.last?.screenshot({ timeout: PICTURE_MS,
            path: join(WORK, `${name.replace(/\W+/g, '-')}.png`) }).catch(() => {});
        return reason;
    }
    return null;
}

let chromium = await browser();
process.on('unhandledRejection', (reason) => {
    console.log(`not ok lab page: beside the tests: ${brief(reason)}`);
    process.exitCode = 1;
});
for (const part of PARTS.filter((each) => !`${only}`.includes('.mjs') || only.includes(`${each}.mjs`))) {
    const { default: tests } = await import(`./${part}.mjs`), whole = only.includes(`${part}.mjs`);
    for (const [name, run] of Object.entries(tests).filter(([each]) => only.length === 0 || whole
        || only.some((word) => each.includes(word)))) {
        // a busy machine may be late or end the browser: neither is a failure of the page
        for (let tries = 2; tries > 0; tries--) {
            const stand = new Stand(chromium), reason = await attempt(stand, name, run);
            const lost = reason !== null && (!chromium.isConnected()
                || /Timeout|has been closed|[Cc]rashed/.test(reason.message));
            if (lost || !await within(20000, stand.close()).then(() => true, () => false)) {
                await within(20000, chromium.close()).catch(() => {});
                chromium = await browser();
            }
            if (lost && tries > 1) {
                console.log(`again lab page: ${name}: ${brief(reason)}`);
                continue;
            }
            if (reason !== null) {
                console.log(`not ok lab page: ${name}: ${brief(reason)}`);
                process.exitCode = 1;
            }
            break;
        }
    }
}
await chromium.close();
