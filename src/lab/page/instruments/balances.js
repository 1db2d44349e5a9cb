// SPDX-License-Identifier: GPL-3.0-or-later
/** Table of a contact: velocity, momentum and energy of both bodies before it and after it, by
 * solver. */
import { button, element } from '../frame/dom.js';
import { isShared as isInOthers, matchesOf } from '../table/contact.js';
import { ballName, say } from '../words/words.js';
import { pretty, quantity } from './chart/numbers.js';
import { panel, table } from './frame.js';

const ROUNDING = 1e-15; // relative to the duration
const DIGITS = 4;
const COLUMNS = ['v_n_mps', 'v_t_mps', 'p_n_kgmps', 'p_t_kgmps', 'kinetic_J'];
const VELOCITIES = ['v_n_mps', 'v_t_mps'], ALONG_T = ['v_t_mps', 'p_t_kgmps'];
const NONE = '-'; // cell of a solver that lacks this contact

/** Rows of the table, as carom compare prints them: both bodies and the sum.
 * @param {(Balance | null)[]} found by solver @param {number} index solver of the contact shown
 * @param {Ball[]} balls
 * @returns [{name, column, before, after}]: name of a body, or null for the sum; before and after
 *    for each solver */
export function rowsOf(found, index, balls) {
    const one = /** @type {Balance} */ (found[index]);
    const moves = (name) => !balls.find((ball) => ball.name === name)?.fixed;
    const a = moves(one.a), b = !one.wall && moves(one.b);
    const share = (name, of) => COLUMNS.filter((column) => (one.oblique
        || !ALONG_T.includes(column)) && !(of === 'sum' && VELOCITIES.includes(column)))
        .map((column) => {
            const all = (part) => found.map((balance) => balance === null ? NONE
                : pretty(balance[`${of}_${part}`][column] ?? NaN, DIGITS)); // JSON has no NaN
            return { name, column, before: all('before'), after: all('after') };
        });
    return [...(a ? share(one.a, 'a') : []), ...(b ? share(one.b, 'b') : []),
        ...(a && b ? share(null, 'sum') : [])];
}

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
        this.message = element('p', { className: 'state' });
        this.place = element('div', { className: 'across', tabIndex: 0 });
        this.controls = element('div', { className: 'controls' }, this.before, this.select,
            this.next, button('inst.slowly', () => this.#look(),
                { 'data-say-title': 'inst.slowly.title' }));
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
        this.place.classList.toggle('stale', !this.run?.done);
        if (!this.root.open || !this.run?.done) {
            return;
        }
        const key = `${this.desk.model.language} ${this.index}`;
        if (this.of.run !== this.run || this.of.key !== key) {
            this.of = { run: this.run, key };
            this.select.replaceChildren(...this.list.map(({ t_s, a, b }, k) => element('option',
                { value: `${k}` }, say('inst.contact.one', { k: k + 1, a, b, t: this.#time(t_s) }))));
            this.controls.hidden = this.list.length === 0;
            this.message.textContent = this.list.length > 0 ? '' : say('inst.contacts.none');
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

    /** Selects a contact and seeks its time. */
    #choose(at) {
        const balance = this.list[at];
        if (balance) {
            this.#show(balance);
            this.desk.model.act('time');
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

    /** @param {Balance} one */
    #table(one) {
        const { run } = this, { solvers, balls } = run.scene;
        const matches = matchesOf(run, this.index, one.contact - 1);
        const found = matches.map((row, k) =>
            run.balances[k].find(({ contact }) => contact === row + 1) ?? null);
        const shared = solvers.filter((_, k) => found[k] !== null
            && isInOthers(run.collisions[k], matches[k])).map(({ text }) => text).join(', ');
        const all = rowsOf(found, this.index, balls), now = this.index;
        const isShared = all.every(({ before }) => before.every((cell) => [NONE, before[now]].includes(cell)));
        const rows = all.map(({ name, column, before, after }) => [
            `${name === null ? say('inst.both') : ballName(name)}: ${say(`inst.balance.${column}`)}`,
            ...isShared ? [before[now], ...after] : before.flatMap((cell, k) => [cell, after[k]])]);
        this.message.textContent = [shared && say('inst.balance.shared', { solvers: shared }),
            found.includes(null) && say('inst.balance.none')].filter(Boolean).join(' ');
        const parts = [say('inst.before_contact'), say('inst.after_contact')];
        return table(say('inst.balance.caption', { a: one.a, b: one.b,
            t: this.#time(one.t_s), solver: solvers[this.index].text }),
        [say('inst.quantity'), ...isShared ? [parts[0], ...solvers.map(({ label }) => `${parts[1]}: ${label}`)]
            : solvers.flatMap(() => parts)], rows, {}, isShared ? [] : solvers.map(({ full }) => full));
    }

    /** Shows the contact in slow motion. */
    #look() {
        if (this.chosen) {
            this.desk.model.closeUp(this.chosen.contact - 1, this.index);
        }
    }

    /** In a paused run, shows the latest contact. */
    cursor(time_s) {
        const { model } = this.desk;
        if (!this.root.open || !this.run?.done || model.playing || model.shows !== 'run'
            || this.chosen === null || this.of.run !== this.run) {
            return;
        }
        const last = this.#latest(time_s);
        if (last && last.t_s !== this.chosen.t_s) {
            this.#show(last);
        }
    }
}
