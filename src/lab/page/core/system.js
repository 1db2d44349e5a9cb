// SPDX-License-Identifier: GPL-3.0-or-later
/** Operating system of the module (WASI snapshot preview 1): clocks, an empty environment, an end.
 * The module has no files: src/lab/wasi/files.c passes on what carom writes. */

const BADF = 8; // errno of every other call

/** Time of clock `id` in ns: 0 is the time of day, the others are monotonic. */
const now_ns = (id) => BigInt(Math.round((id === 0 ? Date.now() : performance.now()) * 1e6));

/** @param {() => WebAssembly.Memory} memory of the module @returns imports for
 *    `wasi_snapshot_preview1` */
export function systemOf(memory) {
    const view = () => new DataView(memory().buffer);
    const calls = {
        clock_time_get(id, precision, at) {
            view().setBigUint64(at, now_ns(id), true);
            return 0;
        },
        environ_get: () => 0,
        environ_sizes_get(count, size) {
            view().setUint32(count, 0, true);
            view().setUint32(size, 0, true);
            return 0;
        },
        proc_exit(code) {
            throw new Error(`the core has ended with status ${code}`);
        },
    };
    return new Proxy(calls, { get: (known, name) => known[name] ?? (() => BADF) });
}
