// SPDX-License-Identifier: GPL-3.0-or-later
// The page for everybody: rules of accessibility in every state, a whole session by the keyboard, lists beside the canvas, no motion,
// colours of the reader's own, every size of window.
import assert from 'node:assert/strict';
import { axeSource, pageOf, rerun, reveal, sets } from './stand.mjs';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const HIDDEN_MS = 700; // lists and live region are calm

const calm = (page) => page.waitForTimeout(HIDDEN_MS);
const focused = (page) => page.evaluate(() => {
    const at = document.activeElement;
    return `${at.tagName}#${at.id}.${at.className} ${at.getAttribute('aria-label') ?? at.textContent}`;
});

/** Holds the page as it is against axe's rules. */
async function holds(page, state) {
    if (!await page.evaluate(() => 'axe' in globalThis)) {
        await page.evaluate(axeSource());
    }
    const { violations, passes } = await page.evaluate((values) =>
        axe.run(document, { runOnly: { type: 'tag', values } }), TAGS);
    const said = violations.map(({ id, nodes }) => `${id} at ${nodes.slice(0, 3)
        .map(({ target }) => target.join(' ')).join(', ')}`);
    assert.deepEqual(said, [], `${state}: ${said.join('; ')}`);
    assert.ok(passes.length > 15, `${state}: only ${passes.length} rules had anything to look at`);
}

/** Tab until something has the focus; the way there is what somebody without a mouse has. */
async function tabTo(page, selector, most = 250) {
    for (let k = 0; k < most; k++) {
        if (await page.evaluate((wanted) => document.activeElement.matches(wanted), selector)) {
            return k;
        }
        await page.keyboard.press('Tab');
    }
    throw new Error(`no way to ${selector} by Tab; at ${await focused(page)}`);
}

const openAll = (page) => page.evaluate(() => document.querySelectorAll('details:not(.panel)')
    .forEach((each) => {
        each.open = true;
    }));

