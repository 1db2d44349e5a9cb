// SPDX-License-Identifier: GPL-3.0-or-later
/** Collisions: a row per solver, a tick per sample interval with collisions, the darker the more it has. */
import { FONT } from '../table/draw/arrows.js';
import { say } from '../words/words.js';
import { INK, PAPER, styleOf } from './chart/style.js';
import { Instrument } from './instrument.jsx';

const LEAST_INK = 0.4; // of an interval with one collision, if others have more
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

    #draw(pen) {
        const { ctx, em, box } = pen, { solvers } = this.desk;
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
            this.#densities(index).forEach(([from_s, to_s, part]) => {
                const x = pen.x(from_s);
                ctx.globalAlpha = LEAST_INK + (1 - LEAST_INK) * part;
                ctx.fillRect(x, bottom - high, Math.max(1.5, pen.x(to_s) - x), high);
            });
        });
    }

    /** [from, to, share of the most] of each interval with collisions */
    #densities(index) {
        const { t, filled, numbers } = this.desk.run, counts = numbers[index].collisions;
        const all = Array.from({ length: filled }, (_, k) => k > 0 && counts[k] - counts[k - 1] || 0);
        const most = Math.max(1, ...all);
        return all.flatMap((count, k) => count > 0 ? [[t[k - 1], t[k], count / most]] : []);
    }

    sentence() {
        return `${this.desk.mismatch.text} ${say('inst.raster.darker')}`.trim();
    }
}
