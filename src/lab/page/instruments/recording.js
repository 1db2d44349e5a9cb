// SPDX-License-Identifier: GPL-3.0-or-later
/** Distance of each solver's balls from the recorded samples. */
import { say } from '../words/words.js';
import { decades } from './chart/axes.js';
import { pretty, quantity } from './chart/numbers.js';
import { GREY } from './chart/style.js';
import { Instrument } from './instrument.jsx';

export class Recording extends Instrument {
    /** @param {Desk} desk */
    constructor(desk) {
        super(desk, 'inst.recording');
        this.add({ log: true, height: 14, name: () => desk.nameOf('track_m'),
            yRange: (lines) => decades(...desk.extent(lines)), ready: () => desk.hasSamples && desk.track !== null,
            lines: () => [...this.#noise(), ...desk.lines('track_m', { log: true })] });
    }

    /** Rms distance of two equal positions with independent errors of x and y. */
    #noise() {
        const noise_m = Math.SQRT2 * (this.desk.track?.sigma_m ?? 0);
        return noise_m > 0 ? [this.desk.level(noise_m, say('inst.noise', { noise: quantity(noise_m, 'm', 2) }),
            { colour: GREY })] : [];
    }

    sentence() {
        const { run, solvers, track } = this.desk;
        if (!track) {
            return '';
        }
        const { label, sigma_m } = track, { count, squares } = /** @type {Distances} */ (run.distances);
        const values = (of) => solvers.map(({ text }, index) => `${text} ${of(squares[index])}`)
            .join(', ');
        return count === 0 ? say('inst.track.none', { track: label }) : [
            say('inst.track.says', { n: count, t: pretty(run.reached_s, 4), track: label,
                values: values((sum) => quantity(Math.sqrt(sum / count), 'm')) }),
            sigma_m ? say('inst.track.chi', { n: 2 * count, sigma: quantity(sigma_m, 'm'),
                values: values((sum) => pretty(sum / sigma_m ** 2)) }) : '',
        ].join(' ');
    }
}
