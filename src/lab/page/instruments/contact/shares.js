// SPDX-License-Identifier: GPL-3.0-or-later
/** The rows of the table that compare prints of a contact: what each of the two has, and both. */
import { general } from '../chart/numbers.js';
import { counterpart } from './pairs.js';

const COLUMNS = ['v_n_mps', 'v_t_mps', 'p_n_kgmps', 'p_t_kgmps', 'kinetic_J'];
const VELOCITIES = ['v_n_mps', 'v_t_mps'], ALONG_T = ['v_t_mps', 'p_t_kgmps'];
const NONE = '-'; // of a solver that has not this contact

/**
 * @param lists exchanges, by solver @param one of them, which is shown
 * @param n it is the n-th of its two @param balls of the scene
 * @returns [{name, column, before, after}]: name of a ball, null: of both; before by the solver of
 *     `one`, after by each
 */
export function rowsOf(lists, one, n, balls) {
    const others = lists.map((list) => counterpart(list, one, n));
    const moves = (name) => !balls.find((ball) => ball.name === name)?.fixed;
    const a = moves(one.a), b = !one.wall && moves(one.b);
    const said = (exchange, share, column) => exchange === null ? NONE
        : general(exchange[share][column]);
    const share = (name, of) => COLUMNS.filter((column) =>
        (one.oblique || !ALONG_T.includes(column)) && !(of === 'sum' && VELOCITIES.includes(column)))
        .map((column) => ({ name, column, before: said(one, `${of}_before`, column),
            after: others.map((exchange) => said(exchange, `${of}_after`, column)) }));
    return [...(a ? share(one.a, 'a') : []), ...(b ? share(one.b, 'b') : []),
        ...(a && b ? share(null, 'sum') : [])];
}
