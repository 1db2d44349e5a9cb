// SPDX-License-Identifier: GPL-3.0-or-later
/** A question in plain words: its answers as buttons, its unit, and the scene that shows it. */
import { withUnit, shortNumber, unitOf } from '../../knobs/value/quantity.js';
import { pairOf } from '../../model/history.js';
import { ballName, say } from '../../words/words.js';

const UNIT = / \((kg m\/s|N s\/m|N\/m|N s|m\/s|rad\/s|1\/s|rad|degrees|percent|mm|kg|[smJN])\)$/;
const SIGNS = { degrees: '°', percent: '%' };

/** Description of an answer in the template of answers, "a word: stop, follow or return". */
const askOf = (file, id) => new RegExp(`^  ${id}: +# [^:\\n]*: (.*)$`, 'm').exec(file ?? '')?.[1] ?? '';

/** True for an answer in per cent, as the error above the table, although the core has a fraction. */
export const isShare = (key) => key?.quantity === 'energy_residual_rel';

/** Unit of an answer, or ''.
 * @param {string|null} file template of the answers @param {string} id @param {any} key */
export function unitIn(file, id, key = null) {
    if (isShare(key)) {
        return '%';
    }
    const [, unit] = UNIT.exec(askOf(file, id)) ?? [];
    return unit === undefined ? unitOf(id) : SIGNS[unit] ?? unit;
}

/** Tolerance of a number as text, "0.2 %" or "0.1 ms"; '' for a count. */
export const toleranceOf = ({ within, within_rel, quantity: of }, unit) => of === 'collisions' ? ''
    : within === undefined ? withUnit(100 * within_rel, '%')
        : ['s', 'm'].includes(unit) ? withUnit(Number(within), unit) : `${shortNumber(Number(within))} ${unit}`.trim();

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
