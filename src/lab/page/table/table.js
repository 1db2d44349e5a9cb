// SPDX-License-Identifier: GPL-3.0-or-later
/** Table on a canvas, redrawn after each change of the model. */
import { contextOf, element, once, setText } from '../frame/dom.js';
import { quantity } from '../instruments/chart/numbers.js';
import { recall, remember } from '../model/memory.js';
import { say } from '../words/words.js';
import { arrow, circle, words } from './draw/arrows.js';
import { blockBalls, drawBalls, drawWords, namedIn, radiusOf } from './draw/balls.js';
import { centreOf, drawCentre, drawMomenta } from './draw/centre.js';
import { drawCloseup, drawGap, drawGlass, focusOf, forcesIn, velocitiesIn } from './draw/closeup.js';
import { FOCUS, INK, orderOf, pensOf } from './draw/pen.js';
import { Room } from './draw/room.js';
import { drawTrack } from './draw/track.js';
import { Trails } from './draw/trails.js';
import { arrowOf, arrowTime, drawKey, drawVelocities, fastestOf, withArrows } from './draw/velocity.js';
import { drawTable, RAIL_PX } from './draw/walls.js';
import { Bounds, boundsOfRun, boundsOfSolver, Camera } from './camera.js';
import { ballsIn, contactsIn, latestRow } from './contact.js';
import { sentenceOf } from '../access/events.js';
import { calm } from '../access/calm.js';
import { described, digitsOf } from './describe.js';
import { Drag } from './drag.js';
import { lessonIn } from './lesson.js';

const EDGE_PX = RAIL_PX + 12;
const FINGER_PX = 22, MOUSE_PX = 6, TIP_PX = 10; // distances that count as a hit
const CROWD = 40; // balls
const FONT_PX = 16; // font size at which line widths are nominal

/** Of many balls only those of the reference and of one other solver are seen at first. */
const crowdOf = ({ balls, solvers, reference }) => balls.length <= CROWD ? []
    : solvers.filter((_, k) => k !== (reference ?? 0)).slice(1).map(({ name }) => name);

/** Bounds of the balls at the start of a run. */
const startOf = (run) => boundsOfSolver(run, run.scene.reference ?? 0, 0, 1);

/** Where a run is first more than a ball's radius from the reference, after the first mismatch of their
 * collisions. @param {Run} run @param {(number | null)[]} mismatches (s), by solver
 * @returns {{from: number, since_s: number | null} | undefined} sample, and time of the mismatch */
export const partingOf = ({ t, numbers, scene: { balls } }, mismatches) => mismatches.map((since_s, index) => ({ since_s,
    from: (numbers[index].rms_m ?? []).findIndex((far_m) => far_m > balls[0].radius_m) }))
    .filter(({ from, since_s }) => since_s !== null && t[from] > since_s).sort((a, b) => a.from - b.from)[0];

const away = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);

/** velocities: null: at the start and in slow motion */
const OPTIONS = { trails: false, velocities: /** @type {boolean | null} */ (null), components: false, momenta: false, centre: false, names: true };

export class Table {
    camera = new Camera();
    trails = new Trails();
    /** @type {Set<string>} names of solvers */ hidden = new Set();
    options = { ...OPTIONS };
    /** @type {(Contact | null)[]} in slow motion, by solver */ contacts = [];
    shape = ''; // of the table in sight
    first = false; // true: the view of the scenario
    framed = false; // true: the view is that of a complete run
    hasForbidden = false; // true: a drag in slow motion
    dpr = 1;
    /** @type {Map<string, number>} of labels */ places = new Map();
    arrow_s = 1; // displacement time of arrows
    arrows = [];
    canvas = element('canvas', { role: 'img', tabIndex: 0, 'aria-label': say('page.table') });
    box = element('div', { className: 'canvas' }, this.canvas);
    ctx = contextOf(this.canvas);
    hint = element('p', { className: 'hint', role: 'status' });

