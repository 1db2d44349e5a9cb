// SPDX-License-Identifier: GPL-3.0-or-later
/** Goals of a challenge are checks of the scenario with a `goal:` text. Checks with the same text
 * are one goal. The core evaluates them. */

/** Texts of a scene's goals. */
export const goalsOf = ({ keys: { checks = [] } }) =>
    [...new Set(checks.flatMap(({ goal }) => goal ? [goal] : []))];

/** Goals with their verdict: fail if one of their checks fails, else skip if one is skipped.
 * @param {Verdict[]} verdicts
 * @returns {{text: string, verdict: string, items: Verdict[]}[]} */
export function goalVerdicts(verdicts) {
    const texts = new Set(verdicts.flatMap(({ goal }) => goal ? [goal] : []));
    return [...texts].map((text) => {
        const items = verdicts.filter(({ goal }) => goal === text);
        const verdict = ['fail', 'skip'].find((each) => items.some((one) => one.verdict === each));
        return { text, items, verdict: verdict ?? 'pass' };
    });
}

/** @returns {{held, all: boolean}} number of goals that are met; all: there are goals, all met */
export function tally(goals) {
    const held = goals.filter(({ verdict }) => verdict === 'pass').length;
    return { held, all: held > 0 && held === goals.length };
}
