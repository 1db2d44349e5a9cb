// SPDX-License-Identifier: GPL-3.0-or-later
/** Tabs for parameters, lesson and lists. A panel is a `details` element. Opening it, for example
 * by a link to a lesson, selects its tab. */
import { button } from '../frame/dom.js';

/** Arrow keys select the next tab, as the ARIA pattern of tabs requires. */
const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** @returns {HTMLElement} */
const boxOf = (panel) => panel.parentElement;

export function mount(place) {
    /** @type {NodeListOf<HTMLDetailsElement>} */
    const found = document.querySelectorAll('#panels .panel'), panels = [...found];
    const names = panels.map((panel) => panel.querySelector('summary')?.dataset.say ?? '');
    const tabs = names.map((name, k) => button(name, () => show(k),
        { role: 'tab', id: `tab-${k}` }));
    const show = (chosen) => panels.forEach((panel, k) => {
        panel.open = k === chosen;
        tabs[k].setAttribute('aria-selected', `${k === chosen}`);
        tabs[k].tabIndex = k === chosen ? 0 : -1;
        boxOf(panel).hidden = k !== chosen;
    });
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
    show(Number(panels[1].open)); // the lesson of a link, or the parameters
}
