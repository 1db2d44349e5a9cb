// SPDX-License-Identifier: GPL-3.0-or-later
/** Table of a contact: velocity, momentum and energy of both bodies before it and after it, by
 * solver. Shows the contact of the close-up, or the latest one that has begun by the time shown,
 * or before that the first one. */
import { element } from '../frame/dom.js';
import { sameChoice } from '../model/closeup.js';
import { isShared as isInOthers, largestOf, matchesOf } from '../table/contact.js';
import { ballName, say } from '../words/words.js';
import { pretty, quantity } from './chart/numbers.js';
import { panel, table } from './frame.js';

const ROUNDING = 1e-15; // relative to the duration
const SAME = 1e-5; // relative to the largest number of a row; smaller ones read as 0
const DIGITS = 4, CROWD = 3; // digits; with more solvers one digit less
const COLUMNS = ['v_n_mps', 'v_t_mps', 'p_n_kgmps', 'p_t_kgmps', 'kinetic_J'];
const VELOCITIES = ['v_n_mps', 'v_t_mps'], ALONG_T = ['v_t_mps', 'p_t_kgmps'];
const NONE = '-'; // cell of a solver that lacks this contact

/** Rows of the table, as carom compare prints them: both bodies and the sum.
 * @param {(Balance | null)[]} found by solver @param {number} index solver of the contact shown
 * @param {Ball[]} balls
 * @param {(x: number, most: number) => string} write number; most: the largest of its row
 * @returns [{name, column, before, after}]: name of a body, or null for the sum; before and after
 *    for each solver */
export function rowsOf(found, index, balls, write = (x) => pretty(x, DIGITS)) {
    const one = /** @type {Balance} */ (found[index]);
    const moves = (name) => !balls.find((ball) => ball.name === name)?.fixed;
    const a = moves(one.a), b = !one.wall && moves(one.b);
    const share = (name, of) => COLUMNS.filter((column) => (one.oblique
        || !ALONG_T.includes(column)) && !(of === 'sum' && VELOCITIES.includes(column)))
        .map((column) => {
            const valueOf = (balance, part) => balance[`${of}_${part}`][column] ?? NaN; // JSON has no NaN
            const most = largestOf(found.flatMap((each) => each === null ? []
                : ['before', 'after'].map((part) => Math.abs(valueOf(each, part)))));
            const all = (part) => found.map((balance) => balance === null ? NONE : write(valueOf(balance, part), most));
            return { name, column, before: all('before'), after: all('after') };
        });
    return [...(a ? share(one.a, 'a') : []), ...(b ? share(one.b, 'b') : []),
        ...(a && b ? share(null, 'sum') : [])];
}

export class Balances {
    message = element('p', { className: 'state' });
    place = element('div', { className: 'across', tabIndex: 0 });
    root = panel('inst.balances', this.message, this.place);
    of = ''; // what the table shows

    /** @param {Desk} desk */
    constructor(desk) {
        this.model = desk.model;
    }

    update() {
        this.of = '';
        this.place.classList.toggle('stale', !this.model.run?.done);
        this.cursor(this.model.time);
    }

    /** Shows another contact in another run, language or time. */
    cursor(time_s) {
        const { run, shows, contact } = this.model;
        if (!run?.done) {
            return;
        }
        const latest = run.balances[run.scene.reference ?? 0].findLast(({ t_s }) => t_s <= time_s);
        const shown = shows === 'slow' ? contact : latest ? null : sameChoice(run, null); // before it the first one
        const index = shown?.index ?? run.scene.reference ?? 0, list = run.balances[index];
        const one = list.find((each) => each.contact === (shown?.row ?? -1) + 1) ?? latest ?? list[0];
        if (this.of !== `${index} ${one?.contact}`) {
            this.of = `${index} ${one?.contact}`;
            this.message.textContent = one ? '' : say('inst.contacts.none');
            this.place.replaceChildren(...(one ? [this.#table(run, index, one)] : []));
        }
    }

    /** @param {Run} run @param {Balance} one */
    #table(run, index, one) {
        const { solvers, balls } = run.scene, matches = matchesOf(run, index, one.contact - 1);
        const found = matches.map((row, k) =>
            run.balances[k].find(({ contact }) => contact === row + 1) ?? null);
        const shared = solvers.filter((_, k) => found[k] !== null
            && isInOthers(run.collisions[k], matches[k])).map(({ text }) => text).join(', ');
        const short = solvers.length < CROWD ? DIGITS : DIGITS - 1;
        const all = rowsOf(found, index, balls, (x, most) => pretty(Math.abs(x) < SAME * most ? 0 : x, short));
        const isSame = all.every(({ before }) => before.every((cell) => [NONE, before[index]].includes(cell)));
        const rows = all.map(({ name, column, before, after }) => [
            `${name === null ? say('inst.both') : ballName(name)}: ${say(`inst.balance.${column}`)}`,
            ...isSame ? [before[index], ...after] : before.flatMap((cell, k) => [cell, after[k]])]);
        this.message.textContent = [shared && say('inst.balance.shared', { solvers: shared }),
            found.includes(null) && say('inst.balance.none')].filter(Boolean).join(' ');
        const parts = [say('inst.before_contact'), say('inst.after_contact')];
        const t = quantity(one.t_s < ROUNDING * run.to_s ? 0 : one.t_s, 's', 4); // it begins before the first step
        return table(say('inst.balance.caption', { a: one.a, b: one.b, t, solver: solvers[index].text }),
            [say('inst.quantity'), ...isSame ? [parts[0], ...solvers.map(({ label }) => `${parts[1]}: ${label}`)]
                : solvers.flatMap(() => parts)], rows, isSame ? [] : solvers.map(({ full }) => full));
    }
}
