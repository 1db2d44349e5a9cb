// SPDX-License-Identifier: GPL-3.0-or-later
/** Shows once what to do: a hand pulls the tip of an arrow, until the reader does something. */
import { say } from '../../words/words.js';
import { arrow, fill, words } from './arrows.js';
import { INK, PAPER } from './pen.js';
import { arrowOf } from './velocity.js';

const WAIT_MS = 500, TAKES_MS = 3000, TURN = 0.5; // rad, sideways at the farthest position
const PULL = 0.6, LEAST_PX = 40; // farthest position, relative to the length of the arrow
const SIZE = 1.7 / 16; // of the drawing relative to the font
/** Outline of a hand whose fingertip is at (11, 2). */
const OUTLINE = 'M9 13V4a2 2 0 0 1 4 0v6l5.5 1.2a2.5 2.5 0 0 1 1.9 2.9l-1 5.4a3 3 0 0 1-3 2.5h-4.2'
    + 'a4 4 0 0 1-3.2-1.6L4.4 15a1.6 1.6 0 0 1 2.4-2.1z';

export class Hand {
    constructor(table) {
        this.table = table;
        this.began_ms = null;
        this.over = matchMedia('(prefers-reduced-motion: reduce)').matches;
        ['pointerdown', 'keydown', 'wheel'].forEach((name) => addEventListener(name, () => {
            this.over = true;
        }, { once: true, capture: true, passive: true }));
    }

    /** Part of the way to the farthest position, 0 to 1, or null if it is over. */
    #part() {
        this.began_ms ??= performance.now() + WAIT_MS;
        const part = (performance.now() - this.began_ms) / TAKES_MS;
        this.over ||= part >= 1 || this.table.model.playing || this.table.model.locked;
        return this.over ? null : Math.sin(Math.PI * Math.max(part, 0)) ** 2;
    }

    /** @param bodies [{x, y, radius, vx, vy}] in px and m/s */
    paint(ctx, bodies, font_px) {
        const speed = ({ vx, vy }) => Math.hypot(vx, vy);
        const body = bodies.reduce((best, each) => speed(each) > speed(best) ? each : best,
            { vx: 0, vy: 0 });
        const part = this.over || speed(body) === 0 || !this.table.atStart ? null : this.#part();
        if (part === null) {
            return;
        }
        const { from, tip } = arrowOf(body, this.table.px_per_mps);
        const dx = tip.x - from.x, dy = tip.y - from.y, angle = Math.atan2(dy, dx) - TURN * part;
        const length = Math.hypot(dx, dy), far = length + part * Math.max(PULL * length, LEAST_PX);
        const at = { x: from.x + far * Math.cos(angle), y: from.y + far * Math.sin(angle) };
        arrow(ctx, from, at, { colour: INK, width: 2, dash: [5, 4] });
        words(ctx, say('table.pull'), at.x, Math.max(at.y + (at.y < from.y ? -0.9 : 2.7) * font_px,
            font_px), { size: font_px, bold: true });
        ctx.save();
        ctx.translate(at.x - 11 * SIZE * font_px, at.y - 2 * SIZE * font_px);
        ctx.scale(SIZE * font_px, SIZE * font_px);
        const outline = new Path2D(OUTLINE);
        ctx.fillStyle = PAPER;
        ctx.fill(outline);
        ctx.strokeStyle = INK;
        ctx.lineWidth = 1.4;
        ctx.stroke(outline);
        ctx.restore();
        this.table.ask();
    }
}
