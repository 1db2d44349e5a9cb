// SPDX-License-Identifier: GPL-3.0-or-later
/** Distance of each solver's balls from the reference, and the contact delay, which no smaller step
 * reduces. */
import { say } from '../words/words.js';
import { decades } from './chart/axes.js';
import { pretty, quantity } from './chart/numbers.js';
import { ALARM, styleOf } from './chart/style.js';
import { FigurePanel } from './frame.js';

const COLUMN = 'rms_m';
const APART = 0.7; // closer delays share a label; decades

export class Divergence extends FigurePanel {
    /** @param {Desk} desk */
    constructor(desk, open) {
        super(desk, 'inst.divergence', open);
        this.addOverTime({ log: true, height: 12, yRange: () => this.#yRange(),
            name: () => say('inst.rms', { reference: this.#name(desk.reference) }),
            lines: () => desk.lines(this.#drawn), data: () => desk.data(COLUMN, true, this.#drawn),
            beside: () => this.#delayLabels(), under: (pen) => this.#drawBeside(pen),
            over: (pen) => this.#drawWords(pen) });
    }

    #name(index) {
        return this.desk.solvers[index]?.text ?? '';
    }

    /** Solvers except the reference, in drawing order. */
    get #drawn() {
        return this.desk.order.filter((index) => index !== this.desk.reference);
    }

    /** The same in the order of the scenario. */
    #others() {
        return this.#drawn.sort((a, b) => a - b);
    }

    #extent() {
        return this.desk.extent(COLUMN, true, this.#drawn);
    }

    /** Range that includes the contact delays. */
    #yRange() {
        const [least, most] = this.#extent(), lags = this.#delays().map(({ lag_m }) => lag_m);
        return most > 0 ? decades(least, Math.max(most, ...lags)) : [0.1, 1];
    }

    /** [{index, lag_m, contact_s}] of solvers with a contact duration */
    #delays() {
        const lags = this.desk.summaryOf('lag_m'), times = this.desk.summaryOf('contact_s');
        return this.#others().map((index) => ({ index, lag_m: lags?.[index] ?? 0,
            contact_s: times?.[index] ?? NaN })).filter(({ lag_m }) => lag_m > 0);
    }

    /** Contact delays are horizontal lines in the colour of their solver. */
    #strokeOf(index) {
        return { colour: styleOf(this.desk.solvers[index]).colour, dash: [1, 3], width: 1.5 };
    }

    #drawBeside(pen) {
        this.#delays().forEach(({ index, lag_m }) =>
            pen.across(pen.y(lag_m), this.#strokeOf(index)));
        const { mismatch } = this.desk;
        if (mismatch) {
            pen.upright(pen.x(mismatch.t_s), { colour: ALARM, dash: [2, 3], width: 1.5 });
        }
    }

    /** Labels for contact delays; close ones share the label of the largest. */
    #delayLabels() {
        const named = [];
        for (const one of this.#delays().sort((a, b) => b.lag_m - a.lag_m)) {
            if (named.length === 0 || one.lag_m < APART * named[named.length - 1].lag_m) {
                named.push(one);
            }
        }
        return named.map(({ index, lag_m }) => ({ y: lag_m, stroke: this.#strokeOf(index),
            label: say('inst.lag', { lag: quantity(lag_m, 'm', 2) }) }));
    }

    #drawWords(pen) {
        const { left, width } = pen.box, [least, most] = this.#extent();
        if (!(least <= most)) {
            pen.textInside(say('inst.together'));
        }
        const { mismatch } = this.desk;
        if (mismatch) {
            const x = pen.x(mismatch.t_s);
            const said = say('inst.mismatch', { t: quantity(mismatch.t_s, 's', 4) });
            const late = x + 5 + pen.measure(said) > left + width;
            pen.text(said, x + (late ? -5 : 5), this.#heightBetweenDelays(pen),
                { align: late ? 'right' : 'left', colour: ALARM });
        }
    }

    /** Height in px near the bottom, away from diverged curves and delays. */
    #heightBetweenDelays(pen) {
        const { top, height } = pen.box, foot = top + height - 0.8 * pen.rem;
        const lags = this.#delays().map(({ lag_m }) => pen.y(lag_m));
        const isFree = (y) => lags.every((lag) => Math.abs(lag - y) > 0.7 * pen.rem);
        return [foot, foot - 1.2 * pen.rem, foot - 2.4 * pen.rem].find(isFree) ?? foot;
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
                values: desk.valueText(COLUMN, { indices: this.#others() }) }),
            lags.length > 0 ? say('inst.lag.says', { lags: lags.join(', ') }) : '',
            desk.mismatchText,
        ].filter((part) => part !== '').join(' ');
    }

    tables() {
        return [this.columnTable(this.desk.captionOf(COLUMN), COLUMN, this.#drawn)];
    }
}
