// SPDX-License-Identifier: GPL-3.0-or-later
/** Distance of each solver's balls from the reference, and the contact delay, which no smaller step
 * reduces. */
import { say } from '../words/words.js';
import { decades } from './chart/axes.js';
import { pretty, quantity } from './chart/numbers.js';
import { ALARM, THEORY_DASH, styleOf } from './chart/style.js';
import { Instrument } from './instrument.js';

const COLUMN = 'rms_m';

export class Divergence extends Instrument {
    /** @param {Desk} desk */
    constructor(desk, open) {
        super(desk, 'inst.divergence', open);
        this.add({ log: true, height: 14, yRange: () => this.#yRange(),
            name: () => say('inst.rms', { reference: this.#name(desk.reference) }),
            lines: () => [...this.#delayLines(), ...desk.lines(COLUMN, this.#drawn)],
            data: () => this.#data(), marks: () => mismatchMarks(desk),
            empty: () => this.#extent()[1] > 0 ? '' : say('inst.together') });
    }

    #name(index) {
        return this.desk.solvers[index]?.text ?? '';
    }

    /** Solvers except the reference, in drawing order. */
    get #drawn() {
        return this.desk.order.filter((index) => index !== this.desk.reference);
    }

    #extent() {
        return this.desk.extent(COLUMN, true, this.#drawn);
    }

    /** Range that includes the contact delays. */
    #yRange() {
        const [least, most] = this.#extent(), lags = this.#delays().map(({ lag_m }) => lag_m);
        return most > 0 ? decades(least, Math.max(most, ...lags)) : [0.1, 1];
    }

    /** [{index, lag_m, contact_s}] of solvers with a contact duration, in the scenario's order */
    #delays() {
        const lags = this.desk.summaryOf('lag_m'), times = this.desk.summaryOf('contact_s');
        return this.#drawn.sort((a, b) => a - b).map((index) => ({ index,
            lag_m: lags?.[index] ?? 0, contact_s: times?.[index] ?? NaN }))
            .filter(({ lag_m }) => lag_m > 0);
    }

    /** Contact delays are horizontal lines in the colour of their solver; equal ones share an
     * entry of the legend. */
    #delayLines() {
        const texts = this.#delays().map(({ lag_m }) => quantity(lag_m, 'm', 2));
        return this.#delays().map(({ index }, k) => ({ index: Infinity,
            stroke: { ...styleOf(this.desk.solvers[index]), dash: THEORY_DASH, width: 1.5 },
            label: texts.indexOf(texts[k]) === k ? say('inst.lag', { lag: texts[k] }) : '' }));
    }

    #data() {
        const [t, ...columns] = this.desk.data(COLUMN, true, this.#drawn);
        return [t, ...this.#delays().map(({ lag_m }) => Array(t.length).fill(lag_m)), ...columns];
    }

    sentence() {
        const { desk } = this;
        if (this.#drawn.length === 0) {
            return say('inst.alone');
        }
        const lags = this.#delays().map(({ index, lag_m, contact_s }) => say('inst.lag.each', {
            solver: this.#name(index), lag: quantity(lag_m, 'm'),
            time: quantity(contact_s, 's') }));
        return [
            say('inst.rms.says', { t: pretty(desk.model.time, 4),
                reference: this.#name(desk.reference),
                values: desk.valueText(COLUMN, this.#drawn.sort((a, b) => a - b)) }),
            lags.length > 0 ? say('inst.lag.says', { lags: lags.join(', ') }) : '',
            desk.mismatchText,
        ].filter((part) => part !== '').join(' ');
    }

    tables() {
        return [this.columnTable(this.desk.captionOf(COLUMN), COLUMN, this.#drawn)];
    }
}

/** Vertical line at the first mismatch. @param {Desk} desk */
export const mismatchMarks = ({ mismatch }) => mismatch ? [{ at: mismatch.t_s,
    stroke: { colour: ALARM, dash: THEORY_DASH, width: 1.5 },
    label: say('inst.mismatch', { t: quantity(mismatch.t_s, 's', 4) }) }] : [];
