// SPDX-License-Identifier: GPL-3.0-or-later
/** Table of a contact: velocity, momentum and energy of both bodies before it and after it, by
 * solver. Shows the contact of the close-up, or the latest one that has begun by the time shown,
 * or before that the first one. */
import { render } from 'preact';
import { sameChoice } from '../model/closeup.js';
import { isShared as isInOthers, matchesOf } from '../table/contact.js';
import { ballName, say } from '../words/words.js';
import { NONE, rowsOf } from './balance.js';
import { pretty, quantity } from './chart/numbers.js';
import { panel, Table } from './frame.jsx';

const ROUNDING = 1e-15; // relative to the duration
const SAME = 1e-5; // relative to the largest number of a row; smaller ones read as 0
const DIGITS = 4, CROWD = 3; // digits; with more solvers one digit less

export class Balances {
    root = panel('inst.balances');
    of = ''; // what the table shows

    /** @param {Desk} desk */
    constructor(desk) {
        this.model = desk.model;
    }

    update() {
        this.of = '';
        this.root.classList.toggle('stale', !this.model.run?.done);
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
            render(one ? this.#table(run, index, one) : <p class="state">{say('inst.contacts.none')}</p>, this.root);
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
        const message = [isSame && say('inst.balance.after'), shared && say('inst.balance.shared', { solvers: shared }),
            found.includes(null) && say('inst.balance.none')].filter(Boolean).join(' ');
        const parts = [say('inst.before_contact'), say('inst.after_contact')];
        const t = quantity(one.t_s < ROUNDING * run.to_s ? 0 : one.t_s, 's', 4); // it begins before the first step
        const heads = isSame ? [parts[0], ...solvers.map(({ label }) => label)] : solvers.flatMap(() => parts);
        return <>
            <p class="state">{message}</p>
            <div class="across" tabIndex={0}>
                <Table caption={say('inst.balance.caption', { a: one.a, b: one.b, t, solver: solvers[index].text })}
                    head={[say('inst.quantity'), ...heads]} rows={rows} groups={isSame ? [] : solvers.map(({ full }) => full)} />
            </div>
        </>;
    }
}
