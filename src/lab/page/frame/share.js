// SPDX-License-Identifier: GPL-3.0-or-later
/** Shares a scene: a link, or a copy of the page that contains the changed scene. */
import { lessonOf } from '../model/address.js';
import { download, stem } from '../model/files.js';
import { read } from '../teach/lesson.js';
import { say } from '../words/words.js';
import { button, element } from './dom.js';

/** @type {Element} */ let blank; // the page before its parts are built

const copied = (root = blank) => /** @type {any} */ (root.cloneNode(true));

/** Copies the page. Call it before anything is added. */
export function keepBlank() {
    const own = [...document.scripts].findIndex((each) => each === document.currentScript);
    blank = copied(document.documentElement);
    if (document.getElementById('program') && own >= 0) { // added by the loader
        blank.querySelectorAll('script')[own].remove();
    }
}

/** Writes answers in other letters, or reads them (src/lab/html.c). */
export const hidden = (text) => text.replace(/[!-~]/g, (letter) =>
    String.fromCharCode(33 + (letter.charCodeAt(0) + 14) % 94));

/** Data of a page that opens the changed scene first. A text that repeats is written once. */
function dataWith(model) {
    const { page, scenes, origin, scene, text } = model;
    const changed = { name: origin?.name ?? stem(scene.title), title: scene.title, text,
        questions: origin?.questions, track: origin?.track, worksheets: origin?.worksheets, teach: lessonOf(model),
        worksheet: origin?.worksheet ?? read(lessonOf(model)).worksheet ?? undefined };
    const all = [changed, ...scenes.filter((each) => each !== origin)];
    const sheets = all.map(({ worksheet }) => worksheet);
    return { ...page, scenes: all.map((each, k) => {
        const first = sheets.indexOf(each.worksheet);
        const { questions, worksheets, ...rest } = each;
        return { ...rest, ...first < k && each.worksheet ? { worksheet: first, answers: undefined }
            : { answers: hidden(JSON.stringify({ questions, worksheets })) } };
    }) };
}

/** @returns {string} the page as HTML with the changed scene */
export function pageWith(model) {
    const whole = copied();
    whole.querySelector('#scenes').textContent = JSON.stringify(dataWith(model))
        .replace(/</g, '\\u003c');
    return `<!DOCTYPE html>\n${whole.outerHTML}`; // a last line end would move into the body
}

const savePage = (model) => download(`${stem(model.scene.title)}.html`, pageWith(model));

/** Copies a link, or shows it where the clipboard is forbidden. The link of a file works on one
 * computer only. */
export async function copyLink(model, hash, said) {
    const link = location.href.split('#')[0] + hash, local = location.protocol === 'file:';
    const hints = local ? [' ', element('span', {}, say('page.share.file'))] : [];
    try {
        await navigator.clipboard.writeText(link);
        said.replaceChildren(say('page.share.done'), ...hints);
    } catch {
        const field = element('input', { readOnly: true, value: link });
        said.replaceChildren(element('label', {}, say('page.share.by_hand'), ' ', field), ...hints);
        field.select();
    }
}

export function mount(place, model) {
    const said = element('span', { role: 'status' });
    model.on('scene', () => said.replaceChildren());
    place.append(button('page.share', async () => copyLink(model, await model.link(), said),
        { 'data-say-title': 'page.share.title' }), button('page.save', () => savePage(model),
        { 'data-say-title': 'page.save.title' }), said);
}
