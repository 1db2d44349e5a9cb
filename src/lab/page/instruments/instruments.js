// SPDX-License-Identifier: GPL-3.0-or-later
/** Mounts the instruments. The one that is shown draws the core's numbers. */
import { element, once } from '../frame/dom.js';
import { Balances } from './balances.jsx';
import { ContactChart } from './contact.js';
import { Desk, ENERGY, MECHANICAL, MOMENTUM } from './desk.js';
import { Divergence } from './divergence.js';
import { Ledger } from './ledger.js';
import { Motion } from './motion.js';
import { Raster } from './raster.js';
import { Recording } from './recording.js';
import { Summary } from './summary.jsx';

/** Events after which numbers or texts change. */
const CHANGES = 'done slow summary selection language', GROWTH = 'scene run sample';
const QUICK_MS = 60; // a shorter run is drawn once, when complete

/** @param {HTMLElement} place @param {Model} model */
export function mount(place, model) {
    const desk = new Desk(model);
    /** @type {{root: HTMLElement, update(), cursor?(time_s: number)}[]} */
    const parts = [new Ledger(desk, 'inst.energy', [MECHANICAL, ...ENERGY]), new Motion(desk), new Recording(desk),
        new Divergence(desk), new Raster(desk), new Ledger(desk, 'inst.momentum', MOMENTUM), new Balances(desk),
        new ContactChart(desk), new Summary(desk)];
    const shown = () => parts.filter(({ root }) => root.checkVisibility());
    const moved = once(() => shown().forEach((part) => part.cursor?.(model.time)));
    const changed = once(() => shown().forEach((part) => {
        part.update();
        part.cursor?.(model.time);
    }));
    let timer = 0, picture = model.shows;
    model.on(CHANGES, changed);
    model.on(GROWTH, () => {
        timer ||= setTimeout(() => {
            timer = 0;
            changed();
        }, QUICK_MS);
    });
    model.on('time', moved);
    model.on('play', () => {
        const other = model.shows !== picture;
        picture = model.shows;
        (other ? changed : moved)();
    });
    place.classList.add('instruments');
    // 1 rem wide: changes when the font size does, for example on a projector
    const ruler = element('div', { style: { width: '1rem', height: '0' } });
    place.append(...parts.map(({ root }) => root), ruler);
    const sizes = new ResizeObserver(() => requestAnimationFrame(changed));
    [...parts.map(({ root }) => root), ruler].forEach((each) => sizes.observe(each));
}
