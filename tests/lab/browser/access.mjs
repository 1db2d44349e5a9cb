// SPDX-License-Identifier: GPL-3.0-or-later
// Accessibility: axe's rules in every state, a session by keyboard, lists beside the canvas,
// reduced motion, the reader's colours, every window size, and German without a sentence of
// English or outside of words/.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { wordsOf } from '../../../src/lab/page/words/words.js';
import { axeSource, calm, eventually, pageOf, PHONE, quiet, rerun, reveal, ROOT, sets, TWO, WORK }
    from './stand.mjs';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Page of two scenes in which time passes ten times as fast. */
const open = (stand, how) => stand.open(pageOf('two', ...TWO), { times: 10, ...how });

const focused = (page) => page.evaluate(() => {
    const at = document.activeElement;
    return `${at.tagName}#${at.id}.${at.className} ${at.getAttribute('aria-label') ?? at.textContent}`;
});

/** Waits until a property of the model has a value. */
const becomes = (page, name, value) => eventually(async () =>
    assert.equal(await page.evaluate((of) => lab.model[of], name), value));

/** Waits until the focus is on an element. */
const focusOn = (page, pattern) => eventually(async () => assert.match(await focused(page), pattern));

const noDialog = (page) => page.waitForFunction(() => !document.querySelector('dialog[open]'));

/** Checks the page against axe's rules. @param least number of rules that apply */
export async function holds(page, state, least = 16) {
    await quiet(page);
    if (!await page.evaluate(() => 'axe' in globalThis)) {
        await page.evaluate(axeSource());
    }
    const { violations, passes } = await page.evaluate((values) =>
        axe.run(document, { runOnly: { type: 'tag', values }, resultTypes: ['violations'] }), TAGS);
    const said = violations.map(({ id, nodes }) => `${id} at ${nodes.slice(0, 3)
        .map(({ target }) => target.join(' ')).join(', ')}`);
    assert.deepEqual(said, [], `${state}: ${said.join('; ')}`);
    assert.ok(passes.length >= least, `${state}: only ${passes.length} rules had anything to look at`);
}

/** Presses Tab until an element has the focus, as a reader without a mouse would. */
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

// ---- German ----

/** English words that are not German. */
const TELLING = /\b(the|of|and|is|are|with|this|that|from|by|which|not|has|to)\b/i;

/** A number with a decimal point; versions have two. */
const POINT = /(?<![\w.])\d+\.\d+(?!\d|\.\d)/;

const escaped = (text) => text.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
const literal = (sentence) => sentence.replace(/\{[^}]*\}/g, '');

/** English texts that differ from German, as [key, pattern]; texts without words, as "{a}, {b}",
 * are skipped. */
function patterns() {
    const [en, de] = ['en', 'de'].map(wordsOf);
    return Object.keys(en).filter((key) => en[key] !== de[key] && /[a-z]{4}/i.test(literal(en[key])))
        .map((key) => [key, new RegExp(`^${en[key].split(/\{[^}]*\}/).map(escaped).join('.+')}$`, 's')]);
}

/** All texts and labels on the page, except those marked as English and texts of the scenario or
 * the core. */
