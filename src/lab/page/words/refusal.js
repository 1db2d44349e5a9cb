// SPDX-License-Identifier: GPL-3.0-or-later
/** Words refusals and notes of the core in the reader's language. Their key is the core's format,
 * with %s for every text and %g for every number: "%s and %s overlap by %g m". Texts nest formats
 * (a solver's reason in a reader's message), so key and values are found in the text itself. */
import { quantity, shortNumber } from '../knobs/value/quantity.js';
import { cached } from '../model/search.js';
import { language, wordsOf } from './words.js';

const KEY = 'refusal.';
const VALUE = { '%s': '((?:(?!; ).)*?)', '%g': '([-+]?(?:\\d[\\d.]*(?:e[-+]?\\d+)?|inf|nan))',
    '…': '(?:(?!; |\\. [A-Z]).)*' }; // end of a key that build.mjs shortened
const PATH = /^([\w.[\]*-]+(?: \(solver [^)]*\))?): (.+)$/s;
const PROSE = /[a-z]{2} [a-z]|\ba [a-z]/i; // words without a translation; names of balls are quoted
const compiled = new Map();

/** Pattern of the texts that a format gives. */
export const patternOf = (key) => new RegExp(`^${key.split(/(%[sg]|…)/).map((part) => VALUE[part]
    ?? part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('')}$`, 's');

/** Formats of a language, the longest first: {key, said, pattern}. */
function formatsOf(code) {
    const size = ({ key }) => key.replace(/%[sg]|…/g, '').length;
    return cached(compiled, code, () => Object.entries(wordsOf(code))
        .filter(([key]) => key.startsWith(KEY))
        .map(([key, said]) => ({ key: key.slice(KEY.length), said }))
        .sort((a, b) => size(b) - size(a))
        .map((format) => ({ ...format, pattern: patternOf(format.key) })));
}

/** Formats a number as the language does: 3.2e-05 s -> "32 µs", 0.5 -> "0,5". */
function numberText(text, unit = '') {
    const value = Number(text);
    const said = Math.abs(value) < 1 ? quantity(value, unit) : `${shortNumber(value)} ${unit}`;
    return said.trim().replaceAll('-', '−');
}

const isNumber = (text) => new RegExp(`^${VALUE['%g']}$`).test(text) && isFinite(text);

/** @returns {string|null} text of a value; null if it contains prose without a translation */
function valueText(text, unit) {
    if (isNumber(text)) {
        return numberText(text, unit);
    }
    return worded(text) ?? (PROSE.test(text) ? null : text);
}

/** @returns {{key, values, said}|null} format and values of a text that needs no division */
function formatIn(text) {
    for (const { key, said, pattern } of formatsOf(language())) {
        const values = pattern.exec(text)?.slice(1), quoted = key.match(/'?%[sg]/g);
        const texts = values?.map((value, k) => quoted[k][0] === '\'' ? value : valueText(value));
        if (texts && !texts.includes(null)) {
            return { key, values, said: said.replace(/\{(\d)(?: (\w+))?\}/g, (all, n, unit) =>
                unit ? valueText(values[n - 1], unit) : texts[n - 1]) };
        }
    }
    return null;
}

/** Words a sentence, or its parts: "KEY: problem; fix (unit)". */
function wordedSentence(text) {
    const whole = formatIn(text);
    if (whole) {
        return whole.said;
    }
    const parts = PATH.exec(text), unit = /^(.+)( \(([^()]+)\))$/s.exec(text);
    const inside = parts && worded(parts[2]);
    if (parts && inside !== null) {
        return `${worded(parts[1]) ?? parts[1]}: ${inside}`;
    }
    for (let at = text.indexOf('; '); at >= 0; at = text.indexOf('; ', at + 1)) {
        const left = worded(text.slice(0, at)), right = left && valueText(text.slice(at + 2));
        if (right) {
            return `${left}; ${right}`;
        }
    }
    const left = unit && worded(unit[1]);
    return left && `${left}${worded(unit[2]) ?? unit[2]}`;
}

/** Words a text, or its sentences.
 * @returns {string|null} null if a part has no translation */
export function worded(text) {
    const said = text.split(/(?<=\.) (?=[A-Z])/).map(wordedSentence);
    return said.includes(null) ? wordedSentence(text) : said.join(' ');
}

/** Text of a refusal, in English if the language has no words for it. */
export const refusalText = (text) => worded(text) ?? text;

export const refusalTexts = (messages) => messages.map(({ text }) => refusalText(text));

/** Texts of the errors among messages. */
export const errorTexts = (messages) => refusalTexts(messages.filter(({ error }) => error));
