// SPDX-License-Identifier: GPL-3.0-or-later
/** Texts of the page in the reader's language. `say('key', {name: value})` returns a text. */
import { hashOf } from './hash.js';
import WORDS from './languages.js';

const BALLS = ['a', 'b', 'ball']; // placeholders of their names
let chosen = 'en', sign = '.'; // decimal sign
const given = {}; // translations of texts of the scenes, by language

/** Returns all texts of a language by key. */
export const wordsOf = (code) => WORDS[code];

export const languages = () => Object.keys(WORDS);
export const language = () => chosen;

/** Returns the first of the browser's languages that the page has, or English. */
export function preferred(wanted = globalThis.navigator?.languages ?? []) {
    const codes = wanted.flatMap((code) => [code, code.split('-')[0]]);
    return codes.find((code) => code in WORDS) ?? 'en';
}

export function setLanguage(code) {
    chosen = code in WORDS ? code : 'en';
    sign = new Intl.NumberFormat(say('language.locale')).format(1.5)[1];
    if (globalThis.document) {
        Object.assign(document.documentElement,
            { lang: say('language.locale'), dir: say('language.direction') });
        translate(document);
    }
}

/** Writes the numbers of a text with the decimal sign of the language; versions (0.1.0) stay. */
export const local = (text) => sign === '.' ? text
    : `${text}`.replace(/(?<![\w.])(\d+)\.(?=\d+(?!\d|\.\d))/g, `$1${sign}`);

/** Returns a text. English stands in for texts that the language lacks. {name} becomes a value,
 * {name|one|other} the form of a number in the order of Unicode's categories. {text} stays as it
 * was typed.
 * @param values replacements by name @param code a language */
export function say(key, values = {}, code = chosen) {
    const known = key in (WORDS[code] ?? {}) ? code : 'en', sentence = WORDS[known][key] ?? key;
    return sentence.replace(/\{(\w+)(?:\|([^}]*))?\}/g, (all, name, forms) =>
        forms ? formOf(forms.split('|'), values[name], known)
            : name === 'text' ? values.text
                : BALLS.includes(name) ? ballName(`${values[name] ?? all}`) : local(values[name] ?? all));
}

/** Reads translations of texts of the scenes: pairs of lines in the comment of a translated
 * worksheet, of which the second begins with '= '. */
export function learn(scenes) {
    for (const [code, sheet] of scenes.flatMap((one) => Object.entries(one.worksheets ?? {}))) {
        const own = given[code] ??= new Map();
        [...sheet.matchAll(/^(.+)\n= (.+)$/gm)].forEach(([, text, said]) => own.set(text, said));
    }
}

/** The reader's words for a text or a format of the core, or undefined. */
export const coreText = (text) => WORDS[chosen][`core.${hashOf(text)}`];

const ownText = (text) => given[chosen]?.get(text) ?? coreText(text);

/** A text of a scene or of the core in the reader's language, if the page has it; its language. */
export const translated = (text) => local(ownText(text) ?? text);
export const languageOf = (text) => ownText(text) === undefined ? 'en' : chosen;

/** Name of a ball in the reader's language: those of the shipped scenes have words, also with a number
 * as in glass2. */
export function ballName(name) {
    const [, stem, number] = /^(.*?)(\d*)$/.exec(name) ?? [];
    const word = WORDS[chosen][`ball.${stem}`];
    return word === undefined ? name : `${word} ${number}`.trim();
}

/** Form of a number, of as many as the language has. */
function formOf(forms, value, code) {
    const rules = new Intl.PluralRules(WORDS[code]['language.locale']);
    const has = rules.resolvedOptions().pluralCategories;
    const kinds = ['zero', 'one', 'two', 'few', 'many', 'other'].filter((each) =>
        has.some((one) => one === each));
    return forms[kinds.indexOf(rules.select(Number(value)))] ?? forms.at(-1);
}

/** Sets texts of elements by key: data-say (content), data-say-label (aria), data-say-title. */
export function translate(root) {
    const write = (key, act) => root.querySelectorAll(`[${key}]`).forEach((element) =>
        act(element, say(element.getAttribute(key))));
    write('data-say', (element, text) => { element.textContent = text; });
    write('data-say-label', (element, text) => element.setAttribute('aria-label', text));
    write('data-say-title', (element, text) => { element.title = text; });
}
