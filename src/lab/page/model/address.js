// SPDX-License-Identifier: GPL-3.0-or-later
/** The address follows the scenario, so that reloading shows the same scene with its changes. */
import { same } from './history.js';

const SETTLE_MS = 500; // browsers limit changes of the address

/** Lesson of the link that the scene was opened with, or undefined. */
export const lessonOf = ({ opened, origin }) =>
    opened?.origin === origin ? opened.teach : undefined;

export function followAddress(model) {
    let timer = null;
    const write = async () => {
        const { scenes: [first], origin } = model;
        const untouched = origin !== null && origin === first && same(origin, model);
        const hash = untouched ? '' : await model.link({ teach: lessonOf(model) });
        try {
            history.replaceState(history.state, '', location.href.split('#')[0] + hash);
        } catch { /* a frame without an address of its own */ }
    };
    model.on('scene', () => {
        clearTimeout(timer);
        timer = setTimeout(write, SETTLE_MS);
    });
}
