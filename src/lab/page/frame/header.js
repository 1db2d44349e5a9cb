// SPDX-License-Identifier: GPL-3.0-or-later
/** Head of the page: title, undo, language, lecture. */
import { languages, say, translated } from '../words/words.js';
import { element } from './dom.js';
import { iconButton } from './icons.js';
import { lectureButton } from './lecture.js';

export function mountTitle(place, model) {
    const update = () => {
        place.textContent = translated(model.scene?.title ?? '');
        document.title = `${place.textContent} – ${say('page.name')}`;
    };
    ['scene', 'language'].forEach((event) => model.on(event, update));
}

export function mountHistory(place, model) {
    const undo = iconButton('undo', 'page.undo', () => model.undo());
    const redo = iconButton('redo', 'page.redo', () => model.redo());
    const update = () => {
        undo.disabled = !model.history.canUndo;
        redo.disabled = !model.history.canRedo;
    };
    model.on('scene', update);
    update();
    place.append(undo, redo);
}

export function mountSwitches(place, model) {
    const language = element('select', { 'data-say-label': 'page.language' },
        ...languages().map((code) => element('option', { value: code, lang: code },
            say('language.name', {}, code))));
    language.value = model.language;
    language.onchange = () => model.setLanguage(language.value);
    model.on('language', () => {
        language.value = model.language;
    });
    place.append(language, lectureButton(model));
}
