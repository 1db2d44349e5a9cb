// SPDX-License-Identifier: GPL-3.0-or-later
// Shapes of the data that cross the boundary between core, worker and page, and of what parts of
// the page pass to each other. src/lab/page_calls.h describes the core's messages. Lengths in m,
// times in s, unless a name says otherwise; `_px` are CSS pixels.

type Model = import('./model/model.js').Model;
type Run = import('./model/run.js').Run;
type Distances = import('./model/track.js').Distances;
type Camera = import('./table/camera.js').Camera;
type Desk = import('./instruments/desk.js').Desk;

// ---- a scenario, as the core describes it ----

interface Ball {
    name: string;
    x_m: number;
    y_m: number;
    vx_mps: number;
    vy_mps: number;
    spin_radps: number;
    radius_m: number;
    mass_kg: number;
    material: string;
    fixed: boolean;
    of_group: boolean; // true: a group placed it
}

interface Solver {
    name: string;
    label: string; // "Euler, h = 1 us"
    text: string; // the label within a sentence
    full: string; // "Springs: Euler, h = 1 us"
    kind: string;
    called: string;
    hue: number;
    variant: number;
    soft: boolean;
    exact: boolean;
    stepped: boolean;
}

interface TableShape {
    shape: string;
    boundary: 'walls' | 'periodic' | 'open';
    wall_contact: 'surface' | 'centre';
    width_m: number;
    height_m: number;
    walls: string[];
    outline: [number, number][];
}

interface Column { name: string; unit: string; doc: string }

/** A text of the core, in parts: a format with %s and %g, and its values. */
interface Phrase { key: string; values: (string | number | Phrase[])[] }
interface Said { text: string; said?: Phrase[] }
interface Message extends Said { error: boolean; line: number; column: number; origin: string }

interface Scene {
    title: string;
    duration_s: number;
    samples: number;
    spins: boolean;
    reference: number; // index of the reference solver
    table: TableShape;
    view: { chart: string; trails: boolean; zoom: number; knobs: string[] };
    balls: Ball[];
    solvers: Solver[];
    columns: Column[];
    text: string;
    keys: any; // all keys and values, as of carom show --json
    messages: Message[];
}

// A parameter; `path` is its key for --set.
interface Row {
    path: string;
    of: string; // path of its owner; '' for the scenario
    key: string;
    type: 'number' | 'count' | 'flag' | 'word' | 'text' | 'vector' | 'kind';
    unit: string;
    doc: string;
    value: string | null;
    fallback: string | null;
    lowest: number | null;
    highest: number | null;
    instead_of: string;
    words: string[];
    // of rows that the page makes of several parameters
    paths?: string[];
    axis?: string;
    whose?: string;
    say?: string;
    pairsOf?(text: string): Pairs;
}

// Edits for model.edit: values in the syntax of --set; null removes a key, and a key that ends in +
// appends.
type Pairs = [string, string | null][];

// ---- results of a run ----

interface Table { names: string[]; rows: number; column: Record<string, any> }

// null: a number that is not finite, which JSON lacks
type Side = Record<'v_n_mps' | 'v_t_mps' | 'p_n_kgmps' | 'p_t_kgmps' | 'kinetic_J', number | null>;

interface Balance {
    contact: number; // from 1
    t_s: number;
    a: string;
    b: string;
    wall: boolean;
    oblique: boolean;
    a_before: Side;
    a_after: Side;
    b_before: Side;
    b_after: Side;
    sum_before: Side;
    sum_after: Side;
}

interface End {
    solver: string;
    label: string;
    reached_s: number;
    collisions: number;
    failure: string; // '' unless the solver has failed
    said?: Phrase[]; // of the failure
    seal: string;
}

interface SummaryRow {
    name: string;
    label: string;
    unit: string;
    doc: string;
    cells: string[];
    values: (number | null)[];
}

interface Summary {
    reference: string;
    rows: SummaryRow[];
    remarks: (Said & { solver: string })[];
}

interface Verdict {
    verdict: 'pass' | 'fail' | 'skip';
    name: string;
    text: string;
    goal?: string;
    solver?: string;
    value?: number | null;
    max?: number | null;
    min?: number | null;
    equals?: number | null;
}

interface Goal {
    text: string;
    state: 'pass' | 'fail' | 'skip' | 'open';
    items: Verdict[];
}

// ---- requests to the worker ----

interface Look {
    samples?: number;
    from_s?: number;
    to_s?: number | null; // null: the scenario's duration
    bodies?: string; // "cue,eight;cue,left": the pairs to trace
    at_once?: boolean;
    rows?: number[]; // of the contact of a close-up in the collisions of each solver; -1: none
}

// open: only opens the scenario; run, look: simulate; record: writes records.
interface WorkRequest {
    id?: number;
    kind: 'run' | 'look' | 'record' | 'open';
    text: string;
    sets?: string[];
    look?: Look;
}

interface Outcome { ok: boolean; took_s?: number; superseded?: boolean; broken?: string }

interface Cost {
    total_s: number | null;
    left_s: number | null;
    held: boolean;
}

// ---- what the program writes into the page ----

