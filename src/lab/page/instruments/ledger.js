// SPDX-License-Identifier: GPL-3.0-or-later
/** Energy or momentum versus time, and below what the method has added to it. */
import { say } from '../words/words.js';
import { decades, evenRange } from './chart/axes.js';
import { pretty } from './chart/numbers.js';
import { FigurePanel, choice } from './frame.js';

export class Ledger extends FigurePanel {
    /** @param {Desk} desk @param choices quantities to choose from; the first is shown initially */
    constructor(desk, key, choices, open) {
        const select = choice('inst.shown', choices.map(({ column }) => `inst.${column}`), (k) => {
            this.chosen = choices[k];
            desk.refresh(this);
        });
        super(desk, key, open, [select]);
        this.select = select;
        this.choices = choices;
        this.chosen = choices[0];
        const lines = () => desk.lines();
        this.addOverTime({ lines, height: 10, bare: true, yRange: () => this.#evenRange(),
            name: () => desk.nameOf(this.chosen.column),
            data: () => desk.data(this.chosen.column) });
        this.addOverTime({ lines, height: 8.5, log: true,
            yRange: () => decades(...desk.extent(this.chosen.residual, true)),
            name: () => this.#residualName(), over: (pen) => this.#drawEmptyText(pen),
            data: () => desk.data(this.chosen.residual, true) });
    }

    #residualName() {
        return `|${this.desk.nameOf(this.chosen.residual, '')}| (${
            this.desk.unitOf(this.chosen.residual)})`;
    }

    /** Range in which values at rounding level, compared with related columns, are zero. */
    #evenRange() {
        const kin = this.choices.filter((one) => one.residual === this.chosen.residual
            && this.#has(one));
        const scale = Math.max(0, ...kin.flatMap(({ column }) => this.desk.extent(column))
            .filter(Number.isFinite).map(Math.abs));
        const [least, most] = this.desk.extent(this.chosen.column);
        return least <= most ? evenRange(least, most, scale) : [0, 1];
    }

    #drawEmptyText(pen) {
        const [least, most] = this.desk.extent(this.chosen.residual, true);
        if (!(least <= most)) {
            pen.textInside(say('inst.nothing'));
        }
    }

    update() {
        if (this.root.open && this.desk.hasSamples) {
            this.#offer();
        }
        return super.update();
    }

    #has({ column }) {
        return this.desk.scene.columns.some(({ name }) => name === column);
    }

    /** Hides quantities that the run has no column of: only spinning balls have spin_J. */
    #offer() {
        [...this.select.options].forEach((option, k) => {
            option.hidden = option.disabled = !this.#has(this.choices[k]);
        });
        if (!this.#has(this.chosen)) {
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
