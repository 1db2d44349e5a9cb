// SPDX-License-Identifier: GPL-3.0-or-later
/** Layout of narrow windows and projectors: a phone shows the numbers first, a projector one chart.
 */
import { element } from '../frame/dom.js';
import { say } from '../words/words.js';

const NOW = 'inst.now', FIRST = 'inst.energy';
const PHONE = '(max-width: 760px)', WIDE = '(min-width: 1000px)';

const instruments = () => [...document.querySelectorAll('.instruments > .instrument')];

/** Mounts the menu that selects the chart of a projector. */
function mountChosen(place) {
    const select = element('select', { dataset: { sayLabel: 'access.chart' } });
    const show = () => instruments().forEach((each) => {
        const shown = each.dataset.part === select.value;
        each.classList.toggle('chosen', shown);
        each.open ||= shown;
    });
    const update = () => {
        const parts = instruments().map(({ dataset }) => dataset.part).filter((key) => key !== NOW);
        const before = select.value || FIRST;
        select.replaceChildren(...parts.map((key) => element('option', { value: key,
            dataset: { say: key } }, say(key))));
        select.value = parts.includes(before) ? before : parts[0] ?? '';
        show();
    };
    select.onchange = show;
    place.append(select);
    update();
}

/** Mounts the numbers below the table; wide windows keep them open. */
function mountNow(now) {
    const wide = matchMedia(WIDE), summary = now.querySelector('summary');
    const update = () => {
        now.open ||= wide.matches;
        summary.tabIndex = wide.matches ? -1 : 0;
    };
    wide.addEventListener('change', update);
    update();
    document.getElementById('now').append(now);
}

export function mount(place) {
    const now = instruments().find(({ dataset }) => dataset.part === NOW);
    if (now) {
        mountNow(now);
    }
    mountChosen(place);
    if (matchMedia(PHONE).matches) {
        instruments().forEach((each) => {
            each.open = each.dataset.part === NOW;
        });
    }
}
