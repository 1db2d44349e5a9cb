// SPDX-License-Identifier: GPL-3.0-or-later
/** Ranges and tick labels of axes. */
import { round125 } from '../../knobs/value/scale.js';
import { local } from '../../words/words.js';

/** Text of 10^e; pen.js draws the part after '^' raised. */
export const power = (e) => `10^${`${e}`.replace('-', '−')}`;

const DIFFERENCE = 0.2; // a smaller relative range is drawn without zero
const MOST_DECADES = 18; // a double has no more decades

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

export const formatPowers = (ticks) => ticks.map((tick) => power(Math.round(Math.log10(tick))));

/** Evenly spaced ticks from low to high, at most `most`. */
export function evenTicks(low, high, most) {
    if (!(high > low)) {
        return [low];
    }
    let step = round125((high - low) / (most + 1), true), first, last;
    for (;; step = round125(1.5 * step, true)) { // smallest step with at most `most` ticks
        first = Math.ceil(low / step - 1e-9);
        last = Math.floor(high / step + 1e-9);
        if (last - first + 1 <= Math.max(1, most)) {
            break;
        }
    }
    return Array.from({ length: last - first + 1 }, (_, k) => (first + k) * step);
}

/** Range that contains zero, unless the numbers differ little, with a margin.
 * @param scale values small compared with it are zero */
export function evenRange(least, most, scale = 0) {
    const span = most - least;
    const near = span < DIFFERENCE * Math.max(most, -least) && span > 1e-9 * scale;
    const low = near ? least : Math.min(0, least), high = near ? most : Math.max(0, most);
    if (!(Math.max(-low, high) > 1e-9 * scale)) {
        return scale > 0 ? [-scale, scale] : [-1, 1];
    }
    const air = 0.08 * (high - low);
    return [low < 0 || near ? low - air : low, high > 0 || near ? high + air : high];
}

/** Formats ticks with the decimals that their step needs. */
export function formatEven(ticks) {
    const most = Math.max(...ticks.map(Math.abs), 0);
    const step = ticks.length > 1 ? Math.abs(ticks[1] - ticks[0]) : most;
    if (most === 0) {
        return ticks.map(() => '0');
    }
    const e = Math.floor(Math.log10(most) + 1e-9);
    const far = e < -3 || e > 4;
    const unit = far ? 10 ** e : 1;
    const decimals = Math.max(0, Math.min(12, -Math.floor(Math.log10(step / unit) + 1e-9)));
    return ticks.map((tick) => {
        const fixed = (tick / unit).toFixed(decimals), text = local(fixed).replace('-', '−');
        return Number(fixed) === 0 ? '0' : far ? `${text} · ${power(e)}` : text;
    });
}
