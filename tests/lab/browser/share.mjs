// SPDX-License-Identifier: GPL-3.0-or-later
// Addresses and files that keep the scenario, files equal to the program's, and the page inside other
// pages: in a frame, and under policies that forbid what it needs. Then it runs or names a
// remedy. (first.mjs tests links.)
import assert from 'node:assert/strict';
import { readFileSync, renameSync } from 'node:fs';
import { createServer } from 'node:http';
import { bits, button, chart, downloaded, eventually, experiment, menu, native, pageOf, rerun, reveal, sets,
    settled, WAIT_MS } from './stand.mjs';

// ---- on a web server, with policies and in a frame ----

const WHOLE = "script-src 'unsafe-inline' 'wasm-unsafe-eval'; worker-src blob:";

/** Local server: /page with a policy, /course with that page in a frame. */
async function served(run, { policy = null, sandbox = null } = {}) {
    const file = readFileSync(pageOf('first', '01-head-on'));
    const frame = `<!DOCTYPE html><html lang="en"><title>course</title><iframe title="lab"
        width="900" height="700" src="/page"${sandbox === null ? '' : ` sandbox="${sandbox}"`}></iframe>`;
    const server = createServer((request, response) => {
        const page = request.url === '/page';
        response.setHeader('content-type', 'text/html; charset=utf-8');
        if (page && policy !== null) {
            response.setHeader('content-security-policy', policy);
        }
        response.end(page ? file : frame);
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
        return await run(`http://127.0.0.1:${server.address().port}`);
    } finally {
        server.closeAllConnections();
        server.close();
    }
}

/** Visits a page of the server; browser errors are expected there. */
const visited = async (stand, url, how) => {
    const page = await stand.page({ heard: false, ...how });
    await page.goto(url);
    return page;
};

const inFrame = async (stand, address) => (await (await visited(stand, `${address}/course`))
    .waitForSelector('iframe')).contentFrame();

/** Waits for the end of the run or a fault. @returns [key, text] of each fault */
async function faultsOf(frame) {
    await frame.waitForFunction(() => globalThis.lab?.model.run?.done
        || document.querySelector('#faults p'), null, { timeout: WAIT_MS });
    return frame.locator('#faults p').evaluateAll((all) =>
        all.map(({ dataset, textContent }) => [dataset.fault, textContent]));
}

/** Text without scripts, which appears after 4 s; the test does not wait for them. */
async function forbidden(frame) {
    const said = frame.locator('#forbidden');
    await said.waitFor({ state: 'attached' });
    await said.evaluate((element) => element.getAnimations().forEach((shows) => shows.finish()));
    await said.waitFor({ state: 'visible' });
    assert.match(await said.textContent(), /Skripte/);
}

export default {
    'the address follows the scenario, and reloading restores it with its worksheet': async (stand) => {
        const page = await stand.open(pageOf('first', '01-head-on'));
        assert.equal(await page.evaluate(() => location.hash), '');
        await page.click('#tab-2');
        await reveal(page, '#teach-worksheet .inner');
        const stop = page.locator('.sheet').getByRole('button', { name: 'Stop', exact: true });
        while (!await stop.isVisible()) { // the next question has its own scene
            await button(page, 'Next').click();
        }
        await stop.click();
        await rerun(page, () => page.evaluate(() => lab.model.edit([['balls.eight.y_m', '0.6481']])));
        await page.waitForFunction(() => location.hash.startsWith('#lab='));
        const there = await bits(page);
        await page.reload();
        await settled(page);
        assert.deepEqual([await bits(page), await sets(page)], [there, ['balls.eight.y_m=0.6481']]);
        await reveal(page, '#teach-worksheet .inner');
        await eventually(async () => assert.equal(await stop.getAttribute('aria-pressed'), 'true'));
    },

    'a saved page opens the changed scene, and can be saved again': async (stand) => {
        const page = await stand.open(pageOf('first', '01-head-on', '09-cradle'));
        await rerun(page, () => page.evaluate(() => lab.model.edit([['balls.eight.y_m', '0.6481'],
            ['title', '</script><b>']])));
        const there = await bits(page), sizes = [];
        for (let k = 0; k < 2; k++) {
            const { path, bytes } = await downloaded(page, async () => {
                await menu(page);
                await button(page, 'Save page').first().click();
            });
            renameSync(path, `${path}.html`);
            sizes.push(bytes.length);
            await stand.open(`${path}.html`, { page });
            assert.deepEqual(await bits(page), there);
            assert.deepEqual(await page.evaluate(() => lab.model.scenes.map((one) => [one.name, one.questions.length, 'de' in one.worksheets])),
                [['01-head-on', 10, true], ['09-cradle', 7, true]]);
        }
        assert.equal(sizes[1], sizes[0]);
        return `${sizes[0]} bytes`;
    },

    'downloaded files equal the program’s': async (stand) => {
        const page = await stand.open(pageOf('first', '01-head-on'));
        const there = native(experiment('01-head-on/experiment'));
        await chart(page, 'summary');
        await page.evaluate(() => lab.model.record()); // the page may record by itself first
        for (const path of ['impulse/series.tsv', 'euler/trajectory.tsv', 'heun/collisions.tsv']) {
            const { bytes } = await downloaded(page, () => button(page, path).click());
            assert.ok(bytes.toString('latin1') === there.read(path), `${path}: other bytes than the program's`);
        }
        const scene = await downloaded(page, () => button(page, 'Scenario (YAML)').click());
        assert.match(scene.bytes.toString(), /^carom: 1\n/);
    },

    'in a sandboxed frame it runs, and is turned': (stand) => served(
        async (address) => {
            const frame = await inFrame(stand, address);
            assert.deepEqual(await faultsOf(frame), []);
            assert.equal(await frame.evaluate(() => origin), 'null');
            await frame.locator('[data-path="leading.restitution"] input[type=range]').press('ArrowLeft');
            await frame.waitForFunction(() => lab.model.text !== lab.model.origin.text);
            await settled(frame);
            await frame.locator('#transport .play').click();
            await frame.waitForFunction(() => lab.model.time > 0);
        }, { sandbox: 'allow-scripts' }),

    'under a policy it runs, or names what the policy lacks': async (stand) => {
        for (const [policy, fault, remedy] of [[WHOLE],
            [WHOLE.replace(" 'wasm-unsafe-eval'", ''), 'fault.wasm', "lacks 'wasm-unsafe-eval' in script-src"],
            [WHOLE.replace('blob:', "'none'"), 'fault.worker', 'lacks blob: in worker-src']]) {
            await served(async (address) => {
                const page = await visited(stand, `${address}/page`), faults = await faultsOf(page);
                assert.deepEqual(faults.map(([key]) => key), fault ? [fault] : []);
                assert.ok(!fault || faults[0][1].includes(remedy), `${faults}`);
                assert.equal(await page.evaluate(() => Boolean(lab.model.run?.done)), !fault);
            }, { policy });
        }
    },

    'without scripts it says what would help': async (stand) => {
        await served(async (address) => forbidden(await visited(stand, `${address}/page`,
            { javaScriptEnabled: false })));
        await served(async (address) => forbidden(await visited(stand, `${address}/page`)),
            { policy: "script-src 'self'" });
        await served(async (address) => forbidden(await inFrame(stand, address)), { sandbox: '' });
    },
};
