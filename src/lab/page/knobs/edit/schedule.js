// SPDX-License-Identifier: GPL-3.0-or-later
/** Schedule of changes of restitution. Pure functions on lists. */
/** Restitution at a time; `first` is the scenario's initial one. */
export function restitutionAt(changes, first, time_s) {
    return changes.filter(({ at_s }) => at_s <= time_s)
        .reduce((held, { restitution }) => ({ ...held, ...restitution }), { ...first });
}

/** Rounds a time to six digits, which resolve the samples of a run. */
export const writtenTime = (time_s) => Number(time_s.toPrecision(6));

/** Adds a change; it overrides one at the same time.
 * @param {Record<string, number>} restitution of ball_ball, ball_wall or both */
export function withChange(changes, at_s, restitution) {
    const same = changes.find((change) => change.at_s === at_s);
    const change = { at_s, restitution: { ...same?.restitution, ...restitution } };
    return [...changes.filter((each) => each !== same), change].sort((a, b) => a.at_s - b.at_s);
}

export const without = (changes, k) => changes.filter((each, at) => at !== k);
