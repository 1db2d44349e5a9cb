// SPDX-License-Identifier: GPL-3.0-or-later
/** A question in plain words: its answers as buttons, its unit, and the scene that shows it. */
import { unitOf } from '../../knobs/value/quantity.js';
import { pairOf } from '../../model/history.js';
import { ballName, say } from '../../words/words.js';

const UNIT = / \((kg m\/s|N s\/m|N s|m\/s|rad\/s|rad|kg|[smJN])\)$/;

/** Description of an answer in the template of answers, "a word: stop, follow or return". */
const askOf = (file, id) => new RegExp(`^  ${id}: +# [^:\\n]*: (.*)$`, 'm').exec(file ?? '')?.[1] ?? '';

/** Unit of an answer, or ''. @param {string|null} file template of the answers */
export const unitIn = (file, id) => UNIT.exec(askOf(file, id))?.[1] ?? unitOf(id);

/** Words that may be the answer; [] if they are not known.
 * @param {string|null} file @param {{kind: string, id: string, is?: string}} key of the question
 * @returns {string[]} */
export function optionsOf(file, { kind, id, is = '' }) {
    const words = /^(yes|no)$/.test(is) ? ['yes', 'no']
        : askOf(file, id).split(/,? or (?:the )?|, /);
    return kind === 'word' && words.length > 1 && words.includes(is) ? words : [];
}

const upper = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** Name of a word of the program: a ball, a solver, or null. */
function nameOf(word, { balls, solvers }) {
    return balls.some(({ name }) => name === word) ? ballName(word)
        : solvers.find(({ name }) => name === word)?.label ?? null;
}

/** Words for an option: those before or after it in the text, as in "anhalten (`stop`)". */
export function optionText(option, text, scene) {
    const [, before] = new RegExp(`((?:gleich |zu )?[\\p{L}-]+) \\(\`${option}\``, 'u').exec(text) ?? [];
    const [, after] = new RegExp(`\`${option}\` \\(([\\p{L}-]+)\\)`, 'u').exec(text) ?? [];
    const own = /^(yes|no)$/.test(option) ? say(`answer.${option}`) : null;
    return upper(own ?? before ?? after ?? nameOf(option, scene) ?? option);
}

/** The text with names and options instead of words of the program, as Markdown. */
export function plainText(text, options, scene) {
    const named = text.replace(/ \(`(\w+)`\)/g, (all, word) => nameOf(word, scene) === null ? all : '');
    const plain = options.reduce((done, option) => done.replaceAll(` (\`${option}\`)`, '')
        .replaceAll(`(\`${option}\`: `, '(').replace(new RegExp(`\`${option}\` \\(([\\p{L}-]+)\\)`, 'u'), '$1')
        .replaceAll(`\`${option}\``, nameOf(option, scene) ?? option), named);
    return upper(plain.replace(/`(\w+)`/g, (all, word) => nameOf(word, scene) ?? all));
}

/** Changes of the scene that show a question. @returns {Pairs} */
export const sceneOf = ({ scene = '', set = '' } = {}) =>
    [...scene.split(' '), set].filter(Boolean).map(pairOf);
