// SPDX-License-Identifier: GPL-3.0-or-later
/** Texts of the page in the reader's language. `say('key', {name: value})` returns a text. */
import WORDS from './languages.js';

let chosen = 'en';

/** Returns all texts of a language by key. */
export const wordsOf = (code) => WORDS[code];

export const languages = () => Object.keys(WORDS);
export const language = () => chosen;

/** Returns the first of the browser's languages that the page has, or English. */
export function preferred(wanted = globalThis.navigator?.languages ?? []) {
    return wanted.flatMap((code) => [code, code.split('-')[0]]).find((code) => code in WORDS) ?? 'en';
}

export function setLanguage(code) {
    chosen = code in WORDS ? code : 'en';
    if (globalThis.document) {
        Object.assign(document.documentElement,
            { lang: say('language.locale'), dir: say('language.direction') });
        translate(document);
    }
}

/** Returns a text. English stands in for texts that the language lacks. {name} becomes a value,
 * {name|one|other} the form of a number in the order of Unicode's categories.
 * @param values replacements by name @param code a language */
export function say(key, values = {}, code = chosen) {
    const known = key in (WORDS[code] ?? {}) ? code : 'en', sentence = WORDS[known][key] ?? key;
    return sentence.replace(/\{(\w+)(?:\|([^}]*))?\}/g, (all, name, forms) =>
        forms ? formOf(forms.split('|'), values[name], known) : values[name] ?? all);
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
    root.querySelectorAll('[data-say]').forEach((element) => {
        element.textContent = say(element.dataset.say);
    });
    root.querySelectorAll('[data-say-label]').forEach((element) => {
        element.setAttribute('aria-label', say(element.dataset.sayLabel));
    });
    root.querySelectorAll('[data-say-title]').forEach((element) => {
        element.title = say(element.dataset.sayTitle);
    });
}
