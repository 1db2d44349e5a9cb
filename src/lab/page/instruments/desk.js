// SPDX-License-Identifier: GPL-3.0-or-later
/** What all instruments ask: the run that is shown, its solvers, what has been judged of it. */
import { element } from '../frame/dom.js';
import { say } from '../words/words.js';
import { lastOf, columnOf } from './chart/columns.js';
import { pretty, quantity } from './chart/numbers.js';
import { drawingOrder, styleOf } from './chart/style.js';

export class Desk {
    /** @param refresh asks for a part to be drawn anew, soon */
    constructor(model, refresh) {
        this.model = model;
        this.refresh = refresh;
    }

    /** The run, or the window of it that is shown in slow motion. */
    get run() {
        return this.model.shown;
    }

    /** A run may be of the scene before, as long as there is no other yet. */
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

    /** Places of solvers as they are drawn; who is selected comes last, above the others. */
    get order() {
        const order = drawingOrder(this.solvers), { solver } = this.model.selection;
        const chosen = order.filter((k) => this.solvers[k].name === solver);
        return [...order.filter((k) => !chosen.includes(k)), ...chosen];
    }

    isFaint(lane) {
        const { solver } = this.model.selection;
        return solver !== null && this.solvers[lane].name !== solver
            && this.solvers.some(({ name }) => name === solver);
    }

    /** A line of a chart, for chart.js. */
    lineOf(lane) {
        return { lane, stroke: styleOf(this.solvers[lane]), label: this.solvers[lane].label,
            faint: this.isFaint(lane) };
    }

    unitOf(column) {
        return this.scene?.columns.find(({ name }) => name === column)?.unit ?? '';
    }

    docOf(column) {
        return this.scene?.columns.find(({ name }) => name === column)?.doc ?? '';
    }

    /** "kinetic energy (J)" */
    nameOf(column, unit = this.unitOf(column)) {
        const name = say(`inst.${column}`);
        return unit ? `${name} (${unit})` : name;
    }

    /** What a table of it is called: its name, and what the core says of it. */
    captionOf(column) {
        return element('span', {}, `${this.nameOf(column)}: `,
            element('span', { lang: 'en' }, this.docOf(column)));
    }

    values(lane, column, log = false) {
        return columnOf(this.run, lane, column, log);
    }

    /** s: from where to where the charts go */
    get range() {
        return this.run ? [this.run.from_s, this.run.to_s] : [0, 1];
    }

    seek(time_s) {
        this.model.pause();
        this.model.seek(time_s);
    }

    /**
     * "impulse 0.085, heun 0.085 J": what a column has in the last sample, in the unit of its
     * chart; a solver that has stopped before has no number there.
     */
    lastSaid(column, { magnitude = false, lanes = this.solvers.map((_, k) => k) } = {}) {
        const { run } = this;
        const said = lanes.map((lane) => {
            const last = run.numbers[lane][column][run.filled - 1];
            return `${this.solvers[lane].name} ${pretty(magnitude ? Math.abs(last) : last)}`;
        });
        return `${said.join(', ')} ${this.unitOf(column)}`;
    }

    /** Collisions of a solver so far, or until it stopped. */
    collisionsOf(lane) {
        return this.run.end?.[lane].collisions ?? lastOf(this.values(lane, 'collisions')) ?? 0;
    }

    /** Solvers that have stopped before the end, and why, in the core's words. */
    get failed() {
        return (this.run?.end ?? []).filter(({ failure }) => failure);
    }

    /** What the table of compare says of each solver; null while it is of another scenario. */
    judged(name) {
        const { summary, stale } = this.model;
        const row = stale ? null : summary?.rows.find((one) => one.name === name);
        return row?.values ?? null;
    }

    /** What is said of mismatches: '' while nothing is known, or where there is nothing to say. */
    get mismatchSaid() {
        const { mismatch } = this;
        if (mismatch) {
            return say('inst.mismatch.says', { solver: this.solvers[mismatch.lane].name,
                t: quantity(mismatch.t_s, 's', 4) });
        }
        return this.judged('first_mismatch_s') && this.failed.length === 0
            && this.solvers.length > 1 ? say('inst.mismatch.none') : '';
    }

    /** {t_s, lane} of the earliest collision that a solver has not in common with the reference. */
    get mismatch() {
        const all = (this.judged('first_mismatch_s') ?? []).map((t_s, lane) => ({ t_s, lane }))
            .filter(({ t_s }) => t_s !== null);
        return all.reduce((first, one) => first && first.t_s <= one.t_s ? first : one, null);
    }
}
