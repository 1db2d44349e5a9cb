// SPDX-License-Identifier: GPL-3.0-or-later
/** Shows the core's message at the ball whose position it rejects. */
import { element } from '../frame/dom.js';
import { circle } from './draw/arrows.js';
import { refusalTexts } from '../words/refusal.js';
import { ALARM } from './draw/pen.js';

/** Quoted names in a message. @returns {string[]} */
export const namesIn = (text) => [...text.matchAll(/'([^']+)'/g)].map(([, name]) => name);

export class Refusal {
    constructor(box, model) {
        this.model = model;
        this.wanted = null;
        this.bubble = element('p', { className: 'refusal', hidden: true,
            'aria-hidden': 'true' }); // screen readers get the same text from the notices
        box.append(this.bubble);
        model.on('scene', () => this.clear());
    }

    clear() {
        this.wanted = null;
        this.bubble.hidden = true;
    }

    show(wanted) {
        this.wanted = wanted;
        this.names = this.model.messages.flatMap(({ text }) => namesIn(text));
        this.bubble.textContent = refusalTexts(this.model.messages).join('\n');
        this.bubble.hidden = false;
    }

    /** @param at position of the pointer, px */
    paint(ctx, run, camera, wanted, at) {
        if (this.wanted !== wanted) {
            return;
        }
        const { reference } = run.scene;
        for (const name of this.names) {
            const ball = run.balls.indexOf(name);
            if (ball >= 0 && ball !== wanted.ball) {
                const [x, y] = run.place(reference ?? 0, ball, 0);
                circle(ctx, camera.x(x), camera.y(y),
                    run.scene.balls[ball].radius_m * camera.scale + 3, ALARM, 3);
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
