// SPDX-License-Identifier: GPL-3.0-or-later
/** Rows of the before/after table of a contact, as carom compare prints them: both bodies and the
 * sum. */
import { general } from '../chart/numbers.js';
import { counterpart } from './pairs.js';

const COLUMNS = ['v_n_mps', 'v_t_mps', 'p_n_kgmps', 'p_t_kgmps', 'kinetic_J'];
const VELOCITIES = ['v_n_mps', 'v_t_mps'], ALONG_T = ['v_t_mps', 'p_t_kgmps'];
const NONE = '-'; // cell of a solver that lacks this contact

/** @param lists contacts, by solver @param one the contact shown
 * @param n its number among the contacts of its pair @param balls of the scene
 * @returns [{name, column, before, after}]: name of a body, or null for the sum; before for the
 *    solver of `one`, after for each solver */
export function rowsOf(lists, one, n, balls) {
    const others = lists.map((list) => counterpart(list, one, n));
    const moves = (name) => !balls.find((ball) => ball.name === name)?.fixed;
    const a = moves(one.a), b = !one.wall && moves(one.b);
    const said = (balance, share, column) => balance === null ? NONE
        : general(balance[share][column]);
    const share = (name, of) => COLUMNS.filter((column) =>
        (one.oblique || !ALONG_T.includes(column)) && !(of === 'sum' && VELOCITIES.includes(column)))
        .map((column) => ({ name, column, before: said(one, `${of}_before`, column),
            after: others.map((balance) => said(balance, `${of}_after`, column)) }));
    return [...(a ? share(one.a, 'a') : []), ...(b ? share(one.b, 'b') : []),
        ...(a && b ? share(null, 'sum') : [])];
}
