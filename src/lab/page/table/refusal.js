// SPDX-License-Identifier: GPL-3.0-or-later
/** A place that the core refuses: what it says stands at the ball that it says it of. */
import { element } from '../frame/dom.js';
import { ALARM } from './draw/pen.js';

/** Names in quotes in the core's words. @returns {string[]} */
export const namesIn = (text) => [...text.matchAll(/'([^']+)'/g)].map(([, name]) => name);

export class Refusal {
    constructor(box, model) {
        this.model = model;
        this.wanted = null;
        this.bubble = element('p', { className: 'refusal', hidden: true, lang: 'en',
            'aria-hidden': 'true' }); // the notices say the same to who does not see it
        box.append(this.bubble);
        model.on('scene', () => this.clear());
    }

    clear() {
        this.wanted = null;
        this.bubble.hidden = true;
    }

    show(wanted) {
        this.wanted = wanted;
        this.bubble.textContent = this.model.messages.map(({ text }) => text).join('\n');
        this.bubble.hidden = false;
    }

    /** @param at px, where the hand is */
    paint(ctx, run, camera, wanted, at) {
        if (this.wanted !== wanted) {
            return;
        }
        const { reference } = run.scene;
        for (const name of namesIn(this.bubble.textContent)) {
            const ball = run.balls.indexOf(name);
            if (ball >= 0 && ball !== wanted.ball) {
                const [x, y] = run.place(reference ?? 0, ball, 0);
                ctx.beginPath();
                ctx.arc(camera.x(x), camera.y(y),
                    run.scene.balls[ball].radius_m * camera.scale + 3, 0, 2 * Math.PI);
                ctx.strokeStyle = ALARM;
                ctx.lineWidth = 3;
                ctx.stroke();
            }
        }
        const below = at.y < camera.height / 2, half = this.bubble.offsetWidth / 2;
        const away = run.scene.balls[wanted.ball].radius_m * camera.scale + 12;
        Object.assign(this.bubble.style, {
            left: `${Math.min(Math.max(at.x, half), Math.max(camera.width - half, half))}px`,
            top: `${at.y + (below ? away : -away)}px`,
            transform: `translate(-50%, ${below ? 0 : -100}%)`,
        });
    }
}
