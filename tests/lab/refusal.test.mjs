// SPDX-License-Identifier: GPL-3.0-or-later
// Refusals of the core in German: every format that a reader of the page can reach has words.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import WORDS, { shortened } from '../../src/lab/page/words/languages.js';
import { patternOf, refusalText, worded } from '../../src/lab/page/words/refusal.js';
import { setLanguage, wordsOf } from '../../src/lab/page/words/words.js';
import { MODULE, ROOT, opened, recorded, compiled, textOf } from './node.mjs';

const unworded = (texts) => [...new Set(texts)].filter((text) => worded(text) === null);

// ---- every format of the sources ----

/** Sources whose texts a reader of the page does not see. */
const UNREACHED = [
    [/^src\/(base|figures|integrators|measure|records|run|system)\//, 'records, figures, commands'],
    [/^src\/checks\//, 'results of checks, which are sentences of their own'],
    [/^src\/lab\/(html|live_run|record)\.c/, 'calls that the page composes itself'],
    [/^src\/lab\/wasi\/absent\.c/, 'checks of the program'],
    [/^src\/scenario\/yaml\/(tree|node)\.c|^src\/params\/number\.c/,
        'syntax errors: the page writes scenarios itself and links have a checksum'],
    [/^src\/scenario\/(write|load)\.c/, 'seeds and numbers of commands'],
    [/^src\/params\/removed\.c/, 'advice about keys of older files'],
];
const UNREACHED_TEXTS = [
    [/^(sweep|convergence|statistics|checks)\b|: no formula: /, 'keys that the page cannot edit'],
    [/^(unknown (parameter|solver)|no solver|cannot go back|the trace |a state can only)/,
        'misuse of the interface'],
    [/CAROM_[A-Z]+/, 'misuse of the interface'],
    [/^a text with a control|^ \(a (tab|line end)\)|^: for > and|^one value, or/,
        'a field of the page has one line and one value'],
    [/^the file is empty|a mapping that begins with|^samples: /, 'the page cannot edit these'],
    [/^(corners|edge|the lowest x)|in line %zu too|is not a preset|or pairs of bodies/,
        'the page cannot edit these lists'],
    [/^(rigid balls|plays back|the loop of|, in which a ball|\. The table of| It|, its files)/,
        'descriptions of solvers'],
    [/^ A (ball|collision) /, 'descriptions of solvers'],
    [/^root mean square/, 'documentation of a column'],
    [/^the recording of ball|^ball '%.60s' begins/, 'no such solver'],
    [/^\{"name"|^its files$/, 'JSON, and a description of a solver'],
];

/** Sources of the notes below the summary, and their texts that are none. */
const NOTES = ['src/measure/validity.c', 'src/run/scenario_run.c'];
const UNNOTED = [/^interrupted/, /no record was changed/];

const sources = readFileSync(`${MODULE}.sources`, 'utf8').split('\n')
    .map((line) => /(src\/[\w/]+\.c)$/.exec(line)?.[1])
    // (a kept module may be older than a renamed file)
    .filter((path) => path && existsSync(join(ROOT, path)) && !UNREACHED.some(([where]) => where.test(path)));

/** Texts of a source without comments and documentation of parameters and plug-ins. */
function literals(path) {
    const text = readFileSync(join(ROOT, path), 'utf8').replace(/\/\*[^]*?\*\//g, '')
        .replace(/^#(.*\\\n)*.*$/gm, '')
        .replace(/^(?:static )?const [^;{()]* = \{[^]*?\};$/gm, '')
        .replace(/\b(NUMBER|COUNT|TEXT|WORD|FLAG|ENTRY|VECTOR|LIST|MAP)\w*\((?:[^()"]|"(?:[^"\\]|\\.)*"|\([^()]*\))*\)/g, '')
        .replace(/\.(summary|called|doc|about) = (\{[^{}]*\}|(\s*"(?:[^"\\]|\\.)*")+)/g, '');
    return [...text.matchAll(/(?:"(?:[^"\\\n]|\\.)*"\s*)+/g)].map(([all]) =>
        [...all.matchAll(/"((?:[^"\\\n]|\\.)*)"/g)].map(([, part]) => part).join('')
            .replaceAll('\\"', '"'));
}

/** Texts that a format gives, alone or with what is appended to it or omitted before it. */
const forms = (format) => [format, `${format}%s`, `${format} %s`,
 format.replace(/^%s/, '')].map(filled);

/** Text of a format with values: "$" for a text, 1.5 for a number. */
const filled = (format) => format.replace(/%(?:\.\d+|\.\*)?(?:ll|z|l)?([sdugfe%])/g,
    (all, type) => type === 's' ? '$' : type === '%' ? '%' : '1.5');
const isProse = (format) => /[a-z] [a-z]/i.test(format.replace(/%[.*\w]+/g, '%'));

describe('refusals', () => {
    beforeEach(() => setLanguage('de'));
    afterEach(() => setLanguage('en'));

    it('refusals: every format that a reader can reach has German words, also with the keys of the built page', () => {
        const german = wordsOf('de'), keys = Object.keys(german);
        const formats = sources.flatMap(literals).filter((format) => isProse(format)
            && !UNREACHED_TEXTS.some(([text]) => text.test(format)));
        assert.ok(formats.length > 130, `${formats.length} formats found`);
        WORDS.short = Object.fromEntries(shortened(keys).map((key, k) => [key, german[keys[k]]]));
        for (const code of ['short', 'de']) {
            setLanguage(code);
            assert.deepEqual(formats.filter((format) =>
                forms(format).every((text) => worded(text) === null)), []);
        }
        delete WORDS.short;
    });

    it('notes: every sentence about a doubtful result has German words', () => {
        const formats = NOTES.flatMap(literals).filter((format) => isProse(format)
            && !UNNOTED.some((text) => text.test(format)));
        assert.ok(formats.length > 15, `${formats.length} formats found`);
        assert.deepEqual(unworded(formats.map((format) => filled(format.replace(/^; /, '')))), []);
    });

    it('refusals: every key is a format of the core', () => {
        const normal = (format) => format.replace(/%(?:\.\d+|\.\*)?(?:ll|z|l)?([sdugfe])/g,
            (all, type) => type === 's' ? '%s' : '%g').replaceAll('%%', '%');
        const all = [...sources, ...NOTES, 'src/scenario/yaml/node.c', 'src/lab/wasi/absent.c']
            .map((path) => readFileSync(join(ROOT, path), 'utf8').replace(/"\s*\n?\s*"/g, ''))
            .flatMap((text) => [...text.matchAll(/"((?:[^"\\\n]|\\.)*)"/g)])
            .map(([, text]) => normal(text)).join('\n');
        const composed = /^( from %g to %g| > 0 and <= %g|%s or one of: %s|use %s or %s|one of:.*|a (finite |whole )?number.*|a ball of.*|two numbers.*)$/;
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
            + 'muss unter 5,83095 ms liegen, der Stabilitätsgrenze von heun für den steifsten Kontakt '
            + '(Kontaktzeit 9,15924 ms); verkürzen, oder allow_unstable: true setzen'],
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

    it('refusals: solvers that need files or MPFR are refused in words, and their keys are valid', () => {
        const oracle = (bits) => refusals(HEAD_ON, ['solvers.impulse.kind=oracle',
            `solvers.impulse.precision_bits=${bits}`]);
        assert.match(refusals(textOf('27-measured/film'), [])[0],
            /a page cannot read the files of a recording/);
        assert.equal(oracle(512).length, 1);
        assert.match(oracle(512)[0], /needs MPFR, which this build of carom lacks/);
        assert.match(oracle(7).join(), /precision_bits/);
    });
});
