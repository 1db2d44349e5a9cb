// SPDX-License-Identifier: GPL-3.0-or-later
// What a hand does: sliders, balls dragged by mouse and finger. What comes of it is the program's run of the same scenario.
import assert from 'node:assert/strict';
import { experiment, files, native, pageOf, rerun, sets, settled } from './stand.mjs';

const LANES = ['impulse', 'euler', 'heun'];

/** The records of the page are the program's, byte for byte. */
export async function sameAsNative(page, name) {
    const there = native(name, await sets(page)), here = await files(page);
    const paths = Object.keys(here).filter((path) => /\/(series|trajectory|collisions)\.tsv$/
        .test(path));
    assert.ok(paths.length >= 6, `${paths}`);
    for (const path of paths) {
        assert.ok(here[path] === there.read(path), `${path}: other bytes than the program's`);
    }
    return paths.length;
}

/** px in the window, of a ball where it begins. */
export const placeOf = (page, name) => page.evaluate(async (wanted) => {
    const { model } = lab;
    const sheet = await new Promise((resolve) => {
        const end = model.on('paint', (painted) => {
            end();
            resolve(painted);
        });
        model.emit('sample'); // asks for a picture
    });
    const canvas = sheet.ctx.canvas;
    canvas.scrollIntoView({ block: 'center' });
    const { left, top } = canvas.getBoundingClientRect();
    const ball = model.scene.balls.find((one) => one.name === wanted);
    return { x: left + sheet.camera.x(ball.x_m), y: top + sheet.camera.y(ball.y_m),
        scale: sheet.camera.scale };
}, name);

/** A ball by the mouse, so many px, in steps. */
export async function drag(page, name, dx, dy) {
    const { x, y } = await placeOf(page, name);
    await page.mouse.move(x, y);
    await page.mouse.down();
    for (let k = 1; k <= 8; k++) {
        await page.mouse.move(x + dx * k / 8, y + dy * k / 8);
    }
    await page.mouse.up();
}

/** @returns {Promise<{x_m, y_m}>} where the scenario has a ball begin */
export const beginning = (page, name) => page.evaluate((wanted) => {
    const { x_m, y_m } = lab.model.scene.balls.find((one) => one.name === wanted);
    return { x_m, y_m };
}, name);

export default {
    'restitution by the keyboard on its slider': async (stand) => {
        const page = await stand.open(pageOf('first', '01-head-on'));
        const slider = page.locator('[data-path="restitution.ball_ball"] input[type=range]');
        await slider.focus();
        await rerun(page, async () => {
            for (let k = 0; k < 300 && await slider.getAttribute('aria-valuetext') !== '0.8'; k++) {
                await page.keyboard.press('ArrowLeft');
            }
        });
        assert.deepEqual(await sets(page), ['restitution.ball_ball=0.8']);
        return `${await sameAsNative(page, '01-head-on')} files are the program's`;
    },

    'a ball is dragged by the mouse': async (stand) => {
        const page = await stand.open(pageOf('first', '01-head-on'));
        const before = await beginning(page, 'eight'), { scale } = await placeOf(page, 'eight');
        await rerun(page, () => drag(page, 'eight', 60, -25));
        const after = await beginning(page, 'eight'), said = await sets(page);
        assert.deepEqual(said, [`balls.eight.x_m=${after.x_m}`, `balls.eight.y_m=${after.y_m}`]);
        assert.ok(Math.abs(after.x_m - before.x_m - 60 / scale) < 2e-3, `${after.x_m}`);
        assert.ok(Math.abs(after.y_m - before.y_m - 25 / scale) < 2e-3, `${after.y_m}`);
        return `${said}; ${await sameAsNative(page, '01-head-on')} files are the program's`;
    },

    'a ball of the rack is dragged': async (stand) => {
        const page = await stand.open(pageOf('break', '04-break', '--set', 'duration_s=0.5'));
        const name = await page.evaluate(() => lab.model.scene.balls.reduce((far, one) =>
            one.x_m + Math.abs(one.y_m) > far.x_m + Math.abs(far.y_m) ? one : far).name);
        await rerun(page, () => drag(page, name, 30, 0));
        assert.match(String(await sets(page)), new RegExp(`balls\\.${name}\\.x_m=`));
        return `${name}: ${await sameAsNative(page, '04-break')} files are the program's`;
    },

    'balls that overlap are refused in the core’s words, and the run stays': async (stand) => {
        const page = await stand.open(pageOf('first', '01-head-on'));
        await page.evaluate(() => {
            globalThis.kept = lab.model.run;
        });
        const eight = await placeOf(page, 'eight'), cue = await placeOf(page, 'cue');
        await page.mouse.move(eight.x, eight.y);
        await page.mouse.down();
        await page.mouse.move(cue.x + 0.04 * cue.scale, cue.y); // at once: no place between
        await page.waitForFunction(() => lab.model.messages.length > 0);
        assert.match(await page.locator('#table .refusal').textContent(), /'cue' and 'eight' overlap/);
        await page.mouse.up();
        assert.match(await page.locator('.notice:visible').allTextContents().then(String),
            /overlap/);
        assert.deepEqual(await sets(page), []);
        assert.ok(await page.evaluate(() => lab.model.run === kept && kept.done));
    },

    'on a phone nothing is wider than it, and a finger drags a ball': async (stand) => {
        const page = await stand.open(pageOf('nine', '01-head-on', '04-break', '09-cradle'),
            { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
        const wide = await page.evaluate(() => {
            document.querySelectorAll('details').forEach((each) => {
                each.open = true;
            });
            return [document.documentElement.scrollWidth, innerWidth, screen.width];
        });
        assert.ok(wide[0] <= 390, `${wide[0]} px of 390`);
        const before = await beginning(page, 'eight'), { x, y } = await placeOf(page, 'eight');
        const touch = await page.context().newCDPSession(page);
        const points = (dx) => [{ x: x + dx, y: y - dx / 2 }];
        const send = (type, touchPoints) => touch.send('Input.dispatchTouchEvent',
            { type, touchPoints });
        const scrolled = await page.evaluate(() => scrollY);
        await rerun(page, async () => {
            await send('touchStart', points(0));
            for (const dx of [6, 12, 18, 24]) {
                await send('touchMove', points(dx));
            }
            await send('touchEnd', []);
        });
        const after = await beginning(page, 'eight');
        assert.ok(after.x_m > before.x_m && after.y_m > before.y_m, JSON.stringify(after));
        assert.equal(await page.evaluate(() => scrollY), scrolled, 'the page has scrolled');
        await settled(page);
        return `${await sameAsNative(page, experiment('01-head-on/experiment'))} files are the program's`;
    },
};
