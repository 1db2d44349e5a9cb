// SPDX-License-Identifier: GPL-3.0-or-later
/** Tabs: explore, measure, lesson. A panel is a `details` element. Opening it, for example
 * by a link to a lesson, selects its tab. */
import { button } from '../frame/dom.js';
import { recall, remember } from '../model/memory.js';

/** Arrow keys select the next tab, as the ARIA pattern of tabs requires. */
const VIEWS = ['explore', 'measure', 'lesson'], LESSON = 2;
const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** @returns {HTMLElement} */
const boxOf = (panel) => panel.parentElement;

export function mount(place) {
    /** @type {NodeListOf<HTMLDetailsElement>} */
    const found = document.querySelectorAll('#side .panel'), panels = [...found];
    const side = document.getElementById('side');
    const names = panels.map((panel) => panel.querySelector('summary')?.dataset.say ?? '');
    const tabs = names.map((name, k) => button(name, () => {
        remember('tab', k);
        show(k);
    }, { role: 'tab', id: `tab-${k}` }));
    const show = (chosen) => {
        side.dataset.view = VIEWS[chosen];
        panels.forEach((panel, k) => {
            panel.open = k === chosen;
            tabs[k].setAttribute('aria-selected', `${k === chosen}`);
            tabs[k].tabIndex = k === chosen ? 0 : -1;
            boxOf(panel).hidden = k !== chosen;
        });
    };
    panels.forEach((panel, k) => {
        boxOf(panel).id = `panel-${k}`;
        boxOf(panel).setAttribute('aria-labelledby', `tab-${k}`);
        tabs[k].setAttribute('aria-controls', `panel-${k}`);
        // the event comes late: by then another tab may be shown
        panel.addEventListener('toggle', () => panel.open && boxOf(panel).hidden && show(k));
    });
    place.onkeydown = (event) => {
        const at = tabs.findIndex((tab) => tab === document.activeElement), last = tabs.length - 1;
        const next = event.key === 'Home' ? 0 : event.key === 'End' ? last
            : event.key in STEPS ? (at + STEPS[event.key] + tabs.length) % tabs.length : -1;
        if (at >= 0 && next >= 0) {
            event.preventDefault();
            tabs[next].focus();
            show(next);
        }
    };
    place.append(...tabs);
    show(panels[LESSON].open ? LESSON : VIEWS[recall('tab')] ? recall('tab') : 0);
}
