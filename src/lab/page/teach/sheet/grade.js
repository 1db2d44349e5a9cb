// SPDX-License-Identifier: GPL-3.0-or-later
/** Grades answers as `carom exercise grade` does. A question of kind `measured` runs the unchanged scene of
 * the page. */
import { readQuantity } from '../../knobs/value/quantity.js';
import { isShare } from './question.js';

const NEAR = 10; // tolerances
const ROUNDING = 1e-9; // of a difference on the edge of its tolerance
const OWN = ['id', 'hint', 'more', 'why', 'scene', 'kind', 'is', 'within', 'within_rel', 'solver', 'set', 'of'];
const ANY = '-1e308'; // lower bound that every value meets

/** Settings of the run of a `measured` question. */
export function settingsOf({ id, solver, set, of, ...quantity }) {
    const keys = Object.entries(quantity).filter(([key]) => !OWN.includes(key));
    const check = { kind: of, solver, ...Object.fromEntries(keys), min: ANY, goal: id };
    return [...set ? [set] : [], `checks=${JSON.stringify([check])}`];
}

/** Runs the scene of a worksheet, or the reader's. @returns {Promise<number>} NaN if the run was cancelled */
async function measured(question, model) {
    const { text } = model.origin?.questions ? model.origin : model;
    let value = NaN;
    await model.client.ask({ text, sets: settingsOf(question), kind: 'record' }, {
        receive: (topic, verdicts) => {
            value = topic === 'verdicts' ? verdicts[0].value : value;
        },
    });
    return value;
}

/** Number in an answer, "4.58 ms" or "0.27 %", in SI; NaN if there is none.
 * @param {any} key of the question */
export const numberIn = (answer, unit, key = null) => readQuantity(answer, unit) / (isShare(key) ? 100 : 1);

/** @returns {'right'|'near'|'wrong'} */
export function compare(answer, right, { within, within_rel }) {
    const tolerance = within === undefined ? within_rel * Math.abs(right) : Number(within);
    const off = Math.abs(answer - right) * (1 - ROUNDING);
    return off <= tolerance ? 'right' : off <= NEAR * tolerance ? 'near' : 'wrong';
}

/** @returns {Promise<{result: string, right?: number}>} right, near or wrong; number: none was given;
 *    again: the run was cancelled */
export async function grade(key, answer, unit, model) {
    if (key.kind === 'word') {
        return { result: answer.trim().toLowerCase() === key.is.toLowerCase() ? 'right' : 'wrong' };
    }
    const number = numberIn(answer, unit, key);
    if (!Number.isFinite(number)) {
        return { result: 'number' };
    }
    const right = key.kind === 'measured' ? await measured(key, model) : Number(key.is);
    return Number.isFinite(right) ? { result: compare(number, right, key), right }
        : { result: 'again' };
}
