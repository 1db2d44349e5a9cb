// SPDX-License-Identifier: GPL-3.0-or-later
/** Effect of a small shift of the chosen ball's start: a sentence on its card, and a dashed arrow at
 * the end of the ball that it displaces most. Computed at t = 0 when the page is idle. */
import { element } from '../frame/dom.js';
import { quantity, shortNumber } from '../knobs/value/quantity.js';
import { say } from '../words/words.js';
import { arrow, circle } from './draw/arrows.js';
import { INK } from './draw/pen.js';

const IDLE_MS = 400, QUICK_S = 1; // longer runs get no sentence
const LEAST_PX = 40, MOST_PX = 120, DASH = [4, 4];
const STRAIGHT = 1e-9; // direction along an axis

/** @returns {string} length with two digits, in mm below 1 m: "42 mm" */
const lengthOf = (m) => m >= 1e-3 && m < 1 ? `${shortNumber(1000 * m, 2)} mm`
    : quantity(m, 'm', 2);

/** Word for the direction of the shift. */
function wayOf({ across_x, across_y }) {
    return say(Math.abs(across_x) < STRAIGHT ? 'aim.up' : Math.abs(across_y) >= STRAIGHT
        ? 'aim.left_of_path' : across_x > 0 ? 'aim.right' : 'aim.left');
}

/** @param {AimResult} found its fault is '', grazing, simultaneous, slip or rest
 * @param label of its solver
 * @returns {string} its sentence */
export function aimed(found, label) {
    const { target, fault, a, b, t_s, shift_m, limited, moved_x_m, moved_y_m } = found;
    const values = { target, solver: label, way: wayOf(found), shift: lengthOf(shift_m),
        moved: lengthOf(Math.hypot(moved_x_m, moved_y_m)) };
    if (fault !== '') {
        const t = shortNumber(t_s, 3);
        return say('aim.fault', { ...values, why: say(`aim.fault.${fault}`, { a, b, t }) });
    }
    return shift_m === 0 ? say('aim.chaos', values)
        : say('aim.effect', values) + (limited ? ` ${say('aim.limit')}` : '');
}

export class Aim {
    /** @type {{scene?: Scene, ball?: string | null}} */ of = {};
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
        const ready = shown && time === 0 && run?.done && run.scene === scene
            && run.took_s < QUICK_S;
        const of = ready ? { scene, ball: selection.ball } : {};
        if (of.scene !== this.of.scene || of.ball !== this.of.ball) {
            this.of = of;
            this.found = null;
            clearTimeout(this.timer);
            this.timer = ready ? setTimeout(() => this.#ask(of), IDLE_MS) : undefined;
        }
        this.#show();
    }

    async #ask(of) {
        const found = await this.model.aim(of.ball);
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
            ? aimed(found, run.labels[run.solvers.indexOf(found.solver)]) : '';
    }

    /** Draws the end of the displaced ball and the direction of its displacement. */
    #paint({ ctx, run, camera, bold }) {
        if (!this.found || this.found.shift_m === 0 || this.model.playing) {
            return;
        }
        const { solver, target, moved_x_m, moved_y_m } = this.found;
        const ball = run.balls.indexOf(target), index = run.solvers.indexOf(solver);
        const [x_m, y_m] = run.place(index, ball, run.filled - 1);
        const x = camera.x(x_m), y = camera.y(y_m), moved_m = Math.hypot(moved_x_m, moved_y_m);
        const px = Math.min(Math.max(moved_m * camera.scale, LEAST_PX), MOST_PX) / moved_m;
        ctx.save();
        ctx.setLineDash(DASH);
        ctx.strokeStyle = INK;
        ctx.lineWidth = bold;
        circle(ctx, x, y, run.scene.balls[ball].radius_m * camera.scale);
        ctx.stroke();
        ctx.restore();
        arrow(ctx, { x, y }, { x: x + px * moved_x_m, y: y - px * moved_y_m },
            { colour: INK, width: bold, dash: DASH });
    }
}
