// SPDX-License-Identifier: GPL-3.0-or-later
/** Recorded balls: a thin outline and a cross at the latest sample, small crosses as a trail. */
import { countUntil, shownAt } from '../../model/track.js';
import { addCircle, polyline, stroke } from './arrows.js';
import { radiusOf } from './balls.js';
import { GREY } from './pen.js';
import { eachImage } from './walls.js';
import { pretty } from '../../instruments/chart/numbers.js';
import { ON_CLOTH } from '../../frame/palette.js';

const CROSS_PX = 3, TRAIL = 0.6; // half of a small cross; its opacity
const MOST = 2000; // small crosses of a ball
const OLD_S = 0.05; // an older sample has its time beside it

function cross(ctx, x, y, half) {
    polyline(ctx, [[x - half, y - half], [x + half, y + half]]);
    polyline(ctx, [[x - half, y + half], [x + half, y - half]]);
}

/** @param {Sheet} sheet
 * @param {Track} track
 * @returns {{x, y, radius, age, colour}[]} the balls shown, px; age of a sample that is old */
export function drawTrack(sheet, track, time_s, trails) {
    const { ctx, camera, run: { scene }, bold } = sheet, colour = ON_CLOTH[track.hue - 1] ?? GREY;
    const shown = [];
    ctx.globalAlpha = TRAIL;
    ctx.beginPath();
    for (const ball of trails ? track.balls : []) {
        const to = countUntil(ball, time_s);
        for (let k = Math.max(0, to - MOST); k < to; k++) {
            cross(ctx, camera.x(ball.x_m[k]), camera.y(ball.y_m[k]), CROSS_PX * bold);
        }
    }
    stroke(ctx, colour, 1.5 * bold);
    ctx.globalAlpha = 1;
    ctx.beginPath();
    for (const ball of track.balls.filter((one) => shownAt(one, time_s) >= 0)) {
        const k = shownAt(ball, time_s), own = scene.balls.find(({ name }) => name === ball.name);
        const radius = own ? radiusOf(sheet, own) : 0; // removed balls are crosses
        eachImage(scene.table, ball.x_m[k], ball.y_m[k], own?.radius_m ?? 0, (x_m, y_m) => {
            const x = camera.x(x_m), y = camera.y(y_m);
            addCircle(ctx, x, y, radius);
            cross(ctx, x, y, Math.max(radius * Math.SQRT1_2, 2 * CROSS_PX));
            shown.push({ x, y, radius, colour, age: time_s - ball.t_s[k] > OLD_S ? `t = ${pretty(ball.t_s[k])} s` : '' });
        });
    }
    stroke(ctx, colour, 1.5 * bold);
    return shown;
}
