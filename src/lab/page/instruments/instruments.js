// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * The instruments: everything they show is the core's, they map numbers to pixels. What the model
 * says is drawn once a frame, and only where a panel is open.
 */
import { element } from '../frame/dom.js';
import { Contact } from './contact/contact.js';
import { Data } from './data.js';
import { Desk } from './desk.js';
import { Divergence } from './divergence.js';
import { Exchanges } from './contact/exchanges.js';
import { Ledger } from './ledger.js';
import { Legend } from './legend.js';
import { Now } from './now.js';
import { Pace, guarded } from './chart/pace.js';
import { ENERGY, MOMENTUM } from './quantities.js';
import { Raster } from './raster.js';
import { Summary } from './summary.js';

/** What makes numbers, or the words beside them, others. */
const CHANGES = ['done', 'slow', 'summary', 'files', 'language', 'selection'];
const GROWTH = ['scene', 'run', 'sample'];
const QUICK_MS = 60; // a run of the same solvers that is over within it is drawn as a whole

export function mount(place, model) {
    const pace = new Pace(() => parts.forEach((part) =>
        guarded(() => part.cursor(model.time))));
    const desk = new Desk(model, (part) => pace.ask([part]));
    const parts = [new Legend(desk), new Now(desk, true),
        new Ledger(desk, 'inst.energy', ENERGY, true),
        new Divergence(desk, true), new Raster(desk, true),
        new Ledger(desk, 'inst.momentum', MOMENTUM, false),
        new Exchanges(desk, true), new Contact(desk, false),
        new Summary(desk, true), new Data(desk, false)];
    CHANGES.forEach((name) => model.on(name, () => pace.ask(parts)));
    followGrowth(model, () => pace.ask(parts));
    followShown(model, () => pace.ask(parts), () => pace.ask());
    parts.forEach((part) => part.root.addEventListener('toggle', () => pace.ask([part])));
    place.classList.add('instruments');
    place.append(...parts.map(({ root }) => root));
    watchLetters(place, () => pace.ask(parts));
}

/** On a projector letters grow, and charts with them, though their panel stays as wide as it is. */
function watchLetters(place, changed) {
    const ruler = element('div', { style: { width: '1rem', height: '0' } });
    place.append(ruler);
    new ResizeObserver(changed).observe(ruler);
}

/** Where a ball is dragged one run follows the other: half a chart is not shown for a moment. */
function followGrowth(model, changed) {
    let of = '', timer = null;
    GROWTH.forEach((name) => model.on(name, () => {
        const now = [model.run?.lanes, model.run?.balls, model.scene].map((one) =>
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
    }));
}

/** Between the run and a window of it all is anew; playing and pausing change no number. */
function followShown(model, changed, moved) {
    let shown = model.shows;
    model.on('time', moved);
    model.on('play', () => {
        const other = model.shows !== shown;
        shown = model.shows;
        (other ? changed : moved)();
    });
}
