// SPDX-License-Identifier: GPL-3.0-or-later
/** Drawing operations for charts, in px of the page; x() and y() convert from values. */
import { Plot } from './plot.js';
import { INK } from './style.js';

const FONT = '"Liberation Sans", Arial, Helvetica, sans-serif';

const LETTERS = 0.75, SMALL = 0.6, RAISED = 0.28; // rem

const widths = new Map(), MOST_WIDTHS = 2000; // cached widths of texts, px

export class Pen extends Plot {
    rem = 16; // px

    #font(size, bold) {
        return `${bold ? 'bold ' : ''}${size * this.rem}px ${FONT}`;
    }

    /** Width of a text in px. */
    measure(text, size = LETTERS, bold = false) {
        const font = this.#font(size, bold), key = `${font} ${text}`;
        if (!widths.has(key)) {
            if (widths.size > MOST_WIDTHS) {
                widths.clear();
            }
            this.context.font = font;
            widths.set(key, this.context.measureText(text).width);
        }
        return widths.get(key);
    }

    /** @param points [[x, y], ...], px; a value that is no number is a gap */
    line(points, { colour, dash = [], width = 1, alpha = 1 }) {
        const context = this.context;
        let on = false;
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
    }

    /** Draws vertical strokes at these positions in one path. */
    ticks(places, from, to, { colour, width = 1, alpha = 1 }) {
        const context = this.context;
        Object.assign(context, { strokeStyle: colour, lineWidth: width, globalAlpha: alpha });
        context.setLineDash([]);
        context.beginPath();
        for (const x of places) {
            context.moveTo(x, from);
            context.lineTo(x, to);
        }
        context.stroke();
    }

    block(left, top, width, height, colour, alpha = 1) {
        Object.assign(this.context, { fillStyle: colour, globalAlpha: alpha });
        this.context.fillRect(left, top, width, height);
    }

    /** @param shape 'square', 'circle', 'diamond' or 'triangle', by solver */
    mark(x, y, colour, shape, size = 0.4 * this.rem, alpha = 1) {
        const context = this.context, h = size / 2;
        Object.assign(context, { fillStyle: colour, globalAlpha: alpha });
        context.beginPath();
        switch (shape) {
            case 'circle': context.arc(x, y, h, 0, 7); break;
            case 'diamond': this.#corners([[x - h, y], [x, y - h], [x + h, y], [x, y + h]]); break;
            case 'triangle': this.#corners([[x - h, y + h], [x, y - h], [x + h, y + h]]); break;
            default: context.rect(x - h, y - h, size, size);
        }
        context.fill();
    }

    #corners(points) {
        points.forEach(([x, y], k) => this.context[k === 0 ? 'moveTo' : 'lineTo'](x, y));
        this.context.closePath();
    }

    /** @param {string} text the part after '^' is smaller and raised
     * @returns {number} its width, px */
    text(text, x, y, { colour = INK, align = 'left', bold = false } = {}) {
        const { context } = this, [base, raised = ''] = text.split('^');
        const low = this.measure(base, LETTERS, bold);
        const width = low + (raised === '' ? 0 : this.measure(raised, SMALL, bold));
        const left = align === 'right' ? x - width : align === 'center' ? x - width / 2 : x;
        context.globalAlpha = 1;
        Object.assign(context, { fillStyle: colour, textAlign: 'left', textBaseline: 'middle',
            font: this.#font(LETTERS, bold) });
        context.fillText(base, left, y);
        if (raised !== '') {
            context.font = this.#font(SMALL, bold);
            context.fillText(raised, left + low, y - RAISED * this.rem);
        }
        return width;
    }
}

const SHAPES = ['square', 'circle', 'diamond', 'triangle'];

/** Marker of a solver, by its hue, as in the program's figures. */
export const shapeOf = ({ hue }) => SHAPES[(hue - 1) % SHAPES.length];
