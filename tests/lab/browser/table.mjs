// SPDX-License-Identifier: GPL-3.0-or-later
// Direct manipulation: balls dragged by finger, arrows, refusals, visibility.
// The results equal the program's run of the same scenario. (first.mjs drags by mouse.)
import assert from 'node:assert/strict';
import { beginning, button, chart, drag, eventually, pageOf, painted, PHONE, placeOf, pull, quiet, rerun, sameAsNative, sets,
    settled, shared, show } from './stand.mjs';

const headOn = (stand) => stand.open(pageOf('first', '01-head-on'));

export default {
    'a dragged ball stops at a ball and at a wall, and stays where it is dropped': async (stand) => {
        const page = await headOn(stand), eight = await placeOf(page, 'eight');
        const cue = await placeOf(page, 'cue'), radius_m = eight.radius / eight.scale;
        await rerun(page, () => pull(page, eight, cue.x - eight.x + 4, 0));
        const { x_m, y_m } = await beginning(page, 'eight'), at = await beginning(page, 'cue');
        const gap_m = Math.hypot(x_m - at.x_m, y_m - at.y_m) - 2 * radius_m;
        assert.ok(gap_m >= 0 && gap_m < 1e-5, `${gap_m} m`);
        assert.equal(await page.locator('.notice:visible').count(), 0);
        const there = await placeOf(page, 'eight');
        await rerun(page, () => pull(page, there, 60, -2000));
        const top = await beginning(page, 'eight');
        assert.ok(Math.abs(top.y_m - 1.27 + radius_m) < 1e-5, `${top.y_m} m`);
        const { x, y } = await placeOf(page, 'eight');
        await rerun(page, () => pull(page, { x, y }, 40, 90));
        const dropped = await placeOf(page, 'eight');
        assert.ok(Math.hypot(dropped.x - x - 40, dropped.y - y - 90) < 2, JSON.stringify(dropped));
    },

    'the first edit, Share and a refusal move nothing, and a refusal is seen once': async (stand) => {
        const page = await headOn(stand);
        const boxes = () => page.evaluate(() => ['#table canvas', '#now', '#transport', '#tabs', '.leading .knob:last-child',
            '#knobs .more'].map((wanted) => {
            const { left, top, width } = document.querySelector(wanted).getBoundingClientRect();
            return [wanted, left, top, width].join();
        }));
        const before = await boxes();
        await rerun(page, () => page.locator('[data-path="leading.restitution"] input[type=range]')
            .press('ArrowLeft'));
        assert.deepEqual(await boxes(), before, 'first edit');
        await shared(page);
        await page.keyboard.press('Escape');
        assert.deepEqual(await boxes(), before, 'Share');
        const field = page.locator('[data-path="leading.restitution"] input.number');
        await field.fill('much');
        await field.press('Enter');
        await page.locator('.complaint:visible').waitFor();
        await quiet(page);
        assert.deepEqual(await boxes(), before, 'a refusal');
        assert.equal(await page.locator('.notice:visible, .complaint:visible').count(), 1);
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
        const seconds = 0.2; // that an arrow of 1 m/s shows on this table
        const tip = x + radius + 7 + 1 * seconds * scale; // 1 m/s, starting 7 px from the rim
        await rerun(page, () => pull(page, { x: tip, y }, 40, 0, 4));
        const { vx_mps: vx, vy_mps: vy } = await beginning(page, 'cue');
        assert.ok(Math.abs(vx - 1 - 40 / (seconds * scale)) < 0.02 && vy === 0, `${vx}, ${vy}`);
        await rerun(page, () => page.evaluate(() => lab.model.undo()));
        assert.deepEqual(await sets(page), []);
    },

    'a drag at a later time moves the ball under the pointer, and in slow motion none': async (stand) => {
        const page = await headOn(stand);
        const seen = () => painted(page, ({ camera, ctx, run, k }) => {
            const { left, top } = ctx.canvas.getBoundingClientRect(), [x, y] = run.place(0, 1, k);
            return { x: left + camera.x(x), y: top + camera.y(y), scale: camera.scale, x_m: x, y_m: y };
        });
        await page.evaluate(() => lab.model.seek(0.9));
        const later = await seen();
        await rerun(page, () => pull(page, later, 40, 10));
        await quiet(page); // it rests, so that another ball can be placed
        assert.deepEqual(await page.evaluate(() => [lab.model.playing, lab.model.time]), [false, 0]);
        const { x_m, y_m } = await beginning(page, 'eight');
        assert.ok(Math.abs(x_m - later.x_m - 40 / later.scale) < 2e-3
            && Math.abs(y_m - later.y_m + 10 / later.scale) < 2e-3, `${x_m}, ${y_m}`);
        await rerun(page, () => page.evaluate(() => lab.model.undo()));
        await button(page, 'Slow motion').click();
        await page.waitForFunction(() => lab.model.shows === 'slow');
        await page.evaluate(() => lab.model.pause());
        const slow = await seen();
        await pull(page, slow, 0, -30); // the ball starts elsewhere
        await quiet(page);
        assert.deepEqual(await sets(page), []);
        assert.match(await page.locator('#table .hint').textContent(), /moved at the start/);
        await page.mouse.click(slow.x, slow.y); // opens the card
        await page.locator('.card').waitFor();
        assert.deepEqual(await page.$$eval('.card .fields input[type=text]', (all) => all.filter((one) =>
            one.scrollWidth > one.clientWidth).map(({ value }) => value)), []); // whole numbers
    },

    'on an open table a dragged ball stays in sight, and Reset deselects it': async (stand) => {
        const page = await stand.open(pageOf('open', '08-one-hits-two'));
        const ball = await page.evaluate(() => lab.model.scene.balls[2].name);
        for (const [dx, dy] of [[0, 100], [-3000, 0]]) {
            const from = await placeOf(page, ball);
            await rerun(page, () => pull(page, from, dx, dy));
            const { x, y } = await placeOf(page, ball), { left } = await page.locator('#table canvas').evaluate((canvas) =>
                canvas.getBoundingClientRect());
            const wanted = Math.max(from.x + dx, left + from.radius + 2);
            assert.ok(Math.hypot(x - wanted, y - from.y - dy) < 2, `${x}, ${y} instead of ${wanted}, ${from.y + dy}`);
        }
        await page.evaluate((name) => lab.model.select({ ball: name }), ball);
        await rerun(page, () => button(page, 'Reset all').click());
        assert.equal(await page.evaluate(() => lab.model.selection.ball), null);
    },

    'the ball under the pointer wins, a run lasts until balls collide, and Reset shows the scene as at first': async (stand) => {
        const cradle = await stand.open(pageOf('cradle', '09-cradle')), names = await cradle.evaluate(() =>
            lab.model.scene.balls.map(({ name }) => name)), third = await placeOf(cradle, names[2]);
        const before = await beginning(cradle, names[0]);
        await rerun(cradle, () => pull(cradle, { x: third.x - third.radius + 8, y: third.y }, 0, 90));
        assert.deepEqual(await beginning(cradle, names[0]), before);
        const page = await headOn(stand);
        await show(page, 'Momenta');
        await rerun(page, () => drag(page, 'eight', 300, 0));
        await page.waitForFunction(() => lab.model.run.done && lab.model.run.collisions[0].rows > 0);
        assert.equal(await page.locator('#slow-motion').isDisabled(), false);
        await button(page, 'Reset all').click();
        await page.waitForFunction(() => lab.model.run.done && lab.model.text === lab.model.origin.text);
        await quiet(page);
        assert.deepEqual(await page.evaluate(() => [lab.model.playing, lab.model.time, lab.model.shows]), [false, 0, 'run']);
        await page.click('#show button');
        assert.equal(await page.getByLabel('Momenta', { exact: true }).isChecked(), false);
        await page.keyboard.press('Escape');
        await rerun(page, () => page.evaluate(() => lab.model.edit([['balls.cue.vx_mps', '0']])));
        assert.match(await page.locator('#slow-motion:disabled').textContent(), /no collision/);
    },

    'the card of a ball takes the nearest place and speed, and writes numbers as the language does': async (stand) => {
        const page = await headOn(stand), value = (key) => page.inputValue(`#card-${key}`);
        const enter = async (key, text) => {
            await page.fill(`#card-${key}`, text);
            await page.keyboard.press('Enter');
        };
        await page.evaluate(() => lab.model.select({ ball: 'eight' }));
        await rerun(page, () => enter('x_m', '0.6')); // where the cue ball is
        await eventually(async () => assert.equal(await value('x_m'), '0.65715'));
        assert.match(await page.locator('#card-why:visible').textContent(), /^[^.]*nearest[^.]*\.$/);
        await rerun(page, () => enter('vx_mps', '1e6'));
        await eventually(async () => assert.equal(await value('vx_mps'), '10'));
        await enter('radius_m', '0.2');
        await eventually(async () => assert.doesNotMatch(await page.locator('#card-why:visible').textContent(), /radius_m|\. ./));
        await page.evaluate(() => lab.model.setLanguage('de'));
        await eventually(async () => assert.equal(await value('mass_kg'), '0,17'));
        await rerun(page, () => enter('y_m', '0,5'));
        assert.equal((await beginning(page, 'eight')).y_m, 0.5);
    },

    'on a laptop nothing is cut or covered': async (stand) => {
        const page = await stand.open(pageOf('laptop', '02-oblique-unequal', '11-chaos', '07-restitution'), { viewport: { width: 1366, height: 768 } });
        const fits = (of) => page.$$eval(of, (all) => all.filter((one) => one.checkVisibility()).map((one) => one.scrollWidth <= one.clientWidth));
        await chart(page, 'balances');
        await page.locator('.instrument.chosen td').first().waitFor();
        assert.deepEqual(await fits('.instrument.chosen .across'), [true]);
        await page.click('#tab-0');
        for (const k of [1, 2]) {
            await rerun(page, () => page.evaluate((at) => lab.model.load(lab.model.scenes[at].text, { origin: lab.model.scenes[at], at_s: 0 }), k));
            assert.deepEqual(await fits('.leading input.number'), [true, true, true]);
            const rights = await page.$$eval('.leading input', (all) => all.map((one) => Math.round(one.getBoundingClientRect().right)));
            assert.deepEqual([...new Set(rights)].length, 1, `${rights}`);
        }
        await page.evaluate(() => document.querySelector('[data-say="page.lecture"]').click());
        assert.equal(await page.locator('.leading .hint:visible').count(), 0);
    },

    'the whole table has its walls, the menu tells what is drawn, and a dragged ball opens no card': async (stand) => {
        const page = await headOn(stand), ticked = () => page.getByLabel('Velocities', { exact: true }).isChecked();
        await button(page, 'Whole table').click();
        await page.evaluate(() => lab.model.seek(0.4));
        assert.equal(await painted(page, ({ camera, run }) => run.scene.table.outline.every(([x, y]) =>
            camera.x(x) >= 0 && camera.x(x) <= camera.width && camera.y(y) >= 0 && camera.y(y) <= camera.height)), true);
        const arrows = () => painted(page, ({ room }) => room.taken.filter(({ isBall, wide }) => !isBall && wide === 0).length);
        await page.locator('[popovertarget=show-menu], #show button').first().click();
        assert.deepEqual([await ticked(), await arrows()], [false, 0]);
        await page.keyboard.press('Escape');
        await button(page, 'Slow motion').click();
        await page.waitForFunction(() => lab.model.shows === 'slow');
        await page.locator('[popovertarget=show-menu], #show button').first().click();
        await page.evaluate(() => lab.model.pause());
        const all = await arrows(); // with those of forces
        assert.equal(await ticked(), true);
        await page.getByLabel('Velocities', { exact: true }).uncheck();
        assert.ok(await arrows() < all);
        await page.keyboard.press('Escape');
        await button(page, 'Whole table').click();
        await page.waitForFunction(() => lab.model.shows === 'run');
        await page.evaluate(() => lab.model.pause());
        await page.evaluate(() => lab.model.seek(0));
        await rerun(page, () => drag(page, 'eight', 40, 20));
        assert.equal(await page.locator('.card').isVisible(), false);
        assert.equal(await page.locator('.presets').isVisible(), true);
    },

    'a magnified table is shown whole once a ball leaves the picture, and its text moves nothing': async (stand) => {
        const page = await stand.open(pageOf('magnified', '17-counting-collisions'));
        const whole = (is) => eventually(async () => assert.equal(await button(page, 'Whole table').getAttribute('aria-pressed'), `${is}`));
        const height = () => page.evaluate(() => document.querySelector('#table .canvas').clientHeight);
        await whole(false);
        const { y } = await placeOf(page, 'large'), before = await height();
        await page.evaluate(() => lab.model.seek(14)); // the large ball leaves at 8 s
        await whole(true);
        const later = await placeOf(page, 'large');
        assert.ok(later.x < await page.evaluate(() => document.querySelector('#table .canvas').clientWidth), `x = ${later.x}`);
        await button(page, 'Slow motion').click();
        await page.waitForFunction(() => lab.model.shows === 'slow');
        await quiet(page);
        assert.deepEqual([await height(), Math.round(later.y)], [before, Math.round(y)]);
    },

    'solvers can be hidden, but not all': async (stand) => {
        const page = await headOn(stand);
        const see = (...solvers) => eventually(async () =>
            assert.deepEqual(await painted(page, ({ visible }) => visible), solvers));
        await see(0, 1, 2);
        for (const name of ['Rigid balls: Impulse', 'Springs: Euler', 'Springs: Heun']) {
            await show(page, `${name}: show on the table`);
        }
        await see(2);
        await show(page, 'Springs: Euler: show on the table');
        await see(1, 2);
    },
};
