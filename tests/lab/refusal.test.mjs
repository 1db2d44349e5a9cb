// SPDX-License-Identifier: GPL-3.0-or-later
// Refusals and notes of the core in German: values that a parameter cannot have, runs that end early, and
// the table of formats.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { shortened } from '../../src/lab/page/words/languages.js';
import { patternOf, refusalText, worded } from '../../src/lab/page/words/refusal.js';
import { setLanguage, wordsOf } from '../../src/lab/page/words/words.js';
import { ROOT, opened, recorded, compiled, textOf } from './node.mjs';

const unworded = (texts) => [...new Set(texts)].filter((text) => worded(text) === null);

/** Text of a format with values: "$" for a text, 1.5 for a number. */
const filled = (format) => format.replace(/%([sg])/g, (all, type) => type === 's' ? '$' : '1.5');

describe('refusals', () => {
    beforeEach(() => setLanguage('de'));
    afterEach(() => setLanguage('en'));

    it('refusals: every key is a format of the core', () => {
        const sources = readdirSync(join(ROOT, 'src'), { recursive: true }).filter((path) => path.endsWith('.c'));
        const all = sources.map((path) => readFileSync(join(ROOT, 'src', path), 'utf8')
            .replace(/"\s*\n?\s*"/g, '').replace(/%(?:\.\d+|\.\*)?(?:ll|z|l)?([sdugfe])/g, (one, type) =>
                type === 's' ? '%s' : '%g').replaceAll('%%', '%')).join('\n');
        const composed = new RegExp('^( from %g to %g| > 0 and <= %g|%s or one of: %s|use %s or %s|'
            + '(one of:|a (finite |whole )?number|a ball of|two numbers).*)$');
        const keys = Object.keys(wordsOf('de')).filter((key) => key.startsWith('refusal.'))
            .map((key) => key.slice('refusal.'.length));
        assert.deepEqual(keys.filter((key) => !all.includes(key) && !composed.test(key)), []);
    });

    it('refusals: the shortened keys of the page belong to one format each', () => {
        const keys = Object.keys(wordsOf('de')), texts = keys.map(filled);
        shortened(keys).forEach((key, k) => {
            const same = keys.filter((other, n) => key.endsWith('…') && patternOf(key).test(texts[n]));
            assert.deepEqual(same, key.endsWith('…') ? [keys[k]] : []);
        });
        assert.deepEqual(shortened(['page.a b', 'refusal.use %s now', 'refusal.use a b c', 'refusal.use a d']),
            ['page.a b', 'refusal.use %s now', 'refusal.use a b…', 'refusal.use a d']);
    });

    // ---- refusals of the core ----

    /** Messages of the core about a scenario with changes, and what ends its runs if they are made. */
    function refusals(text, sets, isRun = false) {
        const { ok, lab, heard, messages, scene } = opened(text, sets);
        const run = ok && isRun && lab.run({ samples: 11 });
        return [...messages, ...scene?.messages ?? []].map((message) => message.text)
            .concat(heard.error ?? [], run ? heard.end.at(-1).map(({ failure }) => failure) : [])
            .filter(Boolean);
    }

    it('refusals: values that a parameter cannot have are refused in German', () => {
        const values = { number: ['-1e300', '1e300', '0'], count: ['-1', '0.5', '1e300'],
            text: ['foo', 'wall', 'cue'], vector: ['[1e300, 0]', '[0, -1e300]'] };
        const tried = new Set(), said = []; // each key once, of one ball or solver
        for (const text of ['01-head-on', '04-break', '13-gas/cooling'].map(textOf)) {
            const knobs = opened(text).knobs.filter(({ type, path }) => type !== 'map'
                && tried.size < tried.add(path.replace(/\.[^.]*\./, '.*.')).size);
            knobs.forEach(({ path, type, words }) => (values[type] ?? words).forEach((value) =>
                said.push(...refusals(text, [`${path}=${value}`]))));
        }
        assert.ok(said.length > 120, `${said.length}`);
        assert.deepEqual(unworded(said), []);
    });

    const HEAD_ON = textOf('01-head-on');
    for (const [what, text, sets, wanted] of [
        ['an overlap', HEAD_ON, ['balls.eight.x_m=0.61'], 'balls: „cue“ und „eight“ überlappen um '
            + '0,04715 m; die Mittelpunkte brauchen mindestens 0,05715 m Abstand'],
        ['a step', HEAD_ON, ['solvers.heun.step_s=1e-2'], 'step_s (Löser heun): der Schritt von 0,01 s '
            + 'muss unter 5,83095 ms liegen, der Grenze von heun für den steifsten Kontakt '
            + '(Kontaktzeit 9,15924 ms); step_s: höchstens 8,7e−4 wählen (zehn Schritte je Kontakt), oder allow_unstable: true setzen'],
        ['a place', HEAD_ON, ['balls.cue.name=my cue', 'balls.0.x_m=5'], 'balls: „my cue“ ragt 2,48857 m '
            + 'über die Bande „right“ hinaus; erwartet: x_m von 0,028575 bis 2,51143 m'],
        ['an unstable motion', HEAD_ON, ['solvers.euler.step_s=1e-2', 'solvers.euler.allow_unstable=true',
            'duration_s=2'], /^step_s: die Bewegung ist instabil: eine Kugel bewegt sich in /],
        ['many contacts', textOf('04-break'), ['friction=0.1', 'duration_s=0.21'],
            /^impact_policy: bei t = 0,202142 s haben cue und andere 31 gleichzeitige Kontakte, und /],
        ['a collapse', textOf('12-collapse'), ['solvers.rest.collapse=error'],
            /^collapse: inelastischer Kollaps bei t = 1,5 s nach 144 Stößen: Kugel 1, ball bei /],
        ['a name', HEAD_ON, ['solvers.euler.name=a b'], 'solvers[1].name: „a b“ ist nicht '
            + 'möglich; erlaubt sind Buchstaben, Ziffern, _ und -']]) {
        it(`refusals: ${what} is refused in German, with decimal commas and units`, () => {
            const said = refusals(text, sets, true).map((one) => worded(one));
            assert.ok(said.some((one) => one === wanted || wanted.test?.(one)),
                `got ${said.join('\n')}, want ${wanted}`);
        });
    }

    it('notes: those of a run are in German, sentence by sentence', () => {
        const { heard } = recorded(compiled(), HEAD_ON, ['gravity_mps2=[0, -9.81]', 'duration_s=2', 'friction=0',
            'solvers.euler.step_s=2e-5', 'checks=[]']);
        const { text } = heard.summary.at(-1).remarks.find(({ solver }) => solver === 'euler');
        assert.match(worded(text), new RegExp('^Der Integrationsfehler hat [\\d,]+ m?J zugeführt; den Schritt '
            + 'verkürzen oder ein Verfahren höherer Ordnung wählen\\. .*Die größte Überlappung beträgt \\d+ % '
            + 'eines Radius; die Steifigkeit erhöhen oder die Geschwindigkeit senken\\.$'));
        assert.equal(worded(`${text} A sentence without words.`), null);
    });

    it('refusals: a text without words stays English as a whole', () => {
        for (const text of ['a new reason of the core; use a smaller step',
            'step_s: found a thing; expected a number > 0 (s)',
            'the motion is unstable: some cause at t = 1 s (got 0.1 s); use a smaller step']) {
            assert.deepEqual([worded(text), refusalText(text)], [null, text]);
        }
        assert.equal(worded('found 0.5; expected 1'), '0,5 ist nicht möglich; erwartet: 1');
        setLanguage('en');
        assert.equal(refusalText('found 0.5; expected 1'), 'found 0.5; expected 1');
    });

    it('refusals: recordings are refused in words', () => {
        assert.match(refusals(textOf('27-measured/film'), [])[0],
            /a page cannot read the files of a recording/);
    });
});
