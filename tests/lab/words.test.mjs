// SPDX-License-Identifier: GPL-3.0-or-later
// Every text of the page is in words/, and every text there is used.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { wordsOf } from '../../src/lab/page/words/words.js';
import { ROOT } from './node.mjs';

const SOURCES = join(ROOT, 'src/lab/page');
const sources = readdirSync(SOURCES, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.(js|html)$/.test(entry.name)
        && !/page\/words/.test(entry.path))
    .map((entry) => join(entry.path, entry.name))
    .map((path) => ({ path: relative(SOURCES, path), text: readFileSync(path, 'utf8') }));

/** Keys that no source uses, directly or as in `goal.kind.${kind}`. */
function unsaid(keys, texts) {
    const all = texts.join('\n');
    const begun = [...new Set([...all.matchAll(/`(\w+\.(?:\w+\.)*)\$\{/g)].map(([, stem]) => stem))];
    const ended = [...new Set([...all.matchAll(/\$\{[^}]*\}(\.\w+)`/g)].map(([, end]) => end))];
    const word = (text) => new RegExp(`(^|[^\\w.])${text.replaceAll('.', '\\.')}($|\\W)`).test(all);
    const quoted = (key) => all.includes(`'${key}'`) || all.includes(`"${key}"`);
    const said = (key) => quoted(key) || begun.some((stem) => key.startsWith(stem)
        && word(key.slice(stem.length)));
    return keys.filter((key) => !said(key)
        && !ended.some((end) => key.endsWith(end) && said(key.slice(0, -end.length))));
}

/** Texts for readers in a source: contents or names of elements. */
function spoken(text) {
    const letters = (all) => /[a-z]{2}/i.test(all.replace(/\$\{[^}]*\}/g, ''));
    return [
        ...text.matchAll(/\b(?:textContent|innerText|placeholder|title|alt)\s*[=:]\s*(['"`])(.*?)\1/g),
        ...text.matchAll(/'aria-(?:label|description|valuetext)'\s*[:,]\s*(['"`])(.*?)\1/g),
        ...text.matchAll(/\belement\('\w+', \{[^{}]*\}, (['"`])(.*?)\1/g),
    ].map(([, , said]) => said).filter(letters);
}

test('words: every text is used', () => {
    // of the core's own words (key.*) the core says which come
    const keys = Object.keys(wordsOf('en')).filter((key) => !key.startsWith('key.'));
    assert.deepEqual(unsaid(keys, sources.map(({ text }) => text)), []);
    assert.deepEqual(unsaid(['a.b', 'a.c', 'd.e', 'f.g', 'f.g.says'],
        ["say('a.b') say(`d.${of}`) 'e' 'f.g' say(`${key}.says`)"]), ['a.c']);
});

test('words: no text is outside of words/', () => {
    assert.deepEqual(sources.flatMap(({ path, text }) => spoken(text).map((said) =>
        `${path}: ${said}`)), []);
    assert.deepEqual(spoken("a.textContent = 'Play'; element('p', {}, 'Now') title: `${a} – ${b}`"),
        ['Play', 'Now']);
});
