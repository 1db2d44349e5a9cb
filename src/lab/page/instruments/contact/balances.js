// SPDX-License-Identifier: GPL-3.0-or-later
/** Table of a contact: velocity, momentum and energy of both bodies before it and after it, by
 * solver. */
import { button, element } from '../../frame/dom.js';
import { say } from '../../words/words.js';
import { general, quantity } from '../chart/numbers.js';
import { panel, table } from '../frame.js';
import { counterpart, latest, nth } from './pairs.js';
import { rowsOf } from './balance_rows.js';
import { windowOf } from './window.js';

export class Balances {
    constructor(desk, open) {
        Object.assign(this, { desk, chosen: null, of: null });
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

    /** Always the whole run, also during slow motion. */
    get run() {
        return this.desk.model.run;
    }

    /** Solver whose contacts are listed: the selected one, or else the reference. */
    get index() {
        const { selection, scene } = this.desk.model;
        const at = this.run.solvers.indexOf(selection.solver);
        return at < 0 ? scene.reference : at;
    }

    get list() {
        return this.run?.balances[this.index] ?? [];
    }

    get at() {
        return this.list.indexOf(this.chosen);
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
        if (this.of?.run !== this.run || this.of.key !== key) {
            const found = this.chosen && counterpart(this.list, this.chosen, this.n);
            this.of = { run: this.run, key };
            this.#fill();
            this.#show(found ?? latest(this.list, this.desk.model.time));
        }
    }

    #fill() {
        this.select.replaceChildren(...this.list.map(({ t_s, a, b }, k) => element('option',
            { value: `${k}` }, say('inst.contact.one', { k: k + 1, a, b,
                t: quantity(t_s, 's', 4) }))));
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
        this.n = balance ? nth(this.list, balance) : 0;
        this.select.value = `${this.at}`;
        this.before.disabled = this.at <= 0;
        this.next.disabled = this.at >= this.list.length - 1;
        this.place.replaceChildren(...(balance ? [this.#table()] : []));
    }

    // ---- the table ----

    #table() {
        const { solvers, balls } = this.desk.model.scene, one = this.chosen;
        const rows = rowsOf(this.run.balances, one, this.n, balls).map(({ name, column, before,
            after }) => [`${name ?? say('inst.both')}: ${say(`inst.balance.${column}`)}`, before,
            ...after]);
        return table(say('inst.balance.caption', { a: one.a, b: one.b,
            t: general(one.t_s), solver: solvers[this.index].name }),
        [say('inst.quantity'), say('inst.before_contact'),
            ...solvers.map(({ name }) => name)], rows);
    }

    // ---- slow motion, and the time ----

    #look() {
        const look = this.chosen && windowOf(this.run, this.chosen, this.n);
        if (look) {
            this.desk.model.look(look);
        }
    }

    /** In a paused run, shows the latest contact. */
    cursor(time_s) {
        if (!this.root.open || !this.run?.done || this.desk.model.playing
            || this.desk.model.shows !== 'run' || this.chosen === null
            || this.of?.run !== this.run) {
            return;
        }
        const last = latest(this.list, time_s);
        if (last && last.t_s !== this.chosen.t_s) {
            this.#show(last);
        }
    }
}
