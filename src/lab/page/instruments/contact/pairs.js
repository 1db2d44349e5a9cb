// SPDX-License-Identifier: GPL-3.0-or-later
/** Matches contacts of two solvers: the n-th contact of the same pair. */

export const sameTwo = (one, other) => one.a === other.a && one.b === other.b
    && one.wall === other.wall;

/** Number of earlier contacts of the same pair. @param list contacts of a solver */
export function nth(list, balance) {
    return list.slice(0, list.indexOf(balance)).filter((one) => sameTwo(one, balance)).length;
}

/** @returns the matching contact of another solver, or null */
export function counterpart(list, balance, n) {
    return list.filter((one) => sameTwo(one, balance))[n] ?? null;
}

/** Latest contact that has begun by a time, or the first. @param list sorted by time */
export function latest(list, time_s) {
    return list.findLast(({ t_s }) => t_s <= time_s) ?? list[0] ?? null;
}
