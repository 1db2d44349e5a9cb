// SPDX-License-Identifier: GPL-3.0-or-later
/** Lecture: full screen, large text, the table, one chart, three parameters and keys. */
import { button } from './dom.js';

const TYPING = 'input:not([type=range], [type=checkbox]), select, textarea, dialog *';

/** Keys of a lecture; Space, Ctrl+Z and Ctrl+Y work at any time. @returns {function|undefined} */
function actionOf({ key, ctrlKey, metaKey }, model, lecture) {
    if (ctrlKey || metaKey) {
        return { z: () => model.undo(), y: () => model.redo() }[key];
    }
    return key === ' ' ? () => model.toggle() : lecture ? { ArrowRight: () => model.step(1),
        ArrowLeft: () => model.step(-1), n: () => model.nextContact() }[key] : undefined;
}

/** @returns {HTMLButtonElement} that begins and ends a lecture */
export function lectureButton(model) {
    const root = document.documentElement;
    const show = (on) => {
        root.classList.toggle('projector', on);
        made.setAttribute('aria-pressed', `${on}`);
        if (on) {
            document.getElementById('tab-0')?.click(); // the parameters
        }
        model.emit('projector');
    };
    const made = button('page.lecture', () => {
        const on = !root.classList.contains('projector');
        show(on);
        document.getElementById('menu').hidePopover(); // Space belongs to the run
        made.blur();
        if (on) {
            root.requestFullscreen?.().catch(() => {}); // frames may forbid it
        } else if (document.fullscreenElement) {
            document.exitFullscreen();
        }
    }, { 'aria-pressed': 'false', 'data-say-title': 'page.lecture.title' });
    document.addEventListener('fullscreenchange', () => {
        if (!document.fullscreenElement && root.classList.contains('projector')) {
            show(false); // Escape ends both
        }
    });
    document.addEventListener('keydown', (event) => {
        const at = /** @type {Element} */ (event.target);
        const act = event.defaultPrevented || at.matches?.(TYPING) ? undefined
            : actionOf(event, model, root.classList.contains('projector'));
        const pressed = at.matches?.('button, summary, [type=checkbox]') && event.key === ' ';
        if (act && !pressed) {
            event.preventDefault();
            act();
        }
    });
    return made;
}
