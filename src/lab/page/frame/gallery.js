// SPDX-License-Identifier: GPL-3.0-or-later
/** Dialog with a picture of each scene: its table and its balls at t = 0. A worker of its own opens
 * a scene when its picture comes into sight, so that runs go on meanwhile. */
import { Client } from '../core/client.js';
import { boundsOfRun, Camera } from '../table/camera.js';
import { arrow, disc } from '../table/draw/arrows.js';
import { eachImage, drawTable } from '../table/draw/walls.js';
import { translated } from '../words/words.js';
import { button, element } from './dom.js';
import { ballColour, FOCUS } from '../table/draw/pen.js';

const WIDTH_PX = 148, HEIGHT_PX = 84, EDGE_PX = 8;
const MOST_PX = 12; // radius of a ball
const ARROW_PX = 26; // of the fastest ball
const FEW = 20; // more balls are drawn as smaller dots without arrows

/** @param scene JSON of the core */
function draw(canvas, scene) {
    const { balls, table } = scene, ctx = canvas.getContext('2d'), camera = new Camera();
    const fastest = Math.max(...balls.map(({ vx_mps, vy_mps }) => Math.hypot(vx_mps, vy_mps)));
    const least_px = balls.length <= FEW ? 2.5 : 1;
    camera.resize(WIDTH_PX, HEIGHT_PX);
    camera.fit(boundsOfRun({ scene, filled: 0 }), EDGE_PX);
    camera.scale = Math.min(camera.scale, MOST_PX / Math.max(...balls.map((one) => one.radius_m)));
    canvas.width = WIDTH_PX * devicePixelRatio;
    canvas.height = HEIGHT_PX * devicePixelRatio;
    ctx.scale(devicePixelRatio, devicePixelRatio);
    drawTable(ctx, camera, table);
    for (const [k, ball] of balls.entries()) {
        const { x_m, y_m, radius_m, vx_mps, vy_mps } = ball, colour = ballColour(ball, k);
        eachImage(table, x_m, y_m, radius_m, (x, y) => {
            const radius = Math.max(radius_m * camera.scale, least_px);
            disc(ctx, camera.x(x), camera.y(y), radius, colour);
        });
        if (balls.length <= FEW && Math.hypot(vx_mps, vy_mps) > 0) {
            const from = { x: camera.x(x_m), y: camera.y(y_m) };
            arrow(ctx, from, { x: from.x + ARROW_PX * vx_mps / fastest,
                y: from.y - ARROW_PX * vy_mps / fastest }, { colour: FOCUS, width: 2 });
        }
    }
}

class Gallery {
    /** @param {Model} model */
    constructor(model) {
        this.model = model;
        /** @type {Client | null} while the dialog is open */ this.client = null;
        this.list = element('div', { className: 'pictures' });
        this.dialog = element('dialog', { className: 'gallery', onclose: () => this.#closed(),
            'data-say-label': 'page.gallery.title' },
        button('page.close', () => this.dialog.close()),
        element('h2', { dataset: { say: 'page.gallery.title' } }), this.list);
        this.sight = new IntersectionObserver((all) => all.forEach(({ target, isIntersecting }) =>
            isIntersecting && this.#ask(target)));
    }

    open() {
        const { model: { scenes, origin, client }, list } = this;
        this.client = new Client(client.spawn, client.core, client.fail);
        list.replaceChildren(...scenes.map((scene) => element('button', { type: 'button',
            autofocus: scene === origin, 'aria-current': String(scene === origin),
            onclick: () => this.#choose(scene) },
        element('canvas', { 'aria-hidden': 'true' }), translated(scene.title || scene.name))));
        [...list.children].forEach((each) => this.sight.observe(each));
        this.dialog.showModal();
    }

    #ask(at) {
        this.sight.unobserve(at);
        const { text } = this.model.scenes[[...this.list.children].indexOf(at)];
        this.client?.ask({ text, kind: 'open' }, { receive: (topic, value) => topic === 'scene'
            && draw(at.firstChild, value) });
    }

    #choose(scene) {
        this.dialog.close();
        this.model.load(scene.text, { origin: scene });
    }

    #closed() {
        this.sight.disconnect();
        this.client?.close();
    }
}

/** Mounts the button that opens the dialog, where there is a choice. */
export function mount(place, model) {
    const gallery = new Gallery(model);
    if (model.scenes.length > 1) {
        place.append(button('page.gallery', () => gallery.open(), { className: 'scenes' }),
            gallery.dialog);
    }
}
