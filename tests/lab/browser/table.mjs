// SPDX-License-Identifier: GPL-3.0-or-later
// The table by hand beyond its balls: arrows, t = 0, undo, who is shown, and what is heard.
import assert from 'node:assert/strict';
import { drag, placeOf } from './hand.mjs';
import { pageOf, rerun, sets } from './stand.mjs';

/** What the table draws next. @returns {Promise<{arrow, lanes}>} px per m/s and solvers */
const painted = (page) => page.evaluate(async () => {
    const { model } = lab;
    const sheet = await new Promise((resolve) => {
        const end = model.on('paint', (drawn) => {
            end();
            resolve(drawn);
        });
        model.emit('sample');
    });
    return { lanes: sheet.lanes, radius: model.scene.balls[0].radius_m * sheet.camera.scale };
});

export default {
    'the tip of an arrow is pulled, and the whole pull is undone at once': async (stand) => {
        const page = await stand.open(pageOf('first', '01-head-on'));
        const { x, y, scale } = await placeOf(page, 'cue'), { radius } = await painted(page);
        const seconds = Number((await page.locator('#table .hint').textContent())
            .match(/([\d.]+) s\./)[1]);
        const tip = x + radius + 7 + 1 * seconds * scale; // 1 m/s, from 7 px off the rim on
        await page.mouse.move(tip, y);
        await rerun(page, async () => {
            await page.mouse.down();
            for (const way of [10, 20, 30, 40]) {
                await page.mouse.move(tip + way, y);
            }
            await page.mouse.up();
        });
        const [vx, vy] = await page.evaluate(() => {
            const { vx_mps, vy_mps } = lab.model.scene.balls.find(({ name }) => name === 'cue');
            return [vx_mps, vy_mps];
        });
        assert.ok(Math.abs(vx - 1 - 40 / (seconds * scale)) < 0.02 && vy === 0, `${vx}, ${vy}`);
        await rerun(page, () => page.evaluate(() => lab.model.undo()));
        assert.deepEqual(await sets(page), []);
        return `1 to ${vx} m/s`;
    },

    'a drag at a later time goes to t = 0 first, and moves nothing': async (stand) => {
        const page = await stand.open(pageOf('first', '01-head-on'));
        await page.evaluate(() => lab.model.seek(0.3));
        await drag(page, 'eight', 40, 10);
        assert.equal(await page.evaluate(() => lab.model.time), 0);
        assert.deepEqual(await sets(page), []);
        assert.match(await page.locator('#table .hint').textContent(), /t = 0/);
    },

    'solvers are hidden and shown, but never all of them': async (stand) => {
        const page = await stand.open(pageOf('first', '01-head-on'));
        const who = page.locator('#table .legend button');
        assert.deepEqual((await painted(page)).lanes, [0, 1, 2]);
        for (const k of [0, 1, 2]) {
            await who.nth(k).click();
        }
        assert.deepEqual((await painted(page)).lanes, [2]);
        await who.nth(1).click();
        assert.deepEqual((await painted(page)).lanes, [1, 2]);
    },

    'each collision that is passed is heard of two solvers, once it is on': async (stand) => {
        const page = await stand.page();
        await page.addInitScript(() => {
            globalThis.pans = [];
            const make = AudioContext.prototype.createStereoPanner;
            AudioContext.prototype.createStereoPanner = function createStereoPanner() {
                const panner = make.call(this);
                setTimeout(() => globalThis.pans.push(Math.sign(panner.pan.value)));
                return panner;
            };
        });
        await page.goto(`file://${pageOf('first', '01-head-on')}`);
        await page.waitForFunction(() => globalThis.lab?.model.run?.done);
        const through = async () => {
            await page.evaluate(() => {
                lab.model.seek(0);
                lab.model.play();
            });
            await page.waitForFunction(() => lab.model.time === 1 && !lab.model.playing);
            return page.evaluate(() => globalThis.pans.sort());
        };
        assert.deepEqual(await through(), []);
        await page.getByRole('button', { name: 'Sound of the collisions' }).click();
        assert.deepEqual(await through(), [-1, 1]); // cue and eight, once of each solver
    },
};
