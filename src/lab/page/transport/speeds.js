// SPDX-License-Identifier: GPL-3.0-or-later
/** Playback speeds in simulated seconds per second. */
import { say } from '../words/words.js';

export const SPEEDS = [0.01, 0.03125, 0.1, 0.25, 0.5, 1, 2];
const WATCHED_S = 20; // a long run gets a speed that shows it in this time

/** Speeds of the menu, with one that shows a long run completely. */
export function speedsFor(duration_s) {
    const whole = duration_s / WATCHED_S;
    return whole > SPEEDS[SPEEDS.length - 1] ? [...SPEEDS, Number(whole.toPrecision(2))] : SPEEDS;
}

/** How much slower than real motion the picture plays: "500 × slower". */
export const rateOf = ({ speed }) => say('transport.rate',
    { n: `${Math.round(1 / speed)}`.replace(/\B(?=(\d{3})+$)/g, '\u202f') });

/** Formats a speed with whole numbers: 1/100, 2, 1/650. */
export function speedText(speed) {
    if (speed >= 1) {
        return `${Number(speed.toPrecision(2))}`;
    }
    const slower = 1 / speed, digits = slower < 10 ? 1 : 2;
    return `1/${Number(slower.toPrecision(digits)).toLocaleString('en', { useGrouping: false })}`;
}
