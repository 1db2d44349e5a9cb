// SPDX-License-Identifier: GPL-3.0-or-later
/** Columns of a run as a chart takes them: arrays that grow with the run, null in gaps. */

const LEAST = 1e-17; // what a log axis cannot show is a gap: zero is not 1e-17
const kept = new WeakMap(); // by run

const plain = (value) => Number.isNaN(value) ? null : value;
const logarithmic = (value) => {
    const size = Math.abs(value);
    return size > LEAST ? size : null; // NaN too
};

/**
 * @param run of model/run.js @param lane place of a solver @param name of the column
 * @param {boolean} log its magnitude, for a log axis
 * @returns {(number|null)[]} as many as the run has samples; the same array, longer, next time
 */
export function columnOf(run, lane, name, log = false) {
    const columns = kept.get(run) ?? new Map(), key = `${lane} ${log} ${name}`;
    kept.set(run, columns);
    const values = columns.get(key) ?? [], from = run.numbers[lane][name];
    columns.set(key, values);
    const shown = log ? logarithmic : plain;
    for (let k = values.length; k < run.filled; k++) {
        values.push(shown(from[k]));
    }
    return values;
}

const ends = new WeakMap(); // by array: of what it held when it was last asked for

/** Of one array, which only grows. */
function endsOf(values) {
    const known = ends.get(values) ?? { count: 0, least: Infinity, most: -Infinity };
    ends.set(values, known);
    for (; known.count < values.length; known.count++) {
        const value = values[known.count];
        if (value !== null) {
            known.least = Math.min(known.least, value);
            known.most = Math.max(known.most, value);
        }
    }
    return known;
}

/**
 * Least and most of columns of columnOf(): what has been seen of them is not looked at again.
 * @returns {[number, number]} [Infinity, -Infinity]: there is no number
 */
export function extent(columns) {
    let least = Infinity, most = -Infinity;
    for (const values of columns) {
        const known = endsOf(values);
        least = Math.min(least, known.least);
        most = Math.max(most, known.most);
    }
    return [least, most];
}

/** Places of values that stand between two gaps: no line goes there. */
export function isolated(values) {
    const found = [];
    for (let k = 0; k < values.length; k++) {
        if (values[k] !== null && (values[k - 1] ?? null) === null
            && (values[k + 1] ?? null) === null) {
            found.push(k);
        }
    }
    return found;
}

/** The last value that is no gap; null: there is none. */
export const lastOf = (values) => values.findLast((value) => value !== null) ?? null;
