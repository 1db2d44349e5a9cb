// SPDX-License-Identifier: GPL-3.0-or-later
// The web site in chromium: widths, accessibility, search, live pages, and without scripts.
import assert from 'node:assert/strict';

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { axeSource, browser, eventually, ROOT, WAIT_MS } from './lab/browser/stand.mjs';

const SITE = join(ROOT, 'build/site');
const PAGES = ['index.html', 'tutorial.html', 'theory.html', 'evidence.html', 'manual/index.html', 'manual/compare.html',
    'experiments/index.html', 'experiments/21-throw.html', 'api/solver.html', 'downloads.html'];
const addressOf = (page) => pathToFileURL(join(SITE, page)).href;

const tests = {
    'pages fit into three widths, without violations of accessibility': async (chromium) => {
        for (const width of [390, 1366, 1920]) {
            for (const scheme of ['light', 'dark']) {
                const page = await chromium.newPage({ viewport: { width, height: 900 }, colorScheme: scheme });
                for (const name of PAGES) {
                    await page.goto(addressOf(name));
                    await eventually(async () => {
                        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
                        assert.ok(wide <= width, `${name}: ${wide} px of ${width}`);
                    });
                    await page.evaluate(axeSource());
                    const { violations } = await page.evaluate(() => axe.run({ exclude: ['iframe'] }, { iframes: false }));
                    assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 120)}`), [],
                        `${name}, ${width} px, ${scheme}`);
                }
                await page.close();
            }
        }
        return `${PAGES.length} pages`;
    },

    'the search finds pages by their words': async (chromium) => {
        const page = await chromium.newPage();
        await page.goto(addressOf('api/index.html'));
        await page.getByRole('searchbox').fill('superball');
        await eventually(async () => assert.match((await page.locator('#search a').allTextContents())[0] ?? '', /Superball/));
        await page.locator('#search a').first().click();
        await eventually(async () => assert.match(await page.title(), /Superball/));
        await page.getByRole('searchbox').fill('no-such-word');
        await eventually(async () => assert.equal(await page.locator('#search [role=status]').textContent(),
            'No page has all these words.'));
        await page.close();
    },

    'a break runs one click after the front page': async (chromium) => {
        for (const width of [390, 1366]) {
            const page = await chromium.newPage({ viewport: { width, height: 800 } });
            await page.goto(addressOf('index.html'));
            await eventually(async () => assert.ok(await page.evaluate(() => document.querySelector('img.film').naturalWidth === 800)));
            const button = page.getByRole('link', { name: 'Play the break' });
            await eventually(async () => {
                const { y, height } = await button.boundingBox();
                assert.ok(y + height < 800, `the button ends at ${y + height} px`);
            });
            await button.click();
            await page.waitForFunction(() => globalThis.lab?.model.time > 0.1, null, { timeout: WAIT_MS });
            await page.close();
        }
    },

    'every text is there without scripts': async (chromium) => {
        const page = await chromium.newPage({ javaScriptEnabled: false });
        for (const name of PAGES) {
            await page.goto(addressOf(name));
            assert.ok((await page.locator('main').innerText()).length > 300, name);
            assert.equal(await page.locator('nav a').count(), 9);
        }
        await page.goto(addressOf('experiments/21-throw.html'));
        assert.match(await page.locator('a.button').getAttribute('href'), /live\/21-throw\.html$/);
        await page.close();
    },
};

const chromium = await browser();
for (const [name, test] of Object.entries(tests)) {
    try {
        const said = await test(chromium);
        console.log(`ok site: ${name}${said ? `: ${said}` : ''}`);
    } catch (reason) {
        console.log(`not ok site: ${name}: ${reason.message.replace(/\s+/g, ' ').slice(0, 500)}`);
    }
}
await chromium.close();