const said = (page) => page.evaluate(() => {
    const { messages, page, scenes } = lab.model, found = new Set();
    globalThis.coreSaid = [...globalThis.coreSaid ?? [], ...messages.map(({ text }) => text)];
    const own = [...scenes.map(({ title }) => title), ...globalThis.coreSaid, page.sources];
    const foreign = '[lang=en], script, style, .sheet, #knobs option:not([data-say])';
    const add = (text, of) => {
        const plain = own.reduce((rest, each) => rest.replace(each, ''), text ?? '').trim();
        if (plain !== '' && !of.closest(foreign)) {
            found.add(plain);
        }
    };
    for (const each of document.body.querySelectorAll('*')) {
        ['aria-label', 'placeholder', 'aria-valuetext'].forEach((name) =>
            add(each.getAttribute(name), each));
        if (each.dataset.sayTitle) { // other titles come from the core
            add(each.title, each);
        }
        [...each.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
            .forEach((text) => add(text.textContent, each));
    }
    return [...found];
});

/** A page of the scenes of `two`, built from a copy of the sources with one more language. */
function withLanguage(code, texts) {
    const npm = join(ROOT, 'build/lab/npm'), lab = join(WORK, 'third');
    if (!existsSync(npm)) {
        throw Object.assign(new Error(), { skip: 'build/lab/npm is not there (make lab)' });
    }
    for (const part of ['page', 'compose.sh', 'loader.js']) {
        cpSync(join(ROOT, 'src/lab', part), join(lab, part), { recursive: true });
    }
    writeFileSync(join(lab, `page/words/${code}.json`), JSON.stringify(texts));
    const run = (...words) => execFileSync(...words, { cwd: ROOT, encoding: 'utf8', maxBuffer: 1 << 26 });
    run('node', [join(lab, 'page/build.mjs'), npm, join(lab, 'page.html')]);
    const module = run('sh', ['src/lab/part.sh', 'carom.wasm']).trim();
    const template = run('sh', [join(lab, 'compose.sh'), join(lab, 'page.html'), module]);
    const scenes = /(<script type="application\/json" id="scenes">)([^<]*)/;
    const [, , two] = scenes.exec(readFileSync(pageOf('two', ...TWO), 'utf8'));
    writeFileSync(join(lab, 'page.html'), template.replace(scenes, (all, head) => head + two));
    return join(lab, 'page.html');
}

/** States with different texts. */
const PLACES = {
    'all panels': openAll,
    'judged': (page) => page.evaluate(() => lab.model.record()),
    'refused': (page) => page.evaluate(() => lab.model.edit([['balls.eight.x_m', '0.61']])),
    'turned': (page) => rerun(page, () => page.evaluate(() =>
        lab.model.edit([['restitution.ball_ball', '0.8']]))),
    'slow motion': async (page) => {
        await page.locator('#transport .next').click();
        await page.waitForFunction(() => lab.model.shows === 'slow');
        await page.evaluate(() => lab.model.pause());
    },
    'prediction': async (page) => {
        await page.evaluate(() => lab.model.show('run'));
        await reveal(page, '#predict-on');
        await page.locator('#predict-on').check();
    },
    'lists': (page) => reveal(page, '#lists h3'),
    'about': (page) => page.locator('#about-button button').click(),
};

/** Parts that are too low for a finger. */
const lowTargets = () => [...document.querySelectorAll(
    'button, select, summary, input:not([type=checkbox])')]
    .filter((each) => each.checkVisibility() && !each.disabled)
    .map((each) => [each.getBoundingClientRect().height, each.outerHTML])
    .filter(([height]) => height > 2 && height < 44)
    .map(([height, html]) => `${height}: ${html.slice(0, 80)}`);

export default {
    'axe finds nothing: panels, rejections, dialog': async (stand) => {
        const page = await open(stand);
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
        const page = await open(stand);
        await page.click('#transport .next');
        await page.waitForFunction(() => lab.model.shows === 'slow');
        await page.evaluate(() => lab.model.pause());
        await calm(page);
        await holds(page, 'slow motion');
        await page.click('[data-say="page.lecture"]');
        await calm(page);
        await holds(page, 'a projector');
        await page.click('[data-say="page.lecture"]');
        await page.keyboard.press('Escape');
        await page.selectOption('#switches select', 'de');
        await openAll(page);
        await calm(page);
        await eventually(async () => assert.equal(await page.evaluate(() =>
            document.documentElement.lang), 'de'));
        await holds(page, 'German');
    },

    'axe finds nothing: phone, embedded, forced colours': async (stand) => {
        for (const [state, how] of [['phone', PHONE], ['embedded', { query: '?embed' }],
            ['forced colours', { forcedColors: 'active' }], ['dark', { colorScheme: 'dark' }]]) {
            const page = await open(stand, how);
            await openAll(page);
            await calm(page);
            await holds(page, state);
        }
    },

    'a lecture has large text, three parameters and keys': async (stand) => {
        const page = await stand.open(pageOf('first', '01-head-on'));
        await page.evaluate(() => lab.model.edit([['balls.cue.vx_mps', '1.2']]));
        await page.click('[data-say="page.lecture"]');
        await page.waitForFunction(() => document.documentElement.classList.contains('projector'));
        await eventually(async () => assert.equal(await page.locator('#knobs .leading > :visible')
            .count(), 3));
        await page.evaluate(() => document.activeElement.blur());
        await page.keyboard.press('n');
        await page.waitForFunction(() => lab.model.shows === 'slow');
        await page.keyboard.press('Escape');
        await page.evaluate(() => lab.model.show('run'));
        await page.keyboard.press('Control+z');
        await page.waitForFunction(() => lab.model.sets.length === 0);
        await page.keyboard.press('ArrowRight');
        await page.click('[data-say="page.lecture"]');
        await page.waitForFunction(() => !document.documentElement.classList.contains('projector'));
    },

    'a handout has table, charts and parameters in one picture': async (stand) => {
        const page = await stand.open(pageOf('first', '01-head-on'));
        await reveal(page, '[data-part="inst.files"] *');
        const [saved] = await Promise.all([page.waitForEvent('download'),
            page.getByRole('button', { name: 'Handout (one picture)' }).click()]);
        assert.match(saved.suggestedFilename(), /-handout\.png$/);
    },

    'the dark scheme applies except on projectors and in print': async (stand) => {
        const page = await open(stand, { colorScheme: 'dark' });
        /** Brightness of the page and of the cloth, 0 to 255 */
        const lights = () => page.evaluate(async () => {
            await new Promise((resolve) => {
                lab.model.on('paint', resolve);
                lab.model.emit('play');
            });
            const canvas = document.querySelector('#table canvas'), { width, height } = canvas;
            const spot = new OffscreenCanvas(1, 1).getContext('2d');
            spot.drawImage(canvas, width / 2, height / 5, 1, 1, 0, 0, 1, 1);
            const [cloth] = spot.getImageData(0, 0, 1, 1).data;
            return [parseInt(getComputedStyle(document.documentElement).backgroundColor.slice(4)),
                cloth];
        });
        /** Changes the system's colour scheme; the page follows in a later frame. */
        const turn = async (colorScheme) => {
            await page.emulateMedia({ colorScheme });
            await page.waitForFunction((scheme) => document.documentElement.style.colorScheme
                === scheme, colorScheme);
        };
        const see = (wanted) => eventually(async () => assert.deepEqual(await lights(), wanted));
        const dark = await lights();
        assert.ok(dark.every((value) => value < 60), `${dark}`);
        await turn('light');
        const light = await eventually(async () => {
            const seen = await lights();
            assert.ok(seen.every((value) => value > 220), `${seen}`);
            return seen;
        });
        await turn('dark');
        await see(dark);
        await page.getByRole('button', { name: 'Lecture' }).click();
        await see(light);
        await page.getByRole('button', { name: 'Lecture' }).click();
        await see(dark);
        await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
        await see(light);
        await page.evaluate(() => dispatchEvent(new Event('afterprint')));
        await see(dark);
    },

    'a session with the keyboard only': async (stand) => {
        const page = await open(stand);
        const press = (...keys) => keys.reduce((before, key) => before.then(() =>
            page.keyboard.press(key)), Promise.resolve());
        await press('Tab'); // past the skip link
        await focusOn(page, /skip/);
        await press('Enter');
        await focusOn(page, /^CANVAS/);
        await press('PageDown');
        await page.waitForFunction(() => lab.model.selection.ball === 'cue');
        await rerun(page, () => press('ArrowUp'));
        await rerun(page, () => press('Shift+ArrowRight'));
        assert.deepEqual(await sets(page), ['balls.cue.x_m=0.601', 'balls.cue.y_m=0.645']);
        await page.evaluate(() => lab.model.setSpeed(0.02)); // it does not end before the next key
        await press('Space');
        await page.waitForFunction(() => lab.model.playing && lab.model.time > 0);
        await press('Space');
        await becomes(page, 'playing', false);
        await press('End');
        await becomes(page, 'time', 1);
        await press('Home');
        await becomes(page, 'time', 0);
        await tabTo(page, '#transport .next');
        await press('Enter');
        await page.waitForFunction(() => lab.model.shows === 'slow');
        await press('Escape');
        await becomes(page, 'shows', 'run');
        await tabTo(page, '#tabs [aria-selected="true"]');
        await tabTo(page, '[data-path="leading.restitution"] input[type=range]');
        await rerun(page, () => press('ArrowLeft'));
        const changed = await sets(page);
        assert.match(String(changed), /restitution\.ball_ball=0\.9/);
        await page.locator('.skip').focus(); // skipping to the table is no link to another scene
        await press('Enter');
        await focusOn(page, /^CANVAS/);
        await calm(page);
        assert.deepEqual(await sets(page), changed);
        assert.match(await page.evaluate(() => location.hash), /^#lab=/);
        return 'a ball chosen and moved, played, a contact seen slowly, restitution turned';
    },

    'of several tabs clicked at once the last one stays': async (stand) => {
        const page = await open(stand);
        await page.evaluate(() => [1, 2, 1, 0].forEach((k) =>
            document.getElementById(`tab-${k}`).click()));
        await calm(page);
        assert.deepEqual(await page.locator('#tabs [aria-selected=true]').evaluateAll((all) =>
            all.map(({ id }) => id)), ['tab-0']);
        assert.deepEqual(await page.$$eval('#panels .panel', (all) => all.map((each) =>
            each.open && !each.parentElement.hidden)), [true, false, false]);
    },

    'keyboard: tabs, prediction, files, link, another scene': async (stand) => {
        const page = await open(stand);
        const press = (key) => page.keyboard.press(key);
        await tabTo(page, '#menu button');
        for (const key of ['Tab', 'Shift+Tab']) { // to the next scene, and back
            await press('Enter');
            await page.waitForFunction(() => document.activeElement.matches('dialog[open] button'));
            await press(key);
            await rerun(page, () => press('Enter'));
            await noDialog(page);
            await page.waitForFunction(() => document.activeElement.matches('#menu button'));
        }
        await tabTo(page, '#share button');
        await press('Enter');
        await page.waitForFunction(() => /./.test(document.querySelector('#share [role=status]')
            .textContent));
        await page.evaluate(() => lab.model.record());
        await tabTo(page, '[data-part="inst.files"] summary');
        await press('Enter');
        await page.locator('[data-part="inst.files"] .files button').first().waitFor();
        await tabTo(page, '[data-part="inst.files"] .files button');
        const [download] = await Promise.all([page.waitForEvent('download'), press('Enter')]);
        await tabTo(page, '#tab-0');
        await press('ArrowRight');
        await page.waitForFunction(() => document.activeElement.id === 'tab-1');
        await reveal(page, '#predict-on');
        await tabTo(page, '#predict-on');
        await press('Space');
        await becomes(page, 'locked', true);
        await tabTo(page, '#predict-x');
        await page.keyboard.press('ArrowUp');
        await page.waitForFunction(() => lab.model.prediction.place !== null);
        await page.evaluate(() => document.querySelector('[data-say="predict.go"]').focus());
        await press('Enter');
        await page.waitForFunction(() => !lab.model.locked);
        return download.suggestedFilename();
    },

    'lists show and change what the canvas does': async (stand) => {
        const page = await open(stand);
        await page.click('#tab-2');
        await calm(page);
        const events = page.locator('.events .event');
        await eventually(async () => assert.deepEqual(await events.allTextContents(),
            ['cue hits eight at 0.5428 s, 1.00 m/s']));
        await events.first().press('Enter');
        await becomes(page, 'time', await page.evaluate(() =>
            lab.model.run.collisions[0].column.t_s[0]));
        const row = page.locator('#lists tbody tr').first();
        // x = 0.6 m + 1 m/s t at the contact, near the next sample
        await eventually(async () => assert.match(await row.textContent(), /^cue1\.1430\.635/));
        await row.locator('button').press('Enter');
        await page.fill('#balls-vy_mps', '0.02');
        await rerun(page, () => page.keyboard.press('Enter'));
        assert.deepEqual(await sets(page), ['balls.cue.vy_mps=0.02']);
        await page.fill('#balls-x_m', '-5');
        await page.keyboard.press('Enter');
        await page.waitForSelector('#balls-why:visible');
        await eventually(async () => assert.equal(await page.getAttribute('#balls-x_m',
            'aria-invalid'), 'true'));
        await page.waitForFunction(() => /cannot run/.test(document.getElementById('live')
            .textContent));
        assert.deepEqual(await sets(page), ['balls.cue.vy_mps=0.02']);
        await page.locator('.events li button').last().press('Enter');
        await page.waitForFunction(() => lab.model.shows === 'slow');
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
        await page.waitForFunction(() => !lab.model.playing && lab.model.time === 0.3);
        await page.waitForFunction(() => /End of the run/.test(heard.at(-1)?.[1]));
        await calm(page);
        const heard = await page.evaluate(() => heard);
        assert.ok(heard.length >= 2, JSON.stringify(heard));
        heard.slice(1).forEach(([at_ms], k) => assert.ok(at_ms - heard[k][0] > 950,
            JSON.stringify(heard)));
        assert.match(heard.map(([, text]) => text).join(' '), /collisions\..*End of the run, 0\.3000 s/);
        return `${heard.length} sentences of a break`;
    },

    'reduced motion: no automatic playback, contacts in steps': async (stand) => {
        const page = await open(stand, { reducedMotion: 'reduce' });
        await page.click('#transport .next');
        await page.waitForFunction(() => lab.model.shows === 'slow');
        await calm(page);
        const [playing, from, to] = await page.evaluate(() => [lab.model.playing, lab.model.time,
            lab.model.shown.to_s]);
        assert.ok(!playing);
        let steps = 0;
        for (; steps < 40 && await page.evaluate(() => lab.model.time) < to - 1e-12; steps++) {
            const before = await page.evaluate(() => lab.model.time);
            await page.click('[data-say-label="transport.step"]');
            await page.waitForFunction((time) => lab.model.time !== time, before);
        }
        assert.ok(steps > 12 && steps < 30, `${steps} steps from ${from} s to ${to} s`);
        return `${steps} steps`;
    },

    'narrow windows work, and phones have large targets': async (stand) => {
        const page = await open(stand, { viewport: { width: 1600, height: 800 } }), said = [];
        // narrower and narrower windows
        for (const width of [1600, 1280, 1000, 999, 761, 760, 390, 320]) {
            await page.setViewportSize({ width, height: 800 });
            if (width === 320) { // and at the start
                await open(stand, { page });
            }
            await openAll(page);
            for (const tab of ['#tab-0', '#tab-1', '#tab-2']) {
                await page.click(tab);
                await calm(page);
                await eventually(async () => {
                    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
                    assert.ok(wide <= width, `${wide} px of ${width} with ${tab}`);
                });
                await eventually(async () => assert.deepEqual(width > 390 ? []
                    : await page.evaluate(lowTargets), [], `${width} px, ${tab}`));
            }
            said.push(width);
        }
        return `${said.join(', ')} px`;
    },

    'scenes are chosen by their pictures': async (stand) => {
        for (const how of [{}, PHONE]) {
            const page = await open(stand, how), opener = page.locator('#menu button.scenes');
            await opener.press('Enter');
            await focusOn(page, /Head-on/);
            await page.waitForFunction(() => [...document.querySelectorAll('.pictures canvas')]
                .every((canvas) => {
                    const ctx = new OffscreenCanvas(148, 84).getContext('2d',
                        { willReadFrequently: true });
                    ctx.drawImage(canvas, 0, 0, 148, 84);
                    return ctx.getImageData(0, 0, 148, 84).data.filter((value, k) => k % 4 === 3
                        && value > 0).length > 500; // opaque pixels; two balls have about 900
                }));
            await holds(page, 'the pictures', 12); // the rest is inert
            await page.keyboard.press('Escape');
            await noDialog(page);
            await opener.press('Enter');
            await focusOn(page, /Head-on/);
            await rerun(page, () => page.keyboard.press('Tab').then(() =>
                page.keyboard.press('Enter')));
            assert.equal(await page.evaluate(() => lab.model.origin.name), TWO[1]);
            await page.waitForFunction(() => document.activeElement.matches('#menu .scenes'));
        }
    },

    'on a phone the table stays above each knob': async (stand) => {
        const page = await open(stand, PHONE);
        await page.locator('.skip').press('Enter');
        await focusOn(page, /^CANVAS/);
        await reveal(page, '#knobs .more'); // so that the page scrolls past the leading knobs
        const all = page.locator('#knobs .leading .knob'), count = await all.count();
        assert.ok(count > 3, `${count} knobs`);
        for (let k = 0; k < 2 * count; k++) {
            const knob = all.nth(k % count);
            if (k >= count) { // from behind the canvas
                await knob.evaluate((at) => scrollBy(0, at.getBoundingClientRect().top));
            }
            await page.evaluate(() => document.activeElement.blur());
            await knob.locator('.controls :is(input, select)').first().focus();
            await calm(page);
            await eventually(async () => {
                const [top, bottom, from, to] = await knob.evaluate((at) =>
                    [document.querySelector('#table canvas'), at].flatMap((each) => {
                        const box = each.getBoundingClientRect();
                        return [box.top, box.bottom];
                    }));
                assert.ok(top >= 0 && bottom <= from && to <= 844, `canvas from ${top} to ${bottom
                } px, knob ${k} from ${from} to ${to} px`);
            });
        }
        return `${count} knobs`;
    },

    'table and time stay in place while panels scroll': async (stand) => {
        const page = await open(stand);
        await calm(page);
        const at = () => page.evaluate(() => ['#table canvas', '#transport .play'].map((one) =>
            document.querySelector(one).getBoundingClientRect().top));
        const before = await at();
        await page.evaluate(() => ['#panels', '#work'].forEach((one) =>
            document.querySelector(one).scrollTo(0, 1e5)));
        await calm(page);
        assert.deepEqual(await at(), before);
        assert.ok(before.every((top) => top > 0 && top < 900), `${before}`);
    },

    'low windows reach all of slow motion': async (stand) => {
        const page = await open(stand, { viewport: { width: 1280, height: 660 } });
        await page.click('#transport .next');
        await page.waitForFunction(() => lab.model.shows === 'slow');
        await page.evaluate(() => lab.model.pause());
        const last = page.locator('.readout tbody tr').last();
        await last.waitFor();
        await calm(page);
        await eventually(async () => {
            await last.scrollIntoViewIfNeeded();
            assert.ok(await last.evaluate((row) => {
                const { left, top, height } = row.getBoundingClientRect();
                return row.contains(document.elementFromPoint(left + 60, top + height / 2));
            }), 'something stands before the last solver’s row');
        });
    },

    'the German page contains no English': async (stand) => {
        const page = await open(stand, { locale: 'de-DE' });
        const english = patterns(), left = new Map();
        let looked = 0;
        assert.ok(english.length > 200, `${english.length} sentences`);
        for (const [place, go] of Object.entries(PLACES)) {
            await go(page);
            await calm(page);
            for (const text of await said(page)) {
                const [key] = english.find(([, pattern]) => pattern.test(text)) ?? [];
                looked++;
                if (key || TELLING.test(text) || POINT.test(text)) {
                    left.set(text, `${place}: ${key ?? 'no table'}: '${text.slice(0, 60)}'`);
                }
            }
        }
        assert.deepEqual([...left.values()], []);
        return `${looked} texts`;
    },

    'terms are explained beside the legend, without a mouse': async (stand) => {
        const page = await open(stand), said = page.locator('#terms');
        await tabTo(page, '.terms');
        await page.keyboard.press('Enter');
        await said.getByText('Separation speed over approach speed').waitFor();
        await holds(page, 'terms');
        await page.keyboard.press('Escape');
        await said.waitFor({ state: 'hidden' });
        await focusOn(page, /Terms/);
    },

    'the language can be changed': async (stand) => {
        const page = await open(stand);
        await page.locator('#switches select').selectOption('de');
        await page.getByRole('button', { name: 'Abspielen' }).waitFor();
        await page.locator('#switches select').selectOption('en');
        await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
    },

    'a third language is one more file': async (stand) => {
        const page = await stand.open(withLanguage('he', { 'language.name': 'עברית',
            'language.direction': 'rtl', 'language.locale': 'he', 'page.undo': 'בטל' }));
        const language = page.locator('#switches select');
        assert.deepEqual(await language.locator('option').allTextContents(),
            ['Deutsch', 'English', 'עברית']);
        await language.selectOption('he');
        await page.getByRole('button', { name: 'בטל' }).waitFor();
        await page.getByRole('button', { name: 'Play', exact: true }).waitFor(); // falls back
        await eventually(async () => assert.deepEqual(await page.evaluate(() =>
            [document.documentElement.lang, getComputedStyle(document.body).direction]),
        ['he', 'rtl']));
    },
};
