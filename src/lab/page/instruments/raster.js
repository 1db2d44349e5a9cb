// SPDX-License-Identifier: GPL-3.0-or-later
/** Collisions: a row per solver, a tick per collision (long: two balls, short: a wall). Growing
 * runs and dense rows are shaded by the number of collisions per sample interval. */
import { FONT } from '../table/draw/arrows.js';
import { say } from '../words/words.js';
import { INK, PAPER, styleOf } from './chart/style.js';
import { Instrument } from './instrument.js';

const MOST_TICKS = 2000; // more collisions are drawn as a density
const ROW_REM = 2.6, AXES_REM = 3.8, NAME_REM = 1.2;

export class Raster extends Instrument {
    /** @param {Desk} desk */
    constructor(desk) {
        super(desk, 'inst.raster');
        this.add({ ticks: false, over: (pen) => this.#draw(pen), marks: () => desk.mismatch.marks,
            height: () => AXES_REM + ROW_REM * desk.solvers.length,
            name: () => say('inst.raster'),
            yRange: () => [0, Math.max(1, desk.solvers.length)],
            lines: () => desk.lines('collisions', { indices: [...desk.solvers.keys()] })
                .map((line) => ({ ...line, isHidden: true })) });
    }

    get #isDense() {
        const { collisions } = this.desk.run;
        return collisions.reduce((sum, one) => sum + (one?.rows ?? Infinity), 0) > MOST_TICKS;
    }

    #draw(pen) {
        const { ctx, em, box } = pen, { solvers } = this.desk, isDense = this.#isDense;
        const row = box.height / solvers.length, name = NAME_REM * em; // the line of the time leaves out names
        this.charts[0].line.style.maskImage =
            `repeating-linear-gradient(#0000 0 ${name}px, #000 ${name}px ${row}px)`;
        solvers.forEach((solver, index) => {
            const from = pen.y(solvers.length - index), bottom = from + row - 0.15 * em, high = bottom - from - name;
            ctx.globalAlpha = 1;
            Object.assign(ctx, { fillStyle: PAPER, font: `${0.8125 * em}px ${FONT}`,
                textBaseline: 'middle', textAlign: 'left' });
            ctx.fillRect(box.left + 1, from, ctx.measureText(solver.label).width + 0.5 * em, name);
            ctx.fillStyle = INK;
            ctx.fillText(solver.label, box.left + 0.25 * em, from + name / 2);
            ctx.fillStyle = styleOf(solver).colour;
            ctx.fillRect(box.left, bottom, box.width, 1);
            (isDense ? this.#densities(index) : this.#ticks(index)).forEach(([t, until, part]) => {
                const x = pen.x(t), tall = isDense ? high : part * high;
                ctx.globalAlpha = isDense ? 0.15 + 0.85 * part : 1;
                ctx.fillRect(x, bottom - tall, Math.max(1.5, pen.x(until) - x), tall);
            });
        });
    }

    /** [time, the same, height] of each collision */
    #ticks(index) {
        const { t_s = [], kind = [] } = this.desk.run.collisions[index]?.column ?? {};
        return Array.from(t_s, (t, k) => [t, t, kind[k] === 'wall' ? 0.5 : 1]);
    }

    /** [from, to, share of the most] of each interval with collisions */
    #densities(index) {
        const { t, filled, numbers } = this.desk.run, counts = numbers[index].collisions;
        const all = Array.from({ length: filled }, (_, k) => k > 0 && counts[k] - counts[k - 1] || 0);
        const most = Math.max(1, ...all);
        return all.flatMap((count, k) => count > 0 ? [[t[k - 1], t[k], count / most]] : []);
    }

    sentence() {
        return `${this.desk.mismatch.text} ${say(`inst.raster.${this.#isDense ? 'darker' : 'ticks'}`)}`.trim();
    }
}
