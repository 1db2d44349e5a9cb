// SPDX-License-Identifier: GPL-3.0-or-later
// Refusals and notes of the core in German: values that a parameter cannot have, runs that end early, and
// the table of formats.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { Phrases } from '../../src/lab/page/core/phrases.js';
import { controlText, refusalText, worded } from '../../src/lab/page/words/refusal.js';
import { coreText, setLanguage } from '../../src/lab/page/words/words.js';
import { ROOT, opened, recorded, compiled, textOf } from './node.mjs';

const KEYS = Object.keys(JSON.parse(readFileSync(join(ROOT, 'src/lab/page/words/de.json'), 'utf8')))
    .filter((key) => key.startsWith('core.')).map((key) => key.slice('core.'.length));

/** Messages of which a part is English: without words, or with prose among the values. */
const english = (messages) => messages.filter((message) => {
    const prose = (phrases) => phrases.some(({ key, values }) => values.some((value) => Array.isArray(value)
        ? prose(value) : /[a-z]{2} [a-z]/i.test(value) && !key.includes('\'%s') && coreText(value) === undefined));
    return worded(message) === null || prose(message.said);
}).map(({ text }) => text);

describe('refusals', () => {
    beforeEach(() => setLanguage('de'));
    afterEach(() => setLanguage('en'));

    it('refusals: every key of a format is a format of the core', () => {
        const files = execFileSync('sh', ['src/lab/lab.sh', 'code'], { cwd: ROOT, encoding: 'utf8' }).trim().split('\n');
        const all = files.map((path) => readFileSync(join(ROOT, path), 'utf8')
            .replace(/"\s*\n?\s*"/g, '').replace(/%(?:\.\d+|\.\*)?(?:ll|z|l)?([sdugfe])/g, (one, type) =>
                type === 's' ? '%s' : '%g').replaceAll('%%', '%')).join('\n');
        assert.deepEqual(KEYS.filter((key) => /%[sg]/.test(key) && !all.includes(key)), []);
    });

    it('phrases: a text that continues another one, and texts as values', () => {
        const phrases = new Phrases(), memory = 'found 3; use h or k';
        const add = (at, size, format, values) => phrases.add((from, length) =>
            memory.slice(from, from + length), at, size, format, values);
        add(13, 6, '%s or k', 'sh\0');
        add(0, 7, 'found %zu', 'n3\0');
        add(7, 12, '; use %.9s', 'sh or k\0');
        assert.deepEqual(phrases.of(memory), [{ key: 'found %g', values: [3] },
            { key: '; use %s', values: [[{ key: '%s or k', values: ['h'] }]] }]);
    });

    it('refusals: at its control a message has neither paths nor words of the program', () => {
        const said = (...sets) => {
            const { messages, scene } = opened(textOf('01-head-on'), sets);
            return [...new Set([...messages, ...scene?.messages ?? []].map(controlText))];
        };
        setLanguage('en');
        assert.deepEqual(said('restitution=0'), ['Rigid balls then stay together. Springs push them apart again: 0.001 of the speed remains.']);
        assert.deepEqual(said('solvers.heun.step_s=0.01'), ['A contact lasts only 9.15924 ms, too short for time steps of 0.01 s.'
            + ' Choose a shorter step or softer springs.']);
        assert.deepEqual(said('restitution=1.2'), ['Choose a number from 0 to 1. More would add energy.']);
        assert.deepEqual(said('balls.cue.mass_kg=-1'), ['-1 is not possible; expected a number > 0 (kg)']);
        setLanguage('de');
        assert.deepEqual(said('restitution=0'), ['Starre Kugeln bleiben dann beisammen. Federn drücken sie wieder auseinander: 0,001 der Geschwindigkeit bleibt.']);
    });

    // ---- refusals of the core ----

    /** Messages of the core about a scenario with changes, and what ends its runs if they are made. */
    function refusals(text, sets, isRun = false) {
        const { ok, lab, heard, messages, scene } = opened(text, sets);
        const run = ok && isRun && lab.run({ samples: 11 });
        return [...messages, ...scene?.messages ?? [], ...heard.error ?? [], ...run
            ? heard.end.at(-1).map(({ failure, said }) => ({ text: failure, said })) : []]
            .filter(({ text }) => text);
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
        assert.deepEqual(english(said), []);
    });

    const HEAD_ON = textOf('01-head-on');
    for (const [what, text, sets, wanted] of [
        ['an overlap', HEAD_ON, ['balls.eight.x_m=0.61'], 'balls: „Spielkugel“ und „Acht“ überlappen um '
            + '0,04715 m; die Mittelpunkte brauchen mindestens 0,05715 m Abstand'],
        ['a step', HEAD_ON, ['solvers.heun.step_s=1e-2'], 'step_s (Löser heun): Ein Kontakt dauert nur '
            + '9,15924 ms, zu kurz für Zeitschritte von 0,01 s. Kürzere Schritte oder weichere Federn wählen.'],
        ['a place', HEAD_ON, ['balls.cue.name=my cue', 'balls.0.x_m=5'], 'balls: „my cue“ ragt 2,48857 m '
            + 'über die Bande „right“ hinaus; erwartet: x_m von 0,028575 bis 2,51143 m'],
        ['an unstable motion', HEAD_ON, ['solvers.euler.step_s=1e-2', 'solvers.euler.allow_unstable=true',
            'duration_s=2'], /^step_s: die Bewegung ist instabil: eine Kugel bewegt sich in /],
        ['many contacts', textOf('04-break'), ['friction=0.1', 'duration_s=0.21'],
            /^impact_policy: bei t = 0,202142 s haben cue und andere 31 gleichzeitige Kontakte, und /],
        ['a collapse', textOf('12-collapse'), ['solvers.rest.collapse=error'],
            'collapse: bei t = 1,5 s folgen unendlich viele Stöße aufeinander, nach 144 Stößen (Kugel 1, Kugel)'],
        ['a collapse with 34 digits', textOf('17-counting-collisions'), ['restitution=0.5', 'duration_s=2.701'],
            'bei t = 2,70018 s folgen unendlich viele Stöße aufeinander (Kugel 1, Kleine)'],
        ['a name', HEAD_ON, ['solvers.euler.name=a b'], 'solvers[1].name: „a b“ ist nicht '
            + 'möglich; erlaubt sind Buchstaben, Ziffern, _ und -; ein Name mit Leerzeichen ist label']]) {
        it(`refusals: ${what} is refused in German, with decimal commas and units`, () => {
            const said = refusals(text, sets, true).map((one) => worded(one));
            assert.ok(said.some((one) => one === wanted || wanted.test?.(one)),
                `got ${said.join('\n')}, want ${wanted}`);
        });
    }

    it('notes: those of a run are in German, sentence by sentence', () => {
        const { heard } = recorded(compiled(), HEAD_ON, ['gravity_mps2=[0, -9.81]', 'duration_s=2', 'friction=0',
            'solvers.euler.step_s=2e-5', 'checks=[]']);
        const remark = heard.summary.at(-1).remarks.find(({ solver }) => solver === 'euler');
        assert.match(worded(remark), new RegExp('^Der Integrationsfehler hat [\\d,]+ m?J zugeführt; den Schritt '
            + 'verkürzen oder ein Verfahren höherer Ordnung wählen\\. .*Die größte Überlappung beträgt \\d+ % '
            + 'eines Radius; die Steifigkeit erhöhen oder die Geschwindigkeit senken\\.$'));
    });

    it('refusals: a text without words stays English as a whole', () => {
        const unknown = [{ key: 'a new reason of %s', values: ['the core'] }];
        for (const said of [undefined, unknown, [{ key: 'missing; expected %s%s', values: ['', unknown] }]]) {
            assert.deepEqual([worded({ text: 'a reason', said }), refusalText({ text: 'a reason', said })],
                [null, 'a reason']);
        }
        const [found] = refusals(HEAD_ON, ['balls.cue.mass_kg=-0.5']);
        assert.equal(worded(found), 'balls[0].mass_kg: „-0.5“ ist nicht möglich; erwartet: eine Zahl > 0 (kg)');
        setLanguage('en');
        assert.equal(refusalText(found), 'balls[0].mass_kg: -0.5 is not possible; expected a number > 0 (kg)');
    });

    it('refusals: recordings are refused in words', () => {
        assert.match(refusals(textOf('27-measured/film'), [])[0].text,
            /a page cannot read the files of a recording/);
    });
});
