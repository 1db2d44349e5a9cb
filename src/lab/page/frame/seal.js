// SPDX-License-Identifier: GPL-3.0-or-later
/** Shows whether the run has the bits of the program that wrote the page. */
import { say } from '../words/words.js';

export function mount(place, model) {
    const update = () => {
        const state = model.seal();
        const { version = '' } = model.page ?? {};
        place.textContent = state === 'none' ? '' : `${state === 'other' ? '' : '✓ '}${
            say(`seal.${state}`, { version })}`;
        place.title = ['other', 'library'].includes(state) ? say(`seal.${state}.title`) : '';
        place.dataset.seal = state;
    };
    model.on('scene done language', update);
}
