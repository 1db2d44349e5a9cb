// SPDX-License-Identifier: GPL-3.0-or-later
/** Data for all instruments: the run shown, its solvers and its summary. */
import { element } from '../frame/dom.js';
import { languageOf, say, translated } from '../words/words.js';
import { pretty, quantity } from './chart/numbers.js';
import { drawingOrder, styleOf } from './chart/style.js';

const LEAST = 1e-17; // smaller magnitudes, zero included, are gaps on a log axis

const plain = (value) => Number.isNaN(value) ? null : value;
const logarithmic = (value) => Math.abs(value) > LEAST ? Math.abs(value) : null;

export class Desk {
    /** Of a run, with the range of time that the reader has chosen in it.
     * @type {{from_s: number, to_s: number, range: number[]} | null} */
    zoomed = null;

    /** @param {Model} model */
    constructor(model) {
        this.model = model;
    }

    /** The run, or its window in slow motion; exists where hasSamples.
     * @returns {Run} */
    get run() {
        return /** @type {any} */ (this.model.shown);
    }

    /** Scene of the run, which may be older than the model's scene. */
    get scene() {
        return this.run?.scene ?? this.model.scene;
    }

    get solvers() {
        return this.scene?.solvers ?? [];
    }

    get reference() {
        return this.scene?.reference ?? 0;
    }

    /** Recorded samples of the run, or null. */
    get track() {
        return this.run?.track ?? null;
    }

    get hasSamples() {
        return (this.run?.filled ?? 0) > 0;
    }

    get k() {
        return this.run.sampleAt(this.model.time).k;
    }

    /** Solver indices in drawing order; the selected solver is last, on top. */
    get order() {
        const order = drawingOrder(this.solvers), { solver } = this.model.selection;
        const chosen = order.filter((k) => this.solvers[k].name === solver);
        return [...order.filter((k) => !chosen.includes(k)), ...chosen];
    }

    isFaint(index) {
        const { solver } = this.model.selection;
        return solver !== null && this.solvers[index].name !== solver
            && this.solvers.some(({ name }) => name === solver);
    }

    // ---- columns ----

    #column(column) {
        return column === 'track_m' ? { unit: 'm', doc: say('inst.track.doc') }
            : this.scene?.columns.find(({ name }) => name === column);
    }

    has(column) {
        return this.#column(column) !== undefined;
    }

    unitOf(column) {
        return this.#column(column)?.unit ?? '';
    }

    docOf(column) {
        return this.#column(column)?.doc ?? '';
    }

    /** Returns "kinetic energy (J)". */
    nameOf(column, unit = this.unitOf(column)) {
        const name = say(`inst.${column}`, { track: this.track?.label });
        return unit ? `${name} (${unit})` : name;
    }

    /** Caption of a table: name of the column and its description by the core. */
    captionOf(column) {
        return element('span', {}, `${this.nameOf(column)}: `,
            element('span', { lang: languageOf(this.docOf(column)) },
                translated(this.docOf(column))));
    }

    // ---- charts ----

    /** Solver with its style, for a chart. */
    lineOf(index) {
        const solver = this.solvers[index];
        return { index, solver, label: solver.full, stroke: styleOf(solver),
            isFaint: this.isFaint(index) };
    }

    /** Curves of a column. */
    lines(column, indices = this.order) {
        const { run } = this;
        return indices.map((index) => ({ ...this.lineOf(index),
            value: (k) => pretty(run.numbers[index][column][k]) }));
    }

    /** Time and a column of solvers; magnitudes on a log axis. */
    data(column, log = false, indices = this.order) {
        const { t, filled, numbers } = this.run;
        return [t.subarray(0, filled), ...indices.map((index) => Array.from(
            numbers[index][column].subarray(0, filled), log ? logarithmic : plain))];
    }

    /** Extremes of a column in the time shown by the charts; [Infinity, -Infinity] without any. */
    extent(column, log = false, indices = this.order) {
        const [from, to] = this.range;
        let least = Infinity, most = -Infinity;
        const [t, ...columns] = this.data(column, log, indices);
        columns.forEach((values) => values.forEach((value, k) => {
            if (value !== null && t[k] >= from && t[k] <= to) {
                least = Math.min(least, value);
                most = Math.max(most, value);
            }
        }));
        return [least, most];
    }

    /** Time range of the charts in s. */
    get range() {
        const { from_s, to_s } = this.run, { zoomed } = this;
        return zoomed?.from_s === from_s && zoomed.to_s === to_s ? zoomed.range : [from_s, to_s];
    }

    /** @param {number[] | null} range null: the whole run */
    zoom(range) {
        const { from_s, to_s } = this.run;
        this.zoomed = range && { from_s, to_s, range };
    }

    seek(time_s) {
        this.model.pause();
        this.model.seek(time_s);
    }

    // ---- texts ----

    /** Text of a column at the time shown, in the unit of its chart: "Impulse 0.085, Heun 0.085
     * J". */
    valueText(column, indices = this.solvers.map((_, k) => k)) {
        const { run, k } = this;
        const said = indices.map((index) =>
            `${this.solvers[index].text} ${pretty(run.numbers[index][column][k])}`);
        return `${said.join(', ')} ${this.unitOf(column)}`.trim();
    }

    /** Row of the compare table, by solver; null if it belongs to another scenario. */
    summaryOf(name) {
        const { summary, stale } = this.model;
        const row = stale ? null : summary?.rows.find((one) => one.name === name);
        return row?.values ?? null;
    }

    /** {t_s, index} of the earliest mismatch of any solver with the reference. */
    get mismatch() {
        const all = (this.summaryOf('first_mismatch_s') ?? []).flatMap((t_s, index) =>
            t_s === null ? [] : [{ t_s, index }]);
        return all.sort((a, b) => a.t_s - b.t_s)[0] ?? null;
    }

    /** Sentence about the first mismatch; '' if it is unknown or does not apply. */
    get mismatchText() {
        const { mismatch } = this;
        if (mismatch) {
            return say('inst.mismatch.says', { solver: this.solvers[mismatch.index].text,
                t: quantity(mismatch.t_s, 's', 4) });
        }
        const failed = (this.run?.end ?? []).some(({ failure }) => failure);
        return this.summaryOf('first_mismatch_s') && !failed && this.solvers.length > 1
            ? say('inst.mismatch.none') : '';
    }
}
