// SPDX-License-Identifier: GPL-3.0-or-later
/** Distance of each solver's balls from the reference, and the contact delay, which no smaller step
 * reduces. */
import { say } from '../words/words.js';
import { decades } from './chart/axes.js';
import { quantity } from './chart/numbers.js';
import { styleOf } from './chart/style.js';
import { Instrument } from './instrument.jsx';

export class Divergence extends Instrument {
    /** @param {Desk} desk */
    constructor(desk) {
        super(desk, 'inst.divergence');
        this.add({ log: true, height: 14,
            name: () => say('inst.rms', { reference: desk.solvers[desk.scene.reference]?.text ?? '' }),
            lines: () => [...this.#levels(), ...desk.lines('rms_m', { log: true,
                indices: desk.order.filter((index) => index !== desk.scene.reference) })],
            yRange: (lines) => this.#extent(lines)[1] > 0 ? decades(...desk.extent(lines)) : [0.1, 1],
            marks: () => desk.mismatch.marks,
            empty: (lines) => this.#extent(lines)[1] > 0 ? '' : say('inst.together') });
    }

    #extent(lines) {
        return this.desk.extent(lines.filter(({ index }) => index < Infinity));
    }

    /** [{index, lag_m, contact_s}] of solvers with a contact duration, in the scenario's order */
    get #delays() {
        const { desk } = this, lags = desk.summaryOf('lag_m') ?? [], times = desk.summaryOf('contact_s') ?? [];
        return lags.flatMap((lag_m, index) => lag_m !== null && lag_m > 0 && index !== desk.scene.reference
            ? [{ index, lag_m, contact_s: times[index] ?? NaN }] : []);
    }

    /** Contact delays are horizontal lines in the colour of their solver; equal ones share an
     * entry of the legend. */
    #levels() {
        const { desk } = this, texts = this.#delays.map(({ lag_m }) => quantity(lag_m, 'm', 2));
        return this.#delays.map(({ index, lag_m }, k) => desk.level(lag_m, texts.indexOf(texts[k]) === k
            ? say('inst.lag', { lag: texts[k] }) : '', styleOf(desk.solvers[index])));
    }

    sentence() {
        const { desk } = this;
        if (desk.solvers.length < 2) {
            return say('inst.alone');
        }
        const lags = this.#delays.map(({ index, lag_m, contact_s }) => say('inst.lag.each', {
            solver: desk.solvers[index].text, lag: quantity(lag_m, 'm'), time: quantity(contact_s, 's') }));
        return [lags.length > 0 ? say('inst.lag.says', { lags: lags.join(', ') }) : '', desk.mismatch.text]
            .filter(Boolean).join(' ');
    }
}
