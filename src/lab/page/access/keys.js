// SPDX-License-Identifier: GPL-3.0-or-later
/** Keyboard control of the table. Letters stay free for screen readers. A text near the table
 * lists the keys. */
import { spoken } from '../frame/dom.js';
import { say } from '../words/words.js';
import { moveBall } from '../table/drag.js';

const STEP_M = 1e-2, FINE_M = 1e-3; // with Shift, as for dragging
export const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

const ENDS = { Home: 'from_s', End: 'reached_s' }; // also while a button of the time has the focus

/** Announces a ball with its initial position.
 * @param {Model} model */
function announce(model, key, ball) {
    const at = model.scene.balls.find(({ name }) => name === ball);
    model.emit('said', say(key, { ball, x: at?.x_m.toFixed(3), y: at?.y_m.toFixed(3) }));
}

/** Joins steps that arrive before the core has answered the last one. */
class Nudge {
    x_m = 0;
    y_m = 0;
    busy = false;

    /** @param {Model} model */
    constructor(model) {
        this.model = model;
    }

    by(dx_m, dy_m) {
        this.x_m += dx_m;
        this.y_m += dy_m;
        return this.busy ? null : this.#go();
    }

    async #go() {
        const { model } = this;
        this.busy = true;
        while (this.x_m !== 0 || this.y_m !== 0) {
            const { x_m, y_m } = this, { ball } = model.selection;
            this.x_m = this.y_m = 0;
            if (ball !== null && await moveBall(model, ball, x_m, y_m)) {
                announce(model, 'table.placed', ball);
            }
        }
        this.busy = false;
    }
}

class Keys {
    /** @param {HTMLCanvasElement} canvas @param {Model} model */
    constructor(canvas, model) {
        this.model = model;
        this.nudge = new Nudge(model);
        canvas.setAttribute('role', 'application'); // otherwise screen readers keep the arrow keys
        canvas.setAttribute('aria-describedby', 'table-keys');
        canvas.closest('#stage')?.addEventListener('keydown', (/** @type {any} */ event) => {
            const isHere = event.target === canvas || (event.key in ENDS && event.target.matches('button'));
            if (isHere && !event.ctrlKey && !event.altKey && !event.metaKey && this.#act(event)) {
                event.preventDefault();
            }
        });
    }

    /** @returns {boolean} true if the key has an action here */
    #act({ key, shiftKey }) {
        const { model } = this;
        if (key in WAYS) {
            this.#move(WAYS[key], shiftKey ? FINE_M : STEP_M);
            return true;
        }
        const act = {
            ' ': () => model.toggle(),
            Home: () => model.seek(model.shown?.[ENDS.Home] ?? 0),
            End: () => model.seek(model.shown?.[ENDS.End] ?? 0),
            PageDown: () => this.#choose(1),
            PageUp: () => this.#choose(-1),
        }[key];
        act?.();
        return act !== undefined;
    }

    #move([x, y], step_m) {
        const { model } = this;
        if (model.selection.ball === null || model.shows === 'slow') {
            if (x !== 0) {
                model.step(x);
            }
        } else if (model.time !== 0) { // arrow keys move the initial position, which t = 0 shows
            model.pause();
            model.seek(0);
            model.emit('said', say('table.at_start'));
        } else {
            this.nudge.by(x * step_m, y * step_m);
        }
    }

    #choose(by) {
        const { model } = this, names = model.scene?.balls.map(({ name }) => name) ?? [];
        const at = names.findIndex((name) => name === model.selection.ball);
        const next = at < 0 ? by > 0 ? 0 : names.length - 1
            : (at + by + names.length) % names.length;
        if (names.length > 0) {
            model.select({ ball: names[next] });
            announce(model, 'access.chosen', names[next]);
        }
    }
}

/** Escape ends slow motion, then deselects the ball. Open dialogs close first. */
function mountEscape(model) {
    document.addEventListener('keydown', (event) => {
        if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing
            || document.querySelector('dialog[open], :popover-open')) {
            return;
        }
        if (model.shows === 'slow') {
            model.turn();
            if (document.activeElement?.matches('[hidden]') ?? true) {
                document.getElementById('slow-motion').focus();
            }
        } else if (document.activeElement?.matches('#table canvas')) {
            model.select({ ball: null });
        }
    });
}

export function mount(place, model) {
    const canvas = place.querySelector('canvas');
    new Keys(canvas, model);
    place.append(spoken('p', 'access.keys', { id: 'table-keys', className: 'unseen' }));
    mountEscape(model);
}
