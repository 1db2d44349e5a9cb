// SPDX-License-Identifier: GPL-3.0-or-later
/** Card with the properties of the chosen ball, among the parameters. */
import { BallFields } from '../access/balls.js';

export function mount(place, model) {
    const fields = new BallFields(model, 'card');
    fields.element.classList.add('card');
    place.querySelector('.leading').after(fields.element);
    const update = () => {
        const hidden = model.selection.ball === null || model.locked;
        fields.element.hidden = hidden;
        if (!hidden) {
            fields.update();
        }
    };
    model.on('scene', () => fields.renew());
    model.on('scene selection prediction language', update);
    update();
}
