// SPDX-License-Identifier: GPL-3.0-or-later
/** Grades answers as `carom exercise grade` does: same keys, same tolerances. A question of kind
 * `measured` runs the unchanged scene of the page. */
import { readQuantity } from '../../knobs/value/quantity.js';

const NEAR = 10; // tolerances
const OWN = ['id', 'hint', 'kind', 'is', 'within', 'within_rel', 'solver', 'set', 'of'];
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

/** @returns {'right'|'near'|'wrong'} */
export function compare(answer, right, { within, within_rel }) {
    const tolerance = within === undefined ? within_rel * Math.abs(right) : Number(within);
    const off = Math.abs(answer - right) / tolerance;
    return off <= 1 ? 'right' : off <= NEAR ? 'near' : 'wrong';
}

/** @returns {Promise<'right'|'near'|'wrong'|'number'|'again'>} number: none was given; again: the
 *    run was cancelled */
export async function grade(question, answer, model) {
    if (question.kind === 'word') {
        const word = answer.trim().toLowerCase(), right = question.is.toLowerCase();
        return word === right || word === IN_GERMAN.get(right) ? 'right' : 'wrong';
    }
    const number = UNITS.map((unit) => readQuantity(answer, unit)).find(Number.isFinite);
    if (number === undefined) {
        return 'number';
    }
    const right = question.kind === 'measured' ? await measured(question, model)
        : Number(question.is);
    return Number.isFinite(right) ? compare(number, right, question) : 'again';
}
