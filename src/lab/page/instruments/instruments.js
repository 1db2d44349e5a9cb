// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * The instruments: everything they show is the core's, they map numbers to pixels. What the model
 * says is drawn once a frame, and only where a panel is open.
 */
import { Contact } from './contact/contact.js';
import { Data } from './data.js';
import { Desk } from './desk.js';
import { Divergence } from './divergence.js';
import { Exchanges } from './contact/exchanges.js';
import { ENERGY, Ledger, MOMENTUM } from './ledger.js';
import { Legend } from './legend.js';
import { Now } from './now.js';
import { Raster } from './raster.js';
import { Summary } from './summary.js';

/** What makes numbers, or the words beside them, others. */
const CHANGES = ['run', 'sample', 'done', 'slow', 'summary', 'files', 'language', 'scene'];

/** Once a frame, what has come since the last. */
class Pace {
    constructor(draw, frame = (step) => requestAnimationFrame(step)) {
        this.draw = draw;
        this.frame = frame;
        this.due = new Set();
    }

    ask(what) {
        if (this.due.size === 0) {
            this.frame(() => {
                const due = this.due;
                this.due = new Set();
                this.draw(due);
            });
        }
        this.due.add(what);
    }
}

export function mount(place, model) {
    const desk = new Desk(model);
    const parts = [new Legend(desk), new Now(desk, true),
        new Ledger(desk, 'inst.energy', ENERGY, true),
        new Divergence(desk, true), new Raster(desk, true),
        new Ledger(desk, 'inst.momentum', MOMENTUM, false),
        new Exchanges(desk, true), new Contact(desk, false),
        new Summary(desk, true), new Data(desk, false)];
    const guarded = (act) => (part) => {
        try {
            act(part);
        } catch (reason) { // one instrument takes no other with it
            console.error(reason);
        }
    };
    const pace = new Pace((due) => {
        if (due.has('update')) {
            parts.forEach(guarded((part) => part.update()));
        }
        if (due.has('repaint') && !due.has('update')) {
            parts.forEach(guarded((part) => part.repaint()));
        }
        parts.forEach(guarded((part) => part.cursor(model.time)));
    });
    CHANGES.forEach((name) => model.on(name, () => pace.ask('update')));
    followShown(model, pace);
    model.on('selection', () => pace.ask('update'));
    model.on('time', () => pace.ask('cursor'));
    parts.forEach(({ root }) => root.addEventListener('toggle', () => pace.ask('update')));
    place.classList.add('instruments');
    place.append(...parts.map(({ root }) => root));
}

/** Between the run and a window of it; playing and pausing change no number. */
function followShown(model, pace) {
    let shown = model.shows;
    model.on('play', () => {
        if (model.shows !== shown) {
            shown = model.shows;
            pace.ask('update');
        } else {
            pace.ask('cursor');
        }
    });
}
