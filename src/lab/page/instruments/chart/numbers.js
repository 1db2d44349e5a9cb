// SPDX-License-Identifier: GPL-3.0-or-later
/** Writes numbers for readers: a true minus, powers of ten in raised digits, and the decimal sign of
 * the language. */
import { local } from '../../words/words.js';

export const NOTHING = '–'; // stands for a missing number

const LEAST = 1e-3, MOST = 1e5; // other magnitudes get a power of ten
const MOST_DECIMALS = 14; // of a tick
export const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** Power of ten in raised digits: 10⁻⁴. */
export const power = (e) => `10${e < 0 ? '⁻' : ''}${`${Math.abs(e)}`.replace(/\d/g, (digit) =>
    RAISED[Number(digit)])}`;

const minus = (text) => local(text).replaceAll('-', '−');

/** Formats with significant digits, and with a power of ten far from 1: 2.41 × 10⁻⁵.
 * @param {number} x */
export function pretty(x, digits = 3) {
    if (!Number.isFinite(x)) {
        return Number.isNaN(x) ? NOTHING : x > 0 ? '∞' : '−∞';
    }
    const size = Math.abs(x);
    if (x === 0 || (size >= LEAST && size < MOST)) {
        return minus(`${Number(x.toPrecision(digits))}`);
    }
    const [mantissa, e] = x.toExponential(digits - 1).split('e');
    return `${minus(`${Number(mantissa)}`)} × ${power(Number(e))}`;
}

/** Formats a number that the core has written: 1.235e-05. Other texts stay. */
export const rewritten = (text) => /^-?\d+(\.\d+)?(e[-+]\d+)?$/.test(text)
    ? pretty(Number(text), 15) : local(text);

/** Decimals that give numbers up to `most` these significant digits, constant during a run. */
export function decimalsFor(most, digits = 4) {
    return most > 0 ? Math.max(0, Math.min(20, digits - 1 - Math.floor(Math.log10(most)))) : 0;
}

/** Formats with fixed decimals; zero has no sign. */
export function fixed(x, decimals) {
    if (!Number.isFinite(x)) {
        return pretty(x);
    }
    const text = x.toFixed(decimals);
    return Number(text) === 0 ? local((0).toFixed(decimals)) : minus(text);
}

/** Formats evenly spaced ticks with the decimals that their step needs. */
export function tickTexts(ticks) {
    const most = Math.max(...ticks.map(Math.abs), 0), e = Math.floor(Math.log10(most) + 1e-9);
    const far = most > 0 && (most < LEAST || most >= MOST), unit = far ? 10 ** e : 1;
    const step = ticks.length > 1 ? Math.abs(ticks[1] - ticks[0]) : most || 1;
    const isExact = (decimals) => ticks.every((tick) =>
        Math.abs(Number((tick / unit).toFixed(decimals)) * unit - tick) < 1e-6 * step);
    const decimals = Array.from({ length: MOST_DECIMALS }, (_, k) => k).find(isExact)
        ?? MOST_DECIMALS;
    return ticks.map((tick) => Math.abs(tick) < 1e-9 * step ? '0'
        : fixed(tick / unit, decimals) + (far ? ` × ${power(e)}` : ''));
}

export const powerTexts = (ticks) => ticks.map((tick) => power(Math.round(Math.log10(tick))));

/** @type {[number, string][]} */
const PREFIXES = [[1e6, 'M'], [1e3, 'k'], [1, ''], [1e-3, 'm'], [1e-6, 'µ'], [1e-9, 'n']];
const PREFIXED = ['m', 's', 'N', 'J']; // units that take prefixes; 'kg m/s' does not

/** Unit for numbers up to `most`: {unit, per}, where `per` of it make one given unit. */
export function unitFor(most, unit) {
    if (!PREFIXED.includes(unit) || !(most > 0) || !Number.isFinite(most)) {
        return { unit, per: 1 };
    }
    const from = unit === 'm' || unit === 's' ? 2 : 0; // no km, no ks
    const found = PREFIXES.slice(from).find(([size]) => most >= (size > 1 ? size : 0.1 * size));
    const [size, prefix] = found ?? PREFIXES[2];
    return { unit: prefix + unit, per: 1 / size };
}

/** Formats a quantity for a sentence: '2.61 ms'.
 * @param {number} x @param {string} unit */
export function quantity(x, unit, digits = 3) {
    const shown = unitFor(Math.abs(x), unit);
    return `${pretty(x * shown.per, digits)}${shown.unit ? ` ${shown.unit}` : ''}`;
}
