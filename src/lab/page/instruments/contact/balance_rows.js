// SPDX-License-Identifier: GPL-3.0-or-later
/** Rows of the before/after table of a contact, as carom compare prints them: both bodies and the
 * sum. */
import { general } from '../chart/numbers.js';

const COLUMNS = ['v_n_mps', 'v_t_mps', 'p_n_kgmps', 'p_t_kgmps', 'kinetic_J'];
const VELOCITIES = ['v_n_mps', 'v_t_mps'], ALONG_T = ['v_t_mps', 'p_t_kgmps'];
const NONE = '-'; // cell of a solver that lacks this contact

/** @param {(Balance | null)[]} found by solver @param {number} index solver of the contact shown
 * @param {Ball[]} balls
 * @returns [{name, column, before, after}]: name of a body, or null for the sum; before and after
 *    for each solver */
export function rowsOf(found, index, balls) {
    const one = /** @type {Balance} */ (found[index]);
    const moves = (name) => !balls.find((ball) => ball.name === name)?.fixed;
    const a = moves(one.a), b = !one.wall && moves(one.b);
    const share = (name, of) => COLUMNS.filter((column) => (one.oblique
        || !ALONG_T.includes(column)) && !(of === 'sum' && VELOCITIES.includes(column)))
        .map((column) => {
            const all = (part) => found.map((balance) => balance === null ? NONE
                : general(balance[`${of}_${part}`][column] ?? NaN)); // JSON has no NaN
            return { name, column, before: all('before'), after: all('after') };
        });
    return [...(a ? share(one.a, 'a') : []), ...(b ? share(one.b, 'b') : []),
        ...(a && b ? share(null, 'sum') : [])];
}
