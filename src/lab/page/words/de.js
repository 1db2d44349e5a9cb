// SPDX-License-Identifier: GPL-3.0-or-later
/** German. The keys are those of en.js. */
export default {
    'page.name': 'carom-Labor',
    'page.skip': 'Zum Tisch',
    'page.scenes': 'Szene',
    'page.from_link': 'Aus dem Link',
    'page.language': 'Sprache',
    'page.projector': 'Beamer',
    'page.projector.title': 'Große Schrift und Linien, für einen Hörsaal',
    'page.share': 'Teilen',
    'page.share.title': 'Link kopieren, der diese Szene so öffnet, wie sie ist',
    'page.share.done': 'Der Link ist kopiert.',
    'page.share.by_hand': 'Den Link hier kopieren:',
    'page.undo': 'Rückgängig',
    'page.redo': 'Wiederholen',
    'page.about': 'Über',
    'page.close': 'Schließen',
    'page.table': 'Tisch',
    'page.transport': 'Zeit',
    'page.knobs': 'Parameter',
    'page.instruments': 'Instrumente',
    'page.teach': 'Lektion',
    'page.lists': 'Kugeln und Stöße',
    'language.en': 'English',
    'language.de': 'Deutsch',
    'seal.same': 'Dieselben Bits wie carom {version} ({commit})',
    'seal.library': 'Dieselben Bits wie carom {version} ({commit}), soweit sie versprochen sind',
    'seal.library.title': 'In den Zahlen eines Lösers stehen hier Funktionen der C-Bibliothek '
        + '(etwa bei Reibung): Deren letzte Stellen hängen von der Bibliothek ab.',
    'seal.other': 'Andere Bits als carom {version} ({commit})',
    'seal.other.title': 'Das Ende des Laufs weicht in den letzten Stellen von dem des Programms '
        + 'ab. Funktionen wie log und sin können hier und in der C-Bibliothek verschieden runden.',
    'cost.estimate': 'Dieser Lauf dauert etwa {total}; noch {left}.',
    'cost.unknown': 'Dieser Lauf dauert; wie lange noch, ist nicht bekannt.',
    'cost.held': 'Dieser Lauf würde etwa {total} dauern. Er ist angehalten.',
    'cost.stopped': 'Der Lauf ist angehalten.',
    'cost.stop': 'Anhalten',
    'cost.go': 'Trotzdem rechnen',
    'unit.s': '{n} s',
    'unit.min': '{n} min',
    'unit.h': '{n} h',
    'unit.d': '{n} Tage',
    'notice.refused': 'Das lässt sich nicht rechnen; die letzte Szene, die ging, bleibt.',
    'notice.error': 'Der Rechenkern meldet: {text}',
    'fault.part': 'Ein Teil dieser Seite ist ausgefallen: {text}. Die anderen gehen weiter.',
    'fault.nowasm': 'Dieser Browser hat kein WebAssembly, in dem der Rechenkern geschrieben ist, '
        + 'oder es ist abgeschaltet. Ein anderer Browser oder ein anderes Profil hilft.',
    'fault.wasm': 'Die Seite, die diese hier zeigt, verbietet WebAssembly '
        + '(Content-Security-Policy ohne \'wasm-unsafe-eval\'), in dem der Rechenkern geschrieben '
        + 'ist. Die Datei speichern und für sich öffnen, oder \'wasm-unsafe-eval\' in script-src '
        + 'aufnehmen lassen.',
    'fault.module': 'Der Rechenkern in dieser Datei ist beschädigt: {text}. Die Datei neu holen.',
    'fault.nomodule': 'In dieser Datei ist kein Rechenkern. `carom lab` schreibt eine ganze.',
    'fault.worker': 'Die Seite, die diese hier zeigt, verbietet Worker (Content-Security-Policy '
        + 'ohne worker-src blob:), in denen der Rechenkern läuft. Die Datei speichern und für '
        + 'sich öffnen, oder blob: in worker-src aufnehmen lassen.',
    'fault.silent': 'Der Rechenkern hat fünf Sekunden lang nicht geantwortet. Vermutlich ist ein '
        + 'Worker mit WebAssembly dort verboten, wo diese Seite gezeigt wird: die Datei speichern '
        + 'und für sich öffnen.',
    'fault.crash': 'Der Rechenkern ist mehrmals abgestürzt: {text}. Die Seite neu laden.',
    'fault.link.broken': 'Der Link ist beschädigt: Ein Teil fehlt oder wurde unterwegs verändert. '
        + 'Stattdessen ist die erste Szene zu sehen.',
    'fault.link.newer': 'Der Link stammt von einer späteren Fassung dieser Seite. '
        + 'Stattdessen ist die erste Szene zu sehen.',
    'about.what': 'Ein Billardszenario durch austauschbare Stoßlöser: carom {version} ({commit}), '
        + 'für den Browser übersetzt. Nichts wird irgendwohin gesendet, nichts wird geholt.',
    'about.bits': 'Alles, was zu sehen ist, rechnet der Code des Programms selbst, mit dessen '
        + 'Bits; die Seite zeichnet.',
    'about.source': 'Freie Software unter der GNU General Public License, Version 3 oder später, '
        + 'ohne jede Gewähr. Die Quellen: {sources}.',
    'about.notices': 'Lizenzen dessen, was in dieser Datei ist',
};
