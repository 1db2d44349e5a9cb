// SPDX-License-Identifier: GPL-3.0-or-later
/** Numbers of a contact before it and after it, as carom compare prints them. */
import { largestOf } from '../table/contact.js';
import { pretty } from './chart/numbers.js';

const DIGITS = 4;
const COLUMNS = ['v_n_mps', 'v_t_mps', 'p_n_kgmps', 'p_t_kgmps', 'kinetic_J'];
const VELOCITIES = ['v_n_mps', 'v_t_mps'], ALONG_T = ['v_t_mps', 'p_t_kgmps'];
export const NONE = '-'; // cell of a solver that lacks this contact

/** Rows of the table: both bodies and the sum.
 * @param {(Balance | null)[]} found by solver @param {number} index solver of the contact shown
 * @param {Ball[]} balls
 * @param {(x: number, most: number) => string} write number; most: the largest of its row
 * @returns [{name, column, before, after}]: name of a body, or null for the sum; before and after
 *    for each solver */
export function rowsOf(found, index, balls, write = (x) => pretty(x, DIGITS)) {
    const one = /** @type {Balance} */ (found[index]);
    const moves = (name) => !balls.find((ball) => ball.name === name)?.fixed;
    const a = moves(one.a), b = !one.wall && moves(one.b);
    const share = (name, of) => COLUMNS.filter((column) => (one.oblique
        || !ALONG_T.includes(column)) && !(of === 'sum' && VELOCITIES.includes(column)))
        .map((column) => {
            const valueOf = (balance, part) => balance[`${of}_${part}`][column] ?? NaN; // JSON has no NaN
            const most = largestOf(found.flatMap((each) => each === null ? []
                : ['before', 'after'].map((part) => Math.abs(valueOf(each, part)))));
            const all = (part) => found.map((balance) => balance === null ? NONE : write(valueOf(balance, part), most));
            return { name, column, before: all('before'), after: all('after') };
        });
    return [...(a ? share(one.a, 'a') : []), ...(b ? share(one.b, 'b') : []),
        ...(a && b ? share(null, 'sum') : [])];
}
