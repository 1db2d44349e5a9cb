// SPDX-License-Identifier: GPL-3.0-or-later
// What leaves the page: links that open the same scenario, files that are the program's.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { bits, experiment, native, pageOf, rerun, reveal, sets } from './stand.mjs';

/** The link that a press on Share gives, by the clipboard or by the field for it. */
async function shared(page) {
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

export default {
    'a link opens the same scenario elsewhere, to the same bits': async (stand) => {
        const page = await stand.open(pageOf('first', '01-head-on'),
            { permissions: ['clipboard-read', 'clipboard-write'] });
        await rerun(page, () => page.evaluate(() => lab.model.edit([
            ['balls.eight.y_m', '0.6481'], ['restitution.ball_ball', '0.83']])));
        const [, hash] = (await shared(page)).split('#'), there = await bits(page);
        const other = await stand.open(pageOf('nine', '04-break', '09-cradle'),
            { hash: `#${hash}` });
        assert.deepEqual(await bits(other), there);
        assert.deepEqual(await sets(other), ['balls.eight.y_m=0.6481', 'restitution.ball_ball=0.83']);
        return `${hash.length} characters`;
    },

    'a link that is damaged says so': async (stand) => {
        const file = pageOf('first', '01-head-on');
        const page = await stand.open(file), hash = await page.evaluate(() => lab.model.link());
        for (const damaged of [hash.slice(0, -20), '#lab=AAAA', `${hash.slice(0, 40)}%%%`]) {
            const other = await stand.open(file, { hash: damaged });
            await other.locator('#faults').filter({ hasText: 'The link is damaged' }).waitFor();
            assert.deepEqual(await sets(other), []);
            await other.close();
        }
    },

    'files are taken away as the program writes them': async (stand) => {
        const page = await stand.open(pageOf('first', '01-head-on'), { acceptDownloads: true });
        const there = native(experiment('01-head-on/experiment'));
        await reveal(page, '[data-part="inst.files"] *');
        await page.evaluate(() => lab.model.record()); // or it comes by itself, once nothing happens
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
};
