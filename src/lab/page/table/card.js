// SPDX-License-Identifier: GPL-3.0-or-later
/** Card with the properties of the chosen ball, over the free half of the table. */
import { BallFields } from '../access/balls.js';

export function mount(place, model) {
    const box = place.querySelector('.canvas'), canvas = box.querySelector('canvas');
    const fields = new BallFields(model, 'card');
    let pressed = false;
    fields.element.classList.add('card');
    box.append(fields.element);
    const update = () => {
        const hidden = pressed || model.selection.ball === null || model.shows !== 'run'
            || model.locked || model.playing;
        fields.element.hidden = hidden;
        if (!hidden) {
            fields.update();
        }
    };
    model.on('scene', () => fields.renew());
    model.on('scene selection play prediction language done', update);
    model.on('paint', ({ run, k, camera }) => {
        const ball = run.balls.indexOf(model.selection.ball);
        const x_m = ball < 0 ? NaN : run.place(run.scene.reference ?? 0, ball, k)[0];
        fields.element.classList.toggle('left', camera.x(x_m) > camera.width / 2);
    });
    canvas.addEventListener('pointerdown', () => {
        pressed = true;
        update();
    });
    ['pointerup', 'pointercancel'].forEach((name) => addEventListener(name, () => {
        pressed = false;
        update();
    }));
    update();
}