    /** @param {HTMLElement} place @param {Model} model */
    constructor(place, model) {
        this.place = place;
        this.model = model;
        this.dragging = this.hovered = null;
        place.append(this.box, this.hint);
        this.drag = new Drag(this.canvas, model, this);
        this.draw = once(() => this.#paint());
        this.speak = calm(model, () => this.#describe());
        new ResizeObserver(() => requestAnimationFrame(() => this.#resize())).observe(this.box);
        // its address would replace that of the changed scene, and the page would load the first scene
        /** @type {any} */ (document.querySelector('.skip')).onclick = () => {
            this.canvas.focus();
            return false;
        };
        this.#listen();
        this.first = true;
        this.#fitNew(); // the preview
    }

    #listen() {
        const { model } = this, ask = () => this.ask();
        model.on('time sample selection play summary', ask);
        model.on('time', () => this.#keepInSight());
        model.on('run play', () => this.#fitNew());
        model.on('play', () => {
            this.hasForbidden = false;
            this.#fitPlayed();
        });
        model.on('done', () => this.#fitNew(true));
        model.on('scene language', () => this.#changed());
        model.on('slow language', () => {
            this.contacts = model.slow?.contacts.some((one) => one) ? contactsIn(model.slow) : [];
            this.lesson = model.slow ? lessonIn(model.slow, this.contacts) : '';
        });
        model.on('print', () => this.#paint());
    }

    // ---- what is in sight ----

    /** @returns {Run} or null before the first */
    get shown() {
        const { model } = this;
        return /** @type {any} */ (model.run ? model.shown : model.preview);
    }

    get slow() {
        return this.model.shows === 'slow' && this.contacts.some((one) => one !== null);
    }

    get scene() {
        return this.shown?.scene;
    }

    #bounds() {
        const run = this.shown;
        if (!this.slow) {
            return boundsOfRun(run);
        }
        const balls = ballsIn(run).map((name) => run.balls.indexOf(name));
        return run.solvers.reduce((bounds, name, index) => bounds.join(
            boundsOfSolver(run, index, 0, run.filled, balls)), new Bounds());
    }

    /** Chooses the view of a new run or of slow motion. @param whole all samples are there */
    #fitNew(whole = false) {
        const run = this.shown;
        if (!run || run.filled === 0) {
            return;
        }
        const { table } = run.scene;
        const shape = [this.model.shows === 'slow' ? run.from_s : '', run.balls.join(), table.shape,
            table.boundary, table.width_m, table.height_m].join();
        const other = shape !== this.shape;
        this.shape = shape;
        if (other || (whole && !this.dragging && (!this.framed || !this.camera.sees(startOf(run))))) {
            this.framed = run.done;
            this.fit(this.first);
        }
        this.ask();
    }

    /** A run that leaves the view is fitted once it is played. */
    #fitPlayed() {
        const { model, shown } = this;
        if (model.playing && model.shows === 'run' && shown?.done
            && !this.camera.sees(boundsOfRun(shown))) {
            this.fit(this.first);
        }
    }

    /** Shows the whole table once a ball of the reference leaves a magnified view. */
    #keepInSight() {
        const { shown, camera, model } = this, { k } = shown.sampleAt(model.time);
        if (camera.zoomed && !this.slow && !camera.sees(boundsOfSolver(shown, shown.scene.reference ?? 0, k, k + 1))) {
            this.fit();
        }
    }

    /** Shows the whole table. @param first as in the scenario's view, or where the balls are */
    fit(first = false) {
        if (!this.shown || this.shown.filled === 0) {
            return;
        }
        this.first = first;
        this.places.clear();
        this.bounds = this.#bounds();
        this.box.style.setProperty('--flat', `${this.bounds.height / this.bounds.width}`);
        this.#resize();
    }

    /** Forgets what the reader has chosen to see, before the scene is loaded again. */
    reset() {
        remember('show', null);
        this.viewed = '';
        this.framed = false;
    }

    /** Shows the whole run on the whole table. */
    whole() {
        this.first = false;
        this.model.choose('run');
        if (this.model.shows === 'run') {
            this.fit();
        }
    }

    /** Adapts the canvas to its place. */
    #resize() {
        const { bounds } = this, { clientWidth: width, clientHeight: height } = this.box;
        if (width === 0 || height === 0) {
            return;
        }
        this.dpr = devicePixelRatio || 1;
        this.canvas.width = Math.round(width * this.dpr);
        this.canvas.height = Math.round(height * this.dpr);
        this.camera.resize(width, height);
        if (bounds) {
            this.camera.fit(bounds, this.#edge);
            this.#magnify();
        }
        if (this.scene) {
            this.arrow_s = this.#arrowTime(this.scene);
        }
        this.ask();
    }

    /** Margin in px; on an open table and in a close-up with room for names. */
    get #edge() {
        return this.scene?.table.boundary === 'open' || this.slow ? 3 * parseFloat(getComputedStyle(this.place).fontSize) : EDGE_PX;
    }

    /** Magnifies the first view by the scenario's zoom. */
    #magnify() {
        const run = this.shown, { camera, bounds } = this, zoom = this.first && !this.slow ? this.scene.view.zoom : 1;
        if (zoom !== 1 && run && bounds && !bounds.empty) {
            camera.magnify(zoom, boundsOfSolver(run, run.scene.reference ?? 0, 0, 1), bounds,
                this.#edge);
        }
    }

    /** Displacement time of arrows in s, independent of the window. */
    #arrowTime(scene) {
        const { camera, bounds } = this;
        return arrowTime(scene, this.slow || !bounds || bounds.empty ? camera.width / camera.scale
            : Math.max(bounds.width, bounds.height));
    }

    #changed() {
        const { scene } = this.model, viewed = JSON.stringify([scene?.title, scene?.view]);
        if (scene && viewed !== this.viewed) {
            this.viewed = viewed;
            this.first = true;
            Object.assign(this.options, { ...OPTIONS, trails: scene.view.trails }, recall('show')?.options);
            this.hidden.clear();
            (recall('show')?.hidden ?? crowdOf(scene)).forEach((name) => this.hidden.add(name));
            this.model.emit('hidden');
        }
        if (!this.dragging && scene && this.scene && this.camera.width > 1) {
            this.arrow_s = this.#arrowTime(scene);
        }
        this.ask();
    }

    // ---- the hand ----

    get px_per_mps() {
        return this.arrow_s * this.camera.scale;
    }

    /** Position and velocity of the reference's ball at the current time; px and m/s. */
    body(ball) {
        const run = this.shown, { k } = run.sampleAt(this.model.time);
        const [x, y, vx, vy] = run.place(run.scene.reference ?? 0, ball, k);
        return { ball, x: this.camera.x(x), y: this.camera.y(y), vx, vy,
            radius: radiusOf({ run, camera: this.camera }, run.scene.balls[ball]) };
    }

    get chosen() {
        const { scene, model: { selection } } = this;
        const selected = scene.balls.findIndex(({ name }) => name === selection.ball);
        return [...new Set([selected, this.hovered ?? -1, this.dragging?.ball ?? -1])]
            .filter((ball) => ball >= 0 && ball < scene.balls.length);
    }

    get atStart() {
        return this.model.shows === 'run' && this.model.time === 0;
    }

    /** True if velocities are seen. */
    get velocities() {
        return this.options.velocities ?? (this.slow || this.atStart);
    }

    hit(point, finger) {
        if (!this.model.run || !this.scene) {
            return null;
        }
        const tip = this.atStart && this.velocities ? this.#hitTip(point, finger) : null;
        const ball = this.#hitBall(point, finger);
        return tip && ball && away(point, ball.body) < Math.max(ball.body.radius, away(point, tip.tip)) ? ball : tip ?? ball;
    }

    /** `start`: where a drag begins: at the ball's start or, later in the run, where the ball is seen. */
    #hitOf(kind, body) {
        const { name } = this.scene.balls[body.ball], { x, y } = this.camera.metres(body);
        const { x_m, y_m } = this.model.scene.balls.find((one) => one.name === name)
            ?? this.scene.balls[body.ball];
        const start = this.atStart ? { x_m, y_m } : { x_m: x, y_m: y };
        return { kind, ball: body.ball, name, body, start,
            tip: arrowOf(body, this.px_per_mps).tip };
    }