interface Question {
    id: string;
    kind: 'word' | 'number' | 'measured';
    hint?: string;
    is?: string;
    within?: string;
    within_rel?: number;
    solver: string;
    set?: string;
    of: string;
    [quantity: string]: any;
}

// Recorded samples, as `carom lab` writes them: model/track.js.
interface RecordedBall { name: string; t_s: number[]; x_m: number[]; y_m: number[] }
interface Track {
    name: string;
    label: string;
    id: string; // hash of the samples
    hue: number;
    variant: number;
    sigma_m: number | null;
    balls: RecordedBall[];
}

// A scene of the menu.
interface Origin {
    name: string;
    title: string;
    text: string;
    seal?: Record<string, string>;
    unpromised?: string[];
    track?: Track;
    worksheet?: string;
    worksheets?: Record<string, string>;
    questions?: Question[];
    answers?: string; // the last two in other letters
    teach?: any;
}

interface Page {
    scenes: Origin[];
    version?: string;
    commit?: string;
    sources?: string;
}

// A scenario as the core describes it.
interface Described { scene: Scene; knobs: Row[] }

// A text and changes of it: "KEY=VALUE", "KEY+=ITEM" or "KEY", which is removed.
interface State { text: string; sets?: string[] }
interface Linked extends State { v?: number; origin?: Origin | null; at?: number; scene?: string; track?: string; teach?: any }

// ---- what parts of the page pass to each other ----

interface Point { x: number; y: number }

interface Stroke { colour: string; dash: number[]; width: number }

// Appearance of a solver on the table.
interface SolverPen {
    name: string;
    label: string;
    soft: boolean;
    colour: string;
    dash: number[];
    filled: boolean;
}

// The picture of the table at a sample.
interface Sheet {
    ctx: CanvasRenderingContext2D;
    run: Run;
    k: number; // sample
    camera: Camera;
    pens: SolverPen[]; // by solver
    visible: number[]; // visible solvers, the reference first
    dpr: number; // pixels of the canvas per CSS pixel
    font_px: number;
    bold: number; // line width factor
    near: string[] | null; // balls of a close-up
    components: boolean; // true: velocities with their components
    room: import('./table/draw/room.js').Room; // for labels
}

// A ball on the screen: px, velocity in m/s.
interface Body { ball: number; x: number; y: number; radius: number; vx: number; vy: number }

// A contact in slow motion; first <= row < end of its samples.
interface Contact {
    index: number; // of the solver
    row: number;
    first: number;
    end: number;
    a: string;
    b: string;
    balls: string[]; // of the contacts that are linked with it,
    from_s: number; // from the first onset
    to_s: number; // to the last separation
    wall: boolean;
    rigid: boolean;
    t_s: number;
    contact_s: number;
    impulse_Ns: number;
    contactSamples: Record<string, any>;
}

// What a chart reads at each update (instruments/chart/chart.js).
interface ChartSpec {
    ready(): boolean; // false: there is nothing to draw
    log?: boolean; // logarithmic y axis
    height: number | (() => number); // rem
    name(): string; // "quantity (unit)" of the y axis
    xName(): string;
    at(x: number): string; // text of x beside the name
    x(): ArrayLike<number>; // of the lines without x
    xRange(): number[];
    yRange(lines: ChartLine[]): number[];
    lines(): ChartLine[]; // in drawing order
    marks?(): { at: number; label: string; stroke: Stroke }[]; // vertical lines
    over?(pen: any): void; // further drawings, in px of the page
    empty?(lines: ChartLine[]): string; // why there is no curve
    ticks?: boolean; // false: no numbers on the y axis
    margin_px(): number; // for the numbers of the y axis, of all charts that stand in a column
    seek(x: number): void; // called when the reader points at x
    zoom(range: number[] | null): void; // called with a range of x; null: all
}

interface ChartLine {
    index: number; // order in the legend; Infinity: a line without values
    label: string; // '': not in the legend
    stroke: Stroke;
    x?: ArrayLike<number>;
    y: (number | null)[]; // null is a gap
    value?: ((k: number) => string) | null; // text of the value at index k
    isHidden?: boolean; // only in the legend
    points?: boolean; // marks its points
}

// ---- what TypeScript's own declarations lack ----

declare module 'node:fs'; // of the tests only

declare module 'uplot' {
    const UPlot: any;
    export default UPlot;
}

declare module 'preact' {
    export const render: (what: any, place: HTMLElement) => void;
    export class Component { // its subclasses name props and state
        constructor(props?: any);
        props: any;
        state: any;
        setState(state: object): void;
        forceUpdate(): void;
    }
}

declare namespace JSX {
    interface IntrinsicElements { [tag: string]: any }
    interface IntrinsicAttributes { key?: string | number }
}

declare module 'carom:style' {
    const text: string;
    export default text;
}

declare module '*.txt' {
    const text: string;
    export default text;
}

declare var lab: { model: Model; bits(): Record<string, string> };
declare var labWorker: { text: string; first?: Worker };
declare var WorkerGlobalScope: { new (): object };

interface Element { checkVisibility(): boolean }

// index.html has the elements that the page asks for.
interface Document { getElementById(id: string): any }
interface Array<T> { findLast(test: (value: T) => unknown): T | undefined }
