// SPDX-License-Identifier: GPL-3.0-or-later
/** English. A key is `part.thing`; {name} is replaced. */
export default {
    'page.name': 'carom lab',
    'page.skip': 'To the table',
    'page.scenes': 'Scene',
    'page.from_link': 'From the link',
    'page.language': 'Language',
    'page.projector': 'Projector',
    'page.projector.title': 'Large letters and lines, for a room',
    'page.share': 'Share',
    'page.share.title': 'Copy a link that opens this scene as it is',
    'page.share.done': 'The link has been copied.',
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
    'seal.same': 'The same bits as carom {version} ({commit})',
    'seal.library': 'The same bits as carom {version} ({commit}), as far as they are promised',
    'seal.library.title': 'A solver here has functions of the C library in its numbers (friction, for '
        + 'one): their last digits differ between libraries.',
    'seal.other': 'Other bits than carom {version} ({commit}) had',
    'seal.other.title': 'The end of the run differs from the program’s in the last digits. '
        + 'Functions like log and sin may differ between this page and the program’s C library.',
    'cost.estimate': 'This run will take about {total}; {left} to go.',
    'cost.unknown': 'This run takes long; how long is not known yet.',
    'cost.held': 'This run would take about {total}. It has been stopped.',
    'cost.stopped': 'The run has been stopped.',
    'cost.stop': 'Stop',
    'cost.go': 'Run it all the same',
    'unit.s': '{n} s',
    'unit.min': '{n} min',
    'unit.h': '{n} h',
    'unit.d': '{n} days',
    'notice.refused': 'This cannot be run; the last scene that could stays.',
    'notice.error': 'The core says: {text}',
    'fault.part': 'A part of this page has failed: {text}. The others go on.',
    'fault.nowasm': 'This browser has no WebAssembly, in which the core of this page is written, '
        + 'or has it switched off. Another browser, or another profile, will do.',
    'fault.wasm': 'The page that shows this one forbids WebAssembly (Content-Security-Policy '
        + 'without \'wasm-unsafe-eval\'), in which the core is written. Save this file and open it '
        + 'by itself, or have \'wasm-unsafe-eval\' added to script-src.',
    'fault.module': 'The core in this file is damaged: {text}. Fetch the file anew.',
    'fault.nomodule': 'There is no core in this file. `carom lab` writes one that is whole.',
    'fault.worker': 'The page that shows this one forbids workers (Content-Security-Policy without '
        + 'worker-src blob:), in which the core runs. Save this file and open it by itself, or '
        + 'have blob: added to worker-src.',
    'fault.silent': 'The core has not answered for five seconds. A worker with WebAssembly is '
        + 'probably forbidden where this page is shown: save the file and open it by itself.',
    'fault.crash': 'The core has crashed several times: {text}. Reload the page.',
    'fault.link.broken': 'The link is damaged: part of it is missing or was changed on its way. '
        + 'The first scene is shown instead.',
    'fault.link.newer': 'The link was made by a later version of this page. '
        + 'The first scene is shown instead.',
    'about.what': 'One billiard scenario through interchangeable collision solvers: carom '
        + '{version} ({commit}), compiled for the browser. Nothing is sent anywhere, nothing is '
        + 'fetched.',
    'about.bits': 'All that is shown is computed by the program’s own code, with the program’s '
        + 'bits; the page draws.',
    'about.source': 'Free software under the GNU General Public License, version 3 or later, '
        + 'without any warranty. The sources: {sources}.',
    'about.notices': 'Licences of what is in this file',
};
