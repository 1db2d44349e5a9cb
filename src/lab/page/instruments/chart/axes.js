// SPDX-License-Identifier: GPL-3.0-or-later
/** Ranges of axes, ticks of a logarithmic one, rows of a table, and the number of charts. */

const DIFFERENCE = 0.2; // a smaller relative range is drawn without zero
const MOST_DECADES = 18; // a double has no more decades
const ROUNDING = 1e-9; // relative; smaller differences are drawn as none
const AIR = 0.08; // above and below the curves, relative to the range

/** Smallest range of whole powers of ten around positive numbers. @returns {[number, number]} */
export function decades(least, most) {
    if (!(most > 0) || !Number.isFinite(most)) {
        return [0.1, 1];
    }
    const top = Math.ceil(Math.log10(most) - 1e-9);
    const bottom = Math.floor(Math.log10(Math.max(least, 10 ** (top - MOST_DECADES))) + 1e-9);
    return [Number(`1e${Math.min(bottom, top - 1)}`), Number(`1e${top}`)]; // 10 ** -4 is not 1e-4
}

/** Powers of ten from low to high, at most `most`. */
export function powersOfTen(low, high, most) {
    const first = Math.round(Math.log10(low)), last = Math.round(Math.log10(high));
    const step = Math.max(1, Math.ceil((last - first) / Math.max(1, most - 1)));
    const ticks = [];
    for (let e = Math.ceil(first / step) * step; e <= last; e += step) {
        ticks.push(Number(`1e${e}`));
    }
    return ticks;
}

/** Range with a margin. It contains zero, unless the numbers differ little.
 * @param scale values small compared with it are zero @returns {[number, number]} */
export function evenRange(least, most, scale = 0) {
    const span = most - least;
    const near = span < DIFFERENCE * Math.max(most, -least) && span > ROUNDING * scale;
    const low = near ? least : Math.min(0, least), high = near ? most : Math.max(0, most);
    if (!(Math.max(-low, high) > ROUNDING * scale)) {
        return scale > 0 ? [-scale, scale] : [0, 1];
    }
    const air = AIR * (high - low);
    return [low < 0 || near ? low - air : low, high > 0 || near ? high + air : high];
}

/** Indices of about `rows` evenly spaced samples, the last included. */
export function evenly(count, rows = 11) {
    const shown = Math.min(count, rows);
    return Array.from({ length: shown }, (_, k) =>
        Math.round(k * (count - 1) / Math.max(1, shown - 1)));
}

/** Number of charts of a height that a room has: at least one, at most `most`. */
export const chartsIn = (room_px, chart_px, most) => Math.min(Math.max(Math.floor(room_px / chart_px), 1), most);
