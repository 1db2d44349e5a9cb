// SPDX-License-Identifier: GPL-3.0-or-later
// In German the page is German: no sentence of the English table is left anywhere, and none that stands in no table.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pageOf, rerun, reveal, ROOT } from './stand.mjs';

const WORDS = join(ROOT, 'src/lab/page/words');
/** Signs of English that German has not. */
const TELLING = /\b(the|of|and|is|are|with|this|that|from|by|which|not|has|to)\b/i;

const escaped = (text) => text.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
const literal = (sentence) => sentence.replace(/\{\w+\}/g, '');

/** What English says otherwise than German, as [key, pattern]; names like "{a}, {b}" say nothing. */
async function patterns() {
    const tables = { en: {}, de: {} };
    for (const file of readdirSync(WORDS).filter((name) => name !== 'words.js')) {
        const { default: words } = await import(join(WORDS, file));
        const both = words.en ? words : { [file.slice(0, 2)]: words };
        Object.entries(both).forEach(([code, table]) => Object.assign(tables[code], table));
    }
    const { en, de } = tables;
    return Object.keys(en).filter((key) => en[key] !== de[key] && /[a-z]{4}/i.test(literal(en[key])))
        .map((key) => [key, new RegExp(`^${en[key].split(/\{\w+\}/).map(escaped).join('.+')}$`, 's')]);
}

/** All texts and names on the page, but for what it says to be English, and the scenario's and the core's own words. */
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
        if (each.dataset.sayTitle) { // other titles are the core's words
            add(each.title, each);
        }
        [...each.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
            .forEach((text) => add(text.textContent, each));
    }
    return [...found];
});

const openAll = (page) => page.evaluate(() => document.querySelectorAll('details:not(.panel)')
    .forEach((each) => {
        each.open = true;
    }));

/** Where there is something else to be read. */
const PLACES = {
    'all panels': openAll,
    'judged': (page) => page.evaluate(() => lab.model.record()),
    'refused': (page) => page.evaluate(() => lab.model.edit([['balls.eight.x_m', '0.61']])),
    'turned': (page) => rerun(page, () => page.evaluate(() =>
        lab.model.edit([['restitution.ball_ball', '0.8']]))),
    'slow motion': async (page) => {
        await page.locator('#transport .next').click();
        await page.waitForFunction(() => lab.model.shows === 'slow');
    },
    'prediction': async (page) => {
        await page.evaluate(() => lab.model.show('run'));
        await reveal(page, '#predict-on');
        await page.locator('#predict-on').check();
    },
    'lists': (page) => reveal(page, '#lists h3'),
    'about': (page) => page.locator('#about-button button').click(),
};

export default {
    'in German no English is left': async (stand) => {
        const page = await stand.open(pageOf('first', '01-head-on'), { locale: 'de-DE' });
        const english = await patterns(), left = new Map();
        let looked = 0;
        assert.ok(english.length > 200, `${english.length} sentences`);
        for (const [place, go] of Object.entries(PLACES)) {
            await go(page);
            await page.waitForTimeout(300); // what is calm comes late
            for (const text of await said(page)) {
                const [key] = english.find(([, pattern]) => pattern.test(text)) ?? [];
                looked++;
                if (key || TELLING.test(text)) {
                    left.set(text, `${place}: ${key ?? 'no table'}: '${text.slice(0, 60)}'`);
                }
            }
        }
        assert.deepEqual([...left.values()], []);
        return `${looked} texts`;
    },

    'the language is changed while it is open': async (stand) => {
        const page = await stand.open(pageOf('first', '01-head-on'));
        await page.locator('#switches select').selectOption('de');
        await page.getByRole('button', { name: 'Abspielen' }).waitFor();
        await page.locator('#switches select').selectOption('en');
        await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
    },
};
