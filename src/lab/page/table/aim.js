// SPDX-License-Identifier: GPL-3.0-or-later
/** Effect of a small shift of the chosen ball's start: a sentence on its card, and a dashed arrow
 * at the ball that it displaces most: at the time shown, or at the end if that is 0. Computed when
 * the page is idle. */
import { element } from '../frame/dom.js';
import { quantity, shortNumber } from '../knobs/value/quantity.js';
import { say } from '../words/words.js';
import { arrow, circle } from './draw/arrows.js';
import { INK } from './draw/pen.js';

const IDLE_MS = 400, QUICK_S = 1; // longer runs get no sentence
const LEAST_PX = 40, MOST_PX = 120, DASH = [4, 4];
const STRAIGHT = 1e-9; // direction along an axis

/** @returns {string} length with two digits, in mm below 1 m: "42 mm" */
const lengthOf = (m) => m >= 1e-3 && m < 1 ? `${shortNumber(1000 * m, 2)} mm` : quantity(m, 'm', 2);

/** Word for the direction of the shift. */
function wayOf({ across_x, across_y }) {
    return say(Math.abs(across_x) < STRAIGHT ? 'aim.up' : Math.abs(across_y) >= STRAIGHT
        ? 'aim.left_of_path' : across_x > 0 ? 'aim.right' : 'aim.left');
}

/** @param {AimResult} found its fault is '', grazing, simultaneous, slip or rest
 * @param label of its solver @param ends the effect is that at the end
 * @returns {string} its sentence */
export function aimed(found, label, ends = true) {
    const { at_s, target, fault, a, b, t_s, shift_m, limited, moved_x_m, moved_y_m } = found;
    const values = { target, solver: label, way: wayOf(found), shift: lengthOf(shift_m),
        when: ends ? say('aim.end') : say('aim.then', { t: shortNumber(at_s, 4) }),
        moved: lengthOf(Math.hypot(moved_x_m, moved_y_m)) };
    if (fault !== '') {
        const t = shortNumber(t_s, 3);
        return say('aim.fault', { ...values, why: say(`aim.fault.${fault}`, { a, b, t }) });
    }
    return shift_m === 0 ? say('aim.chaos', values)
        : say('aim.effect', values) + (limited ? ` ${say('aim.limit')}` : '');
}

export class Aim {
    /** @type {{scene?: Scene, ball?: string | null, at_s?: number}} */ of = {};
    /** @type {AimResult | null} */ found = null;
    element = element('p', { className: 'aim', hidden: true });

    /** @param {Model} model */
    constructor(model) {
        this.model = model;
        model.on('paint', (sheet) => this.#paint(sheet));
    }

    /** @param shown the card is visible */
    update(shown) {
        const { scene, run, selection, time } = this.model;
        const ready = shown && run?.done && run.scene === scene && run.took_s < QUICK_S;
        const at_s = time > 0 ? time : scene?.duration_s;
        const of = ready ? { scene, ball: selection.ball, at_s } : {};
        if (of.scene !== this.of.scene || of.ball !== this.of.ball || of.at_s !== this.of.at_s) {
            this.of = of;
            this.found = null;
            clearTimeout(this.timer);
            this.timer = ready ? setTimeout(() => this.#ask(of), IDLE_MS) : undefined;
        }
        this.#show();
    }

    async #ask(of) {
        const found = await this.model.aim(of.ball, of.at_s);
        if (this.of === of) {
            this.found = found;
            this.#show();
            this.model.emit('aim');
        }
    }

    #show() {
        const { run } = this.model, { found } = this;
        this.element.hidden = !found;
        this.element.textContent = found && run
            ? aimed(found, run.labels[run.solvers.indexOf(found.solver)],
                found.at_s === run.scene.duration_s) : '';
    }

    /** Draws the displaced ball at the time and the direction of its displacement. */
    #paint({ ctx, run, k, camera, bold }) {
        if (!this.found || this.found.shift_m === 0 || this.model.playing) {
            return;
        }
        const { solver, target, moved_x_m, moved_y_m } = this.found;
        const ball = run.balls.indexOf(target), index = run.solvers.indexOf(solver);
        const [x_m, y_m] = run.place(index, ball, this.model.time > 0 ? k : run.filled - 1);
        const x = camera.x(x_m), y = camera.y(y_m), moved_m = Math.hypot(moved_x_m, moved_y_m);
        const px = Math.min(Math.max(moved_m * camera.scale, LEAST_PX), MOST_PX) / moved_m;
        circle(ctx, x, y, run.scene.balls[ball].radius_m * camera.scale, INK, bold, DASH);
        arrow(ctx, { x, y }, { x: x + px * moved_x_m, y: y - px * moved_y_m },
            { colour: INK, width: bold, dash: DASH });
    }
}
