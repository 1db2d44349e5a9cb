// SPDX-License-Identifier: GPL-3.0-or-later
/** Table of a contact: velocity, momentum and energy of both bodies before it and after it, by
 * solver. */
import { button, element } from '../../frame/dom.js';
import { say } from '../../words/words.js';
import { quantity } from '../chart/numbers.js';
import { panel, table } from '../frame.js';
import { isShared, matchesOf, windowOf } from '../../table/contact.js';
import { rowsOf } from './balance_rows.js';

const ROUNDING = 1e-15; // relative to the duration

export class Balances {
    /** @type {Balance | null} */ chosen = null;
    /** @type {{run?: Run, key?: string}} */ of = {}; // what the menu lists

    /** @param {Desk} desk */
    constructor(desk, open) {
        this.desk = desk;
        this.select = element('select', { 'data-say-label': 'inst.contacts',
            'aria-label': say('inst.contacts'),
            onchange: () => this.#choose(Number(this.select.value)) });
        this.before = button('inst.before', () => this.#choose(this.at - 1));
        this.next = button('inst.next', () => this.#choose(this.at + 1));
        this.slowly = button('inst.slowly', () => this.#look(),
            { 'data-say-title': 'inst.slowly.title' });
        this.message = element('p', { className: 'state' });
        this.place = element('div', { className: 'across', tabIndex: 0 });
        this.controls = element('div', { className: 'controls' }, this.before, this.select,
            this.next, this.slowly);
        this.root = panel('inst.balances', open, this.controls, this.message, this.place);
    }

    /** Always the whole run, also during slow motion.
     * @returns {Run} */
    get run() {
        return /** @type {any} */ (this.desk.model.run);
    }

    /** Solver whose contacts are listed: the selected one, or else the reference. */
    get index() {
        const { selection, scene } = this.desk.model;
        const at = this.run.solvers.findIndex((name) => name === selection.solver);
        return at < 0 ? scene.reference : at;
    }

    get list() {
        return this.run?.balances[this.index] ?? [];
    }

    get at() {
        return this.list.findIndex((one) => one === this.chosen);
    }

    update() {
        if (!this.root.open) {
            return;
        }
        this.place.classList.toggle('stale', !this.run?.done);
        if (!this.run?.done) {
            return;
        }
        const key = `${this.desk.model.language} ${this.index}`;
        if (this.of.run !== this.run || this.of.key !== key) {
            this.of = { run: this.run, key };
            this.#fill();
            this.#show(this.#latest(this.desk.model.time));
        }
    }

    /** Latest contact that has begun by a time, or the first. */
    #latest(time_s) {
        return this.list.findLast(({ t_s }) => t_s <= time_s) ?? this.list[0] ?? null;
    }

    /** A contact that begins before the first step of a clock is one at t = 0. */
    #time(t_s) {
        return quantity(t_s < ROUNDING * this.run.to_s ? 0 : t_s, 's', 4);
    }

    #fill() {
        this.select.replaceChildren(...this.list.map(({ t_s, a, b }, k) => element('option',
            { value: `${k}` }, say('inst.contact.one', { k: k + 1, a, b, t: this.#time(t_s) }))));
        this.controls.hidden = this.list.length === 0;
        this.message.textContent = this.list.length > 0 ? '' : say('inst.contacts.none');
    }

    /** Selects a contact and seeks its time. */
    #choose(at) {
        const balance = this.list[at];
        if (balance) {
            this.#show(balance);
            this.desk.model.show('run');
            this.desk.seek(balance.t_s);
        }
    }

    #show(balance) {
        this.chosen = balance;
        this.select.value = `${this.at}`;
        this.before.disabled = this.at <= 0;
        this.next.disabled = this.at >= this.list.length - 1;
        this.place.replaceChildren(...(balance ? [this.#table(balance)] : []));
    }

    // ---- the table ----

    /** @param {Balance} one */
    #table(one) {
        const { run } = this, { solvers, balls } = run.scene;
        const matches = matchesOf(run, this.index, one.contact - 1);
        const found = matches.map((row, k) =>
            run.balances[k].find(({ contact }) => contact === row + 1) ?? null);
        const isIn = found.map((of, k) => of !== null && isShared(run.collisions[k], matches[k]));
        const shared = solvers.filter((_, k) => isIn[k]).map(({ text }) => text).join(', ');
        const both = (before, after) => before.flatMap((cell, k) => [cell, after[k]]);
        const rows = rowsOf(found, this.index, balls).map(({ name, column, before, after }) =>
            [`${name ?? say('inst.both')}: ${say(`inst.balance.${column}`)}`,
                ...both(before, after)]);
        this.message.textContent = [shared && say('inst.balance.shared', { solvers: shared }),
            found.includes(null) && say('inst.balance.none')].filter(Boolean).join(' ');
        const parts = [say('inst.before_contact'), say('inst.after_contact')];
        return table(say('inst.balance.caption', { a: one.a, b: one.b,
            t: this.#time(one.t_s), solver: solvers[this.index].text }),
        [say('inst.quantity'), ...solvers.flatMap(() => parts)], rows, {},
        solvers.map(({ label }) => label));
    }

    // ---- slow motion, and the time ----

    #look() {
        if (this.chosen) {
            this.desk.model.look(windowOf(this.run, this.index, this.chosen.contact - 1));
        }
    }

    /** In a paused run, shows the latest contact. */
    cursor(time_s) {
        if (!this.root.open || !this.run?.done || this.desk.model.playing
            || this.desk.model.shows !== 'run' || this.chosen === null
            || this.of.run !== this.run) {
            return;
        }
        const last = this.#latest(time_s);
        if (last && last.t_s !== this.chosen.t_s) {
            this.#show(last);
        }
    }
}
