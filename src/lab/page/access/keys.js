// SPDX-License-Identifier: GPL-3.0-or-later
/** Keyboard control of the table. Letters stay free for screen readers. A text near the table
 * lists the keys. */
import { spoken } from '../frame/dom.js';
import { fixed } from '../instruments/chart/numbers.js';
import { say } from '../words/words.js';
import { moveBall } from '../table/drag.js';

const STEP_M = 1e-2, FINE_M = 1e-3; // with Shift, as for dragging
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const ENDS = ['Home', 'End']; // also while a button of the time or nothing has the focus

/** Announces a ball with its initial position.
 * @param {Model} model */
function announce(model, key, ball) {
    const at = model.scene.balls.find(({ name }) => name === ball);
    model.emit('said', say(key, { ball, x: fixed(at?.x_m ?? NaN, 3), y: fixed(at?.y_m ?? NaN, 3) }));
}

/** Returns a function that moves the chosen ball. It joins steps that arrive before the core has answered the
 * last one. */
function nudging(model) {
    let x_m = 0, y_m = 0, isBusy = false;
    return async (dx_m, dy_m) => {
        x_m += dx_m;
        y_m += dy_m;
        while (!isBusy && (x_m !== 0 || y_m !== 0)) {
            const dx = x_m, dy = y_m, { ball } = model.selection;
            x_m = y_m = 0;
            isBusy = true;
            if (ball !== null && await moveBall(model, ball, dx, dy)) {
                announce(model, 'table.placed', ball);
            }
            isBusy = false;
        }
    };
}

/** Actions of keys while the table has the focus. @param {Model} model */
function actionsOf(model) {
    const nudge = nudging(model);
    const move = (x, y) => (isFine) => {
        if (model.selection.ball === null || model.shows === 'slow') {
            if (x !== 0) {
                model.step(x);
            }
        } else if (model.time !== 0) { // arrow keys move the initial position, which t = 0 shows
            model.pause();
            model.seek(0);
            model.emit('said', say('table.at_start'));
        } else {
            const step_m = isFine ? FINE_M : STEP_M;
            nudge(x * step_m, y * step_m);
        }
    };
    const choose = (by) => {
        const names = model.scene?.balls.map(({ name }) => name) ?? [];
        const at = names.findIndex((name) => name === model.selection.ball);
        const next = names[at < 0 ? by > 0 ? 0 : names.length - 1 : (at + by + names.length) % names.length];
        if (next !== undefined) {
            model.select({ ball: next });
            announce(model, 'access.chosen', next);
        }
    };
    return { ...Object.fromEntries(Object.entries(WAYS).map(([key, way]) => [key, move(way[0], way[1])])),
        ' ': () => model.toggle(),
        Home: () => model.seek(model.shown?.from_s ?? 0),
        End: () => {
            model.pause();
            model.seek(model.shown?.reached_s ?? 0);
        },
        PageDown: () => choose(1), PageUp: () => choose(-1) };
}

/** Escape ends slow motion, then deselects the ball. Open dialogs close first. */
function mountEscape(model) {
    document.addEventListener('keydown', (event) => {
        if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing
            || document.querySelector('dialog[open], :popover-open')) {
            return;
        }
        if (model.shows === 'slow') {
            model.choose('run');
            if (document.activeElement?.matches('[hidden]') ?? true) {
                document.getElementById('slow-motion').focus();
            }
        } else if (document.activeElement?.matches('#table canvas')) {
            model.select({ ball: null });
        }
    });
}

export function mount(place, model) {
    const canvas = place.querySelector('canvas'), actions = actionsOf(model);
    canvas.setAttribute('role', 'application'); // otherwise screen readers keep the arrow keys
    canvas.setAttribute('aria-describedby', 'table-keys');
    document.addEventListener('keydown', (event) => {
        const { key, target } = /** @type {any} */ (event);
        const isHere = target === canvas || (ENDS.includes(key) && target.matches('body, #stage button'));
        if (isHere && key in actions && !event.defaultPrevented && !event.ctrlKey && !event.altKey && !event.metaKey) {
            actions[key](event.shiftKey);
            event.preventDefault();
        }
    });
    place.append(spoken('p', 'access.keys', { id: 'table-keys', className: 'unseen' }));
    mountEscape(model);
}
