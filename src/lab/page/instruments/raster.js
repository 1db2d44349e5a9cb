// SPDX-License-Identifier: GPL-3.0-or-later
/** Collisions: a row per solver, a tick per collision (long: two balls, short: a wall). Growing
 * runs and dense rows are shaded by the number of collisions per sample interval. */
import { FONT } from '../table/draw/arrows.js';
import { say } from '../words/words.js';
import { pretty } from './chart/numbers.js';
import { INK, PAPER, styleOf } from './chart/style.js';
import { mismatchMarks } from './divergence.js';
import { table } from './frame.js';
import { Instrument } from './instrument.js';

const MOST_TICKS = 2000; // more collisions are drawn as a density
const ROW_REM = 2.6, AXES_REM = 3.8, NAME_REM = 1.2;
const LISTED = 50; // collisions in the table below

export class Raster extends Instrument {
    /** @param {Desk} desk */
    constructor(desk, open) {
        super(desk, 'inst.raster', open);
        const indices = () => [...desk.solvers.keys()];
        this.add({ ticks: false, over: (pen) => this.#draw(pen), marks: () => mismatchMarks(desk),
            height: () => AXES_REM + ROW_REM * desk.solvers.length,
            name: () => say('inst.raster'),
            yRange: () => [0, Math.max(1, desk.solvers.length)],
            lines: () => desk.lines('collisions', indices()).map((line) =>
                ({ ...line, isHidden: true })),
            data: () => desk.data('collisions', false, indices()) });
    }

    #dense() {
        const tables = this.desk.run?.collisions ?? [];
        return tables.reduce((sum, one) => sum + (one?.rows ?? Infinity), 0) > MOST_TICKS;
    }

    #draw(pen) {
        const { ctx, em, box } = pen, { solvers } = this.desk, dense = this.#dense();
        const row = box.height / solvers.length, name = NAME_REM * em; // the line of the time leaves out names
        this.charts[0].line.style.maskImage =
            `repeating-linear-gradient(#0000 0 ${name}px, #000 ${name}px ${row}px)`;
        solvers.forEach((solver, index) => {
            const from = pen.y(solvers.length - index), to = pen.y(solvers.length - index - 1);
            const top = from + NAME_REM * em, bottom = to - 0.15 * em;
            ctx.globalAlpha = 1;
            Object.assign(ctx, { fillStyle: PAPER, font: `${0.8125 * em}px ${FONT}`,
                textBaseline: 'middle', textAlign: 'left' });
            ctx.fillRect(box.left + 1, from, ctx.measureText(solver.label).width + 0.5 * em, top - from);
            ctx.fillStyle = INK;
            ctx.fillText(solver.label, box.left + 0.25 * em, from + 0.6 * em);
            ctx.fillStyle = styleOf(solver).colour;
            ctx.fillRect(box.left, bottom, box.width, 1);
            const alpha = this.desk.isFaint(index) ? 0.3 : 1;
            (dense ? this.#densities(index) : this.#ticks(index)).forEach(([t, until, part]) => {
                const x = pen.x(t), high = dense ? 1 : part;
                ctx.globalAlpha = dense ? alpha * (0.15 + 0.85 * part) : alpha;
                ctx.fillRect(x, bottom - high * (bottom - top),
                    Math.max(1.5, pen.x(until) - x), high * (bottom - top));
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
        const { desk } = this;
        return [say('inst.raster.says', { t: pretty(desk.model.time, 4),
            counts: desk.valueText('collisions') }), desk.mismatchText,
        say(`inst.raster.${this.#dense() ? 'darker' : 'ticks'}`)].filter(Boolean).join(' ');
    }

    tables() {
        const { run, solvers } = this.desk;
        return solvers.map(({ text }, index) => {
            const { t_s = [], a = [], b = [] } = run.collisions[index]?.column ?? {};
            const rows = Array.from(t_s.slice(0, LISTED), (time_s, k) =>
                [pretty(time_s, 6), `${a[k]}, ${b[k]}`]);
            return table(say('inst.raster.first', { solver: text, count: rows.length }),
                [say('inst.t'), say('inst.pair')], rows);
        });
    }
}
