// SPDX-License-Identifier: GPL-3.0-or-later
/** Legend and numbers above the table: a row for each solver, with three numbers at the time shown. */
import { render } from 'preact';
import { MIST, ON_CLOTH } from '../frame/palette.js';
import { pensOf } from '../table/draw/pen.js';
import { ballsIn } from '../table/contact.js';
import { tables } from '../table/table.js';
import { modelOf } from '../words/solver.js';
import { say, translated } from '../words/words.js';
import { endedIn, READINGS, readingOf } from './balance.js';
import { decimalsFor, fixed, pretty, unitFor } from './chart/numbers.js';
import { Desk, energyOf, LEAST_PART, othersIn } from './desk.js';

const ADDED = 'added'; // what the method has added to the energy
const SHORT = ['kinetic_J', 'elastic_J', 'dissipated_J']; // columns with shorter names than in charts
const TINY = 1e-4, HUGE = 1e6; // other numbers get a power of ten

/** A ball as on the table. @param {{pen: SolverPen}} given */
const BallSign = ({ pen: { colour, dash, filled } }) => <svg viewBox="0 0 18 18" class="pen" aria-hidden="true">
    <circle cx="9" cy="9" r="7" fill={filled ? colour : 'none'} stroke={colour} stroke-width="3"
        stroke-dasharray={dash.map((px) => px / 3).join(' ')} />
</svg>;

/** A recorded ball. @param {{track: Track}} given */
const RecordedSign = ({ track }) => <svg viewBox="0 0 18 18" class="pen" aria-hidden="true">
    <path d="M2 9a7 7 0 1 0 14 0a7 7 0 1 0-14 0M4 4l10 10M4 14L14 4" fill="none" stroke={ON_CLOTH[track.hue - 1] ?? MIST}
        stroke-width="1.5" />
</svg>;

class Now {
    columns = /** @type {any[]} */ ([]);
    /** @type {Run | null} of the columns */ run = null;

    /** @param {HTMLElement} place @param {Model} model */
    constructor(place, model) {
        this.desk = new Desk(model);
        this.model = model;
        this.place = place.appendChild(document.createElement('div'));
        this.hidden = tables.get(model)?.hidden ?? new Set();
        model.on('run done slow play language hidden', () => this.update());
        model.on('time', () => this.draw());
    }

    update() {
        const { desk: { scene, track, run, hasSamples }, model } = this;
        if (!hasSamples) {
            return;
        }
        this.run = run;
        const springs = run === model.slow && scene.solvers.some(({ soft }) => soft);
        this.columns = [track ? 'track_m' : 'kinetic_J', track ? 'kinetic_J'
            : readingOf(run, run === model.slow) ?? (springs ? 'elastic_J' : 'collisions'),
            ...othersIn(run), ADDED].map((column) => ({ column, ...this.#scaleOf(column) }));
        this.draw();
    }

    /** Shows the numbers at the time shown. Those of another run wait for the next update. */
    draw() {
        const { run, columns, place, desk, model } = this;
        if (!desk.hasSamples || desk.run !== run) {
            return;
        }
        const { scene, track } = desk, { k } = run.sampleAt(model.time), pens = pensOf(scene);
        const isPart = run === model.slow && ballsIn(run).length < scene.balls.filter(({ fixed: isFixed }) => !isFixed).length;
        render(<table aria-live="off">
            <tr>
                <td>
                    <button type="button" popovertarget="terms" class="link">{say('now.help')}</button>
                    {' '}{isPart && <span class="hint">{say('now.all')}</span>}
                    <span class="hint asked">{say('now.covered')}</span>
                </td>
                {columns.map(({ column, name }) => <th key={column} scope="col" title={column === ADDED || column in READINGS ? say(`now.${column}.is`)
                    : translated(desk.column(column)?.doc ?? '')}>{name}</th>)}
            </tr>
            {scene.solvers.map((solver, index) => <tr key={solver.name}>
                <th scope="row">
                    {this.hidden.has(solver.name) ? this.#box(solver) : <BallSign pen={pens[index]} />}
                    {modelOf(solver) || solver.label}{modelOf(solver) && <small>: {solver.label}</small>}
                </th>
                {columns.map((column) => <td key={column.column}>{this.#textOf(column, index, k)}</td>)}
            </tr>)}
            {track && <tr>
                <th scope="row"><RecordedSign track={track} />{track.label} {say('table.recorded')}</th>
                {columns.map(({ column }) => <td key={column} />)}
            </tr>}
        </table>, place);
    }

    /** An empty box in place of a ball that the table does not show. @param {Solver} solver */
    #box({ name, full }) {
        const text = say('table.solver', { name: full });
        return <input type="checkbox" class="pen" title={text} aria-label={text} checked={false}
            onChange={() => tables.get(this.model)?.toggle(name)} />;
    }

    /** Name, unit and decimals by the largest number of the run; they stay constant during it. */
    #scaleOf(column) {
        const { desk } = this;
        if (column === ADDED || column in READINGS) {
            return { name: say(`now.${column}`), per: column === ADDED ? 100 : 1, isFar: false, decimals: column === 'e' ? 3 : 2 };
        }
        const largest = Math.max(0, ...desk.extent(desk.lines(column)).filter(Number.isFinite).map(Math.abs));
        const known = desk.column(column)?.unit ?? '';
        const { unit, per } = column === 'track_m' ? unitFor(largest, known) : { unit: known, per: 1 };
        const noise = known === 'J' ? LEAST_PART * Math.max(...desk.run.numbers.map((of) => Math.abs(energyOf(of, 0)))) : 0;
        const isWhole = column === 'collisions' || !(largest > noise);
        const name = SHORT.includes(column) ? say(`now.${column}`) : desk.nameOf(column, unit);
        return { name, per, decimals: isWhole ? 0 : decimalsFor(largest * per),
            isFar: !isWhole && (largest * per < TINY || largest * per >= HUGE) };
    }

    /** Number of a solver at a sample. */
    #textOf({ column, per, decimals, isFar }, index, k) {
        if (column in READINGS) {
            const ended = endedIn(this.model, index);
            return ended ? fixed(READINGS[column](ended), decimals) : '–';
        }
        const numbers = this.desk.run.numbers[index];
        const number = per * (column === ADDED
            ? numbers.energy_residual_J[k] / Math.abs(energyOf(this.model.run?.numbers[index] ?? {}, 0))
            : numbers[column][k] + (column === 'kinetic_J' ? numbers.spin_J?.[k] ?? 0 : 0));
        const isZero = column !== ADDED && Math.abs(number) < 0.5 * 10 ** -decimals;
        return isFar ? pretty(number) : fixed(number, isZero ? 0 : decimals);
    }
}

export const mount = (place, model) => new Now(place, model);
