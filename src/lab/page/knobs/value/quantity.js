// SPDX-License-Identifier: GPL-3.0-or-later
/** Formats and parses numbers with units, "10 µs" or "1 MN/m", to and from SI. */
import { pretty, RAISED } from '../../instruments/chart/numbers.js';

/** @type {[string, number][]} */
const PREFIXES = [['G', 9], ['M', 6], ['k', 3], ['', 0], ['m', -3], ['µ', -6], ['n', -9],
    ['p', -12]];
const LETTERS = { G: 9, M: 6, k: 3, c: -2, m: -3, µ: -6, μ: -6, u: -6, n: -9, p: -12 };
/** Units that take prefixes; others (kg, m/s^2) get a power of ten. */
const PREFIXABLE = /^(s|m|J|N)(\/|\s|$)/;
const PLAIN_FROM = 0.01, PLAIN_TO = 1e4; // numbers in this range need no prefix
const DIGITS = 6;

/** Shortest text with at most the given significant digits: 1e-05 -> "1 × 10⁻⁵", 0.30000 -> "0.3". */
export const shortNumber = (value, digits = DIGITS) => pretty(value, digits);

/** Shortest text with all digits, for --set: 0.00002 -> "2e-5". */
export function written(value) {
    const plain = String(value), power = value.toExponential().replace('e+', 'e');
    return power.length < plain.length ? power : plain;
}

/** Formats a unit for display: "m/s^2" -> "m/s²". */
export const shownUnit = (unit) => unit.replace('^2', '²').replace('^3', '³');

/** Unit of a name such as contact_time_s or vx_mps; '' for others. */
export const unitOf = (name) => ({ s: 's', m: 'm', J: 'J', N: 'N', mps: 'm/s', kgmps: 'kg m/s',
    radps: 'rad/s' })[/_([A-Za-z]+)$/.exec(name)?.[1] ?? ''] ?? '';

/** @returns {string} "10 µs", "0.5 m", "1 × 10⁻⁹" */
export function withUnit(value, unit = '', digits = DIGITS) {
    const size = Math.abs(value);
    if (!Number.isFinite(value) || size === 0 || !PREFIXABLE.test(unit)
        || (size >= PLAIN_FROM && size < PLAIN_TO)) {
        return `${Number.isFinite(value) ? shortNumber(value, digits) : value} ${shownUnit(unit)}`
            .trim();
    }
    const rounded = Math.abs(Number(value.toPrecision(digits)));
    const [prefix, power] = PREFIXES.find(([, each]) => rounded >= 0.9999999 * 10 ** each)
        ?? PREFIXES[PREFIXES.length - 1];
    const scaled = Number(`${value}`.includes('e') ? (value / 10 ** power).toPrecision(15)
        : `${value}e${-power}`);
    return `${shortNumber(scaled, digits)} ${prefix}${shownUnit(unit)}`;
}

/** Other units that readers type: the unit that they stand for, and how many make one of it. */
const OTHERS = { '%': ['', 100], 'km/h': ['m/s', 3.6], g: ['kg', 1000], min: ['s', 1 / 60],
    'N s': ['kg m/s', 1], Ns: ['kg m/s', 1], 'kg m/s': ['N s', 1], '°': ['rad', 180 / Math.PI] };

/** Parses typed text: "1e-5", "1 × 10⁻⁵", "10 µs", "10us", "0,5 m" (decimal comma).
 * @returns {number} SI, or NaN for text that is no number of this unit */
export function readQuantity(text, unit = '') {
    const typed = text.replace('−', '-').replace(/\s*×\s*10([⁻⁰¹²³⁴-⁹]+)/, (all, raised) => `e${[...raised].map((sign) =>
        sign === '⁻' ? '-' : RAISED.indexOf(sign)).join('')}`);
    const parts = /^\s*([-+]?(?:\d+[.,]?\d*|[.,]\d+)(?:e[-+]?\d+)?)\s*(.*?)\s*$/i.exec(typed);
    if (!parts) {
        return NaN;
    }
    const digits = parts[1].replace(',', '.'), said = plainUnit(parts[2]), plain = plainUnit(unit);
    if (said === '' || said === plain) {
        return Number(digits);
    }
    const [stands, per] = OTHERS[said] ?? [];
    if (stands === plain) {
        return Number(digits) / per;
    }
    const power = LETTERS[said[0]];
    if (power === undefined || !PREFIXABLE.test(unit)
        || (said.slice(1) !== plain && said.length > 1)) {
        return NaN;
    }
    const [mantissa, exponent = '0'] = digits.toLowerCase().split('e');
    return Number(`${mantissa}e${Number(exponent) + power}`); // 10 us equals 1e-5 exactly
}

const plainUnit = (unit) => unit.replace('²', '^2').replace('³', '^3').replace(/\s+/g, ' ');
