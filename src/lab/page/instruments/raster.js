// SPDX-License-Identifier: GPL-3.0-or-later
/** Collisions: a row per solver, a tick per collision (long: two balls, short: a wall). Growing
 * runs and dense rows are shaded by the number of collisions per sample interval. */
import { local, say } from '../words/words.js';
import { quantity } from './chart/numbers.js';
import { ALARM, INK, PAPER, styleOf } from './chart/style.js';
import { FigurePanel, table } from './frame.js';

const MOST_TICKS = 2000; // more collisions are drawn as a density
const ROW_REM = 2.6, AXES_REM = 4.4;
const LISTED = 50; // collisions in the table below

export class Raster extends FigurePanel {
    /** @param {Desk} desk */
    constructor(desk, open) {
        super(desk, 'inst.raster', open);
        this.addOverTime({ ends: false, ticks: false, over: (pen) => this.#draw(pen),
            height: () => AXES_REM + ROW_REM * desk.solvers.length,
            name: () => this.#dense() ? say('inst.raster.density') : say('inst.raster.name'),
            yRange: () => [0, Math.max(1, desk.solvers.length)] });
    }

    #dense() {
        const tables = this.desk.run?.collisions ?? [];
        return tables.reduce((sum, one) => sum + (one?.rows ?? Infinity), 0) > MOST_TICKS;
    }

    #draw(pen) {
        const dense = this.#dense(), { top: highest, height } = pen.box;
        const { mismatch, solvers } = this.desk;
        const heights = solvers.map((_, index) => pen.y(solvers.length - index));
        solvers.forEach((solver, index) => {
            const top = heights[index], bottom = heights[index + 1] ?? highest + height;
            const row = { top: top + 1.15 * pen.rem, bottom: bottom - 0.15 * pen.rem,
                colour: styleOf(solver).colour, alpha: this.desk.isFaint(index) ? 0.3 : 1 };
            if (dense) {
                this.#shade(pen, index, row);
            } else {
                this.#tick(pen, index, row);
            }
            pen.across(row.bottom, { colour: row.colour });
        });
        if (mismatch) {
            pen.upright(pen.x(mismatch.t_s), { colour: ALARM, width: 2 });
        }
        heights.forEach((top, index) => {
            const end = this.#name(pen, index, top);
            if (mismatch?.index === index) {
                this.#nameMismatch(pen, end, top);
            }
        });
    }

    /** @returns right end of the name, px */
    #name(pen, index, top) {
        const { left } = pen.box;
        const said = say('inst.raster.row', { solver: this.desk.solvers[index].label,
            count: this.desk.collisionsOf(index) });
        pen.block(left + 1, top + 0.15 * pen.rem, pen.measure(said) + 6, pen.rem, PAPER);
        return left + 4 + pen.text(said, left + 4, top + 0.65 * pen.rem, { colour: INK });
    }

    #tick(pen, index, { top, bottom, colour, alpha }) {
        const { t_s: t = [], kind = [] } = this.desk.run.collisions[index]?.column ?? {};
        const balls = [], walls = [];
        for (let k = 0; k < t.length; k++) {
            (kind[k] === 'wall' ? walls : balls).push(pen.x(t[k]));
        }
        const short = bottom - 0.5 * (bottom - top);
        pen.ticks(balls, top, bottom, { colour, alpha, width: 1.5 });
        pen.ticks(walls, short, bottom, { colour, alpha, width: 1.5 });
    }

    /** Shades by collisions per sample interval. */
    #shade(pen, index, { top, bottom, colour, alpha }) {
        const { run } = this.desk, counts = run.numbers[index].collisions;
        const begun = (k) => counts[k] - counts[k - 1];
        let most = 1;
        for (let k = 1; k < run.filled; k++) {
            most = Math.max(most, begun(k) || 0);
        }
        for (let k = 1; k < run.filled; k++) {
            if (begun(k) > 0) {
                const x = pen.x(run.t[k - 1]), wide = Math.max(1, pen.x(run.t[k]) - x);
                pen.block(x, top, wide, bottom - top, colour,
                    alpha * (0.15 + 0.85 * begun(k) / most));
            }
        }
    }

    /** Labels the mismatch in the row of its solver. */
    #nameMismatch(pen, end, top) {
        const { t_s } = this.desk.mismatch, x = pen.x(t_s), all = pen.box;
        const late = x > all.left + all.width / 2;
        pen.text(say('inst.mismatch', { t: quantity(t_s, 's', 4) }),
            late ? x - 5 : Math.max(x + 5, end + 0.8 * pen.rem), top + 0.65 * pen.rem,
            { align: late ? 'right' : 'left', colour: ALARM });
    }

    sentence() {
        const { desk } = this;
        const counts = desk.solvers.map(({ text }, index) => `${text} ${desk.collisionsOf(index)}`);
        return [say('inst.raster.says', { counts: counts.join(', ') }), desk.mismatchText]
            .filter((part) => part !== '').join(' ');
    }

    tables() {
        const { run, solvers } = this.desk;
        return solvers.map(({ text }, index) => {
            const { t_s = [], a = [], b = [] } = run.collisions[index]?.column ?? {};
            const rows = Array.from(t_s.slice(0, LISTED), (time_s, k) =>
                [local(time_s.toPrecision(6)), `${a[k]}, ${b[k]}`]);
            return table(say('inst.raster.first', { solver: text, count: rows.length }),
                [say('inst.t'), say('inst.pair')], rows);
        });
    }
}
