// SPDX-License-Identifier: GPL-3.0-or-later
/** Data for all instruments: the run shown, its solvers and its summary. */
import { say } from '../words/words.js';
import { pretty, quantity } from './chart/numbers.js';
import { ALARM, THEORY_DASH, drawingOrder, styleOf } from './chart/style.js';

/** Sum of the energies that collisions of rigid balls keep: springs change its parts for the time of a contact. */
export const MECHANICAL = { column: 'energy_J', added: 'energy_residual_J' };

/** Columns of series.tsv to choose from, each with the column of its error. */
export const ENERGY = ['kinetic_J', 'spin_J', 'elastic_J', 'potential_J', 'dissipated_J']
    .map((column) => ({ column, added: 'energy_residual_J' }));
export const MOMENTUM = [
    { column: 'px_kgmps', added: 'momentum_residual_kgmps' },
    { column: 'py_kgmps', added: 'momentum_residual_kgmps' },
    { column: 'angular_momentum_kgm2ps', added: 'angular_momentum_residual_kgm2ps' },
];
/** Texts of what a ball's chart shows. */
export const MOTIONS = ['inst.vx_mps', 'inst.vy_mps', 'access.x_m', 'access.y_m'];
const LEAST = 1e-17; // smaller magnitudes are zero
const SAMPLE = 1e-6; // m or m/s, to which the page knows positions and velocities

const ENERGIES = ['kinetic_J', 'spin_J', 'elastic_J', 'potential_J'];
export const LEAST_PART = 1e-9; // of the energy; smaller energies are rounding
const OTHERS = ['potential_J', 'dissipated_J']; // shown if not 0

/** Energy of a sample, to which errors are relative. */
export const energyOf = (numbers, k) => ENERGIES.reduce((sum, column) => sum + (numbers[column]?.[k] ?? 0), 0);

/** Columns without which the energies of a run do not add up. @param {Run} run */
export const othersIn = ({ numbers }) => OTHERS.filter((column) => numbers.some((of) =>
    of[column]?.some((value) => Math.abs(value) > LEAST_PART * Math.abs(energyOf(of, 0)))));

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

    /** Recorded samples of the run, or null. */
    get track() {
        return this.run?.track ?? null;
    }

    get hasSamples() {
        return (this.run?.filled ?? 0) > 0;
    }

    /** Solver indices in drawing order. */
    get order() {
        return drawingOrder(this.solvers);
    }

    // ---- columns ----

    /** @returns {{unit: string, doc: string} | undefined} */
    column(column) {
        return column === 'track_m' ? { unit: 'm', doc: say('inst.track.doc') }
            : this.scene?.columns.find(({ name }) => name === (column === MECHANICAL.column ? 'kinetic_J' : column));
    }

    /** Returns "kinetic energy (J)". */
    nameOf(column, unit = this.column(column)?.unit) {
        const name = say(`inst.${column}`, { track: this.track?.label });
        return unit ? `${name} (${unit})` : name;
    }

    // ---- charts ----

    /** Solver with its style, for a chart. */
    lineOf(index) {
        const solver = this.solvers[index];
        return { index, label: solver.full, stroke: styleOf(solver) };
    }

    /** Times of the samples in s. */
    get t() {
        return this.run.t.subarray(0, this.run.filled);
    }

    /** Curves of a column. Magnitudes below `least` are zero; on a log axis zero is a gap. */
    lines(column, { indices = this.order, log = false, least = LEAST } = {}) {
        const { run } = this, small = log ? null : 0;
        const shown = (value) => Math.abs(value) < least ? small : log ? Math.abs(value) : value;
        return indices.map((index) => {
            const all = run.numbers[index], own = column === MECHANICAL.column ? this.t.map((_, k) => energyOf(all, k))
                : all[column].subarray(0, run.filled);
            return { ...this.lineOf(index), y: Array.from(own, (value) => Number.isNaN(value) ? null : shown(value)),
                ...log ? { value: (k) => pretty(Math.abs(own[k]) < least ? 0 : own[k]) } : {} };
        });
    }

    /** Curves of a ball's quantity, rounded to the digits of a sample. @param shown of MOTIONS */
    motion(name, shown) {
        const { run, order } = this, ball = run.balls.indexOf(name);
        return order.map((index) => ({ ...this.lineOf(index), y: Array.from(this.t, (_, k) => {
            const value = run.place(index, ball, k)[(shown + 2) % 4];
            return Number.isNaN(value) ? null : Math.round(value / SAMPLE) * SAMPLE;
        }) }));
    }

    /** Horizontal line. */
    level(y, label, stroke) {
        return { index: Infinity, label, value: null, stroke: { ...stroke, dash: THEORY_DASH, width: 1.5 },
            y: Array(this.run.filled).fill(y) };
    }

    /** Extremes of curves in the time shown by the charts; [Infinity, -Infinity] without any. */
    extent(lines) {
        const [from, to] = this.range, { t } = this;
        let low = Infinity, high = -Infinity;
        lines.forEach(({ y }) => y.forEach((value, k) => {
            if (value !== null && t[k] >= from && t[k] <= to) {
                low = Math.min(low, value);
                high = Math.max(high, value);
            }
        }));
        return [low, high];
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

    // ---- results ----

    /** Row of the compare table, by solver; null if it belongs to another scenario. */
    summaryOf(name) {
        const { summary, stale } = this.model;
        const row = stale ? null : summary?.rows.find((one) => one.name === name);
        return row?.values ?? null;
    }

    /** Earliest mismatch of any solver with the reference: a sentence, which is '' if it is unknown, and the
     * vertical line of a chart. */
    get mismatch() {
        const found = this.summaryOf('first_mismatch_s');
        const [first] = (found ?? []).flatMap((t_s, index) => t_s === null ? [] : [{ t_s, index }])
            .sort((a, b) => a.t_s - b.t_s);
        if (!first) {
            const failed = (this.run?.end ?? []).some(({ failure }) => failure);
            return { marks: [], text: found && !failed && this.solvers.length > 1 ? say('inst.mismatch.none') : '' };
        }
        const { index, t_s } = first, t = quantity(t_s, 's', 4);
        return { text: say('inst.mismatch.says', { solver: this.solvers[index].text, t }), marks: [{ at: t_s,
            stroke: { colour: ALARM, dash: THEORY_DASH, width: 1.5 }, label: say('inst.mismatch', { t }) }] };
    }
}
