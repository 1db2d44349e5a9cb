// SPDX-License-Identifier: GPL-3.0-or-later
/** Head of the page: title, menu of scenes, undo, language, lecture. */
import { languages, say, translated } from '../words/words.js';
import { button, element } from './dom.js';
import { lectureButton } from './lecture.js';

export function mountTitle(place, model) {
    const update = () => {
        place.textContent = translated(model.scene?.title ?? '');
        document.title = `${place.textContent} – ${say('page.name')}`;
    };
    ['scene', 'language'].forEach((event) => model.on(event, update));
}

/** Title of a scene of the menu. */
export const titleOf = ({ title, name }) => translated(title || name);

/** Mounts the menu of scenes, by index; a scenario from a link has no entry. A page with several
 * scenes shows the menu in place of the title. */
export function mountMenu(place, model) {
    const select = element('select', { 'data-say-label': 'page.scenes' });
    const other = element('option', { value: '', disabled: true, hidden: true });
    other.dataset.say = 'page.from_link';
    select.append(other, ...model.scenes.map((scene, k) => element('option', { value: `${k}` },
        titleOf(scene))));
    select.onchange = () => {
        const scene = model.scenes[Number(select.value)];
        model.load(scene.text, scene.sets, { origin: scene });
    };
    model.on('language', () => model.scenes.forEach((scene, k) => {
        select.options[k + 1].textContent = titleOf(scene);
    }));
    model.on('scene', () => {
        const k = model.scenes.indexOf(model.origin);
        select.value = k < 0 ? '' : `${k}`;
        select.hidden = k >= 0 && model.scenes.length < 2;
        document.getElementById('title').classList.toggle('unseen', k >= 0 && !select.hidden);
    });
    place.append(select);
}

export function mountHistory(place, model) {
    const undo = button('page.undo', () => model.undo());
    const redo = button('page.redo', () => model.redo());
    const update = () => {
        undo.disabled = !model.canUndo;
        redo.disabled = !model.canRedo;
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
