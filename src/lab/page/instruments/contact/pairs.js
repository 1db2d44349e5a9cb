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
