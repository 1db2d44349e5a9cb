// SPDX-License-Identifier: GPL-3.0-or-later
/** Mounts the instruments. They draw the core's numbers once a frame, in open panels only. */
import { element } from '../frame/dom.js';
import { Contact } from './contact/contact.js';
import { Data } from './data.js';
import { Desk } from './desk.js';
import { Divergence } from './divergence.js';
import { Balances } from './contact/balances.js';
import { Ledger } from './ledger.js';
import { Now } from './now.js';
import { Pace, guarded } from './chart/pace.js';
import { ENERGY, MOMENTUM } from './quantities.js';
import { Raster } from './raster.js';
import { Recording } from './recording.js';
import { Summary } from './summary.js';

/** Events after which numbers or texts change. */
const CHANGES = 'done slow summary files language selection', GROWTH = 'scene run sample';
const QUICK_MS = 60; // a shorter run of the same solvers is drawn once, when complete

/** @param {HTMLElement} place @param {Model} model */
export function mount(place, model) {
    const pace = new Pace(() => parts.forEach((part) => guarded(() => part.cursor?.(model.time))));
    const desk = new Desk(model, (part) => pace.ask([part]));
    const now = new Now(desk);
    /** @type {{root: HTMLElement, update(), cursor?(time_s: number)}[]} */
    const parts = [now, new Ledger(desk, 'inst.energy', ENERGY, true),
        new Recording(desk, true), new Divergence(desk, true), new Raster(desk, true),
        new Ledger(desk, 'inst.momentum', MOMENTUM, false),
        new Balances(desk, true), new Contact(desk, false),
        new Summary(desk, true), new Data(desk, false)];
    model.on(CHANGES, () => pace.ask(parts));
    followGrowth(model, () => pace.ask(parts));
    followShown(model, () => pace.ask(parts), () => pace.ask());
    parts.forEach((part) => part.root.addEventListener('toggle', () => pace.ask([part])));
    place.classList.add('instruments');
    document.getElementById('now').append(now.root);
    place.append(...parts.slice(1).map(({ root }) => root));
    watchFontSize(place, () => pace.ask(parts));
}

/** Redraws when the font size changes, for example on a projector. */
function watchFontSize(place, changed) {
    const ruler = element('div', { style: { width: '1rem', height: '0' } });
    place.append(ruler);
    new ResizeObserver(changed).observe(ruler);
}

/** Redraws while a run grows. During a drag, runs that follow each other are drawn complete. */
function followGrowth(model, changed) {
    let of = '', timer = null;
    model.on(GROWTH, () => {
        const now = [model.run?.solvers, model.run?.balls, model.scene].map((one) =>
            JSON.stringify(one?.solvers ?? one)).join();
        if (now !== of) {
            of = now;
            changed();
            return;
        }
        timer ??= setTimeout(() => {
            timer = null;
            changed();
        }, QUICK_MS);
    });
}

/** Redraws when slow motion begins or ends; otherwise moves the cursor only. */
function followShown(model, changed, moved) {
    let shown = model.shows;
    model.on('time', moved);
    model.on('play', () => {
        const other = model.shows !== shown;
        shown = model.shows;
        (other ? changed : moved)();
    });
}
