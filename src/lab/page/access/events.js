// SPDX-License-Identifier: GPL-3.0-or-later
/** List of the reference solver's collisions. Each entry seeks its time or starts slow motion. */
import { button, element, spoken } from '../frame/dom.js';
import { say } from '../words/words.js';
import { fixed } from '../instruments/chart/numbers.js';
import { nextRow } from '../table/contact.js';
import { calm, isOpen } from './calm.js';

const MOST = 200; // entries per page

/** Returns "cue hits eight at 0.543 s, 1.00 m/s". @param nameOf name of a ball */
export function sentenceOf(table, row, nameOf = (name, other) => name) {
    const { column } = table;
    const key = column.kind[row] === 'wall' ? 'access.event.wall' : 'access.event';
    const b = column.b[row];
    return say(key, { a: nameOf(column.a[row], 'access.event.any'),
        b: column.kind[row] === 'wall' ? b : nameOf(b, 'access.event.other'),
        t: fixed(column.t_s[row], 4), v: column.approach_mps[row].toPrecision(3) });
}

class Events {
    first = 0;
    /** @type {Element[]} */ items = [];

    /** @param {HTMLElement} place @param {Model} model */
    constructor(place, model) {
        this.place = place;
        this.model = model;
        this.list = element('ol', { className: 'events' });
        this.state = element('p');
        this.earlier = button('access.earlier', () => this.#turn(-MOST));
        this.later = button('access.later', () => this.#turn(MOST));
        this.pages = element('p', { className: 'pages' }, this.earlier, ' ', this.later);
        place.append(element('details', { className: 'fold' }, spoken('summary', 'access.events'),
            this.state, this.pages, this.list));
        this.place = this.list;
        const mark = calm(model, () => this.#mark());
        model.on('time play', mark);
        model.on('done run language', () => this.update());
        this.list.closest('details')?.addEventListener('toggle', () => this.update());
    }

    get index() {
        return this.model.run?.scene.reference ?? 0;
    }

    get table() {
        return this.model.run?.collisions[this.index] ?? null;
    }

    #turn(by) {
        this.first = Math.max(this.first + by, 0);
        this.update();
        (this.later.disabled ? this.earlier : this.later).focus();
    }

    update() {
        const { model, table } = this, rows = table?.rows ?? 0;
        if (!isOpen(this.place) || !model.run?.done) {
            return;
        }
        this.first = this.first < rows ? this.first : 0;
        const end = Math.min(this.first + MOST, rows);
        this.state.textContent = rows === 0 ? say('access.no_events')
            : say(rows > MOST ? 'access.some_events' : 'access.all_events', { n: rows,
                from: this.first + 1, to: end, solver: model.run.labels[this.index] });
        this.pages.hidden = rows <= MOST;
        this.earlier.disabled = this.first === 0;
        this.later.disabled = end === rows;
        this.list.start = this.first + 1;
        this.items = Array.from({ length: end - this.first }, (_, k) => this.#item(this.first + k));
        this.list.replaceChildren(...this.items);
        this.#mark();
    }

    #item(row) {
        const { model, table } = this, sentence = sentenceOf(table, row);
        const seek = element('button', { type: 'button', className: 'event', onclick: () => {
            model.act('time');
            model.seek(table?.column.t_s[row]);
        } }, sentence);
        const slowly = button('access.slowly', () => model.closeUp(row, this.index), {
            'aria-label': say('access.slowly.of', { event: sentence }) });
        return element('li', {}, seek, ' ', slowly);
    }

    /** Marks the latest collision before the current time. */
    #mark() {
        const { table, model } = this;
        if (!isOpen(this.place) || !table) {
            return;
        }
        const next = nextRow(table, model.time + 1e-12);
        const last = (next < 0 ? table.rows : next) - 1 - this.first;
        this.items.forEach((item, k) => item.setAttribute('aria-current', `${k === last}`));
    }
}

export const mount = (place, model) => new Events(place, model);
