// SPDX-License-Identifier: GPL-3.0-or-later
/** Ghost of the predicted ball: drawn over the balls, moved by mouse, finger or arrow keys. During
 * a prediction nothing else on the table can be dragged. */
import { WAYS } from '../../access/keys.js';
import { element } from '../../frame/dom.js';
import { FOCUS as GHOST } from '../../table/draw/pen.js';
import { quantity } from '../../knobs/value/quantity.js';
import { circle, disc, FONT, polyline, segment, stroke } from '../../table/draw/arrows.js';
import { say } from '../../words/words.js';

const STEP_M = 0.01, FINE_M = 0.001; // step of an arrow key; with Shift
const LEAST_PX = 22; // minimum size for a finger
const SMALL_PX = 9, RING_PX = 14; // smaller ghosts get a ring
const SPOKEN_MS = 600;

const rounded = (metres) => Number(metres.toFixed(3));

export class Ghost {
    radius_px = 0;
    handle = element('button', { type: 'button', className: 'ghost', id: 'ghost', hidden: true,
        onkeydown: (event) => this.#key(event) });

    /** @param {Model} model @param {Prediction} prediction */
    constructor(model, prediction) {
        this.model = model;
        this.prediction = prediction;
        this.camera = this.box = null;
        /** @type {Point | null} from the pointer to the ghost, px */ this.held = null;
        model.on('paint', (sheet) => this.#paint(sheet));
        model.on('prediction language', () => this.#update());
    }

    /** Attaches to the table's box as soon as it exists. */
    #attach(canvas) {
        this.box = canvas.parentElement;
        this.box.append(this.handle);
        const listen = (name, act) => this.box.addEventListener(name, act,
            { capture: true, passive: false });
        listen('pointerdown', (event) => this.#press(event));
        listen('pointermove', (event) => this.#move(event));
        ['pointerup', 'pointercancel'].forEach((name) =>
            listen(name, (event) => this.#leave(event)));
        listen('touchstart', (event) => this.model.locked && event.touches.length === 1
            && event.preventDefault());
    }

    // ---- the hand ----

    /** Position in px within the box. */
    #point({ clientX, clientY }) {
        const { left, top } = this.box.getBoundingClientRect();
        return { x: clientX - left, y: clientY - top };
    }

    #press(event) {
        if (!this.model.locked || event.button !== 0 || !this.camera) {
            return;
        }
        event.stopPropagation();
        event.preventDefault();
        const point = this.#point(event), [x_m, y_m] = this.prediction.ghost;
        const away = { x: this.camera.x(x_m) - point.x, y: this.camera.y(y_m) - point.y };
        const near = Math.hypot(away.x, away.y) <= Math.max(this.radius_px, LEAST_PX);
        this.held = near ? away : { x: 0, y: 0 };
        this.box.setPointerCapture(event.pointerId);
        this.handle.focus();
        if (!near) {
            this.#put(point, this.held);
        }
    }

    #move(event) {
        if (this.held) {
            event.stopPropagation();
            this.#put(this.#point(event), this.held);
        }
    }

    #leave(event) {
        if (this.held) {
            event.stopPropagation();
            this.held = null;
        }
    }

    #put({ x, y }, held) {
        const at = this.camera.metres({ x: x + held.x, y: y + held.y });
        this.prediction.setPosition(rounded(at.x), rounded(at.y));
    }

    #key(event) {
        const way = WAYS[event.key];
        if (!way || event.ctrlKey || event.altKey || event.metaKey) {
            return;
        }
        event.preventDefault();
        event.stopPropagation();
        const step = event.shiftKey ? FINE_M : STEP_M, [x_m, y_m] = this.prediction.ghost;
        this.prediction.setPosition(rounded(x_m + way[0] * step), rounded(y_m + way[1] * step));
        clearTimeout(this.timer);
        this.timer = setTimeout(() => {
            this.model.emit('said', this.#words('predict.at'));
        }, SPOKEN_MS);
    }

    // ---- the picture ----

    #words(key) {
        const [x, y] = this.prediction.ghost;
        return say(key, { ball: this.prediction.now?.ball, x: quantity(x, 'm', 4),
            y: quantity(y, 'm', 4) });
    }

    #update() {
        const { now } = this.prediction;
        this.handle.hidden = !now?.locked;
        if (now) {
            this.handle.setAttribute('aria-label', this.#words('predict.ghost'));
        }
    }

    #paint(sheet) {
        const { now } = this.prediction;
        if (!now || this.model.shows !== 'run') {
            this.handle.hidden = true;
            return;
        }
        if (!this.box) {
            this.#attach(sheet.ctx.canvas);
        }
        const { camera, ctx, run } = sheet, [x_m, y_m] = this.prediction.ghost;
        const ball = run.scene.balls.find(({ name }) => name === now.ball);
        this.camera = camera;
        this.radius_px = Math.max((ball?.radius_m ?? 0) * camera.scale, 4);
        const x = camera.x(x_m), y = camera.y(y_m), size = 2 * Math.max(this.radius_px, LEAST_PX);
        Object.assign(this.handle.style, { left: `${x - size / 2}px`, top: `${y - size / 2}px`,
            width: `${size}px`, height: `${size}px` });
        this.#update();
        this.#paintDistances(sheet, x, y);
        this.#paintGhost(ctx, x, y, now.place === null ? '?' : '');
    }

    #paintGhost(ctx, x, y, sign) {
        const radius = this.radius_px, small = radius < SMALL_PX;
        disc(ctx, x, y, radius, `${GHOST}26`);
        circle(ctx, x, y, radius, GHOST, 2.5, [4, 3]);
        if (small) {
            circle(ctx, x, y, RING_PX, GHOST, 1.5);
        }
        ctx.beginPath();
        polyline(ctx, [[x - 4, y], [x + 4, y]]);
        polyline(ctx, [[x, y - 4], [x, y + 4]]);
        stroke(ctx, GHOST, small ? 1.5 : 2.5);
        Object.assign(ctx, { font: `bold ${Math.max(radius, 16)}px ${FONT}`, fillStyle: GHOST,
            textAlign: 'left' });
        ctx.fillText(sign, x + radius + 3, y - radius);
    }

    /** Draws lines from the prediction to each solver's ball, unless the nearest image lies beyond
     * the edge of a periodic table. */
    #paintDistances({ camera, ctx, run, k, pens, visible }, x, y) {
        const { now } = this.prediction, ball = run.balls.indexOf(now?.ball);
        if (!now?.distances || !now.place || ball < 0) {
            return;
        }
        for (const index of visible) {
            const [bx, by] = run.place(index, ball, k);
            const { distance_m = NaN } = now.distances[index] ?? {};
            const seen = Math.hypot(bx - now.place[0], by - now.place[1]);
            if (Math.abs(seen - distance_m) <= 1e-5 * (1 + seen)) {
                segment(ctx, { x, y }, { x: camera.x(bx), y: camera.y(by) }, pens[index].colour, 2,
                    pens[index].dash);
            }
        }
    }
}
