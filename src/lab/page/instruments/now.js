// SPDX-License-Identifier: GPL-3.0-or-later
/** Legend and numbers above the table: a row for each solver, with three numbers at the time shown. */
import { button, drawing, element, setText } from '../frame/dom.js';
import { MIST, ON_CLOTH } from '../frame/palette.js';
import { pensOf } from '../table/draw/pen.js';
import { ballsIn } from '../table/contact.js';
import { tables } from '../table/table.js';
import { modelOf } from '../words/solver.js';
import { say, translated } from '../words/words.js';
import { decimalsFor, fixed, pretty, unitFor } from './chart/numbers.js';
import { Desk } from './desk.js';

const ADDED = 'added'; // what the method has added to the energy
const SHORT = ['kinetic_J', 'elastic_J', 'dissipated_J']; // columns with shorter names than in charts
const ENERGIES = ['kinetic_J', 'spin_J', 'elastic_J', 'potential_J'];
const OTHERS = ['potential_J', 'dissipated_J'], LEAST = 1e-9; // shown if not 0 relative to the energy
const TINY = 1e-4, HUGE = 1e6; // other numbers get a power of ten

/** Draws a ball as on the table. @param {SolverPen} pen */
const ballOf = ({ colour, dash, filled }) => drawing('svg',
    { viewBox: '0 0 18 18', class: 'pen', 'aria-hidden': 'true' },
    drawing('circle', { cx: 9, cy: 9, r: 7, fill: filled ? colour : 'none',
        stroke: colour, 'stroke-width': 3, 'stroke-dasharray': dash.map((px) => px / 3).join(' ') }));

/** Draws a recorded ball. @param {Track} track */
const crossed = (track) => drawing('svg', { viewBox: '0 0 18 18', class: 'pen',
    'aria-hidden': 'true' }, drawing('path', {
    d: 'M2 9a7 7 0 1 0 14 0a7 7 0 1 0-14 0M4 4l10 10M4 14L14 4',
    fill: 'none', stroke: ON_CLOTH[track.hue - 1] ?? MIST, 'stroke-width': 1.5 }));

/** Energy of a sample, to which errors are relative. */
const energyOf = (numbers, k) => ENERGIES.reduce((sum, column) => sum + (numbers[column]?.[k] ?? 0), 0);

/** Columns without which the energies of a run do not add up. @param {Run} run */
export const othersIn = ({ numbers }) => OTHERS.filter((column) => numbers.some((of) =>
    of[column]?.some((value) => Math.abs(value) > LEAST * Math.abs(energyOf(of, 0)))));

class Now {
    columns = [];
    /** @type {{index: number, pen: SolverPen, cells: HTMLElement[]}[]} */ rows = [];
    /** @type {Run | null} of the rows */ run = null;

    /** @param {HTMLElement} place @param {Model} model */
    constructor(place, model) {
        this.desk = new Desk(model);
        this.model = model;
        this.table = element('table', { 'aria-live': 'off' });
        this.hidden = tables.get(model)?.hidden ?? new Set();
        place.append(this.table);
        model.on('run done slow play language hidden', () => this.update());
        model.on('time', () => this.cursor());
    }

    update() {
        const { desk: { scene, track, run, hasSamples }, model } = this;
        if (!hasSamples) {
            return;
        }
        this.run = run;
        const springs = run === model.slow && scene.solvers.some(({ soft }) => soft);
        const isPart = run === model.slow && ballsIn(run).length < scene.balls.filter(({ fixed }) => !fixed).length;
        const columns = [track ? 'track_m' : 'kinetic_J',
            track ? 'kinetic_J' : springs ? 'elastic_J' : 'collisions', ...othersIn(run), ADDED];
        this.columns = columns.map((column) => ({ column, ...this.#scaleOf(column) }));
        const heads = this.columns.map(({ column, name }) => element('th', { scope: 'col',
            title: column === ADDED ? say('now.added.is') : translated(this.desk.column(column)?.doc ?? '') }, name));
        const head = (sample, model_, method) => element('th', { scope: 'row' }, sample, model_, ...method ? [element('small', {}, `: ${method}`)] : []);
        this.rows = pensOf(scene).map((pen, index) => ({ index, pen,
            cells: columns.map(() => element('td')) }));
        this.table.replaceChildren(element('tr', {}, element('td', {}, button(scene.solvers.some(({ label }) =>
            /Euler|Heun/.test(label)) ? 'now.methods' : 'now.help', null,
            { popovertarget: 'terms', className: 'link' }), ...isPart ? [' ', element('small', {}, say('now.all'))] : []), ...heads),
        ...this.rows.map(({ pen, index, cells }) => {
            const solver = scene.solvers[index], name = modelOf(solver);
            return element('tr', {}, head(this.hidden.has(pen.name) ? this.#boxOf(solver) : ballOf(pen),
                name || solver.label, name && solver.label), ...cells);
        }),
        ...track ? [element('tr', {}, head(crossed(track),
            `${track.label} ${say('table.recorded')}`), ...columns.map(() => element('td')))] : []);
        this.cursor();
    }

    /** An empty box in place of a ball that the table does not show. @param {Solver} solver */
    #boxOf({ name, full }) {
        const text = say('table.solver', { name: full });
        return element('input', { type: 'checkbox', className: 'pen', title: text, 'aria-label': text,
            onchange: () => tables.get(this.model)?.toggle(name) });
    }

    /** Name, unit and decimals by the largest number of the run; they stay constant during it. */
    #scaleOf(column) {
        const { desk } = this;
        if (column === ADDED) {
            return { name: say('now.added'), per: 100, isFar: false, decimals: 2 };
        }
        const largest = Math.max(0, ...desk.extent(desk.lines(column)).filter(Number.isFinite).map(Math.abs));
        const known = desk.column(column)?.unit ?? '';
        const { unit, per } = column === 'track_m' ? unitFor(largest, known) : { unit: known, per: 1 };
        const isWhole = column === 'collisions' || largest === 0;
        const name = SHORT.includes(column) ? say(`now.${column}`) : desk.nameOf(column, unit);
        return { name, per, decimals: isWhole ? 0 : decimalsFor(largest * per),
            isFar: !isWhole && (largest * per < TINY || largest * per >= HUGE) };
    }

    /** Number of a solver at a sample. */
    #numberOf(column, index, k) {
        const numbers = this.desk.run.numbers[index];
        return column === ADDED
            ? numbers.energy_residual_J[k] / Math.abs(energyOf(this.model.run?.numbers[index] ?? {}, 0))
            : numbers[column][k] + (column === 'kinetic_J' ? numbers.spin_J?.[k] ?? 0 : 0);
    }

    /** Rows of an older run wait for the next update. */
    cursor() {
        const { run } = this.desk, { time } = this.model;
        if (!this.desk.hasSamples || run !== this.run) {
            return;
        }
        const { k } = run.sampleAt(time);
        for (const { index, cells } of this.rows) {
            this.columns.forEach(({ column, per, decimals, isFar }, at) => {
                const number = this.#numberOf(column, index, k) * per;
                const isZero = column !== ADDED && Math.abs(number) < 0.5 * 10 ** -decimals;
                setText(cells[at], isFar ? pretty(number) : fixed(number, isZero ? 0 : decimals));
            });
        }
    }
}

export const mount = (place, model) => new Now(place, model);
