// SPDX-License-Identifier: GPL-3.0-or-later
// Links that open the same scenario, files equal to the program's, and the page inside other
// pages: in a frame, and under policies that forbid what it needs. Then it runs or names a
// remedy.
import assert from 'node:assert/strict';
import { readFileSync, renameSync } from 'node:fs';
import { createServer } from 'node:http';
import { bits, eventually, experiment, native, pageOf, rerun, reveal, sets, settled, WAIT_MS }
    from './stand.mjs';

/** Link of the Share button, from the clipboard or from its field. */
export async function shared(page) {
    await page.evaluate(() => document.querySelector('#share [role=status]').replaceChildren());
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await page.locator('#share [role=status]').filter({ hasText: /link/i }).waitFor();
    const field = page.locator('#share input');
    return await field.count() ? field.inputValue()
        : page.evaluate(() => navigator.clipboard.readText());
}

async function taken(page, name) {
    const [download] = await Promise.all([page.waitForEvent('download'),
        page.getByRole('button', { name, exact: true }).click()]);
    return readFileSync(await download.path(), 'latin1');
}

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
    const page = await stand.page({ site: 'http', heard: false, ...how });
    await page.goto(url);
    return page;
};

/** Waits for the end of the run or a fault. @param frame of playwright */
const answered = (frame) => frame.waitForFunction(() => globalThis.lab?.model.run?.done
    || document.querySelector('#faults p'), null, { timeout: WAIT_MS });

const faultsOf = (frame) => frame.locator('#faults p').evaluateAll((all) =>
    all.map(({ dataset, textContent }) => [dataset.fault, textContent]));

/** Faults shown under a policy. */
const underPolicy = (stand, policy) => served(async (address) => {
    const page = await visited(stand, `${address}/page`);
    await answered(page);
    return { faults: await faultsOf(page), runs: await page.evaluate(() =>
        Boolean(lab.model.run?.done)) };
}, { policy });

const inFrame = async (stand, address) => {
    const page = await visited(stand, `${address}/course`);
    return page.waitForSelector('iframe').then((element) => element.contentFrame());
};

/** Text without scripts, which appears after 4 s; the test does not wait for them. */
async function forbidden(frame) {
    const said = frame.locator('#forbidden');
    await said.waitFor({ state: 'attached' });
    assert.deepEqual(await said.evaluate((element) => {
        const [shows] = element.getAnimations();
        shows.currentTime = 3999;
        const before = getComputedStyle(element).visibility;
        shows.finish();
        return [before, shows.effect.getTiming().delay];
    }), ['hidden', 4000]);
    await said.waitFor({ state: 'visible' });
    return said.textContent();
}

