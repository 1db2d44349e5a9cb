// SPDX-License-Identifier: GPL-3.0-or-later
/** Energy or momentum versus time, and below what the method has added to it. */
import { say } from '../words/words.js';
import { decades, evenRange } from './chart/axes.js';
import { pretty } from './chart/numbers.js';
import { choice } from './frame.js';
import { Instrument } from './instrument.js';

export class Ledger extends Instrument {
    /** @param {Desk} desk @param choices quantities to choose from; the first is shown initially */
    constructor(desk, key, choices, open) {
        const select = choice('inst.shown', choices.map(({ column }) => `inst.${column}`), (k) => {
            this.chosen = choices[k];
            this.update();
        });
        super(desk, key, open, [select]);
        this.select = select;
        this.choices = choices;
        this.chosen = choices[0];
        const added = () => this.chosen.residual;
        this.add({ height: 11, yRange: () => this.#evenRange(),
            name: () => desk.nameOf(this.chosen.column),
            lines: () => desk.lines(this.chosen.column),
            data: () => desk.data(this.chosen.column) });
        this.add({ height: 10, log: true, yRange: () => decades(...desk.extent(added(), true)),
            name: () => `|${desk.nameOf(added(), '')}| (${desk.unitOf(added())})`,
            lines: () => desk.lines(added()), data: () => desk.data(added(), true),
            empty: () => desk.extent(added(), true)[1] > 0 ? '' : say('inst.nothing') });
    }

    /** Range in which values at rounding level, compared with related columns, are zero. */
    #evenRange() {
        const { desk, chosen } = this;
        const kin = this.choices.filter((one) => one.residual === chosen.residual
            && desk.has(one.column));
        const scale = Math.max(0, ...kin.flatMap(({ column }) => desk.extent(column))
            .filter(Number.isFinite).map(Math.abs));
        const [least, most] = desk.extent(chosen.column);
        return least <= most ? evenRange(least, most, scale) : [0, 1];
    }

    update() {
        if (this.root.open && this.desk.hasSamples) {
            this.#offer();
            super.update();
        }
    }

    /** Hides quantities that the run has no column of: only spinning balls have spin_J. */
    #offer() {
        [...this.select.options].forEach((option, k) => {
            option.hidden = option.disabled = !this.desk.has(this.choices[k].column);
        });
        if (!this.desk.has(this.chosen.column)) {
            [this.chosen] = this.choices;
            this.select.value = '0';
        }
    }

    sentence() {
        const { desk } = this, { column, residual } = this.chosen;
        return say('inst.ledger.says', { name: say(`inst.${column}`), t: pretty(desk.model.time, 4),
            values: desk.valueText(column), added: say(`inst.${residual}`),
            rest: desk.valueText(residual) });
    }

    tables() {
        return [this.chosen.column, this.chosen.residual].map((column) => this.columnTable(
            this.desk.captionOf(column), column, [...this.desk.solvers.keys()]));
    }
}
