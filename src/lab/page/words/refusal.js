// SPDX-License-Identifier: GPL-3.0-or-later
/** Words refusals and notes of the core in the reader's language, from their phrases: formats with
 * values (core/phrases.js). The key of a format is `core.FORMAT`; {1} is its first value, {2 m} the
 * second one with a unit. A message with a format that the language lacks stays English. */
import { withUnit, shortNumber } from '../knobs/value/quantity.js';
import { ballName, coreText, language, say } from './words.js';

/** Formats of signs, and of keys such as balls[%g].x_m, are the same in every language. */
const isNeutral = (key) => !/ /.test(key) || !/[a-z]{2}/i.test(key.replace(/%[sg]/g, ''));

/** Formats a number as the language does: 3.2e-05 s -> "32 µs", 0.5 -> "0,5". */
function numberText(value, unit = '') {
    return (Math.abs(value) < 1 ? withUnit(value, unit) : `${shortNumber(value)} ${unit}`).trim();
}

/** @param {string | number | Phrase[]} value @returns {string | null} null if words are missing */
function valueText(value, unit = '', isName = false) {
    if (Array.isArray(value)) {
        return phraseText(value);
    }
    if (isName) {
        return ballName(`${value}`);
    }
    const isNumber = value !== '' && isFinite(Number(value));
    return isNumber ? numberText(Number(value), unit) : coreText(`${value}`) ?? `${value}`;
}

/** @param {Phrase} phrase @returns {string | null} */
function wordsOf({ key, values }) {
    const signs = key.match(/'?%[sg]/g) ?? []; // a quoted value is a name, and so is the last one of a ball
    const text = (n, unit) => valueText(values[n], unit, signs[n]?.[0] === '\'' || (key === 'ball %g%s%s' && n === 2));
    let n = 0;
    const said = coreText(key)?.replace(/\{(\d)(?: (\w+))?\}/g, (all, k, unit) => text(k - 1, unit) ?? '\0')
        ?? (isNeutral(key) || language() === 'en' ? key.replace(/%[sg]/g, () => text(n++) ?? '\0') : null);
    return said?.includes('\0') ? null : said;
}

function phraseText(phrases) {
    const said = phrases.map(wordsOf);
    return said.includes(null) ? null : said.join('');
}

/** @param {Said} message @returns {string | null} null if words are missing */
export const worded = ({ said }) => said ? phraseText(said) : null;

/** Text of a refusal, in English if the language has no words for it. */
export const refusalText = (message) => worded(message) ?? message.text;

/** What equal messages about several things have in common. */
export const formatOf = ({ said, text }) => said?.at(-1)?.key ?? text;

/** Text of a refusal without the path of the parameter. */
function reasonText({ said = [], text }) {
    const [{ key = '', values = [] } = {}, ...rest] = said;
    const own = key === '%s: %s' ? [values[1]].flat() : rest.length > 0 && values[1] === ': ' ? rest : said;
    return (own.length > 0 ? phraseText(own) : null) ?? text;
}

/** The same as a sentence, at its control. */
export function controlText(message) {
    const text = reasonText(message);
    return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Why solvers stopped. @param {Run | null} run */
export const stopsOf = (run) => (run?.end ?? []).filter(({ failure }) => failure).map(({ label, failure, said }) =>
    say('inst.failed', { solver: label, why: reasonText({ text: failure, said }) }));

/** Texts of the errors among messages, at the control that they concern. */
export const errorTexts = (messages) => messages.filter(({ error }) => error).map(controlText);
