// SPDX-License-Identifier: GPL-3.0-or-later
/** Texts of the page in the reader's language. `say('key', {name: value})` returns a text. */
import access from './access.js';
import de from './de.js';
import en from './en.js';
import instruments from './instruments.js';
import knobs from './knobs.js';
import table from './table.js';
import teach from './teach.js';

const PARTS = [{ en, de }, access, instruments, knobs, table, teach];
const WORDS = { en: {}, de: {} };
for (const code of Object.keys(WORDS)) {
    Object.assign(WORDS[code], ...PARTS.map((part) => part[code]));
}
let chosen = 'en';

/** Returns all texts of a language by key. */
export const wordsOf = (code) => WORDS[code];

export const languages = () => Object.keys(WORDS);
export const language = () => chosen;

/** Returns the first of the browser's languages that the page has, or English. */
export function preferred(wanted = globalThis.navigator?.languages ?? []) {
    return wanted.map((code) => code.slice(0, 2)).find((code) => code in WORDS) ?? 'en';
}

export function setLanguage(code) {
    chosen = code in WORDS ? code : 'en';
    if (globalThis.document) {
        document.documentElement.lang = chosen;
        translate(document);
    }
}

/** Returns a text. @param values replacements of each {name} */
export function say(key, values = {}) {
    const sentence = WORDS[chosen][key] ?? WORDS.en[key] ?? key;
    return sentence.replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all);
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
