// SPDX-License-Identifier: GPL-3.0-or-later
/** Formats numbers, with the decimal sign of the language. */
import { local } from '../../words/words.js';

export const NOTHING = '–'; // stands for a missing number

const TIE_DIGITS = 60; // decimals that represent every tie exactly

/** Rounds as C's printf: ties to even. JavaScript rounds ties away from zero. */
function exponential(x, digits) {
    const [tail] = x.toExponential(TIE_DIGITS).split('e'), at = tail.indexOf('.') + digits;
    const even = (Number(tail[at - 1] === '.' ? tail[at - 2] : tail[at - 1]) % 2) === 0;
    if (even && /^50*$/.test(tail.slice(at))) {
        return `${tail.slice(0, at).replace(/\.$/, '')}e${x.toExponential().split('e')[1]}`;
    }
    return x.toExponential(digits - 1);
}

/** Formats as C's "%.4g", which the program's tables use.
 * @param {number} x
 * @param digits significant digits, at least 1 */
export function general(x, digits = 4) {
    if (!Number.isFinite(x)) {
        return Number.isNaN(x) ? 'nan' : x > 0 ? 'inf' : '-inf';
    }
    if (x === 0) {
        return '0';
    }
    const [mantissa, power] = exponential(x, digits).split('e'), e = Number(power);
    const trimmed = (text) => text.includes('.') ? text.replace(/\.?0+$/, '') : text;
    if (e < -4 || e >= digits) {
        const two = `${Math.abs(e)}`.padStart(2, '0');
        return `${local(trimmed(mantissa))}e${e < 0 ? '-' : '+'}${two}`;
    }
    return local(trimmed(Number(`${mantissa}e${power}`).toFixed(digits - 1 - e)));
}

const minus = (text) => local(text).replaceAll('-', '−');

const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** Exponent in raised digits. */
const raised = (e) => `${e < 0 ? '⁻' : ''}${`${Math.abs(e)}`.replace(/\d/g, (digit) =>
    RAISED[Number(digit)])}`;

/** Formats for a sentence: three digits, with a power of ten far from 1: 2.41 × 10⁻⁵.
 * @param {number} x */
export function pretty(x, digits = 3) {
    if (!Number.isFinite(x)) {
        return Number.isNaN(x) ? NOTHING : x > 0 ? '∞' : '−∞';
    }
    const size = Math.abs(x);
    if (x === 0 || (size >= 1e-3 && size < 1e5)) {
        return minus(`${Number(x.toPrecision(digits))}`);
    }
    const [mantissa, e] = x.toExponential(digits - 1).split('e');
    return `${minus(`${Number(mantissa)}`)} × 10${raised(Number(e))}`;
}

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