export default {
    'axe finds nothing: panels, refusals, dialog': async (stand) => {
        const page = await stand.open(pageOf('first', '01-head-on', '04-break'));
        await calm(page);
        await holds(page, 'as it opens');
        await page.click('#tab-1');
        await page.evaluate(() => document.querySelectorAll('#teach details').forEach((each) => {
            each.open = true;
        }));
        await calm(page);
        await holds(page, 'the lesson');
        await page.click('#tab-2');
        await page.evaluate(() => lab.model.select({ ball: 'cue' }));
        await page.fill('#balls-x_m', '-5');
        await page.keyboard.press('Enter');
        await page.waitForSelector('#balls-why:visible');
        await holds(page, 'a refused place');
        await page.click('#tab-0');
        await page.evaluate(() => lab.model.edit([['restitution.ball_ball', '7']]));
        await calm(page);
        await holds(page, 'a refused parameter');
        await page.click('#about-button button');
        await holds(page, 'the dialog');
    },

    'axe finds nothing: slow motion, projector, German, everything open': async (stand) => {
        const page = await stand.open(pageOf('first', '01-head-on', '04-break'));
        await page.click('#transport .next');
        await page.waitForFunction(() => lab.model.shows === 'slow');
        await page.evaluate(() => lab.model.pause());
        await calm(page);
        await holds(page, 'slow motion');
        await page.click('[data-say="page.projector"]');
        await calm(page);
        await holds(page, 'a projector');
        await page.click('[data-say="page.projector"]');
        await page.keyboard.press('Escape');
        await page.selectOption('#switches select', 'de');
        await openAll(page);
        await calm(page);
        assert.equal(await page.evaluate(() => document.documentElement.lang), 'de');
        await holds(page, 'German');
    },

    'axe finds nothing: phone, embedded, colours of the reader': async (stand) => {
        const file = pageOf('first', '01-head-on', '04-break');
        for (const [state, how] of [['phone', { viewport: { width: 390, height: 844 },
            hasTouch: true }], ['embedded', { query: '?embed' }],
        ['forced colours', { forcedColors: 'active' }]]) {
            const page = await stand.open(file, how);
            await openAll(page);
            await calm(page);
            await holds(page, state);
        }
    },

    'a session by the keyboard alone': async (stand) => {
        const page = await stand.open(pageOf('first', '01-head-on', '04-break'));
        const press = (...keys) => keys.reduce((before, key) => before.then(() =>
            page.keyboard.press(key)), Promise.resolve());
        await press('Tab'); // past what one hears first: the way to the table
        assert.match(await focused(page), /skip/);
        await press('Enter', 'Tab');
        await tabTo(page, '#table canvas', 6);
        await press('PageDown');
        assert.equal(await page.evaluate(() => lab.model.selection.ball), 'cue');
        await rerun(page, () => press('ArrowUp'));
        await rerun(page, () => press('Shift+ArrowRight'));
        assert.deepEqual(await sets(page), ['balls.cue.x_m=0.601', 'balls.cue.y_m=0.645']);
        await press('Space');
        await page.waitForFunction(() => lab.model.playing && lab.model.time > 0.02);
        await press('Space', 'End');
        assert.equal(await page.evaluate(() => lab.model.time), 1);
        await press('Home');
        assert.equal(await page.evaluate(() => lab.model.time), 0);
        await tabTo(page, '#transport .next');
        await press('Enter');
        await page.waitForFunction(() => lab.model.shows === 'slow');
        await press('Escape');
        assert.equal(await page.evaluate(() => lab.model.shows), 'run');
        await tabTo(page, '#tabs [aria-selected="true"]');
        await tabTo(page, '[data-path="restitution.ball_ball"] input[type=range]');
        await rerun(page, () => press('ArrowLeft'));
        assert.match(String(await sets(page)), /restitution\.ball_ball=0\.9/);
        await page.keyboard.press('Shift+Tab');
        return 'a ball chosen and moved, played, a contact seen slowly, restitution turned';
    },

    'further by the keyboard: tabs, prediction, files, link, another scene': async (stand) => {
        const page = await stand.open(pageOf('first', '01-head-on', '04-break'),
            { permissions: ['clipboard-read', 'clipboard-write'] });
        const press = (key) => page.keyboard.press(key);
        await tabTo(page, '#menu select');
        await rerun(page, () => press('ArrowDown'));
        await rerun(page, () => press('ArrowUp'));
        await tabTo(page, '#share button');
        await press('Enter');
        await page.waitForFunction(() => /./.test(document.querySelector('#share [role=status]')
            .textContent));
        await page.evaluate(() => lab.model.record());
        await tabTo(page, '[data-part="inst.files"] summary');
        await press('Enter');
        await tabTo(page, '[data-part="inst.files"] .files button');
        const [download] = await Promise.all([page.waitForEvent('download'), press('Enter')]);
        await tabTo(page, '#tab-0');
        await press('ArrowRight');
        assert.equal(await page.evaluate(() => document.activeElement.id), 'tab-1');
        await reveal(page, '#predict-on');
        await tabTo(page, '#predict-on');
        await press('Space');
        assert.ok(await page.evaluate(() => lab.model.locked));
        await tabTo(page, '#predict-x');
        await page.keyboard.press('ArrowUp');
        await page.waitForFunction(() => lab.model.prediction.place !== null);
        await page.evaluate(() => document.querySelector('[data-say="predict.go"]').focus());
        await press('Enter');
        await page.waitForFunction(() => !lab.model.locked);
        return download.suggestedFilename();
    },

    'lists say what the canvas shows, and do what the hand does': async (stand) => {
        const page = await stand.open(pageOf('first', '01-head-on', '04-break'));
        await page.click('#tab-2');
        await calm(page);
        const events = page.locator('.events .event');
        assert.deepEqual(await events.allTextContents(),
            ['cue meets eight at 0.5428 s, 1.00 m/s']);
        await events.first().press('Enter');
        const there = await page.evaluate(() => [lab.model.time,
            lab.model.run.collisions[0].column.t_s[0]]);
        assert.equal(there[0], there[1]);
        await calm(page);
        const row = page.locator('#lists tbody tr').first();
        // x = 0.6 m + 1 m/s t where they touch, which the sample next to it is near
        assert.match(await row.textContent(), /^cue1\.1430\.635/);
        await row.locator('button').press('Enter');
        await page.fill('#balls-vy_mps', '0.02');
        await rerun(page, () => page.keyboard.press('Enter'));
        assert.deepEqual(await sets(page), ['balls.cue.vy_mps=0.02']);
        await page.fill('#balls-x_m', '-5');
        await page.keyboard.press('Enter');
        await page.waitForSelector('#balls-why:visible');
        assert.equal(await page.getAttribute('#balls-x_m', 'aria-invalid'), 'true');
        await page.waitForFunction(() => /cannot be run/.test(document.getElementById('live')
            .textContent));
        assert.deepEqual(await sets(page), ['balls.cue.vy_mps=0.02']);
        await page.locator('.events li button').last().press('Enter');
        await page.waitForFunction(() => lab.model.shows === 'slow');
    },

    'what happens is said, and no more than once a second': async (stand) => {
        const page = await stand.open(pageOf('break', '04-break', '--set', 'duration_s=0.5'));
        await page.waitForTimeout(1500);
        await page.evaluate(() => {
            globalThis.heard = [];
            new MutationObserver(() => heard.push([performance.now(),
                document.getElementById('live').textContent]))
                .observe(document.getElementById('live'), { childList: true });
            lab.model.setSpeed(0.1);
            lab.model.play();
        });
        await page.waitForFunction(() => !lab.model.playing && lab.model.time > 0.4);
        await page.waitForTimeout(1500);
        const heard = await page.evaluate(() => heard);
        assert.ok(heard.length >= 2, JSON.stringify(heard));
        heard.slice(1).forEach(([at_ms], k) => assert.ok(at_ms - heard[k][0] > 950,
            JSON.stringify(heard)));
        assert.match(heard.map(([, text]) => text).join(' '), /collisions\..*The end, 0\.5000 s/);
        return `${heard.length} sentences of a break`;
    },

    'without motion: nothing plays by itself, a contact goes by steps': async (stand) => {
        const page = await stand.open(pageOf('first', '01-head-on', '04-break'),
            { reducedMotion: 'reduce' });
        await page.click('#transport .next');
        await page.waitForFunction(() => lab.model.shows === 'slow');
        await calm(page);
        const [playing, from, to] = await page.evaluate(() => [lab.model.playing, lab.model.time,
            lab.model.shown.to_s]);
        assert.ok(!playing);
        let steps = 0;
        for (; steps < 40 && await page.evaluate(() => lab.model.time) < to - 1e-12; steps++) {
            await page.click('[data-say-label="transport.step"]');
        }
        assert.ok(steps > 12 && steps < 30, `${steps} steps from ${from} s to ${to} s`);
        return `${steps} steps`;
    },

    'no window is too narrow, and on a phone a finger finds everything': async (stand) => {
        const file = pageOf('first', '01-head-on', '04-break'), said = [];
        for (const width of [320, 390, 760, 761, 999, 1000, 1280, 1600]) {
            const page = await stand.open(file, { viewport: { width, height: 800 } });
            await openAll(page);
            for (const tab of ['#tab-0', '#tab-1', '#tab-2']) {
                await page.click(tab);
                await calm(page);
                const wide = await page.evaluate(() => document.documentElement.scrollWidth);
                assert.ok(wide <= width, `${wide} px of ${width} with ${tab}`);
                const low = width > 390 ? [] : await page.evaluate(() => [...document
                    .querySelectorAll('button, select, summary, input:not([type=checkbox])')]
                    .filter((each) => each.checkVisibility() && !each.disabled)
                    .map((each) => [each.getBoundingClientRect().height, each.outerHTML])
                    .filter(([height]) => height > 2 && height < 44)
                    .map(([height, html]) => `${height}: ${html.slice(0, 80)}`));
                assert.deepEqual(low, [], `${width} px, ${tab}`);
            }
            said.push(width);
            await page.close();
        }
        return `${said.join(', ')} px`;
    },

    'table and time stay where they are while panels are gone through': async (stand) => {
        const page = await stand.open(pageOf('first', '01-head-on', '04-break'));
        await calm(page);
        const at = () => page.evaluate(() => ['#table canvas', '#transport .play'].map((one) =>
            document.querySelector(one).getBoundingClientRect().top));
        const before = await at();
        await page.evaluate(() => ['#panels', '#work'].forEach((one) =>
            document.querySelector(one).scrollTo(0, 1e5)));
        await page.waitForTimeout(200);
        assert.deepEqual(await at(), before);
        assert.ok(before.every((top) => top > 0 && top < 900), `${before}`);
    },

    'in a low window, too, all of slow motion can be come to': async (stand) => {
        const page = await stand.open(pageOf('first', '01-head-on', '04-break'),
            { viewport: { width: 1280, height: 660 } });
        await page.click('#transport .next');
        await page.waitForFunction(() => lab.model.shows === 'slow');
        const last = page.locator('.readout tbody tr').last();
        await last.waitFor();
        await last.scrollIntoViewIfNeeded();
        await page.waitForTimeout(200);
        const seen = await last.evaluate((row) => {
            const { left, top, height } = row.getBoundingClientRect();
            return row.contains(document.elementFromPoint(left + 60, top + height / 2));
        });
        assert.ok(seen, 'something stands before the last solver’s row');
    },
};
