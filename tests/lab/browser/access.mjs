// SPDX-License-Identifier: GPL-3.0-or-later
// Accessibility: axe's rules in every state, the keyboard, lists beside the canvas, announcements,
// reduced motion, every window size, and languages.
import assert from 'node:assert/strict';
import { button, calm, chart, downloaded, eventually, focusOn, holds, menu, pageOf, PHONE, quiet, rerun, reveal, sets, tabTo,
    TWO } from './stand.mjs';

/** Page of two scenes in which time passes ten times as fast. */
const open = (stand, how) => stand.open(pageOf('two', ...TWO), { times: 10, ...how });

const openAll = (page) => page.evaluate(() => document.querySelectorAll('details:not(.panel)')
    .forEach((each) => {
        each.open = true;
    }));

async function slowly(page) {
    if (await page.evaluate(() => lab.model.shows === 'run')) {
        await page.click('#slow-motion');
    }
    await page.waitForFunction(() => lab.model.shows === 'slow');
    await page.evaluate(() => lab.model.pause());
}

/** Begins or ends a lecture. */
async function lecture(page) {
    await menu(page);
    await page.click('[data-say="page.lecture"]');
    await page.evaluate(() => document.getElementById('menu').hidePopover());
}

/** States of the page and what leads to them from the one before. */
const STATES = {
    'all panels': openAll,
    'the lesson': (page) => page.click('#tab-2'),
    'a refused place': async (page) => {
        await page.click('#tab-0');
        await page.evaluate(() => lab.model.select({ ball: 'cue' }));
        await page.fill('#card-mass_kg', '-5');
        await page.keyboard.press('Enter');
        await page.waitForSelector('#card-why:visible');
    },
    'a refused parameter': async (page) => {
        await page.click('#tab-0');
        await page.evaluate(() => lab.model.edit([['restitution.ball_ball', '7']]));
    },
    'the menu': (page) => menu(page),
    'the dialog': (page) => page.click('#about-button button'),
    'slow motion': async (page) => {
        await page.keyboard.press('Escape');
        await slowly(page);
    },
    'a projector': lecture,
    'terms': async (page) => {
        await lecture(page);
        await tabTo(page, '#show button');
        await page.keyboard.press('Enter');
        await tabTo(page, '[popovertarget="terms"]');
        await page.keyboard.press('Enter');
        await page.locator('#terms').getByText('Separation speed over approach speed').waitFor();
    },
    'German': async (page) => {
        await page.keyboard.press('Escape');
        await page.keyboard.press('Escape');
        await menu(page);
        await page.selectOption('#switches select', 'de');
        await eventually(async () => assert.equal(await page.evaluate(() =>
            document.documentElement.lang), 'de'));
    },
};

/** Parts that are too low for a finger. */
const lowTargets = () => [...document.querySelectorAll(
    'button, select, summary, input:not([type=checkbox])')]
    .filter((each) => each.checkVisibility() && !each.disabled)
    .map((each) => [each.getBoundingClientRect().height, each.outerHTML])
    .filter(([height]) => height > 2 && height < 44)
    .map(([height, html]) => `${height}: ${html.slice(0, 80)}`);

/** Texts that their box or the window cuts off, and buttons without a name. */
function partsAtFault() {
    const name = (each) => `${each.tagName} ${each.className} ${each.textContent}`.slice(0, 80);
    const seen = [...document.querySelectorAll('body *')].filter((each) => each.checkVisibility()
        && each.clientWidth > 1 && !each.closest('.unseen, .u-wrap, svg, canvas, select, option'));
    const own = (each) => [...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '');
    const scrolls = (each) => ['auto', 'scroll'].includes(getComputedStyle(each).overflowX);
    return { cut: seen.filter((each) => own(each) && (each.scrollWidth > each.clientWidth + 1 && each.matches('h3, li, button, p, #now :is(th, td)')
        || each.getBoundingClientRect().right > innerWidth + 0.5 && !each.closest('.across, .wide, .scroll')))
        .filter((each) => !scrolls(each)).map(name),
    nameless: [...document.querySelectorAll('button, summary, [role=tab]')].filter((each) => each.checkVisibility()
        && !(each.getAttribute('aria-label') || each.innerText.trim())).map(name) };
}

