// SPDX-License-Identifier: GPL-3.0-or-later
/** What is drawn into a chart besides its curves, in px of the page; x() and y() say where. */
import uPlot from 'uplot';
import { INK } from './style.js';

const FONT = '"Liberation Sans", Arial, Helvetica, sans-serif';

const LETTERS = 0.75, SMALL = 0.6, RAISED = 0.28; // rem

export class Pen {
    /** @param u the plot @param rem px */
    constructor(u, rem) {
        this.u = u;
        this.rem = rem;
        this.context = u.ctx;
        this.ratio = uPlot.pxRatio;
    }

    /** The plotting area: {left, top, width, height}. */
    get box() {
        const { left, top, width, height } = this.u.bbox, r = this.ratio;
        return { left: left / r, top: top / r, width: width / r, height: height / r };
    }

    x(value) {
        return this.u.valToPos(value, 'x', true) / this.ratio;
    }

    y(value) {
        return this.u.valToPos(value, 'y', true) / this.ratio;
    }

    /** Draws within the plotting area alone. */
    within(draw) {
        const { left, top, width, height } = this.u.bbox;
        this.context.save();
        this.context.beginPath();
        this.context.rect(left, top, width, height);
        this.context.clip();
        draw(this);
        this.context.restore();
    }

    #begin() {
        this.context.save();
        this.context.scale(this.ratio, this.ratio);
    }

    #end() {
        this.context.restore();
    }

    /** @param points [[x, y], ...], px; what is no number is a gap */
    line(points, { colour, dash = [], width = 1, alpha = 1 }) {
        const context = this.context;
        let on = false;
        this.#begin();
        Object.assign(context, { strokeStyle: colour, lineWidth: width, lineJoin: 'round',
            globalAlpha: alpha });
        context.setLineDash(dash);
        context.beginPath();
        for (const [x, y] of points) {
            if (Number.isFinite(x) && Number.isFinite(y)) {
                context[on ? 'lineTo' : 'moveTo'](x, y);
                on = true;
            } else {
                on = false;
            }
        }
        context.stroke();
        this.#end();
    }

    /** Upright strokes at so many places, in one go. */
    ticks(places, from, to, { colour, width = 1, alpha = 1 }) {
        const context = this.context;
        this.#begin();
        Object.assign(context, { strokeStyle: colour, lineWidth: width, globalAlpha: alpha });
        context.setLineDash([]);
        context.beginPath();
        for (const x of places) {
            context.moveTo(x, from);
            context.lineTo(x, to);
        }
        context.stroke();
        this.#end();
    }

    block(left, top, width, height, colour, alpha = 1) {
        this.#begin();
        Object.assign(this.context, { fillStyle: colour, globalAlpha: alpha });
        this.context.fillRect(left, top, width, height);
        this.#end();
    }

    /** @param shape 'square', 'circle', 'diamond' or 'triangle': of each solver another */
    mark(x, y, colour, shape, size = 0.4 * this.rem, alpha = 1) {
        const context = this.context, h = size / 2;
        this.#begin();
        Object.assign(context, { fillStyle: colour, globalAlpha: alpha });
        context.beginPath();
        switch (shape) {
            case 'circle': context.arc(x, y, h, 0, 7); break;
            case 'diamond': this.#corners([[x - h, y], [x, y - h], [x + h, y], [x, y + h]]); break;
            case 'triangle': this.#corners([[x - h, y + h], [x, y - h], [x + h, y + h]]); break;
            default: context.rect(x - h, y - h, size, size);
        }
        context.fill();
        this.#end();
    }

    #corners(points) {
        points.forEach(([x, y], k) => this.context[k === 0 ? 'moveTo' : 'lineTo'](x, y));
        this.context.closePath();
    }

    /**
     * @param {string} text what stands behind a '^' is smaller and raised
     * @param how cleared: what is below it is taken away @returns {number} its width, px
     */
    text(text, x, y, { colour = INK, align = 'left', bold = false, cleared = false } = {}) {
        const context = this.context, [base, raised = ''] = text.split('^');
        const font = (size) => `${bold ? 'bold ' : ''}${size * this.rem}px ${FONT}`;
        this.#begin();
        let high = 0;
        if (raised !== '') {
            context.font = font(SMALL);
            high = context.measureText(raised).width;
        }
        Object.assign(context, { fillStyle: colour, textAlign: 'left',
            textBaseline: 'middle', font: font(LETTERS) });
        const low = context.measureText(base).width, width = low + high;
        const left = align === 'right' ? x - width : align === 'center' ? x - width / 2 : x;
        if (cleared) {
            context.fillStyle = '#ffffff';
            context.fillRect(left - 3, y - 0.5 * this.rem, width + 6, this.rem);
            context.fillStyle = colour;
        }
        context.fillText(base, left, y);
        if (raised !== '') {
            context.font = font(SMALL);
            context.fillText(raised, left + low, y - RAISED * this.rem);
        }
        this.#end();
        return width;
    }
}

const SHAPES = ['square', 'circle', 'diamond', 'triangle'];

/** The mark of a solver: by its hue, as in the program's figures. */
export const shapeOf = ({ hue }) => SHAPES[(hue - 1) % SHAPES.length];
