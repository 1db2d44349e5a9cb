// SPDX-License-Identifier: GPL-3.0-or-later
/** English. A key is `part.thing`; {name} is replaced. */
export default {
    'page.name': 'carom lab',
    'page.skip': 'Skip to the table',
    'page.scenes': 'Scene',
    'page.gallery': 'Pictures',
    'page.gallery.title': 'Pictures of the scenes',
    'page.from_link': 'From the link',
    'page.language': 'Language',
    'page.lecture': 'Lecture',
    'page.lecture.title': 'Full screen with large text and three parameters. Space plays, arrow '
        + 'keys step, n shows the next contact, Ctrl+Z undoes',
    'page.share': 'Share',
    'page.share.title': 'Copy a link to this scene with its changes',
    'page.share.done': 'Link copied.',
    'page.share.file': 'This page is a file, so the link works on this computer only. To pass the '
        + 'scene on, save the page and send the file.',
    'page.save': 'Save page',
    'page.save.title': 'Save this page with the changed scene as one file',
    'page.share.by_hand': 'Copy the link from here:',
    'page.undo': 'Undo',
    'page.redo': 'Redo',
    'page.about': 'About',
    'page.close': 'Close',
    'page.table': 'Table',
    'page.transport': 'Time',
    'page.knobs': 'Parameters',
    'page.instruments': 'Instruments',
    'page.teach': 'Lesson',
    'page.lists': 'Balls and collisions',
    'language.en': 'English',
    'language.de': 'Deutsch',
    'seal.same': 'Bit-identical to carom {version} ({commit})',
    'seal.library': 'Bit-identical to carom {version} ({commit}), except where a C library '
        + 'decides',
    'seal.library.title': 'A solver of this scene calls functions of the C library, for example '
        + 'for friction. Their last digits differ between libraries.',
    'seal.other': 'Not bit-identical to carom {version} ({commit})',
    'seal.other.title': 'The final state differs in the last digits from that of the program. '
        + 'Functions such as log and sin may round differently in the program’s C library.',
    'cost.estimate': 'This run takes about {total}; {left} remaining.',
    'cost.unknown': 'This run takes long. Its duration is not known yet.',
    'cost.held': 'This run would take about {total}, so it was stopped.',
    'cost.stopped': 'The run was stopped.',
    'cost.stop': 'Stop',
    'cost.go': 'Run anyway',
    'unit.s': '{n} s',
    'unit.min': '{n} min',
    'unit.h': '{n} h',
    'unit.d': '{n} days',
    'notice.refused': 'This scene cannot run. The page keeps the last valid scene.',
    'notice.error': 'The core reports: {text}',
    'fault.part': 'A part of this page failed: {text}. The other parts still work.',
    'fault.nowasm': 'This page needs WebAssembly, which this browser lacks or has switched off. '
        + 'Use another browser or another profile.',
    'fault.wasm': 'The enclosing page forbids WebAssembly: its Content-Security-Policy lacks '
        + '\'wasm-unsafe-eval\' in script-src. Save this file and open it directly, or have '
        + '\'wasm-unsafe-eval\' added.',
    'fault.module': 'The core in this file is damaged: {text}. Download the file again.',
    'fault.nomodule': 'This file contains no core. `carom lab` writes a complete file.',
    'fault.worker': 'The enclosing page forbids workers, in which the core runs: its '
        + 'Content-Security-Policy lacks blob: in worker-src. Save this file and open it directly, '
        + 'or have blob: added.',
    'fault.silent': 'The core has not answered for five seconds. The enclosing page probably '
        + 'forbids workers with WebAssembly. Save the file and open it directly.',
    'fault.crash': 'The core crashed several times: {text}. Reload the page.',
    'fault.link.broken': 'The link is damaged: a part is missing or was changed. '
        + 'The page shows the first scene instead.',
    'fault.link.newer': 'A later version of this page made the link. '
        + 'The page shows the first scene instead.',
    'about.what': 'carom runs one billiard scenario through interchangeable collision solvers. '
        + 'This page contains carom {version} ({commit}), compiled for the browser. It sends and '
        + 'fetches nothing.',
    'about.bits': 'The program’s own code computes all numbers, bit by bit the same; the page '
        + 'only draws them.',
    'about.source': 'Free software under the GNU General Public License, version 3 or later, '
        + 'without any warranty. Sources: {sources}.',
    'about.notices': 'Licences of the software in this file',
};
