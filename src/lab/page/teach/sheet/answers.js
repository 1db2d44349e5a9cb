// SPDX-License-Identifier: GPL-3.0-or-later
/** Interactive parts of a worksheet: questions, the file of answers, commands. */
import { blocks, inline } from './markdown.js';

/** Template of the answers at the end of the worksheet, or null. */
export const answersFile = (sheet) => blocks(sheet).find(({ kind, text }) =>
    kind === 'code' && /^exercise:/m.test(text) && /^answers:/m.test(text))?.text ?? null;

const LINE = /^ {2}([A-Za-z_]\w*):(.*)$/;

/** @returns {string[]} ids of the questions of the template */
export const idsOf = (file) => (file ?? '').split('\n').flatMap((line) => LINE.exec(line)?.[1] ?? []);

const PLAIN = /^[\w.+/-][\w.+/ -]*$/;

/** Quotes an answer unless it is a word or a number. */
const written = (answer) => PLAIN.test(answer) ? answer : JSON.stringify(answer.replace(/\s+/g, ' '));

/** Fills answers into the template; others stay empty. @param {Map<string, string>} answers
 * @param {(id: string, answer: string) => string} [form] an answer as the program reads it */
export function filled(file, answers, form = (id, answer) => answer) {
    return file.split('\n').map((line) => {
        const [, id, rest] = LINE.exec(line) ?? [];
        const answer = (answers.get(id) ?? '').trim();
        return answer === '' ? line : `  ${id}: ${written(form(id, answer))}  ${rest.trim()}`.trimEnd();
    }).join('\n');
}

/** Id at the start of a question, as in "`lag_m`: how far ...", or null. */
export function questionIn(text, ids) {
    const [first] = inline(text);
    return first?.kind === 'code' && ids.includes(first.text) ? first.text : null;
}

/** True for a line that runs carom. */
export const isCommand = (line) => /^\s*(\S*\/)?carom(\s|$)/.test(line);
