// SPDX-License-Identifier: GPL-3.0-or-later
// Direct manipulation: balls dragged by finger, arrows, refusals, visibility, sound.
// The results equal the program's run of the same scenario. (first.mjs drags by mouse.)
import assert from 'node:assert/strict';
import { beginning, button, drag, eventually, pageOf, painted, PHONE, placeOf, pull, quiet, rerun,
    sameAsNative, sets, settled } from './stand.mjs';

const headOn = (stand) => stand.open(pageOf('first', '01-head-on'));

export default {
    'overlapping balls are rejected with the core’s message, and the run stays': async (stand) => {
        const page = await headOn(stand);
        await page.evaluate(() => {
            globalThis.kept = lab.model.run;
        });
        const eight = await placeOf(page, 'eight'), cue = await placeOf(page, 'cue');
        await page.mouse.move(eight.x, eight.y);
        await page.mouse.down();
        await page.mouse.move(cue.x + 0.04 * cue.scale, cue.y); // one jump without intermediate positions
        await page.waitForFunction(() => lab.model.messages.length > 0);
        await eventually(async () => assert.match(await page.locator('#table .refusal').textContent(),
            /'cue' and 'eight' overlap/));
        await page.mouse.up();
        await eventually(async () => assert.match(String(await page.locator('.notice:visible')
            .allTextContents()), /overlap/));
        await settled(page);
        assert.deepEqual(await sets(page), []);
        assert.ok(await page.evaluate(() => lab.model.run === kept && kept.done));
    },

    'a finger drags a ball of the rack and does not scroll the page': async (stand) => {
        const page = await stand.open(pageOf('break', '04-break', '--set', 'duration_s=0.3'), PHONE);
        const name = await page.evaluate(() => lab.model.scene.balls.reduce((far, one) =>
            one.x_m + Math.abs(one.y_m) > far.x_m + Math.abs(far.y_m) ? one : far).name);
        const before = await beginning(page, name), { x, y } = await placeOf(page, name);
        await quiet(page);
        const touch = await page.context().newCDPSession(page);
        const send = (type, ...px) => touch.send('Input.dispatchTouchEvent',
            { type, touchPoints: px.map((dx) => ({ x: x + dx, y })) });
        const scrolled = await page.evaluate(() => scrollY);
        await rerun(page, async () => {
            await send('touchStart', 0);
            for (const dx of [4, 8, 12]) {
                await send('touchMove', dx);
            }
            await send('touchEnd');
        });
        const after = await beginning(page, name);
        assert.ok(after.x_m > before.x_m + 0.01, JSON.stringify(after));
        assert.equal(await page.evaluate(() => scrollY), scrolled, 'the page has scrolled');
        // carom refuses to set a ball of a group: the page has listed the balls
        return `${name}: ${await sameAsNative(page)} files are the program's`;
    },

    'dragging an arrow tip is undone in one step': async (stand) => {
        const page = await headOn(stand), { x, y, scale, radius } = await placeOf(page, 'cue');
        const seconds = Number((await page.locator('#table .hint').textContent())
            .match(/([\d.]+) s\./)[1]);
        const tip = x + radius + 7 + 1 * seconds * scale; // 1 m/s, starting 7 px from the rim
        await rerun(page, () => pull(page, { x: tip, y }, 40, 0, 4));
        const { vx_mps: vx, vy_mps: vy } = await beginning(page, 'cue');
        assert.ok(Math.abs(vx - 1 - 40 / (seconds * scale)) < 0.02 && vy === 0, `${vx}, ${vy}`);
        await rerun(page, () => page.evaluate(() => lab.model.undo()));
        assert.deepEqual(await sets(page), []);
    },

    'a drag at a later time seeks t = 0 first and moves nothing': async (stand) => {
        const page = await headOn(stand);
        await page.evaluate(() => lab.model.seek(0.3));
        await drag(page, 'eight', 40, 10);
        await eventually(async () => assert.equal(await page.evaluate(() => lab.model.time), 0));
        await settled(page);
        assert.deepEqual(await sets(page), []);
    },

    'solvers can be hidden, but not all': async (stand) => {
        const page = await headOn(stand), who = page.locator('#table .legend input');
        const see = (...solvers) => eventually(async () =>
            assert.deepEqual(await painted(page, ({ visible }) => visible), solvers));
        await see(0, 1, 2);
        for (const k of [0, 1, 2]) {
            await who.nth(k).click();
        }
        await see(2);
        await who.nth(1).click();
        await see(1, 2);
    },

    'sound plays each passed collision of two solvers': async (stand) => {
        const page = await headOn(stand);
        await page.evaluate(() => {
            globalThis.pans = [];
            const make = AudioContext.prototype.createStereoPanner;
            AudioContext.prototype.createStereoPanner = function createStereoPanner() {
                const panner = make.call(this);
                setTimeout(() => globalThis.pans.push(Math.sign(panner.pan.value)));
                return panner;
            };
        });
        const through = async (...sides) => {
            await page.evaluate(() => {
                lab.model.seek(0.4); // the contact is at 0.54 s
                lab.model.play();
            });
            await page.waitForFunction(() => lab.model.time === 1 && !lab.model.playing);
            await quiet(page);
            assert.deepEqual(await page.evaluate(() => globalThis.pans.sort()), sides);
        };
        await through();
        await button(page, 'Sound of the collisions').click();
        await through(-1, 1); // cue and eight, once per solver
    },
};
