// SPDX-License-Identifier: GPL-3.0-or-later
/** Energy or momentum versus time, and below what the method has added to it. */
import { say } from '../words/words.js';
import { decades, evenRange } from './chart/axes.js';
import { choice } from './frame.jsx';
import { Instrument } from './instrument.jsx';

const ROUNDING = 1e-12; // relative to related columns; smaller numbers are zero

export class Ledger extends Instrument {
    /** @param {Desk} desk @param choices quantities to choose from; the first is shown initially */
    constructor(desk, key, choices) {
        const select = choice('inst.shown', choices.map(({ column }) => `inst.${column}`), (k) => {
            this.chosen = choices[k];
            this.update();
        });
        super(desk, key, [select]);
        this.select = select;
        this.choices = choices;
        this.chosen = choices[0];
        this.add({ height: 11, lines: () => desk.lines(this.chosen.column, { least: this.#least }), yRange: (lines) => this.#rangeOf(lines),
            name: () => desk.nameOf(this.chosen.column) + (this.#rangeOf(this.charts[0].lines)[0] > 0 ? `, ${say('inst.magnified')}` : '') });
        this.add({ height: 10, log: true, yRange: (lines) => decades(...desk.extent(lines)),
            name: () => `|${desk.nameOf(this.chosen.added, '')}| (${desk.column(this.chosen.added)?.unit})`,
            lines: () => desk.lines(this.chosen.added, { log: true, least: this.#least }),
            empty: (lines) => desk.extent(lines)[1] > 0 ? '' : say('inst.nothing') });
    }

    #rangeOf(lines, [low, high] = this.desk.extent(lines)) {
        return low <= high ? evenRange(low, high, this.#scale) : [0, 1];
    }

    /** Largest magnitude in the run of the columns with the same error. */
    get #scale() {
        const { desk, chosen } = this;
        return Math.max(0, ...this.choices.filter(({ column, added }) => added === chosen.added && desk.column(column))
            .flatMap(({ column }) => desk.extent(desk.lines(column))).filter(Number.isFinite).map(Math.abs));
    }

    get #least() {
        return ROUNDING * this.#scale;
    }

    /** Hides quantities that the run has no column of: only spinning balls have spin_J. */
    update() {
        [...this.select.options].forEach((option, k) => {
            option.hidden = option.disabled = !this.desk.column(this.choices[k].column);
        });
        if (!this.desk.column(this.chosen.column)) {
            [this.chosen] = this.choices;
            this.select.value = '0';
        }
        super.update();
    }
}
