// SPDX-License-Identifier: GPL-3.0-or-later
/** Energy or momentum versus time, and the error of its budget below. */
import { say } from '../words/words.js';
import { decades, evenRange } from './chart/axes.js';
import { extent } from './chart/columns.js';
import { general, pretty } from './chart/numbers.js';
import { FigurePanel, choice, evenly, table } from './frame.js';

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
        const common = { xName: () => say('inst.t'), xRange: () => desk.range,
            seek: (t) => desk.seek(t), lines: () => desk.order.map((index) => desk.lineOf(index)) };
        this.figure.add({ ...common, height: 10, bare: true, yRange: () => this.#evenRange(),
            name: () => desk.nameOf(this.chosen.column),
            data: () => this.#data(this.chosen.column) });
        this.figure.add({ ...common, height: 8.5, log: true, yRange: () => this.#logRange(),
            name: () => this.#residualName(), over: (pen) => this.#drawEmptyText(pen),
            data: () => this.#data(this.chosen.residual, true) });
    }

    #residualName() {
        return `|${say('inst.unexplained')}| (${this.desk.unitOf(this.chosen.residual)})`;
    }

    #data(column, log = false) {
        const { run, order } = this.desk;
        return [run.t.subarray(0, run.filled),
            ...order.map((index) => this.desk.values(index, column, log))];
    }

    #extent(column, log) {
        return extent(this.desk.solvers.map((_, index) => this.desk.values(index, column, log)));
    }

    /** Range in which values at rounding level, compared with related columns, are zero. */
    #evenRange() {
        const kin = this.choices.filter((one) => one.residual === this.chosen.residual
            && this.#has(one));
        const scale = Math.max(0, ...kin.flatMap(({ column }) => this.#extent(column))
            .filter(Number.isFinite).map(Math.abs));
        const [least, most] = this.#extent(this.chosen.column);
        return least <= most ? evenRange(least, most, scale) : [0, 1];
    }

    #logRange() {
        return decades(...this.#extent(this.chosen.residual, true));
    }

    #drawEmptyText(pen) {
        const [least, most] = this.#extent(this.chosen.residual, true);
        if (!(least <= most)) {
            const { left, top, width, height } = pen.box;
            pen.text(say('inst.nothing'), left + width / 2, top + height / 2, { align: 'center' });
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
        const { run } = this.desk, { column, residual } = this.chosen;
        return say('inst.ledger.says', { name: say(`inst.${column}`),
            t: pretty(run.reached_s, 4), values: this.desk.lastValueText(column),
            rest: this.desk.lastValueText(residual, { magnitude: true }) });
    }

    tables() {
        const { run, solvers } = this.desk;
        const rows = (column) => evenly(run.filled).map((k) => [general(run.t[k]),
            ...solvers.map((_, index) => general(run.numbers[index][column][k]))]);
        return [this.chosen.column, this.chosen.residual].map((column) =>
            table(this.desk.captionOf(column),
                [say('inst.t'), ...solvers.map(({ label }) => label)], rows(column)));
    }
}
