// SPDX-License-Identifier: GPL-3.0-or-later
/** Columns of a run for charts: arrays that grow with the run, with null for gaps. */

import { cached } from '../../model/search.js';

const LEAST = 1e-17; // smaller magnitudes, zero included, are gaps on a log axis
const kept = new WeakMap(); // by run

const plain = (value) => Number.isNaN(value) ? null : value;
const logarithmic = (value) => {
    const size = Math.abs(value);
    return size > LEAST ? size : null; // NaN too
};

/** @param run of model/run.js @param index index of a solver @param name of the column
 * @param {boolean} log true for magnitudes on a log axis
 * @returns {(number|null)[]} one value per sample; later calls return the same array, extended */
export function columnOf(run, index, name, log = false) {
    const columns = cached(kept, run, () => new Map()), from = run.numbers[index][name];
    const values = cached(columns, `${index} ${log} ${name}`, () => []);
    const shown = log ? logarithmic : plain;
    for (let k = values.length; k < run.filled; k++) {
        values.push(shown(from[k]));
    }
    return values;
}

const ends = new WeakMap(); // by array: extremes of its elements up to the last call

/** Extremes of an array; scans new elements only. */
function endsOf(values) {
    const known = cached(ends, values, () => ({ count: 0, least: Infinity, most: -Infinity }));
    for (; known.count < values.length; known.count++) {
        const value = values[known.count];
        if (value !== null) {
            known.least = Math.min(known.least, value);
            known.most = Math.max(known.most, value);
        }
    }
    return known;
}

/** Extremes of several columns.
 * @returns {[number, number]} [Infinity, -Infinity] without any number */
export function extent(columns) {
    const all = columns.map(endsOf);
    return [Math.min(...all.map(({ least }) => least)), Math.max(...all.map(({ most }) => most))];
}

/** Indices of values between two gaps, to which no line leads.
 * @param {ArrayLike<any>} values */
export function isolated(values) {
    const isGap = (k) => (values[k] ?? null) === null;
    return Array.from(values, (_, k) => k).filter((k) => !isGap(k) && isGap(k - 1) && isGap(k + 1));
}

/** Last value that is not a gap, or null. */
export const lastOf = (values) => values.findLast((value) => value !== null) ?? null;
