// SPDX-License-Identifier: GPL-3.0-or-later
// Direct manipulation: sliders, balls dragged by mouse and finger, arrows, undo, visibility,
// sound. The results equal the program's run of the same scenario.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually, experiment, files, native, pageOf, PHONE, quiet, rerun, reveal, sets, settled, TWO, WORK }
    from './stand.mjs';

const LANES = ['impulse', 'euler', 'heun'];

/** Compares the records of page and program, byte for byte. Without a name the program runs the scenario of
 * the page's run.json. */
export async function sameAsNative(page, name = null) {
    const here = await files(page);
    const listed = join(WORK, 'listed.yaml');
    if (name === null) {
        const [, manifest] = Object.entries(here).find(([path]) => path.endsWith('run.json'));
        writeFileSync(listed, JSON.parse(manifest).scenario);
    }
    const there = name === null ? native(listed) : native(name, await sets(page));
    const paths = Object.keys(here).filter((path) => /\/(series|trajectory|collisions)\.tsv$/
        .test(path));
    assert.ok(paths.length >= 6, `${paths}`);
    for (const path of paths) {
        assert.ok(here[path] === there.read(path), `${path}: other bytes than the program's`);
    }
    return paths.length;
}

/** Initial position of a ball in px of the window. */
export const placeOf = (page, name) => page.evaluate(async (wanted) => {
    const { model } = lab;
    const sheet = await new Promise((resolve) => {
        const end = model.on('paint', (painted) => {
            end();
            resolve(painted);
        });
        model.emit('sample'); // requests a drawing
    });
    const canvas = sheet.ctx.canvas;
    canvas.scrollIntoView({ block: 'center' });
    const { left, top } = canvas.getBoundingClientRect();
    const ball = model.scene.balls.find((one) => one.name === wanted);
    return { x: left + sheet.camera.x(ball.x_m), y: top + sheet.camera.y(ball.y_m),
        scale: sheet.camera.scale };
}, name);

/** Drags a ball by px, in steps. */
export async function drag(page, name, dx, dy, steps = 8) {
    const { x, y } = await placeOf(page, name);
    await page.mouse.move(x, y);
    await page.mouse.down();
    for (let k = 1; k <= steps; k++) {
        await page.mouse.move(x + dx * k / steps, y + dy * k / steps);
    }
    await page.mouse.up();
}

/** @returns {Promise<{x_m, y_m}>} initial position of a ball in the scenario */
export const beginning = (page, name) => page.evaluate((wanted) => {
    const { x_m, y_m } = lab.model.scene.balls.find((one) => one.name === wanted);
    return { x_m, y_m };
}, name);

/** Next drawing of the table. @returns {Promise<{arrow, visible}>} px per m/s, and solvers */
const painted = (page) => page.evaluate(async () => {
    const { model } = lab;
    const sheet = await new Promise((resolve) => {
        const end = model.on('paint', (drawn) => {
            end();
            resolve(drawn);
        });
        model.emit('sample');
    });
    return { visible: sheet.visible, radius: model.scene.balls[0].radius_m * sheet.camera.scale };
});

export default {
    'restitution by keyboard on its slider': async (stand) => {
        const page = await stand.open(pageOf('first', '01-head-on'));
        const slider = page.locator('[data-path="restitution.ball_ball"] input[type=range]');
        await reveal(page, '[data-path="restitution.ball_ball"]');
        await slider.focus();
        await rerun(page, async () => {
            for (const [key, value] of [['PageDown', '0.9'], ['ArrowRight', '0.905'],
                ['ArrowLeft', '0.9'], ['PageDown', '0.8']]) {
                await page.keyboard.press(key);
                await eventually(async () => assert.equal(await slider
                    .getAttribute('aria-valuetext'), value));
            }
        });
        assert.deepEqual(await sets(page), ['restitution.ball_ball=0.8']);
        return `${await sameAsNative(page, '01-head-on')} files are the program's`;
    },

    'a ball is dragged by mouse': async (stand) => {
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
        const page = await stand.open(pageOf('break', '04-break', '--set', 'duration_s=0.3'));
        const name = await page.evaluate(() => lab.model.scene.balls.reduce((far, one) =>
            one.x_m + Math.abs(one.y_m) > far.x_m + Math.abs(far.y_m) ? one : far).name);
        await rerun(page, () => drag(page, name, 30, 0, 3));
        assert.match(String(await sets(page)), new RegExp(`balls\\.${name}\\.x_m=`));
        // carom refuses to set a ball of a group: the page has listed the balls
        return `${name}: ${await sameAsNative(page)} files are the program's`;
    },

    'overlapping balls are rejected with the core’s message, and the run stays': async (stand) => {
        const page = await stand.open(pageOf('first', '01-head-on'));
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

    'a phone shows everything, and a finger drags a ball': async (stand) => {
        const page = await stand.open(pageOf('two', ...TWO),
            PHONE);
        await page.evaluate(() => document.querySelectorAll('details').forEach((each) => {
            each.open = true;
        }));
        await quiet(page);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(wide <= 390, `${wide} px of 390`);
        const before = await beginning(page, 'eight'), { x, y } = await placeOf(page, 'eight');
        await quiet(page);
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
        await touch.detach();
        const after = await beginning(page, 'eight');
        assert.ok(after.x_m > before.x_m && after.y_m > before.y_m, JSON.stringify(after));
        assert.equal(await page.evaluate(() => scrollY), scrolled, 'the page has scrolled');
        await settled(page);
        return `${await sameAsNative(page, experiment('01-head-on/experiment'))} files are the program's`;
    },

    'dragging an arrow tip is undone in one step': async (stand) => {
        const page = await stand.open(pageOf('first', '01-head-on'));
        const { x, y, scale } = await placeOf(page, 'cue'), { radius } = await painted(page);
        const seconds = Number((await page.locator('#table .hint').textContent())
            .match(/([\d.]+) s\./)[1]);
        const tip = x + radius + 7 + 1 * seconds * scale; // 1 m/s, starting 7 px from the rim
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

    'a drag at a later time seeks t = 0 first and moves nothing': async (stand) => {
        const page = await stand.open(pageOf('first', '01-head-on'));
        await page.evaluate(() => lab.model.seek(0.3));
        await drag(page, 'eight', 40, 10);
        await eventually(async () => assert.equal(await page.evaluate(() => lab.model.time), 0));
        await eventually(async () => assert.match(await page.locator('#table .hint').textContent(),
            /t = 0/));
        await settled(page);
        assert.deepEqual(await sets(page), []);
    },

    'solvers can be hidden, but not all': async (stand) => {
        const page = await stand.open(pageOf('first', '01-head-on'));
        const who = page.locator('#table .legend input');
        const see = (...solvers) => eventually(async () =>
            assert.deepEqual((await painted(page)).visible, solvers));
        await see(0, 1, 2);
        for (const k of [0, 1, 2]) {
            await who.nth(k).click();
        }
        await see(2);
        await who.nth(1).click();
        await see(1, 2);
    },

    'sound plays each passed collision of two solvers': async (stand) => {
        const page = await stand.open(pageOf('first', '01-head-on'));
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
        await page.getByRole('button', { name: 'Sound of the collisions' }).click();
        await through(-1, 1); // cue and eight, once per solver
    },
};
