// SPDX-License-Identifier: GPL-3.0-or-later
/** Distance of each solver's balls from the recorded samples. */
import { say } from '../words/words.js';
import { decades } from './chart/axes.js';
import { pretty, quantity } from './chart/numbers.js';
import { GREY } from './chart/style.js';
import { FigurePanel } from './frame.js';

const COLUMN = 'track_m';
const NOISE = { colour: GREY, dash: [1, 3], width: 1.5 };

export class Recording extends FigurePanel {
    /** @param {Desk} desk */
    constructor(desk, open) {
        super(desk, 'inst.recording', open);
        this.addOverTime({ log: true, height: 12, lines: () => desk.lines(),
            name: () => desk.nameOf(COLUMN), yRange: () => this.#yRange(),
            data: () => desk.data(COLUMN, true),
            beside: () => this.#noise.map((y) => ({ y, stroke: NOISE,
                label: say('inst.noise', { noise: quantity(y, 'm', 2) }) })),
            under: (pen) => this.#noise.forEach((y) => pen.across(pen.y(y), NOISE)) });
    }

    get #track() {
        return /** @type {Track} */ (this.desk.track);
    }

    /** Rms distance in m of two equal positions with independent errors of x and y. */
    get #noise() {
        const { sigma_m } = this.#track;
        return sigma_m ? [Math.SQRT2 * sigma_m] : [];
    }

    #yRange() {
        const [least, most] = this.desk.extent(COLUMN, true);
        return decades(Math.min(least, ...this.#noise), Math.max(most, ...this.#noise));
    }

    update() {
        this.root.hidden = !this.desk.track;
        return this.desk.track ? super.update() : [];
    }

    sentence() {
        const { run, solvers } = this.desk, { label, sigma_m } = this.#track;
        const { count, squares } = /** @type {Distances} */ (run.distances);
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
        const { order, track } = this.desk;
        return track === null ? [] : [this.columnTable(this.desk.nameOf(COLUMN), COLUMN, order)];
    }
}
