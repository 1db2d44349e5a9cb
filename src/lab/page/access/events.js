// SPDX-License-Identifier: GPL-3.0-or-later
/** List of the reference solver's collisions. Each entry seeks its time or starts slow motion. */
import { button, element, spoken } from '../frame/dom.js';
import { pretty } from '../instruments/chart/numbers.js';
import { say } from '../words/words.js';
import { latestRow } from '../table/contact.js';
import { calm } from './calm.js';

const MOST = 200; // entries per page
const AT_START_S = 1e-12; // rounding of a collision at t = 0

/** Returns "cue hits eight at 0.543 s, 1 m/s". @param nameOf name of a ball */
export function sentenceOf(table, row, nameOf = (name, other) => name) {
    const { column } = table, isWall = column.kind[row] === 'wall', b = column.b[row];
    return say(isWall ? 'access.event.wall' : 'access.event', { a: nameOf(column.a[row], 'access.event.any'),
        b: isWall ? b : nameOf(b, 'access.event.other'),
        t: pretty(column.t_s[row] < AT_START_S ? 0 : column.t_s[row], 4), v: pretty(column.approach_mps[row]) });
}

/** @param {HTMLElement} place @param {Model} model */
export function mount(place, model) {
    let first = 0, items = /** @type {Element[]} */ ([]);
    const list = element('ol', { className: 'events' }), state = element('p');
    const turn = (by) => {
        first = Math.max(first + by, 0);
        update();
        (later.disabled ? earlier : later).focus();
    };
    const earlier = button('access.earlier', () => turn(-MOST)), later = button('access.later', () => turn(MOST));
    const pages = element('p', { className: 'pages' }, earlier, ' ', later);
    const fold = element('details', { className: 'fold', ontoggle: () => update() },
        spoken('summary', 'access.events'), state, pages, list);
    const item = (table, index, row) => {
        const sentence = sentenceOf(table, row);
        return element('li', {}, element('button', { type: 'button', className: 'event', onclick: () => {
            model.act('time');
            model.seek(table.column.t_s[row]);
        } }, sentence), ' ', button('access.slowly', () => model.closeUp(row, index), {
            'aria-label': say('access.slowly.of', { event: sentence }) }));
    };
    /** Marks the latest collision at the current time. */
    const mark = () => {
        const { run } = model, table = run?.collisions[run.scene.reference];
        if (fold.open && table) {
            const last = latestRow(table, model.time) - first;
            items.forEach((each, k) => each.setAttribute('aria-current', `${k === last}`));
        }
    };
    const update = () => {
        const { run } = model, index = run?.scene.reference ?? 0, table = run?.collisions[index];
        if (!fold.open || !run?.done) {
            return;
        }
        const rows = table?.rows ?? 0;
        first = first < rows ? first : 0;
        const end = Math.min(first + MOST, rows);
        state.textContent = rows === 0 ? say('access.no_events')
            : say(rows > MOST ? 'access.some_events' : 'access.all_events', { n: rows,
                from: first + 1, to: end, solver: run.labels[index] });
        pages.hidden = rows <= MOST;
        earlier.disabled = first === 0;
        later.disabled = end === rows;
        list.start = first + 1;
        items = Array.from({ length: end - first }, (_, k) => item(table, index, first + k));
        list.replaceChildren(...items);
        mark();
    };
    place.append(fold);
    model.on('time play', calm(model, mark));
    model.on('done run language', update);
}
