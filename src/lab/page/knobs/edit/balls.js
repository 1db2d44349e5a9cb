// SPDX-License-Identifier: GPL-3.0-or-later
/** Edits of the list of balls: copy and remove. Balls of groups can be copied, not removed. */
import { isInside } from '../../table/clamp.js';
import { wholly } from './edits.js';
import { flow, flowList, itemsOf, pairsOf, quoted, valueOf } from './flow.js';

const APART = 1.05; // distance of the copy, in sums of radii
const TURNS = 12; // directions that are tried around the ball
const RINGS = 6;

/** Items of `balls`. The canonical scenario has the balls of groups after them. */
const ownItems = ({ yaml, balls }) => itemsOf(yaml, 'balls')
    .slice(0, balls.filter(({ of_group }) => !of_group).length);

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

/** Copies a ball to a free position, at rest. @returns {{name, pairs}|null} null: none is free */
export function copyBall({ scene, sets }, ball) {
    const place = freePlace(scene, ball), name = freeBallName(scene, ball.name);
    const own = itemsOf(scene.yaml, 'balls').find((item) => valueOf(item, 'name') === ball.name);
    const kept = own ? pairsOf(own) : [['radius_m', `${ball.radius_m}`],
        ['mass_kg', `${ball.mass_kg}`], ['material', quoted(ball.material)]];
    const left = kept.filter(([key]) => !['name', 'x_m', 'y_m', 'vx_mps', 'vy_mps'].includes(key));
    return place && { name, pairs: wholly(sets, 'balls', flowList([...ownItems(scene),
        flow([['name', quoted(name)], ['x_m', `${place.x_m}`], ['y_m', `${place.y_m}`],
            ...left])])) };
}

/** Removes a ball and the checks that name it. */
export function removeBallPairs({ scene, sets }, name) {
    const without = (items, key) => items.filter((item) => valueOf(item, key) !== name);
    const checks = itemsOf(scene.yaml, 'checks'), left = without(checks, 'ball');
    return [...wholly(sets, 'balls', flowList(without(ownItems(scene), 'name'))),
        ...left.length < checks.length ? wholly(sets, 'checks', flowList(left)) : []];
}
