// SPDX-License-Identifier: GPL-3.0-or-later
/** Dialog with version, sources and licences. */
import notices from './notices.txt';
import { say } from '../words/words.js';
import { button, element } from './dom.js';

function contents(model, close) {
    const { version = '', commit = '', sources = '' } = model.page ?? {};
    const [before, after] = say('about.source', { sources: '\n' }).split('\n');
    return [
        element('h2', { id: 'about-title' }, say('page.name')),
        ...['about.what', 'about.bits'].map((key) => element('p', {},
            say(key, { version, commit }))),
        element('p', {}, before, element('span', { lang: 'en' }, sources), after),
        element('h3', {}, say('about.notices')),
        element('pre', { lang: 'en', tabIndex: 0 }, notices),
        button('page.close', close),
    ];
}

export function mount(place, model) {
    const dialog = document.getElementById('about');
    dialog.setAttribute('aria-labelledby', 'about-title');
    place.append(button('page.about', () => {
        dialog.replaceChildren(...contents(model, () => dialog.close()));
        dialog.showModal();
        dialog.scrollTop = 0; // the focus is on the button at the end
    }));
}
