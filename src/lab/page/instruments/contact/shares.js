// SPDX-License-Identifier: GPL-3.0-or-later
/** The rows of the table that compare prints of a contact: what each of the two has, and both. */
import { general } from '../chart/numbers.js';
import { counterpart } from './pairs.js';

const COLUMNS = ['v_n_mps', 'v_t_mps', 'p_n_kgmps', 'p_t_kgmps', 'kinetic_J'];
const VELOCITIES = ['v_n_mps', 'v_t_mps'], MOMENTA = ['p_n_kgmps', 'p_t_kgmps'];
const ALONG_T = ['v_t_mps', 'p_t_kgmps'];
const ROUNDING = 16 * Number.EPSILON; // as carom_exchange_print has it: 16 DBL_EPSILON
const NONE = '-'; // of a solver that has not this contact

/** Quantities that can be measured by each other. */
const kin = (column) => [VELOCITIES, MOMENTA].find((kind) => kind.includes(column)) ?? [column];

const largest = (exchange, columns) => Math.max(...['a_before', 'b_before'].flatMap((share) =>
    columns.map((column) => Math.abs(exchange[share][column]))));

/** What is within the rounding of the numbers before the contact is said as 0. */
const cleaned = (value, column, reference) =>
    Math.abs(value) <= ROUNDING * largest(reference, kin(column)) ? 0 : value;

/** Whether anybody moves along t before: else there are no such rows. */
const isOblique = (reference) => ['a_before', 'b_before'].some((share) =>
    Math.abs(reference[share].v_t_mps) > ROUNDING * largest(reference, VELOCITIES));

/**
 * @param lists exchanges, by solver @param one of them, which is shown
 * @param n it is the n-th of its two @param balls of the scene
 * @returns [{name, column, before, after}]: name of a ball, null: of both; before by the solver of
 *     `one`, after by each
 */
export function rowsOf(lists, one, n, balls) {
    const others = lists.map((list) => counterpart(list, one, n));
    const moves = (name) => !balls.find((ball) => ball.name === name)?.fixed;
    const a = moves(one.a), b = !one.wall && moves(one.b), oblique = isOblique(one);
    const said = (exchange, share, column) => exchange === null ? NONE
        : general(cleaned(exchange[share][column], column, one));
    const share = (name, of) => COLUMNS.filter((column) =>
        (oblique || !ALONG_T.includes(column)) && !(of === 'sum' && VELOCITIES.includes(column)))
        .map((column) => ({ name, column, before: said(one, `${of}_before`, column),
            after: others.map((exchange) => said(exchange, `${of}_after`, column)) }));
    return [...(a ? share(one.a, 'a') : []), ...(b ? share(one.b, 'b') : []),
        ...(a && b ? share(null, 'sum') : [])];
}
