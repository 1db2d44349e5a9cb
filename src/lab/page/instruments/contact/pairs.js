// SPDX-License-Identifier: GPL-3.0-or-later
/** Contacts of one solver found again in another: the n-th of the same two. */

export const sameTwo = (one, other) => one.a === other.a && one.b === other.b
    && one.wall === other.wall;

/** How many contacts of the same two come before it. @param list exchanges of a solver */
export function nth(list, exchange) {
    return list.slice(0, list.indexOf(exchange)).filter((one) => sameTwo(one, exchange)).length;
}

/** @returns the exchange of another solver, or null: it has none */
export function counterpart(list, exchange, n) {
    return list.filter((one) => sameTwo(one, exchange))[n] ?? null;
}

/** The last that has begun at a time, or the first. @param list by time */
export function latest(list, time_s) {
    return list.findLast(({ t_s }) => t_s <= time_s) ?? list[0] ?? null;
}

const ROUNDING = 16 * Number.EPSILON; // as carom_exchange_print has it: 16 DBL_EPSILON
const KINDS = { v_n_mps: ['v_n_mps', 'v_t_mps'], v_t_mps: ['v_n_mps', 'v_t_mps'],
    p_n_kgmps: ['p_n_kgmps', 'p_t_kgmps'], p_t_kgmps: ['p_n_kgmps', 'p_t_kgmps'],
    kinetic_J: ['kinetic_J'] };

const largest = (exchange, columns) => Math.max(...['a_before', 'b_before'].flatMap((share) =>
    columns.map((column) => Math.abs(exchange[share][column]))));

/** What is within the rounding of the numbers before the contact is said as 0, as compare prints. */
export function cleaned(value, column, reference) {
    return Math.abs(value) <= ROUNDING * largest(reference, KINDS[column]) ? 0 : value;
}

/** Whether anybody moves along t before: else there are no such rows. */
export const isOblique = (reference) => ['a_before', 'b_before'].some((share) =>
    Math.abs(reference[share].v_t_mps) > ROUNDING * largest(reference, KINDS.v_t_mps));
