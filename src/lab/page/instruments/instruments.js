// SPDX-License-Identifier: GPL-3.0-or-later
/** Mounts the instruments. They draw the core's numbers at most once a frame, in open panels only. */
import { element } from '../frame/dom.js';
import { Balances } from './balances.js';
import { ContactChart } from './contact.js';
import { Data } from './data.js';
import { Desk } from './desk.js';
import { Divergence } from './divergence.js';
import { Ledger } from './ledger.js';
import { ENERGY, MOMENTUM } from './quantities.js';
import { Raster } from './raster.js';
import { Recording } from './recording.js';
import { Summary } from './summary.js';

/** Events after which numbers or texts change. */
const CHANGES = 'done slow summary files language selection', GROWTH = 'scene run sample';
const QUICK_MS = 60; // a shorter run is drawn once, when complete

/** @param {HTMLElement} place @param {Model} model */
export function mount(place, model) {
    const desk = new Desk(model);
    /** @type {{root: HTMLElement, update(), cursor?(time_s: number)}[]} */
    const parts = [new Ledger(desk, 'inst.energy', ENERGY, true),
        new Recording(desk, true), new Divergence(desk, true), new Raster(desk, true),
        new Ledger(desk, 'inst.momentum', MOMENTUM, false),
        new Balances(desk, true), new ContactChart(desk, false),
        new Summary(desk, true), new Data(desk, false)];
    const moved = onceAFrame(() => parts.forEach((part) =>
        guarded(() => part.cursor?.(model.time))));
    const changed = onceAFrame(() => parts.forEach((part) => guarded(() => {
        part.update();
        part.cursor?.(model.time);
    })));
    model.on(CHANGES, changed);
    let timer = 0, shown = model.shows;
    model.on(GROWTH, () => {
        timer ||= setTimeout(() => {
            timer = 0;
            changed();
        }, QUICK_MS);
    });
    model.on('time', moved);
    model.on('play', () => {
        const other = model.shows !== shown;
        shown = model.shows;
        (other ? changed : moved)();
    });
    parts.forEach(({ root }) => root.addEventListener('toggle', changed));
    place.classList.add('instruments');
    // 1 rem wide: changes when the font size does, for example on a projector
    const ruler = element('div', { style: { width: '1rem', height: '0' } });
    place.append(...parts.map(({ root }) => root), ruler);
    const sizes = new ResizeObserver(changed);
    [...parts.map(({ root }) => root), ruler].forEach((each) => sizes.observe(each));
}

/** @returns a function that acts once in the next frame, however often it is called */
function onceAFrame(act) {
    let frame = 0;
    return () => {
        frame ||= requestAnimationFrame(() => {
            frame = 0;
            act();
        });
    };
}

/** Reports an error of an instrument; the others continue. */
function guarded(act) {
    try {
        act();
    } catch (reason) {
        console.error(reason);
    }
}
