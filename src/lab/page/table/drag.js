// SPDX-License-Identifier: GPL-3.0-or-later
/** Dragging of balls and arrow tips by mouse, pen or finger. Each drag edits the scenario, at most
 * once per frame. Other drags scroll the page. */
import { clamped } from './clamp.js';
import { PLACE_M, SPEED_MPS, snap, stepFor } from './snap.js';
import { velocityOf } from './draw/velocity.js';

const SIGHT_PX = 2; // between a dragged ball and the edge of the picture
const START_PX = 3; // a shorter movement selects the ball
const FINE_PART = 0.1; // with Shift, fraction of the movement

export const rounded = (value) => Number(value.toPrecision(9));

/** @returns {Pairs} edits of a ball */
const pairsOf = (name, values) => Object.entries(values).map(([key, value]) =>
    [`balls.${name}.${key}`, String(value)]);

/** Moves a ball's initial position, as far as walls and balls allow; also used by the keyboard.
 * @param {Model} model
 * @returns {Promise<boolean>} true if the core accepts it */
export async function moveBall(model, name, dx_m, dy_m) {
    const ball = model.scene.balls.find((one) => one.name === name);
    if (ball === undefined) {
        return false;
    }
    const { x, y } = clamped(model.scene, name, { x: snap(ball.x_m + dx_m, PLACE_M),
        y: snap(ball.y_m + dy_m, PLACE_M) }, { x: ball.x_m, y: ball.y_m });
    return model.edit(pairsOf(name, { x_m: rounded(x), y_m: rounded(y) }), { merge: true });
}

export class Drag {

    /** @param {HTMLCanvasElement} canvas @param {Model} model
     * @param {import('./table.js').Table} table provides camera, px_per_mps,
     *    hit(), and receives hover(hit), forbids(), begun(), moved(wanted), ended() */
    constructor(canvas, model, table) {
        this.canvas = canvas;
        this.model = model;
        this.table = table;
        /** @type {any} */ this.held = null;
        this.wanted = null;
        const at = (event) => ({ x: event.offsetX, y: event.offsetY });
        canvas.addEventListener('pointerdown', (event) => this.#press(event, at(event)));
        canvas.addEventListener('pointermove', (event) => this.#move(event, at(event)));
        ['pointerup', 'pointercancel'].forEach((name) =>
            canvas.addEventListener(name, () => this.#release()));
        canvas.addEventListener('touchstart', (event) => this.#preventScroll(event),
            { passive: false });
    }

    /** Prevents scrolling if the finger is on a ball. */
    #preventScroll(event) {
        const box = this.canvas.getBoundingClientRect(), [touch] = event.touches;
        const point = { x: touch.clientX - box.left, y: touch.clientY - box.top };
        if (event.touches.length === 1 && this.table.hit(point, true)) {
            event.preventDefault();
        }
    }

    #press(event, point) {
        if (event.button !== 0 || this.held) {
            return;
        }
        const hit = this.table.hit(point, event.pointerType !== 'mouse');
        if (hit) {
            this.held = { ...hit, from: point, going: false };
            this.canvas.setPointerCapture(event.pointerId);
        }
    }

    #move(event, point) {
        const { held } = this;
        if (!held) {
            this.table.hover(event.pointerType === 'mouse' ? this.table.hit(point, false) : null);
        } else if (held.going
            || Math.hypot(point.x - held.from.x, point.y - held.from.y) >= START_PX) {
            this.#drag(event, held, point);
        }
    }

    /** A ball that is elsewhere at t = 0 stays under the pointer: there it starts from now on. */
    #drag(event, held, point) {
        if (!held.going) {
            if (this.table.forbids()) {
                this.held = null;
                return;
            }
            this.table.begun();
            held.going = true;
            this.wanted = null;
            held.value = held.kind === 'ball' ? { ...held.start } : { ...held.tip };
        }
        const part = event.shiftKey ? FINE_PART : 1;
        const dx = part * (point.x - held.from.x), dy = part * (point.y - held.from.y);
        held.from = point;
        this.#request(held.kind === 'ball' ? this.#placeOf(held, dx, dy, event.shiftKey)
            : this.#velocityOf(held, dx, dy, event.shiftKey));
    }

    #placeOf(held, dx, dy, fine) {
        const { camera } = this.table, { scale } = camera, step = stepFor(PLACE_M, 1 / scale, fine);
        const edge = (held.body?.radius ?? 0) + SIGHT_PX, low = camera.metres({ x: edge, y: camera.height - edge });
        const high = camera.metres({ x: camera.width - edge, y: edge }), seen = (key, value) =>
            snap(Math.max(Math.min(value, high[key]), low[key]), step);
        held.value.x_m += dx / scale;
        held.value.y_m -= dy / scale;
        const { x, y } = clamped(this.model.scene, held.name, { x: seen('x', held.value.x_m),
            y: seen('y', held.value.y_m) }, held.free ?? { x: held.start.x_m, y: held.start.y_m });
        held.free = { x, y };
        const at = { x_m: rounded(x), y_m: rounded(y) };
        return { kind: 'ball', ball: held.ball, ...at, pairs: pairsOf(held.name, at) };
    }

    #velocityOf(held, dx, dy, fine) {
        const scale = this.table.px_per_mps, step = stepFor(SPEED_MPS, 1 / scale, fine);
        held.value.x += dx;
        held.value.y += dy;
        const { vx, vy } = velocityOf(held.body, held.value, scale);
        const velocity = { vx_mps: snap(vx, step), vy_mps: snap(vy, step) };
        return { kind: 'arrow', ball: held.ball, ...velocity, pairs: pairsOf(held.name, velocity) };
    }

    #request(wanted) {
        if (String(wanted.pairs) === String(this.wanted?.pairs)) {
            return;
        }
        this.wanted = wanted;
        wanted.held = this.held; // edits of a drag are undone together
        this.table.moved(wanted);
        this.model.edit(wanted.pairs, { merge: wanted.held });
    }

    #release() {
        const { going, name = null } = this.held ?? {};
        this.held = null;
        if (going) {
            this.table.ended();
        } else if (name !== null) {
            this.model.select({ ball: name }); // the card of a ball is for a click, not for a drag
        }
    }
}
