// SPDX-License-Identifier: GPL-3.0-or-later
/** Trails of balls, in a picture below the balls that grows with the time. */
import { contextOf, element } from '../../frame/dom.js';
import { MANY } from './balls.js';

const MOST_POINTS = 60000; // limit per drawing, for jumps over a long time

export class Trails {
    canvas = element('canvas');
    ctx = contextOf(this.canvas);
    drawn = {}; // parameters of the picture
    to = 0; // last sample in the trails
    gone_px = new Float64Array(0); // length of each trail, to continue its dashes

    /** True if the picture can be extended. */
    #fits({ run, k, camera, visible, dpr }) {
        const now = { run, scale: camera.scale, x_m: camera.x_m, y_m: camera.y_m,
            width: camera.width, height: camera.height, dpr, visible: visible.join() };
        const same = k >= this.to && Object.keys(now).every((name) =>
            now[name] === this.drawn[name]);
        this.drawn = now;
        return same;
    }

    draw(sheet) {
        const { ctx, run, k, camera, dpr } = sheet;
        if (!this.#fits(sheet)) {
            this.canvas.width = Math.round(camera.width * dpr);
            this.canvas.height = Math.round(camera.height * dpr);
            this.gone_px = new Float64Array(run.solvers.length * run.balls.length);
            this.to = 0;
        }
        if (k > this.to) {
            this.#go(sheet);
            this.to = k;
        }
        ctx.save();
        ctx.setTransform(1, 0, 0, 1, 0, 0);
        ctx.drawImage(this.canvas, 0, 0);
        ctx.restore();
    }

    #go({ run, k, camera, pens, visible, dpr, bold }) {
        const { ctx } = this, count = run.balls.length;
        const many = count > MANY, shown = many ? visible.slice(0, 1) : visible;
        const stride = Math.ceil((k - this.to) * count * shown.length / MOST_POINTS);
        ctx.setTransform(dpr, 0, 0, dpr, 0, 0);
        ctx.lineWidth = (many ? 0.5 : 1.5) * bold;
        ctx.globalAlpha = 0.7;
        for (const index of shown) {
            ctx.strokeStyle = pens[index].colour;
            ctx.setLineDash(many ? [] : pens[index].dash);
            for (let b = 0; b < count; b++) {
                const own = index * count + b;
                ctx.lineDashOffset = this.gone_px[own];
                ctx.beginPath();
                this.gone_px[own] += this.#ofBall(ctx, run, camera, index, b, k, stride);
                ctx.stroke();
            }
        }
    }

    /** Draws a trail; it is interrupted where the ball crosses a periodic edge.
     * @returns {number} its length, px */
    #ofBall(ctx, run, camera, index, b, k, stride) {
        const { positions, scene: { table } } = run;
        const leap = table.boundary === 'periodic' ? Math.min(table.width_m, table.height_m) / 2
            : Infinity;
        let x = NaN, y = NaN, length_m = 0;
        for (let j = this.to; ; j = Math.min(j + stride, k)) {
            const at = run.offset(index, b, j);
            const far_m = Math.hypot(positions[at] - x, positions[at + 1] - y), goes = far_m < leap;
            x = positions[at];
            y = positions[at + 1];
            length_m += goes ? far_m : 0;
            ctx[goes ? 'lineTo' : 'moveTo'](camera.x(x), camera.y(y));
            if (j === k) {
                return length_m * camera.scale;
            }
        }
    }
}
