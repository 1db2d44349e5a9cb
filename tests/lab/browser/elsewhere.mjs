// SPDX-License-Identifier: GPL-3.0-or-later
// The page in somebody else's: in the frame of a course's page, and where a policy forbids what it needs. It runs, or says what would help.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { pageOf } from './stand.mjs';

const WHOLE = "script-src 'unsafe-inline' 'wasm-unsafe-eval'; worker-src blob:";
const SHOWN_MS = 15000;

/** A server on this machine alone: /page with a policy, /course with that in a frame. */
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

/** Until its run is over, or it has said why there is none. @param frame of playwright */
const answered = (frame) => frame.waitForFunction(() => globalThis.lab?.model.run?.done
    || document.querySelector('#faults p'), null, { timeout: SHOWN_MS });

const faultsOf = (frame) => frame.locator('#faults p').evaluateAll((all) =>
    all.map(({ dataset, textContent }) => [dataset.fault, textContent]));

/** What the page says under a policy; what the browser says of that is what is tried here. */
const underPolicy = (stand, policy) => served(async (address) => {
    const page = await (await stand.context()).newPage();
    await page.goto(`${address}/page`);
    await answered(page);
    return { faults: await faultsOf(page), runs: await page.evaluate(() =>
        Boolean(lab.model.run?.done)) };
}, { policy });

const inFrame = async (stand, address) => {
    const page = await (await stand.context()).newPage();
    await page.goto(`${address}/course`);
    return page.waitForSelector('iframe').then((element) => element.contentFrame());
};

export default {
    'in a sandboxed frame it runs, without its head, and is turned': (stand) => served(
        async (address) => {
            const frame = await inFrame(stand, address);
            await answered(frame);
            assert.deepEqual(await faultsOf(frame), []);
            assert.equal(await frame.evaluate(() => origin), 'null');
            assert.ok(await frame.locator('#menu select').isHidden());
            const slider = frame.locator('[data-path="restitution.ball_ball"] input[type=range]');
            await slider.press('ArrowLeft');
            await frame.waitForFunction(() => lab.model.sets.length === 1 && lab.model.run.done);
            await frame.locator('#transport .play').click();
            await frame.waitForFunction(() => lab.model.time > 0);
        }, { sandbox: 'allow-scripts' }),

    'a policy that allows what it needs': async (stand) => {
        const { faults, runs } = await underPolicy(stand, WHOLE);
        assert.deepEqual(faults, []);
        assert.ok(runs);
    },

    'a policy without WebAssembly is named': async (stand) => {
        const { faults, runs } = await underPolicy(stand, WHOLE.replace(" 'wasm-unsafe-eval'", ''));
        assert.deepEqual(faults.map(([key]) => key), ['fault.wasm']);
        assert.match(faults[0][1], /'wasm-unsafe-eval' added to script-src/);
        assert.ok(!runs);
    },

    'a policy without workers is named': async (stand) => {
        const { faults, runs } = await underPolicy(stand, WHOLE.replace('blob:', "'none'"));
        assert.deepEqual(faults.map(([key]) => key), ['fault.worker']);
        assert.match(faults[0][1], /blob: added to worker-src/);
        assert.ok(!runs);
    },

    'without scripts it says what would help': async (stand) => {
        const page = await (await stand.context({ javaScriptEnabled: false })).newPage();
        await served(async (address) => {
            await page.goto(`${address}/page`);
            await page.locator('#forbidden').waitFor({ state: 'visible', timeout: SHOWN_MS });
            assert.match(await page.locator('#forbidden').textContent(), /Skripte/);
        });
    },

    'where a policy or a frame forbids scripts it says so too': async (stand) => {
        const seen = (frame) => frame.locator('#forbidden').waitFor({ state: 'visible',
            timeout: SHOWN_MS });
        await served(async (address) => {
            const page = await (await stand.context()).newPage();
            await page.goto(`${address}/page`);
            await seen(page);
        }, { policy: "script-src 'self'" });
        await served(async (address) => seen(await inFrame(stand, address)), { sandbox: '' });
    },
};
