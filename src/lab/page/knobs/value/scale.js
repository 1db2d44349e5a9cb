// SPDX-License-Identifier: GPL-3.0-or-later
/** Scale of a slider: linear or logarithmic steps. */

const DECADES = 2; // on both sides of an unbounded positive value
const LOG_PLACES = 100; // steps per decade; 2.3 % each
const LINEAR_PLACES = 200, LOG_DIGITS = 3;

/** Largest value of 1, 2 or 5 times a power of ten not above a size; with `up` the smallest not
 * below. */
export function round125(size, up = false) {
    const power = 10 ** Math.floor(Math.log10(size)), first = size / power;
    const steps = up ? [1, 2, 5].find((step) => step >= first * (1 - 1e-9)) ?? 10
        : [5, 2].find((step) => step <= first * (1 + 1e-9)) ?? 1;
    return Number((steps * power).toPrecision(3));
}

function logScale(low, high) {
    return { log: true, low, high,
        places: Math.max(1, Math.round(LOG_PLACES * Math.log10(high / low))) };
}

function linearScale(low, high) {
    const step = round125((high - low) / LINEAR_PLACES);
    return { log: false, low, high, step, places: Math.round((high - low) / step) };
}

/** @param {{lowest, highest}} row bounds, or null
 * @param {number} value initial value
 * @param {{most?: number, decades?: number, span?: number}} hint most: maximum of an unbounded
 *    linear scale; decades: range of a logarithmic one; span: maximum of a linear one relative to
 *    the value */
export function scaleOf({ lowest, highest }, value, { most, decades = DECADES, span } = {}) {
    const low = lowest ?? -Infinity, high = highest ?? Infinity;
    if (span !== undefined) {
        return linearScale(0, Math.min(high, round125(span * value || 1, true)));
    }
    if (most !== undefined && low >= 0) {
        return linearScale(0, Math.min(high, Math.max(most, value > most ? round125(value, true)
            : 0)));
    }
    if (low < 0) {
        const most_ = most ?? 1, reach = Math.max(most_, round125(2 * Math.abs(value) || 1, true));
        return linearScale(Math.max(low, -reach), Math.min(high, reach));
    }
    const narrow = high < Infinity && !(value > 0 && value < high / 100);
    if (value > 0 && !narrow) {
        const factor = 10 ** decades;
        return logScale(Math.max(value / factor, low), Math.min(value * factor, high));
    }
    return linearScale(low < 1e-300 ? 0 : low, high < Infinity ? high : 1);
}

const SLACK = 1e-9; // relative; admits values rounded to a bound

export const fits = ({ low, high }, value) => value >= low - SLACK * Math.abs(low)
    && value <= high + SLACK * Math.abs(high);

/** Finds the place nearest to a refused one that is accepted, from an accepted one on.
 * @param {number} good @param {number} refused
 * @param {(place: number) => Promise<boolean>} accepts
 * @returns {Promise<number>} */
export async function nearestAccepted(good, refused, accepts) {
    let low = good, high = refused;
    while (Math.abs(high - low) > 1) {
        const middle = Math.round((low + high) / 2);
        if (await accepts(middle)) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

/** Position of a value, 0 to scale.places. */
export function placeOf(scale, value) {
    const part = scale.log ? Math.log(value / scale.low) / Math.log(scale.high / scale.low)
        : (value - scale.low) / (scale.high - scale.low);
    return Math.round(Math.min(1, Math.max(0, part)) * scale.places);
}

/** Value at a position, rounded as far as the steps allow. */
export function valueAt(scale, place) {
    const { log, low, high, step, places } = scale;
    if (log) {
        const value = low * (high / low) ** (place / places);
        return Math.min(high, Math.max(low, Number(value.toPrecision(LOG_DIGITS))));
    }
    const value = low + place * step;
    return Math.min(high, Number(value.toPrecision(12)));
}
