// SPDX-License-Identifier: GPL-3.0-or-later
// Every text of the page is in words/, and every language has it.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { ballName, languageOf, languages, local, preferred, say, setLanguage, translated, wordsOf }
    from '../../src/lab/page/words/words.js';
import { labelled } from '../../src/lab/page/model/model.js';
import { fullName } from '../../src/lab/page/words/solver.js';
import { compiled, opened, recorded, ROOT, scenes as scenesOfPage, textOf } from './node.mjs';

const SOURCES = join(ROOT, 'src/lab/page');
const sources = readdirSync(SOURCES, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.(jsx?|html)$/.test(entry.name))
    .map((entry) => join(entry.path, entry.name))
    .map((path) => ({ path: relative(SOURCES, path), text: readFileSync(path, 'utf8') }));

/** Texts for readers in a source: contents or names of elements. */
function spoken(text) {
    const letters = (all) => /[a-z]{2}/i.test(all.replace(/\$\{[^}]*\}/g, ''));
    return [
        ...text.matchAll(/\b(?:textContent|innerText|placeholder|title|alt)\s*[=:]\s*(['"`])(.*?)\1/g),
        ...text.matchAll(/'aria-(?:label|description|valuetext)'\s*[:,]\s*(['"`])(.*?)\1/g),
        ...text.matchAll(/\belement\('\w+', \{[^{}]*\}, (['"`])(.*?)\1/g),
    ].map(([, , said]) => said).filter(letters);
}

test('words: no text is outside of words/', () => {
    assert.deepEqual(sources.flatMap(({ path, text }) => spoken(text).map((said) =>
        `${path}: ${said}`)), []);
    assert.deepEqual(spoken("a.textContent = 'Play'; element('p', {}, 'Now') title: `${a} – ${b}`"),
        ['Play', 'Now']);
});

test('words: every text of the sources exists', () => {
    const said = sources.flatMap(({ text }) => [
        ...text.matchAll(/\b(?:say|button)\('(\w+\.[\w.]+)'/g),
        ...text.matchAll(/data-say(?:-label|-title)?"?[=:] ?['"](\w+\.[\w.]+)['"]/g)])
        .map(([, key]) => key);
    assert.deepEqual([...new Set(said)].filter((key) => !(key in wordsOf('en'))), []);
});

test('words: every language has every text with the same placeholders', () => {
    /** Names in braces by key. English needs no names of parameters and balls and no texts of the core. */
    const holes = (code) => Object.fromEntries(Object.entries(wordsOf(code))
        .filter(([key]) => !/^(key|core|ball|refusal)\./.test(key))
        .map(([key, text]) => [key, new Set([...text.matchAll(/\{(\w+)[|}]/g)].map(([, name]) => name))]));
    for (const code of languages()) {
        assert.deepEqual(holes(code), holes('en'), code);
    }
});

test('words: values are inserted, and the language is the reader’s', () => {
    setLanguage('de');
    assert.equal(say('unit.min', { n: 3 }), '3 min');
    assert.equal(say('seal.same', { version: '$&' }),
        'Dieselben Zahlen wie das Programm carom $&');
    assert.deepEqual([1, 2].map((n) => say('access.passed', { n })), ['1 Stoß.', '2 Stöße.']);
    assert.equal(say('unit.s', { n: 0.25 }), '0,25 s');
    assert.equal(local('1.5 and 2.5e-3, version 0.1.0, a1.5'), '1,5 and 2,5e-3, version 0.1.0, a1.5');
    assert.equal(preferred(['fr-FR', 'de-AT', 'en']), 'de');
    assert.equal(preferred(['fr']), 'en');
    setLanguage('xx');
    assert.equal(say('page.share'), 'Share');
    assert.equal(say('no.such.key'), 'no.such.key');
});

test('words: a solver without a label of its own has a name in the reader’s language', () => {
    const namesIn = (code) => {
        setLanguage(code);
        return ['21-throw', '09-cradle'].map((name) => labelled(opened(textOf(name)).scene).solvers.map(fullName));
    };
    const [german, english] = ['de', 'en'].map(namesIn);
    assert.deepEqual(german, [['Starre Kugeln: Kraftstoß', 'Federn'], ['Starre Kugeln: Kraftstoß', 'Starre Kugeln: Kraftstoß, 34 Stellen', 'Federn']]);
    assert.deepEqual(english.map((names) => names.at(-1)), ['springs', 'springs']); // as typed
});

test('words: German calls a thing by one word, and the shipped balls by German names', () => {
    const other = /Tempo|\bWand\b|\bBezug\b|Berührung|Kollision|Simulation/;
    assert.deepEqual(Object.entries(wordsOf('de')).filter(([, text]) => other.test(text)), []);
    const names = new Set(scenesOfPage().filter((path) => !path.includes('/') && !/^2[57]/.test(path)).flatMap((path) => {
        const { scene } = opened(textOf(path));
        return scene.balls.map(({ name }) => name).filter((name) => /[a-z]{2}/.test(name));
    }));
    assert.ok(names.size > 15, `${[...names]}`);
    setLanguage('de');
    const kept = [...names].filter((name) => ballName(name) === name && name !== 'super');
    const said = [say('access.event', { a: 'cue', b: 'eight', t: '1', v: '2' }), ballName('glass2'), ballName('Anna')];
    setLanguage('en');
    assert.deepEqual(kept, []);
    assert.deepEqual(said, ['Spielkugel trifft Acht nach 1 s mit 2 m/s', 'Glas 2', 'Anna']);
    assert.equal(ballName('cue'), 'cue');
});

/** Texts for readers in the YAML files of an experiment: titles and goals of its scenes, and hints. */
function textsIn(folder, name, scenes) {
    const read = (path) => readFileSync(join(folder, path), 'utf8');
    const bare = (text) => text.replace(/^"(.*)"$/, '$1');
    return [...scenes.flatMap((path) => [
        ...read(path).matchAll(/^title: (.*)$/gm), ...read(path).matchAll(/ goal: ("[^"]*")/g)]),
    ...read(`${name}/answers.yaml`).matchAll(/ (?:hint|more|why): ("[^"]*")/g)].map(([, text]) => bare(text));
}

/** Names of formulas and of the program, which need no translation. */
const FORMULA = /carom .*|\b(sqrt|ln|exp|a?sin|cosh?|a?tan|arccos|pi|eta|chi|lambda|theta|omega|phi|beta|gamma|zeta|delta|m_red)\b/g;

test('words: descriptions of the core have a German text, and labels of solvers their parts', () => {
    const module = compiled(), found = new Set();
    for (const name of ['01-head-on', '04-break', '13-gas', '15-as-published/clock', '15-as-published/sign',
        '15-as-published/sticking', '20-stadium', '21-throw', '27-measured',
        '27-measured/restitution-of-speed']) {
        const { heard } = recorded(module, textOf(name), ['duration_s=0.01']);
        const { columns } = heard.scene.at(-1);
        [...heard.knobs.at(-1), ...columns].forEach(({ doc }) => found.add(doc));
        heard.summary.at(-1).rows.forEach(({ label, doc }) => found.add(label.trim()).add(doc));
    }
    assert.ok(found.size > 140, `${found.size} texts`);
    setLanguage('de');
    assert.deepEqual([...found].filter((text) => text && languageOf(text) !== 'de'), []);
    assert.deepEqual(['Springs', 'h = 1.5 us'].map(translated), ['Federn', 'h = 1,5 us']);
    setLanguage('en');
    assert.deepEqual(['Springs', 'largest overlap (m)'].map((text) => [translated(text),
        languageOf(text)]), [['Springs', 'en'], ['largest overlap (m)', 'en']]);
});

test('words: titles, goals and hints of the shipped scenes have a German text', () => {
    const experiments = join(ROOT, 'experiments');
    const shown = scenesOfPage().map((path) => path.includes('/') ? path : `${path}/experiment`);
    const missing = readdirSync(experiments).filter((name) => /^\d/.test(name)).flatMap((name) => {
        const scenes = shown.filter((path) => path.startsWith(`${name}/`));
        const german = readFileSync(join(experiments, name, 'exercise.de.md'), 'utf8');
        return textsIn(experiments, name, scenes.map((path) => `${path}.yaml`))
            .filter((text) => /[a-z]{3}/.test(text.replace(FORMULA, '')))
            .filter((text) => !german.includes(`\n${text}\n= `)).map((text) => `${name}: ${text}`);
    });
    assert.deepEqual(missing, []);
});
