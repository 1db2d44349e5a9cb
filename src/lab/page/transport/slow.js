// SPDX-License-Identifier: GPL-3.0-or-later
/** Slow motion: selects a contact and requests a run with fine samples around it. An edit repeats
 * the contact in the new run. */
import { cached } from '../model/search.js';
import { say } from '../words/words.js';
import { nextRow, windowOf } from '../table/contact.js';

const QUICK_S = 3; // a longer run opens at its start

const withoutMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

const isPair = ({ column }, row, { a, b }) => column.a[row] === a && column.b[row] === b;

class SlowMotion {
    /** @type {any} {row, a, b, nth, solver} shown last */ shown = null;

    constructor(model) {
        this.model = model;
        model.on('done', () => this.#repeat());
    }

    /** Solver whose collisions are stepped through: the reference, or the first with collisions. */
    get index() {
        const { run } = this.model, some = (index) => run.collisions[index]?.rows > 0;
        const { reference } = run.scene;
        return some(reference) ? reference : run.solvers.findIndex((name, index) => some(index));
    }

    /** Solver whose contact is shown, or else the one whose collisions are stepped through. */
    get #shownIndex() {
        const { run, shows } = this.model, at = run.solvers.indexOf(this.shown?.solver);
        return shows === 'slow' && run.collisions[at]?.rows > 0 ? at : this.index;
    }

    get possible() {
        return Boolean(this.model.run?.done) && this.index >= 0;
    }

    /** Row after the contact shown, else after the current time; the first follows the last.
     * @returns {number} row */
    #next() {
        const { model, shown } = this, table = model.run.collisions[this.#shownIndex];
        const row = model.shows === 'slow' && shown ? shown.row + 1 : nextRow(table, model.time);
        return row >= 0 && row < table.rows ? row : 0;
    }

    /** @returns {Promise<string|null>} announcement; null if another request superseded it */
    next() {
        return this.possible ? this.show(this.#next(), this.#shownIndex) : Promise.resolve(null);
    }

    /** Shows the contact in a row of a solver's collisions. @returns as next() */
    async show(row, index, how = { part: 0, play: !withoutMotion() }) {
        const { model } = this, { run } = model, view = windowOf(run, index, row);
        model.pause();
        const slow = await model.look(view);
        if (!slow) {
            return null;
        }
        const { column } = run.collisions[index], { a, b } = view;
        const nth = Array.from(column.t_s.slice(0, row)).filter((t, k) =>
            isPair({ column }, k, view)).length;
        this.shown = { row, a, b, nth, solver: run.solvers[index] };
        model.seek(slow.from_s + how.part * (slow.to_s - slow.from_s));
        if (how.play) {
            model.play();
        }
        const without = run.labels.filter((label, k) => view.rows[k] < 0);
        const said = say(without.length > 0 ? 'transport.contact.without' : 'transport.contact',
            { a, b, n: row + 1, solvers: without.join(', ') });
        model.emit('said', said);
        return said;
    }

    /** Shows the same contact of an edited run, from the same part of the window on. */
    #repeat() {
        const { model, shown } = this, { slow } = model;
        if (model.shows !== 'slow' || !slow || !shown || slow.scene === model.scene) {
            return;
        }
        if (!this.possible) {
            model.show('run');
            return;
        }
        const index = this.#shownIndex, table = model.run.collisions[index];
        const rows = [...Array(table.rows).keys()].filter((row) => isPair(table, row, shown));
        this.show(rows[shown.nth] ?? rows[0] ?? 0, index, { play: model.playing,
            part: (model.time - slow.from_s) / (slow.to_s - slow.from_s) });
    }

    /** Opens a scene with its first contact, up to the end, where springs and rigid balls differ. */
    open() {
        if (this.possible && this.model.run.took_s <= QUICK_S) {
            this.show(0, this.index, withoutMotion() ? { part: 1, play: false } : undefined);
        }
    }

    /** Shows the contact on the table once more, or the next one of the run. */
    again() {
        const { model } = this;
        if (model.shows === 'slow' && model.slow?.scene === model.scene) {
            model.seek(model.slow.from_s);
            if (!withoutMotion()) {
                model.play();
            }
        } else {
            this.next();
        }
    }
}

const known = new WeakMap();

/** Slow motion of a model; shared, because the next contact depends on the last one shown. */
export const slowOf = (model) => cached(known, model, () => new SlowMotion(model));
