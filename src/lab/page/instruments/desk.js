// SPDX-License-Identifier: GPL-3.0-or-later
/** Data for all instruments: the run shown, its solvers and its summary. */
import { element } from '../frame/dom.js';
import { languageOf, say, translated } from '../words/words.js';
import { columnOf, extent, lastOf } from './chart/columns.js';
import { pretty, quantity } from './chart/numbers.js';
import { drawingOrder, styleOf } from './chart/style.js';

export class Desk {
    /** @param {Model} model @param refresh requests a redraw of a part */
    constructor(model, refresh) {
        this.model = model;
        this.refresh = refresh;
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

    get hasSamples() {
        return (this.run?.filled ?? 0) > 0;
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

    /** Lines of solvers in the form of chart.js. */
    lines(indices = this.order) {
        return indices.map((index) => ({ index, stroke: styleOf(this.solvers[index]),
            label: this.solvers[index].label, faint: this.isFaint(index) }));
    }

    /** Recorded samples of the run, or null. */
    get track() {
        return this.run?.track ?? null;
    }

    #column(column) {
        return column === 'track_m' ? { unit: 'm', doc: say('inst.track.doc') }
            : this.scene?.columns.find(({ name }) => name === column);
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

    #columns(column, log, indices) {
        return indices.map((index) => columnOf(this.run, index, column, log));
    }

    /** Time and a column of solvers in the form of chart.js; nothing before a run has samples. */
    data(column, log = false, indices = this.order) {
        const { run } = this;
        return run ? [run.t.subarray(0, run.filled), ...this.#columns(column, log, indices)] : [];
    }

    /** Extremes of a column of solvers. */
    extent(column, log = false, indices = this.order) {
        return extent(this.#columns(column, log, indices));
    }

    /** Time range of the charts in s. */
    get range() {
        return this.run ? [this.run.from_s, this.run.to_s] : [0, 1];
    }

    seek(time_s) {
        this.model.pause();
        this.model.seek(time_s);
    }

    /** Sample at the time shown. */
    get k() {
        return this.run.sampleAt(this.model.time).k;
    }

    /** Text of a column at the time shown, in the unit of its chart: "impulse 0.085, heun 0.085
     * J". */
    valueText(column, { indices = this.solvers.map((_, k) => k) } = {}) {
        const { run } = this;
        const said = indices.map((index) => {
            return `${this.solvers[index].text} ${pretty(run.numbers[index][column][this.k])}`;
        });
        return `${said.join(', ')} ${this.unitOf(column)}`;
    }

    /** Collisions of a solver up to now or up to its failure. */
    collisionsOf(index) {
        return this.run.end?.[index].collisions
            ?? lastOf(columnOf(this.run, index, 'collisions')) ?? 0;
    }

    /** Solvers that stopped early, with the core's messages. */
    get failed() {
        return (this.run?.end ?? []).filter(({ failure }) => failure);
    }

    /** Row of the compare table, by solver; null if it belongs to another scenario. */
    summaryOf(name) {
        const { summary, stale } = this.model;
        const row = stale ? null : summary?.rows.find((one) => one.name === name);
        return row?.values ?? null;
    }

    /** Sentence about the first mismatch; '' if it is unknown or does not apply. */
    get mismatchText() {
        const { mismatch } = this;
        if (mismatch) {
            return say('inst.mismatch.says', { solver: this.solvers[mismatch.index].text,
                t: quantity(mismatch.t_s, 's', 4) });
        }
        return this.summaryOf('first_mismatch_s') && this.failed.length === 0
            && this.solvers.length > 1 ? say('inst.mismatch.none') : '';
    }

    /** {t_s, index} of the earliest mismatch of any solver with the reference. */
    get mismatch() {
        const all = (this.summaryOf('first_mismatch_s') ?? []).flatMap((t_s, index) =>
            t_s === null ? [] : [{ t_s, index }]);
        return all.sort((a, b) => a.t_s - b.t_s)[0] ?? null;
    }
}
