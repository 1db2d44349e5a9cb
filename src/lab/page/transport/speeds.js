// SPDX-License-Identifier: GPL-3.0-or-later
/** How fast it is shown: seconds of the scenario per second of the clock, as one says it. */

export const SPEEDS = [0.01, 0.03125, 0.1, 0.25, 0.5, 1, 2];
const WATCHED_S = 20; // a long run can be seen in so long

/** The speeds to choose from, and where a run is long one that shows it all. */
export function speedsFor(duration_s) {
    const whole = duration_s / WATCHED_S;
    return whole > SPEEDS.at(-1) ? [...SPEEDS, Number(whole.toPrecision(2))] : SPEEDS;
}

/** 1/100, 2, 1/650: whole numbers alone. */
export function speedText(speed) {
    if (speed >= 1) {
        return `${Number(speed.toPrecision(2))}`;
    }
    const slower = 1 / speed, digits = slower < 10 ? 1 : 2;
    return `1/${Number(slower.toPrecision(digits)).toLocaleString('en', { useGrouping: false })}`;
}
