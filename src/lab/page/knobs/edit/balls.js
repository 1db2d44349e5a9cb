// SPDX-License-Identifier: GPL-3.0-or-later
/** Edits of the list of balls: copy and remove. Balls of groups can be copied, not removed. */
import { isInside } from '../../table/clamp.js';
import { pathOf, withoutChecks } from './edits.js';

const APART = 1.05; // distance of the copy, in sums of radii
const TURNS = 12; // directions that are tried around the ball
const RINGS = 6;

/** Unused name: "cue" becomes "cue2", "row15" becomes "row16". */
export function freeBallName(scene, wanted) {
    const names = new Set(scene.balls.map(({ name }) => name));
    const stem = wanted.replace(/\d+$/, '');
    let number = Number(wanted.slice(stem.length)) || 1;
    do {
        number++;
    } while (names.has(`${stem}${number}`));
    return `${stem}${number}`;
}

/** Free position near a ball: first to its right. @returns {{x_m, y_m}|null} */
export function freePlace({ balls, table }, ball) {
    const { x_m, y_m, radius_m } = ball;
    for (let ring = 1; ring <= RINGS; ring++) {
        for (let k = 0; k < TURNS; k++) {
            const turn = 2 * Math.PI * k / TURNS, away = 2 * radius_m * APART * ring;
            const at = { x: x_m + away * Math.cos(turn), y: y_m + away * Math.sin(turn) };
            const away_m = (other) => Math.hypot(other.x_m - at.x, other.y_m - at.y);
            if (isInside(table, at, radius_m) && balls.every((other) => away_m(other)
                >= (other.radius_m + radius_m) * (1 + 1e-9))) {
                return { x_m: Number(at.x.toPrecision(6)), y_m: Number(at.y.toPrecision(6)) };
            }
        }
    }
    return null;
}

/** Copies a ball to a free position, at rest.
 * @returns {{name: string, pairs: Pairs}|null} null: none is free */
export function copyBall({ scene }, ball) {
    const place = freePlace(scene, ball), name = freeBallName(scene, ball.name);
    const item = scene.keys.balls.find((each) => each.name === ball.name);
    return place && { name, pairs: [['balls+',
        JSON.stringify({ ...item, name, ...place, vx_mps: 0, vy_mps: 0 })]] };
}

/** Removes a ball and the checks that name it.
 * @returns {Pairs} */
export function removeBallPairs({ scene: { keys } }, name) {
    const k = keys.balls.findIndex((ball) => ball.name === name);
    return [...withoutChecks(keys, ({ ball }) => ball === name),
        [pathOf('balls', keys.balls[k], k), null]];
}
