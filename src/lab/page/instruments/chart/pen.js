// SPDX-License-Identifier: GPL-3.0-or-later
/** Drawing operations for charts, in px of the page; x() and y() convert from values. */
import { cached } from '../../model/search.js';
import { FONT, disc, fill, polyline, stroke } from '../../table/draw/arrows.js';
import { Plot } from './plot.js';
import { INK } from './style.js';

const LETTERS = 0.875, SMALL = 0.7, RAISED = 0.28; // rem

const widths = new Map(), MOST_WIDTHS = 2000; // cached widths of texts, px

export class Pen extends Plot {
    rem = 16; // px

    #font(size, bold) {
        return `${bold ? 'bold ' : ''}${size * this.rem}px ${FONT}`;
    }

    /** Width of a text in px. */
    measure(text, size = LETTERS, bold = false) {
        const font = this.#font(size, bold);
        return cached(widths, `${font} ${text}`, () => {
            this.context.font = font;
            return this.context.measureText(text).width;
        }, MOST_WIDTHS);
    }

    /** @param points [[x, y], ...], px; a value that is no number is a gap */
    line(points, { colour, dash = [], width = 1, alpha = 1 }) {
        Object.assign(this.context, { lineJoin: 'round', globalAlpha: alpha });
        this.context.beginPath();
        polyline(this.context, points);
        stroke(this.context, colour, width, dash);
    }

    /** Draws vertical strokes at these positions in one path. */
    ticks(places, from, to, style) {
        this.line(places.flatMap((x) => [[x, from], [x, to], [NaN, NaN]]), style);
    }

    /** Draws a horizontal line through the axes. */
    across(y, style) {
        this.line([[this.box.left, y], [this.box.left + this.box.width, y]], style);
    }

    /** Draws a vertical line through the axes. */
    upright(x, style) {
        this.line([[x, this.box.top], [x, this.box.top + this.box.height]], style);
    }

    block(left, top, width, height, colour, alpha = 1) {
        Object.assign(this.context, { fillStyle: colour, globalAlpha: alpha });
        this.context.fillRect(left, top, width, height);
    }

    /** @param shape 'square', 'circle', 'diamond' or 'triangle', by solver */
    mark(x, y, colour, shape, size = 0.4 * this.rem, alpha = 1) {
        const { context } = this, h = size / 2, corners = {
            square: [[x - h, y - h], [x + h, y - h], [x + h, y + h], [x - h, y + h]],
            diamond: [[x - h, y], [x, y - h], [x + h, y], [x, y + h]],
            triangle: [[x - h, y + h], [x, y - h], [x + h, y + h]],
        }[shape];
        context.globalAlpha = alpha;
        if (!corners) {
            disc(context, x, y, h, colour);
            return;
        }
        context.beginPath();
        polyline(context, corners);
        fill(context, colour);
    }

    /** @param {string} text the part after '^' is smaller and raised
     * @returns {number} its width, px */
    text(text, x, y, { colour = INK, align = 'left', bold = false } = {}) {
        const { context } = this, [base, raised = ''] = text.split('^');
        const low = this.measure(base, LETTERS, bold);
        const width = low + (raised === '' ? 0 : this.measure(raised, SMALL, bold));
        const left = align === 'right' ? x - width : align === 'center' ? x - width / 2 : x;
        Object.assign(context, { fillStyle: colour, textAlign: 'left', textBaseline: 'middle',
            font: this.#font(LETTERS, bold), globalAlpha: 1 });
        context.fillText(base, left, y);
        if (raised !== '') {
            context.font = this.#font(SMALL, bold);
            context.fillText(raised, left + low, y - RAISED * this.rem);
        }
        return width;
    }

    /** Writes a text into the middle of the axes. */
    textInside(text) {
        const { left, top, width, height } = this.box;
        this.text(text, left + width / 2, top + height / 2, { align: 'center' });
    }
}

const SHAPES = ['square', 'circle', 'diamond', 'triangle'];

/** Marker of a solver, by its hue, as in the program's figures. */
export const shapeOf = ({ hue }) => SHAPES[(hue - 1) % SHAPES.length];
