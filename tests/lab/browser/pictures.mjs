// SPDX-License-Identifier: GPL-3.0-or-later
// Draws experiments/lab-*.png, which the READMEs show. usage: run.sh pictures, after `make lab`;
// `make gallery` calls it if there is a browser
import { join } from 'node:path';
import { browser, pageOf, quiet, ROOT, settled, show, Stand } from './stand.mjs';

// the same pixels in every run
const SAME_PIXELS = ['--num-raster-threads=1', '--disable-partial-raster', '--disable-lcd-text',
    '--disable-skia-runtime-opts'];

const at = (page, time_s) => page.evaluate((t) => lab.model.seek(t), time_s);

/** Middle of the next contact in slow motion. */
async function slowly(page, part) {
    await at(page, 0);
    await page.click('#slow-motion');
    await page.waitForFunction(() => lab.model.shows === 'slow' && lab.model.slow.done);
    await page.evaluate((part) => {
        lab.model.pause();
        lab.model.seek(lab.model.slow.t[Math.floor(part * lab.model.slow.samples)]);
    }, part);
}

/** Removes the commit from the footer, so that a picture changes with its page only. */
function withoutCommit() {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const { currentNode } = walker;
        currentNode.data = currentNode.data.replace(/ \([0-9a-f]{12}\+?\)/, '');
    }
}

const PICTURES = [
    // name, scenario, view, preparation
    ['contact', '04-break', { width: 1280, height: 800 }, (page) => slowly(page, 0.45)],
    ['run', '04-break', { width: 1280, height: 800 }, async (page) => {
        await show(page, 'Trails');
        await show(page, 'Names'); // off: paths are visible
        await at(page, 0.75);
    }],
    ['lesson', '08-one-hits-two', { width: 1280, height: 800 }, async (page) => {
        await page.getByRole('tab', { name: 'Lesson' }).click();
        await at(page, 2.2); // after the collision
    }],
];

const chromium = await browser(SAME_PIXELS);
for (const [name, scenario, viewport, prepare] of PICTURES) {
    const stand = new Stand(chromium);
    const page = await stand.open(pageOf(`picture-${name}`, scenario), { viewport });
    await settled(page);
    await page.evaluate(() => lab.model.record()); // checked, however long it takes
    await prepare(page);
    await page.mouse.move(0, 0); // no button is below it
    await quiet(page);
    await page.evaluate(withoutCommit);
    await page.screenshot({ path: join(ROOT, `experiments/lab-${name}.png`) });
    console.log(`experiments/lab-${name}.png`);
    await stand.close();
}
await chromium.close();
