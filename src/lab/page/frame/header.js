// SPDX-License-Identifier: GPL-3.0-or-later
/** Head of the page: title, undo, and the menu with language and lecture. */
import { languages, say, translated } from '../words/words.js';
import { tables } from '../table/table.js';
import { element, spoken } from './dom.js';
import { icon, iconButton } from './icons.js';
import { menuButton } from './menu.js';
import { same } from '../model/history.js';
import { remember } from '../model/memory.js';
import { holds, presetsOf } from '../knobs/presets.js';
import { lectureButton } from './lecture.js';

export function mountTitle(place, model) {
    const update = () => {
        const title = translated(model.scene?.title || model.origin?.title || ''), { start } = model;
        const isChanged = start && !holds(model); // the title is that of the first state
        const preset = isChanged && presetsOf(start).find((one) => holds(model, one));
        place.replaceChildren(element('span', {}, preset ? say('page.variant', { state: say(`preset.${preset.key}`) }) : title), ...isChanged
            ? [' ', element('small', {}, preset ? say('page.variant.of', { title }) : say('page.changed'))] : []);
        document.title = `${title} – ${say('page.name')}`;
    };
    model.on('scene knobs language', update);
}

export function mountHistory(place, model) {
    const undo = iconButton('undo', 'page.undo', () => model.undo());
    const redo = iconButton('redo', 'page.redo', () => model.redo());
    const first = () => model.origin ?? model.history.states[0];
    const reset = element('button', { type: 'button', className: 'opens', onclick: () => {
        model.select({ ball: null });
        tables.get(model)?.reset();
        model.load(first().text, { origin: model.origin, at_s: 0 });
    } }, icon('reset'), spoken('span', 'page.reset'));
    const update = () => {
        reset.disabled = !model.scene || same(first(), model) || holds(model);
        undo.disabled = !model.history.canUndo;
        redo.disabled = !model.history.canRedo;
    };
    model.on('scene', update);
    update();
    place.append(undo, redo, reset);
}

export function mountSwitches(place, model) {
    const language = element('select', { 'data-say-label': 'page.language' },
        ...languages().map((code) => element('option', { value: code, lang: code },
            say('language.name', {}, code))));
    language.value = model.language;
    language.onchange = () => {
        remember('language', language.value);
        model.setLanguage(language.value);
    };
    model.on('language', () => {
        language.value = model.language;
    });
    place.append(language, lectureButton(model));
}

/** Mounts the button of the menu, which has the rarer actions. */
export function mountMenu(place) {
    place.before(menuButton('menu', 'page.menu', 'bars', place));
}
