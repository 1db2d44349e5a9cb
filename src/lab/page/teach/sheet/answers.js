// SPDX-License-Identifier: GPL-3.0-or-later
/** What of a worksheet is filled in and tried: questions, its file of answers, its commands. */
import { blocks, inline } from './markdown.js';

/** The file of answers at the sheet's end, as `carom exercise grade` takes it; null: none. */
export const answersFile = (sheet) => blocks(sheet).find(({ kind, text }) =>
    kind === 'code' && /^exercise:/m.test(text) && /^answers:/m.test(text))?.text ?? null;

const LINE = /^ {2}([A-Za-z_]\w*):(.*)$/;

/** @returns {{id: string, hint: string}[]} what the file asks for, and what it says of each */
export function questionsOf(file) {
    return (file ?? '').split('\n').map((line) => LINE.exec(line)).filter((found) => found)
        .map(([, id, rest]) => ({ id, hint: rest.replace(/^\s*#\s*/, '').trim() }));
}

const PLAIN = /^[\w.+/-][\w.+/ -]*$/;

/** A word or number as it is, anything else in quotes. */
const written = (answer) => PLAIN.test(answer) ? answer
    : `"${answer.replace(/["\\]/g, '\\$&').replace(/\s+/g, ' ')}"`;

/** The file with answers in it; what was not answered stays open. @param {Map<string, string>} */
export function filled(file, answers) {
    return file.split('\n').map((line) => {
        const [, id, rest] = LINE.exec(line) ?? [];
        const answer = (answers.get(id) ?? '').trim();
        return answer === '' ? line : `  ${id}: ${written(answer)}  ${rest.trim()}`.trimEnd();
    }).join('\n');
}

/** The id that a question of the sheet begins with: "`lag_m`: how far ..."; null: it is none. */
export function questionIn(text, ids) {
    const [first] = inline(text);
    return first?.kind === 'code' && ids.includes(first.text) ? first.text : null;
}

/** Words of a command, as a shell takes them apart. */
function wordsOf(line) {
    const words = line.replace(/(^|\s)#.*$/, '').match(/(?:[^\s"']|"[^"]*"|'[^']*')+/g) ?? [];
    return words.map((word) => word.replace(/"([^"]*)"|'([^']*)'/g, '$1$2'));
}

/** What `carom ... --set KEY=VALUE` on a line of a sheet sets; [] where it is no such command. */
export function setsIn(line) {
    const words = wordsOf(line);
    if (!/(^|\/)carom$/.test(words[0] ?? '')) {
        return [];
    }
    return words.flatMap((word, k) => word === '--set' && words[k + 1]?.includes('=')
        ? [words[k + 1]] : word.startsWith('--set=') ? [word.slice('--set='.length)] : []);
}

/** The same as pairs of model.edit. */
export const pairsIn = (line) => setsIn(line).map((set) =>
    [set.slice(0, set.indexOf('=')), set.slice(set.indexOf('=') + 1)]);