export default {
    'a link reproduces the scenario and its bits': async (stand) => {
        const page = await stand.open(pageOf('first', '01-head-on'));
        await rerun(page, () => page.evaluate(() => lab.model.edit([
            ['balls.eight.y_m', '0.6481'], ['restitution.ball_ball', '0.83']])));
        const [, hash] = (await shared(page)).split('#'), there = await bits(page);
        await stand.open(pageOf('other', '09-cradle'), { page, hash: `#${hash}` });
        assert.deepEqual(await bits(page), there);
        assert.deepEqual(await sets(page), ['balls.eight.y_m=0.6481', 'restitution.ball_ball=0.83']);
        return `${hash.length} characters`;
    },

    'the address follows the scenario, and reloading restores it with its worksheet': async (stand) => {
        const page = await stand.open(pageOf('first', '01-head-on'));
        assert.equal(await page.evaluate(() => location.hash), '');
        await rerun(page, () => page.evaluate(() => lab.model.edit([['balls.eight.y_m', '0.6481']])));
        await page.waitForFunction(() => location.hash.startsWith('#lab='));
        await reveal(page, '#teach-worksheet .inner');
        await page.locator('.sheet .answer').first().fill('4.58e-3');
        await page.locator('.sheet td input').first().fill('4.6');
        const there = await bits(page);
        await page.reload();
        await settled(page);
        assert.deepEqual(await bits(page), there);
        assert.deepEqual(await sets(page), ['balls.eight.y_m=0.6481']);
        await reveal(page, '#teach-worksheet .inner');
        await eventually(async () => assert.deepEqual([
            await page.locator('.sheet .answer').first().inputValue(),
            await page.locator('.sheet td input').first().inputValue()], ['4.58e-3', '4.6']));
    },

    'a saved page opens the changed scene, and can be saved again': async (stand) => {
        const page = await stand.open(pageOf('first', '01-head-on', '09-cradle'));
        await rerun(page, () => page.evaluate(() => lab.model.edit([['balls.eight.y_m', '0.6481'],
            ['title', '</script><b>']])));
        const there = await bits(page), sizes = [];
        let file = null;
        for (let k = 0; k < 2; k++) {
            const [saved] = await Promise.all([page.waitForEvent('download'),
                page.getByRole('button', { name: 'Save page', exact: true }).first().click()]);
            file = `${await saved.path()}.html`;
            renameSync(await saved.path(), file);
            sizes.push(readFileSync(file).length);
            await stand.open(file, { page });
            assert.deepEqual(await bits(page), there);
            assert.deepEqual(await page.evaluate(() => lab.model.scenes.map(({ name }) => name)),
                ['01-head-on', '09-cradle']);
        }
        assert.equal(sizes[1], sizes[0]);
        return `${sizes[0]} bytes`;
    },

    'the link of a file is said to work on one computer only': async (stand) => {
        const page = await stand.open(pageOf('first', '01-head-on'));
        await shared(page);
        assert.match(await page.locator('#share [role=status]').textContent(), /this computer only/);
    },

    'a damaged link is reported': async (stand) => {
        const file = pageOf('first', '01-head-on');
        const page = await stand.open(file), hash = await page.evaluate(() => lab.model.link());
        for (const damaged of [hash.slice(0, -20), '#lab=AAAA', `${hash.slice(0, 40)}%%%`]) {
            await stand.open(file, { page, hash: damaged });
            await page.locator('#faults').filter({ hasText: 'The link is damaged' }).waitFor();
            assert.deepEqual(await sets(page), []);
        }
    },

    'downloaded files equal the program’s': async (stand) => {
        const page = await stand.open(pageOf('first', '01-head-on'));
        const there = native(experiment('01-head-on/experiment'));
        await reveal(page, '[data-part="inst.files"] *');
        await page.evaluate(() => lab.model.record()); // the page may record by itself first
        await page.getByRole('button', { name: 'heun/series.tsv' }).waitFor();
        const paths = ['impulse', 'euler', 'heun'].flatMap((solver) =>
            ['series', 'trajectory', 'collisions'].map((name) => `${solver}/${name}.tsv`));
        for (const path of paths) {
            const here = await taken(page, path);
            assert.ok(here === there.read(path), `${path}: other bytes than the program's`);
        }
        assert.match(await taken(page, 'Scenario (YAML)'), /^carom: 1\n/);
        return `${paths.length} files`;
    },

    'in a sandboxed frame it runs, without its head, and is turned': (stand) => served(
        async (address) => {
            const frame = await inFrame(stand, address);
            await answered(frame);
            assert.deepEqual(await faultsOf(frame), []);
            assert.equal(await frame.evaluate(() => origin), 'null');
            assert.ok(await frame.locator('#menu button').isHidden());
            const slider = frame.locator('[data-path="leading.restitution"] input[type=range]');
            await slider.press('ArrowLeft');
            await frame.waitForFunction(() => lab.model.sets.length === 2);
            await settled(frame);
            await frame.locator('#transport .play').click();
            await frame.waitForFunction(() => lab.model.time > 0);
        }, { sandbox: 'allow-scripts' }),

    'a sufficient policy': async (stand) => {
        const { faults, runs } = await underPolicy(stand, WHOLE);
        assert.deepEqual(faults, []);
        assert.ok(runs);
    },

    'a policy without WebAssembly is reported': async (stand) => {
        const { faults, runs } = await underPolicy(stand, WHOLE.replace(" 'wasm-unsafe-eval'", ''));
        assert.deepEqual(faults.map(([key]) => key), ['fault.wasm']);
        assert.match(faults[0][1], /lacks 'wasm-unsafe-eval' in script-src/);
        assert.ok(!runs);
    },

    'a policy without workers is reported': async (stand) => {
        const { faults, runs } = await underPolicy(stand, WHOLE.replace('blob:', "'none'"));
        assert.deepEqual(faults.map(([key]) => key), ['fault.worker']);
        assert.match(faults[0][1], /lacks blob: in worker-src/);
        assert.ok(!runs);
    },

    'without scripts it says what would help': (stand) => served(async (address) => {
        const page = await visited(stand, `${address}/page`, { javaScriptEnabled: false });
        assert.match(await forbidden(page), /Skripte/);
    }),

    'a policy or frame without scripts is reported': async (stand) => {
        await served(async (address) => forbidden(await visited(stand, `${address}/page`)),
            { policy: "script-src 'self'" });
        await served(async (address) => forbidden(await inFrame(stand, address)), { sandbox: '' });
    },
};
