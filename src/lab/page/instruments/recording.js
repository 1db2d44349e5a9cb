// SPDX-License-Identifier: GPL-3.0-or-later
/** Distance of each solver's balls from the recorded samples. */
import { say } from '../words/words.js';
import { decades } from './chart/axes.js';
import { extent } from './chart/columns.js';
import { general, pretty, quantity } from './chart/numbers.js';
import { GREY } from './chart/style.js';
import { FigurePanel, evenly, table } from './frame.js';

const COLUMN = 'track_m';
const NOISE = { colour: GREY, dash: [1, 3], width: 1.5 };

export class Recording extends FigurePanel {
    /** @param {Desk} desk */
    constructor(desk, open) {
        super(desk, 'inst.recording', open);
        this.figure.add({
            log: true, height: 12, xName: () => say('inst.t'), xRange: () => desk.range,
            name: () => desk.nameOf(COLUMN), yRange: () => this.#yRange(),
            lines: () => desk.order.map((index) => desk.lineOf(index)),
            data: () => [desk.run.t.subarray(0, desk.run.filled), ...this.#columns()],
            beside: () => this.#noise.map((y) => ({ y, stroke: NOISE,
                label: say('inst.noise', { noise: quantity(y, 'm', 2) }) })),
            under: (pen) => this.#noise.forEach((y) => pen.line([[pen.box.left, pen.y(y)],
                [pen.box.left + pen.box.width, pen.y(y)]], NOISE)),
            seek: (t) => desk.seek(t) });
    }

    get #track() {
        return /** @type {Track} */ (this.desk.track);
    }

    #columns() {
        return this.desk.order.map((index) => this.desk.values(index, COLUMN, true));
    }

    /** Rms distance in m of two equal positions with independent errors of x and y. */
    get #noise() {
        const { sigma_m } = this.#track;
        return sigma_m ? [Math.SQRT2 * sigma_m] : [];
    }

    #yRange() {
        const [least, most] = extent([...this.#columns(), this.#noise]);
        return most > 0 ? decades(least, most) : [0.1, 1];
    }

    update() {
        this.root.hidden = !this.desk.track;
        return this.desk.track ? super.update() : [];
    }

    sentence() {
        const { run, solvers } = this.desk, { label, sigma_m } = this.#track;
        const { count, squares } = /** @type {import('../model/track.js').Distances} */ (run.distances);
        const values = (of) => solvers.map(({ text }, index) => `${text} ${of(squares[index])}`)
            .join(', ');
        return count === 0 ? say('inst.track.none', { track: label }) : [
            say('inst.track.says', { n: count, t: pretty(run.reached_s, 4), track: label,
                values: values((sum) => quantity(Math.sqrt(sum / count), 'm')) }),
            sigma_m ? say('inst.track.chi', { n: 2 * count, sigma: quantity(sigma_m, 'm'),
                values: values((sum) => pretty(sum / sigma_m ** 2)) }) : '',
        ].join(' ');
    }

    tables() {
        const { run, order, solvers, track } = this.desk;
        return track === null ? [] : [table(this.desk.nameOf(COLUMN),
            [say('inst.t'), ...order.map((index) => solvers[index].label)],
            evenly(run.filled).map((k) => [general(run.t[k]),
                ...order.map((index) => general(run.numbers[index][COLUMN][k]))]))];
    }
}
