// SPDX-License-Identifier: GPL-3.0-or-later
/** Distance of each solver's balls from the recorded samples. */
import { say } from '../words/words.js';
import { decades } from './chart/axes.js';
import { pretty, quantity } from './chart/numbers.js';
import { GREY, THEORY_DASH } from './chart/style.js';
import { Instrument } from './instrument.js';

const COLUMN = 'track_m';

export class Recording extends Instrument {
    /** @param {Desk} desk */
    constructor(desk, open) {
        super(desk, 'inst.recording', open);
        this.add({ log: true, height: 14, name: () => desk.nameOf(COLUMN),
            yRange: () => this.#yRange(), ready: () => desk.hasSamples && desk.track !== null,
            lines: () => [...this.#noise.map((noise) => ({ index: Infinity,
                stroke: { colour: GREY, dash: THEORY_DASH, width: 1.5 },
                label: say('inst.noise', { noise: quantity(noise, 'm', 2) }) })),
            ...desk.lines(COLUMN)],
            data: () => {
                const [t, ...columns] = desk.data(COLUMN, true);
                return [t, ...this.#noise.map((noise) => Array(t.length).fill(noise)), ...columns];
            } });
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
        if (this.desk.track) {
            super.update();
        }
    }

    sentence() {
        const { run, solvers, track } = this.desk;
        if (!track) {
            return '';
        }
        const { label, sigma_m } = this.#track;
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