export default {
    'axe finds nothing in any state': async (stand) => {
        const page = await open(stand);
        for (const [state, go] of Object.entries(STATES)) {
            await go(page);
            await calm(page);
            await holds(page, state);
        }
        for (const [state, how] of [['phone', PHONE],
            ['forced colours', { forcedColors: 'active' }], ['dark', { colorScheme: 'dark' }]]) {
            const other = await open(stand, how);
            await openAll(other);
            await calm(other);
            await holds(other, state);
        }
    },

    'a lecture has three parameters and keys': async (stand) => {
        const page = await open(stand);
        await page.evaluate(() => lab.model.edit([['balls.cue.vx_mps', '1.2']]));
        await lecture(page);
        await eventually(async () => assert.equal(await page.locator('#knobs .leading > :visible')
            .count(), 3));
        await page.evaluate(() => document.activeElement.blur());
        await page.keyboard.press('n');
        await page.waitForFunction(() => lab.model.shows === 'slow');
        await page.keyboard.press('Control+z');
        await page.waitForFunction(() => lab.model.text === lab.model.origin.text);
    },

    'the dark scheme applies except on projectors and in print': async (stand) => {
        const page = await open(stand, { colorScheme: 'dark' });
        const is = (wanted) => eventually(async () => assert.equal(await page.evaluate(() =>
            parseInt(getComputedStyle(document.documentElement).backgroundColor.slice(4)) < 60
                ? 'dark' : 'light'), wanted));
        const send = (name) => page.evaluate((event) => dispatchEvent(new Event(event)), name);
        for (const [act, wanted] of [[() => {}, 'dark'],
            [() => page.emulateMedia({ colorScheme: 'light' }), 'light'],
            [() => page.emulateMedia({ colorScheme: 'dark' }), 'dark'],
            [() => lecture(page), 'light'], [() => lecture(page), 'dark'],
            [() => send('beforeprint'), 'light'], [() => send('afterprint'), 'dark']]) {
            await act();
            await is(wanted);
        }
    },

    'keyboard: scenes by their pictures, files, tabs': async (stand) => {
        const page = await open(stand), press = (key) => page.keyboard.press(key);
        await tabTo(page, '#scenes-button .scenes');
        await press('Enter');
        await focusOn(page, /Head-on/);
        await page.waitForFunction(() => [...document.querySelectorAll('.pictures canvas')]
            .every((canvas) => {
                const ctx = new OffscreenCanvas(148, 84).getContext('2d', { willReadFrequently: true });
                ctx.drawImage(canvas, 0, 0, 148, 84);
                return ctx.getImageData(0, 0, 148, 84).data.filter((value, k) => k % 4 === 3
                    && value > 0).length > 500; // opaque pixels; two balls have about 900
            }));
        await holds(page, 'the pictures', 12); // the rest is inert
        await press('Tab');
        await rerun(page, () => press('Enter'));
        assert.equal(await page.evaluate(() => lab.model.origin.name), TWO[1]);
        await page.waitForFunction(() => document.activeElement.matches('#scenes-button .scenes'));
        await page.evaluate(() => lab.model.record());
        await chart(page, 'summary');
        await page.locator('[data-part="inst.summary"] .files button').first().waitFor();
        await tabTo(page, '[data-part="inst.summary"] .files button');
        const { name } = await downloaded(page, () => press('Enter'));
        await tabTo(page, '#tab-1'); // the tab that is shown; arrows lead to the others
        await press('ArrowRight');
        await page.waitForFunction(() => document.activeElement.id === 'tab-2');
        return name;
    },

    'lists show and change what the canvas does': async (stand) => {
        const page = await open(stand), events = page.locator('.events .event');
        await page.click('#tab-1');
        await openAll(page);
        await eventually(async () => assert.deepEqual(await events.allTextContents(),
            ['cue hits eight at 0.5428 s, 1 m/s']));
        await events.first().press('Enter');
        const row = page.locator('#lists .fold tbody tr').first();
        // x = 0.6 m + 1 m/s t at the contact, near the next sample
        await eventually(async () => assert.match(await row.textContent(), /^cue1\.1430\.635/));
        await row.locator('button').press('Enter');
        await page.click('#tab-0');
        await page.fill('#card-vy_mps', '0.02');
        await rerun(page, () => page.keyboard.press('Enter'));
        assert.deepEqual(await sets(page), ['balls.cue.vy_mps=0.02']);
        await page.fill('#card-mass_kg', '-5');
        await page.keyboard.press('Enter');
        await page.waitForSelector('#card-why:visible');
        await eventually(async () => assert.equal(await page.getAttribute('#card-mass_kg',
            'aria-invalid'), 'true'));
        await page.waitForFunction(() => /cannot run/.test(document.getElementById('live')
            .textContent));
        assert.deepEqual(await sets(page), ['balls.cue.vy_mps=0.02']);
    },

    'events are announced, at most once a second': async (stand) => {
        const page = await stand.open(pageOf('break', '04-break', '--set', 'duration_s=0.3'),
            { times: 4 });
        await calm(page);
        await page.evaluate(() => {
            globalThis.heard = [];
            new MutationObserver(() => heard.push([performance.now(),
                document.getElementById('live').textContent]))
                .observe(document.getElementById('live'), { childList: true });
            lab.model.seek(0.15);
            lab.model.setSpeed(0.1);
            lab.model.play();
        });
        await page.waitForFunction(() => /End of the run/.test(heard.at(-1)?.[1]));
        const heard = await page.evaluate(() => heard);
        assert.ok(heard.length >= 2, JSON.stringify(heard));
        heard.slice(1).forEach(([at_ms], k) => assert.ok(at_ms - heard[k][0] > 950,
            JSON.stringify(heard)));
        assert.match(heard.map(([, text]) => text).join(' '), /collisions\..*End of the run, 0\.3 s/);
    },

    'reduced motion: no automatic playback, contacts in steps': async (stand) => {
        const page = await open(stand, { reducedMotion: 'reduce' });
        await page.click('#slow-motion');
        await page.waitForFunction(() => lab.model.shows === 'slow');
        await calm(page);
        await page.locator('.time').press('Home'); // it rests at its end
        const at = () => page.evaluate(() => [lab.model.playing, lab.model.time]);
        const [playing, from] = await at();
        await page.locator('.time').press('PageUp');
        await page.waitForFunction((time) => lab.model.time > time, from);
        const [, to] = await at(), whole = await page.evaluate(() => lab.model.shown.to_s - lab.model.shown.from_s);
        assert.ok(!playing && to - from > whole / 30 && to - from < whole / 8, `${from} to ${to} s of ${whole} s`);
    },

    'narrow windows work, and phones have large targets': async (stand) => {
        const page = await open(stand, { viewport: { width: 1600, height: 800 } });
        for (const width of [1280, 1000, 999, 761, 760, 390, 360, 320]) { // narrower and narrower
            await page.setViewportSize({ width, height: 800 });
            await openAll(page);
            for (const tab of ['#tab-0', '#tab-1', '#tab-2']) {
                await page.click(tab);
                await eventually(async () => {
                    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
                    assert.ok(wide <= width, `${wide} px of ${width} with ${tab}`);
                });
                await eventually(async () => assert.deepEqual(width > 390 ? []
                    : await page.evaluate(lowTargets), [], `${width} px, ${tab}`));
            }
        }
    },

    'on a phone the table and its time stay above each knob': async (stand) => {
        const page = await open(stand, PHONE);
        await reveal(page, '#knobs .more'); // so that the page scrolls past the leading knobs
        const all = page.locator('#knobs .leading .knob'), count = await all.count();
        assert.ok(count > 0);
        for (let k = 0; k < count; k++) {
            const knob = all.nth(k);
            await knob.evaluate((at) => scrollBy(0, at.getBoundingClientRect().top)); // behind the canvas
            await page.evaluate(() => document.activeElement.blur());
            await knob.locator('.controls :is(input, select)').first().focus();
            await eventually(async () => {
                const [top, bottom, from, to] = await knob.evaluate((at) =>
                    [document.querySelector('#stage'), at].flatMap((each) => {
                        const box = each.getBoundingClientRect();
                        return [box.top, box.bottom];
                    }));
                assert.ok(top >= 0 && bottom <= from && to <= 844, `canvas from ${top} to ${bottom
                } px, knob ${k} from ${from} to ${to} px`);
                assert.ok(bottom <= 0.45 * 844 + 1, `the table keeps ${bottom} px`);
            });
            await quiet(page); // it has come to rest, and is drawn
            assert.ok(await page.evaluate(() => {
                const copy = new OffscreenCanvas(50, 50).getContext('2d', { willReadFrequently: true });
                copy.drawImage(document.querySelector('#table canvas'), 0, 0, 50, 50);
                return copy.getImageData(0, 0, 50, 50).data.some((value, k) => k % 4 === 3 && value > 0);
            }), 'the table is empty');
        }
    },

    'on a phone a question and what it is about are seen below the table': async (stand) => {
        const page = await open(stand, PHONE);
        await page.click('#tab-2');
        await page.evaluate(() => lab.model.setLanguage('de')); // more text
        await eventually(async () => {
            const [stage, text, question] = await page.evaluate(() => {
                const asked = document.querySelector('.sheet [data-id]');
                return [document.querySelector('#stage'), document.querySelector('.sheet h4'), asked].map((each) => {
                    const { top, bottom } = each.getBoundingClientRect();
                    return { top, bottom };
                });
            });
            assert.ok(stage.top === 0 && text.top >= stage.bottom && question.bottom <= 844,
                `table to ${stage.bottom}, text from ${text.top}, question to ${question.bottom} px`);
        });
        const line = await page.locator('#transport .row > :not(.line)').evaluateAll((all) =>
            new Set(all.filter((each) => each.checkVisibility()).map((each) => {
                const { top, bottom } = each.getBoundingClientRect();
                return Math.round((top + bottom) / 2);
            })).size);
        assert.equal(line, 1); // the buttons are in one row
    },

    'on a phone no text is cut, and every button has a name in both languages': async (stand) => {
        const page = await open(stand, PHONE);
        for (const width of [390, 360]) {
            await page.setViewportSize({ width, height: 844 });
            for (const language of ['en', 'de']) {
                await page.evaluate((code) => lab.model.setLanguage(code), language);
                for (const tab of ['#tab-0', '#tab-1', '#tab-2']) {
                    await page.click(tab);
                    await slowly(page);
                    const { cut, nameless } = await page.evaluate(partsAtFault);
                    assert.deepEqual({ cut, nameless }, { cut: [], nameless: [] }, `${width} px, ${language}, ${tab}`);
                }
            }
        }
    },

    'the page is German for a German reader, and changes its language': async (stand) => {
        const page = await open(stand, { locale: 'de-DE' });
        const words = (pattern) => eventually(async () =>
            assert.match(await page.locator('#now td:nth-child(2)').first().textContent(), pattern));
        await button(page, 'Abspielen').waitFor();
        await words(/\d,\d/); // a decimal comma
        await menu(page);
        await page.locator('#switches select').selectOption('en');
        await page.keyboard.press('Escape'); // the open menu lies over the tabs
        await button(page, 'Play').waitFor();
        await words(/\d\.\d/);
        await page.click('#tab-1');
        await page.reload(); // language and view are remembered
        await button(page, 'Play').waitFor();
        await eventually(async () => assert.equal(await page.getAttribute('#tab-1', 'aria-selected'), 'true'));
        await words(/\d\.\d/);
    },
};