    #hitTip(point, finger) {
        const near = finger ? FINGER_PX : TIP_PX, { chosen } = this;
        const found = withArrows(this.shown, chosen).map((ball) => this.body(ball)).find((body) =>
            (chosen.includes(body.ball) || body.vx !== 0 || body.vy !== 0)
            && away(point, arrowOf(body, this.px_per_mps).tip) <= near
            && away(point, body) > body.radius);
        return found ? this.#hitOf('arrow', found) : null;
    }

    #hitBall(point, finger) {
        const [found] = [...this.scene.balls.keys()].map((ball) => this.body(ball)).filter((body) =>
            away(point, body) <= Math.max(body.radius, finger ? FINGER_PX : MOUSE_PX))
            .sort((a, b) => away(point, a) - away(point, b));
        return found ? this.#hitOf('ball', found) : null;
    }

    hover(hit) {
        this.canvas.style.cursor = hit ? this.slow ? 'pointer' : 'grab' : '';
        if ((hit?.ball ?? null) !== this.hovered) {
            this.hovered = hit?.ball ?? null;
            this.ask();
        }
    }

    /** True in slow motion, where balls are far from their start: no drag begins, and the hint tells why. */
    forbids() {
        this.hasForbidden = this.slow;
        this.ask();
        return this.slow;
    }

    /** A drag shows the start of the run. */
    begun() {
        this.model.pause();
        this.model.seek(0);
        this.dragging = { ball: null };
    }

    moved(wanted) {
        this.dragging = wanted;
        this.ask();
    }

    /** The view stays, so that the ball stays under the pointer. */
    ended() {
        this.dragging = null;
        this.#changed();
        this.model.act('placed');
    }

    /** Shows or hides a solver; one stays visible. */
    toggle(name) {
        const { hidden } = this, { solvers } = this.model.scene;
        const others = solvers.filter((each) => each.name !== name && !hidden.has(each.name));
        if (!hidden.delete(name) && others.length > 0) {
            hidden.add(name);
        }
        this.model.emit('hidden');
        this.ask();
    }

    /** In slow motion tells what the contact shows, at the start what the reader can do. */
    #hint() {
        if (!this.model.run) {
            return;
        }
        this.hint.classList.toggle('lesson', this.slow);
        const help = this.atStart ? say('table.drag') : this.model.playing ? '' : say('table.drag.later');
        setText(this.hint, this.hasForbidden ? say('table.drag.slow') : this.slow ? this.model.asks ? say('lesson.ask') : this.lesson
            : this.#parted() || [this.#latest(), help].filter(Boolean).join('. '));
    }

    /** Sentence after the runs have parted and every ball has had many collisions since; else ''. */
    #parted() {
        const { shown, model: { stale, summary, time } } = this, { scene: { balls, table, reference }, t, numbers } = shown;
        const { k } = shown.sampleAt(time), parting = stale || table.boundary === 'open' ? undefined : partingOf(shown,
            summary?.rows.find(({ name }) => name === 'first_mismatch_s')?.values ?? []);
        const since = shown.collisions[reference ?? 0]?.column.t_s.filter((at) => at > (parting?.since_s ?? at) && at < time) ?? [];
        return !parting || k < parting.from || since.length <= 2 * balls.length ? '' : say('table.parted',
            { t: quantity(t[parting.from], 's', 2), far: quantity(Math.max(...numbers.map(({ rms_m }) => rms_m?.[k] || 0)), 'm', 2) });
    }

    /** The latest collision of the reference; balls without a name on the table have none here. */
    #latest() {
        const { model, shown } = this, table = shown.collisions[shown.scene.reference ?? 0];
        const row = latestRow(table, model.time), named = namedIn(shown.scene);
        const nameOf = (name, other) => named.some((b) => shown.scene.balls[b].name === name) ? name : say(other);
        return shown.collisions.every((each) => each?.rows === 0) ? say('table.no_contact')
            : table && row >= 0 ? sentenceOf(table, row, nameOf) : '';
    }

    // ---- the picture ----

    ask() {
        this.draw();
        this.speak();
    }

    /** @returns {Sheet} */
    #sheet() {
        const run = this.shown, { scene } = run, pens = pensOf(scene);
        const visible = orderOf(pens).filter((index) => !this.hidden.has(pens[index].name));
        const font_px = parseFloat(getComputedStyle(this.place).fontSize);
        return { ctx: this.ctx, run, k: run.sampleAt(this.model.time).k, camera: this.camera,
            visible, pens, dpr: this.dpr, near: this.slow ? ballsIn(run) : null,
            components: this.options.components, font_px, bold: font_px / FONT_PX, room: new Room(this.camera, this.places) };
    }

    #paint() {
        const { ctx, camera, model } = this;
        ctx.setTransform(this.dpr, 0, 0, this.dpr, 0, 0);
        ctx.clearRect(0, 0, camera.width, camera.height);
        if (!this.shown || this.shown.filled === 0 || !this.bounds) {
            return;
        }
        const sheet = this.#sheet();
        blockBalls(sheet);
        this.#hint();
        drawTable(ctx, camera, sheet.run.scene.table);
        if (this.options.trails) {
            this.trails.draw(sheet);
        }
        drawBalls(sheet);
        this.#paintChosen(sheet);
        const focused = this.slow ? this.contacts[focusOf(this.contacts, sheet.visible)] : null;
        this.arrows = focused ? this.#arrowsIn(sheet, focused) : [];
        this.arrows.forEach((one) => sheet.room.blockArrow(one));
        if (focused) {
            drawGlass(sheet, focused.index, model.time);
            drawGap(sheet, this.contacts, focused.index, model.time);
        } else if (!this.slow) {
            this.#paintMomenta(sheet);
            this.#paintArrows(sheet);
            this.#paintKeys(sheet);
        }
        const { track } = sheet.run, recorded = track && !this.hidden.has(track.name)
            ? drawTrack(sheet, track, model.time, this.options.trails) : [];
        drawWords(sheet, { names: this.options.names, chosen: this.chosen, recorded, contact: focused });
        if (focused) {
            drawCloseup(sheet, focused, model.time, this.arrows);
        }
        this.#paintHand(sheet);
        model.emit('paint', sheet);
    }

    #paintChosen({ ctx }) {
        for (const ball of this.chosen) {
            const { x, y, radius } = this.body(ball);
            circle(ctx, x, y, radius + 4, FOCUS, 2);
        }
    }

    /** Arrows of a close-up. */
    #arrowsIn(sheet, focused) {
        return [...this.velocities ? velocitiesIn(sheet) : [], ...forcesIn(sheet, focused.index, this.model.time)];
    }

    #paintArrows({ ctx, run, bold, room }) {
        const { atStart, chosen } = this;
        if (!this.velocities) {
            return;
        }
        const bodies = withArrows(run, chosen).map((ball) => this.body(ball));
        this.arrows = bodies.map((body) => arrowOf(body, this.px_per_mps));
        this.arrows.forEach((one) => room.blockArrow(one));
        drawVelocities(ctx, bodies, this.px_per_mps,
            { handles: atStart, chosen, bold });
    }

    #paintMomenta({ ctx, run: { scene }, bold }) {
        const { momenta, centre } = this.options, masses = scene.balls.map((one) => one.mass_kg);
        const bodies = momenta || centre ? [...scene.balls.keys()].filter((ball) =>
            !scene.balls[ball].fixed).map((ball) => this.body(ball)) : [];
        if (momenta && bodies.length > 0) {
            drawMomenta(ctx, bodies, masses, this.px_per_mps, bold);
        }
        if (centre && bodies.length > 0 && scene.table.boundary !== 'periodic') {
            drawCentre(ctx, centreOf(bodies, masses), this.px_per_mps, bold);
        }
    }

    /** Draws the scales of the arrows in sight, in the lower left corner of a table that has room for them. */
    #paintKeys(sheet) {
        const { scene } = sheet.run, { camera, bounds = new Bounds(), px_per_mps, options: { momenta } } = this, far = 1.5 * sheet.font_px;
        const speed = fastestOf(scene), mass = Math.max(...scene.balls.map(({ fixed, mass_kg }) => fixed ? 0 : mass_kg));
        const isOpen = scene.table.boundary === 'open', at = { x: Math.max(isOpen ? 0 : camera.x(bounds.left), 0) + far,
            y: Math.min(isOpen ? camera.height : camera.y(bounds.bottom), camera.height) - far };
        if (at.y < 6 * far) {
            return;
        }
        if (this.velocities) {
            drawKey(sheet, at, { most: speed, unit: 'm/s', px_per: px_per_mps, colour: INK, width: 2 });
        }
        if (momenta) {
            drawKey(sheet, { ...at, y: at.y - far }, { most: speed * mass, unit: 'kg m/s', px_per: px_per_mps / mass, colour: FOCUS, width: 6 });
        }
    }

    /** Draws the dragged values. */
    #paintHand({ ctx, font_px }) {
        const wanted = this.dragging;
        if (wanted?.ball == null) {
            return;
        }
        const body = this.body(wanted.ball);
        /** @type {Point} */ let at = body;
        if (wanted.kind === 'ball') {
            at = { x: this.camera.x(wanted.x_m), y: this.camera.y(wanted.y_m) };
            circle(ctx, at.x, at.y, body.radius, INK, 1);
        } else if (wanted.kind === 'arrow') {
            const { from, tip } = arrowOf({ ...body, vx: wanted.vx_mps, vy: wanted.vy_mps },
                this.px_per_mps);
            arrow(ctx, from, tip, { colour: INK, width: 2 });
            at = tip;
        }
        const text = wanted.kind === 'ball' ? say('table.place', { x: wanted.x_m, y: wanted.y_m })
            : say('table.velocity', { x: wanted.vx_mps, y: wanted.vy_mps });
        words(ctx, text, Math.min(Math.max(at.x, 90), this.camera.width - 90),
            Math.max(at.y - (wanted.kind === 'ball' ? body.radius : 8) - 1.8 * font_px, font_px),
            { size: font_px, bold: true });
    }

    #describe() {
        if (this.model.run && this.shown?.filled > 0 && !this.model.playing) {
            this.canvas.setAttribute('aria-label', described(this.shown, this.model.time,
                digitsOf(this.shown)));
        }
    }
}

/** The table of a model. */
export const tables = new WeakMap();

export const mount = (place, model) => tables.set(model, new Table(place, model));
