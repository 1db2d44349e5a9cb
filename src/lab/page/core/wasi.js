// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * What the module takes for an operating system (WASI, snapshot preview 1): a clock, random bytes,
 * an empty command line, and the folder in memory of wasi_files.js. Everything else is ENOSYS.
 */
import { ERRNO, Refusal } from './folder.js';
import { Files } from './wasi_files.js';

/** The module has ended itself; `code` is its exit status. */
export class Exit extends Error {
    constructor(code) {
        super(`the core has ended with status ${code}`);
        this.code = code;
    }
}

const NS_PER_MS = 1e6, MOST_RANDOM = 65536; // bytes that getRandomValues gives at a time

/** ns of the clock `id`: 0 is the time of day, the others only go on. */
function now_ns(id) {
    return BigInt(Math.round((id === 0 ? Date.now() : performance.now()) * NS_PER_MS));
}

function processCalls(memory) {
    const view = () => new DataView(memory().buffer);
    const nothing = (count, size) => {
        view().setUint32(count, 0, true);
        view().setUint32(size, 0, true);
    };
    return {
        args_get() {},
        args_sizes_get: nothing,
        environ_get() {},
        environ_sizes_get: nothing,
        clock_res_get: (id, at) => view().setBigUint64(at, BigInt(NS_PER_MS), true),
        clock_time_get: (id, precision, at) => view().setBigUint64(at, now_ns(id), true),
        random_get(at, size) {
            for (let done = 0; done < size; done += MOST_RANDOM) {
                crypto.getRandomValues(new Uint8Array(memory().buffer, at + done,
                    Math.min(MOST_RANDOM, size - done)));
            }
        },
        sched_yield() {},
        proc_exit(code) {
            throw new Exit(code);
        },
    };
}

/** Every other name of preview 1. */
const UNKNOWN = ['fd_fdstat_set_rights', 'path_link', 'path_symlink', 'poll_oneoff', 'proc_raise',
    'sock_accept', 'sock_recv', 'sock_send', 'sock_shutdown'];

/** A call as the module makes it: gives WASI's errno, and throws only what is no errno. */
function asErrno(call) {
    return (...given) => {
        try {
            call(...given);
            return 0;
        } catch (reason) {
            if (reason instanceof Refusal) {
                return reason.errno;
            }
            throw reason;
        }
    };
}

/**
 * @param say hears lines of standard output (1) and error (2): (fd, text)
 * @returns {{imports, tree, bind}} `imports` for `wasi_snapshot_preview1`; bind(memory) before the
 *     first call; `tree` is the folder
 */
export function wasi(say) {
    let bound = null;
    const memory = () => bound, files = new Files(memory, say), imports = {};
    for (const [name, call] of Object.entries(processCalls(memory))) {
        imports[name] = asErrno(call);
    }
    for (const name of Object.getOwnPropertyNames(Files.prototype)) {
        if (/^(fd|path)_/.test(name)) {
            imports[name] = asErrno(files[name].bind(files));
        }
    }
    for (const name of UNKNOWN) {
        imports[name] = () => ERRNO.nosys;
    }
    return { imports, tree: files.tree, bind: (given) => { bound = given; } };
}
