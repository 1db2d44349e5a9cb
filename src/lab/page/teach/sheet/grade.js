// SPDX-License-Identifier: GPL-3.0-or-later
/** Grades answers with the keys of `carom exercise grade`, and at least the tolerance of a number that
 * is read off the page. A question of kind `measured` runs the unchanged scene of the page. */
import { readQuantity } from '../../knobs/value/quantity.js';

const NEAR = 5; // tolerances
const DIGITS = 3, READING = 0.02; // of numbers that the page shows
const ROUNDING = 1e-9; // of a difference on the edge of its tolerance
const OWN = ['id', 'hint', 'scene', 'kind', 'is', 'within', 'within_rel', 'solver', 'set', 'of'];
const UNITS = ['', 's', 'm', 'kg', 'J', 'N', 'm/s', 'rad/s']; // of an answer such as 4.58 ms
const IN_GERMAN = new Map([['yes', 'ja'], ['no', 'nein']]); // words that every worksheet may ask for
const ANY = '-1e308'; // lower bound that every value meets

/** Settings of the run of a `measured` question. */
export function settingsOf({ id, solver, set, of, ...quantity }) {
    const keys = Object.entries(quantity).filter(([key]) => !OWN.includes(key));
    const check = { kind: of, solver, ...Object.fromEntries(keys), min: ANY, goal: id };
    return [...set ? [set] : [], `checks=${JSON.stringify([check])}`];
}

/** Runs the scene. @returns {Promise<number>} NaN if the run was cancelled */
async function measured(question, model) {
    const { text } = model.origin;
    let value = NaN;
    await model.client.ask({ text, sets: settingsOf(question), kind: 'record' }, {
        receive: (topic, verdicts) => {
            value = topic === 'verdicts' ? verdicts[0].value : value;
        },
    });
    return value;
}

/** True for a measured number that the page shows with all its digits. */
export const isCount = ({ kind, quantity, within }) => kind === 'measured' && quantity === 'collisions'
    && within !== undefined;

/** Tolerance of a number: what can be read off the page, half of its third digit and 2 %, or that of
 * the key if it is larger. */
export function toleranceOf(right, key) {
    const { within, within_rel } = key;
    const own = within === undefined ? within_rel * Math.abs(right) : Number(within);
    const digit = right === 0 ? 0 : 10 ** (Math.floor(Math.log10(Math.abs(right))) - DIGITS + 1);
    return isCount(key) ? own : Math.max(own, READING * Math.abs(right) + digit / 2);
}

/** @returns {'right'|'near'|'wrong'} */
export function compare(answer, right, key) {
    const off = Math.abs(answer - right) / toleranceOf(right, key) - ROUNDING;
    return off <= 1 ? 'right' : off <= NEAR ? 'near' : 'wrong';
}

/** @returns {Promise<{result: string, right?: number}>} right, near or wrong; number: none was given;
 *    again: the run was cancelled */
export async function grade(key, answer, model) {
    if (key.kind === 'word') {
        const word = answer.trim().toLowerCase(), right = key.is.toLowerCase();
        return { result: word === right || word === IN_GERMAN.get(right) ? 'right' : 'wrong' };
    }
    const number = UNITS.map((unit) => readQuantity(answer, unit)).find(Number.isFinite);
    if (number === undefined) {
        return { result: 'number' };
    }
    const right = key.kind === 'measured' ? await measured(key, model) : Number(key.is);
    return Number.isFinite(right) ? { result: compare(number, right, key), right }
        : { result: 'again' };
}
