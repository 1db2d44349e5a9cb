// SPDX-License-Identifier: GPL-3.0-or-later
/** German, with the keys of en.js. */
export default {
    'page.name': 'carom-Labor',
    'page.skip': 'Zum Tisch',
    'page.scenes': 'Szene',
    'page.gallery': 'Bilder',
    'page.gallery.title': 'Bilder der Szenen',
    'page.from_link': 'Aus dem Link',
    'page.language': 'Sprache',
    'page.lecture': 'Vorlesung',
    'page.lecture.title': 'Vollbild mit großer Schrift und drei Parametern. Leertaste spielt ab, '
        + 'Pfeiltasten gehen schrittweise, n zeigt den nächsten Stoß, Strg+Z macht rückgängig',
    'page.share': 'Teilen',
    'page.share.title': 'Einen Link auf diese Szene mit ihren Änderungen kopieren',
    'page.share.done': 'Link kopiert.',
    'page.share.file': 'Diese Seite ist eine Datei, der Link gilt nur auf diesem Rechner. Zum '
        + 'Weitergeben die Seite speichern und die Datei senden.',
    'page.save': 'Seite speichern',
    'page.save.title': 'Diese Seite mit der geänderten Szene als eine Datei speichern',
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
    'seal.same': 'Bitgleich mit carom {version} ({commit})',
    'seal.library': 'Bitgleich mit carom {version} ({commit}), außer wo eine C-Bibliothek '
        + 'entscheidet',
    'seal.library.title': 'Ein Löser dieser Szene ruft Funktionen der C-Bibliothek auf, zum '
        + 'Beispiel für Reibung. Deren letzte Stellen hängen von der Bibliothek ab.',
    'seal.other': 'Nicht bitgleich mit carom {version} ({commit})',
    'seal.other.title': 'Der Endzustand weicht in den letzten Stellen von dem des Programms ab. '
        + 'Funktionen wie log und sin runden in dessen C-Bibliothek vielleicht anders.',
    'cost.estimate': 'Dieser Lauf dauert etwa {total}, noch {left}.',
    'cost.unknown': 'Dieser Lauf dauert lange. Seine Dauer ist noch nicht bekannt.',
    'cost.held': 'Dieser Lauf würde etwa {total} dauern und wurde angehalten.',
    'cost.stopped': 'Der Lauf wurde angehalten.',
    'cost.stop': 'Anhalten',
    'cost.go': 'Trotzdem rechnen',
    'unit.s': '{n} s',
    'unit.min': '{n} min',
    'unit.h': '{n} h',
    'unit.d': '{n} Tage',
    'notice.refused': 'Diese Szene lässt sich nicht rechnen. Die letzte gültige Szene bleibt.',
    'notice.error': 'Der Rechenkern meldet: {text}',
    'fault.part': 'Ein Teil dieser Seite ist ausgefallen: {text}. Die übrigen arbeiten weiter.',
    'fault.nowasm': 'Diese Seite braucht WebAssembly, das diesem Browser fehlt oder abgeschaltet '
        + 'ist. Ein anderer Browser oder ein anderes Profil hilft.',
    'fault.wasm': 'Die umgebende Seite verbietet WebAssembly: In ihrer '
        + 'Content-Security-Policy fehlt \'wasm-unsafe-eval\' in script-src. Die Datei speichern '
        + 'und direkt öffnen, oder \'wasm-unsafe-eval\' aufnehmen lassen.',
    'fault.module': 'Der Rechenkern in dieser Datei ist beschädigt: {text}. Die Datei erneut '
        + 'herunterladen.',
    'fault.nomodule': 'Diese Datei enthält keinen Rechenkern. `carom lab` schreibt eine '
        + 'vollständige.',
    'fault.worker': 'Die umgebende Seite verbietet Worker, in denen der Rechenkern läuft: In '
        + 'ihrer Content-Security-Policy fehlt blob: in worker-src. Die Datei speichern und direkt '
        + 'öffnen, oder blob: aufnehmen lassen.',
    'fault.silent': 'Der Rechenkern hat fünf Sekunden lang nicht geantwortet. Vermutlich '
        + 'verbietet die umgebende Seite Worker mit WebAssembly. Die Datei speichern und direkt '
        + 'öffnen.',
    'fault.crash': 'Der Rechenkern ist mehrmals abgestürzt: {text}. Die Seite neu laden.',
    'fault.link.broken': 'Der Link ist beschädigt: Ein Teil fehlt oder wurde verändert. '
        + 'Die Seite zeigt stattdessen die erste Szene.',
    'fault.link.newer': 'Der Link stammt von einer späteren Fassung dieser Seite. '
        + 'Die Seite zeigt stattdessen die erste Szene.',
    'about.what': 'carom rechnet ein Billardszenario mit austauschbaren Stoßlösern. Diese '
        + 'Seite enthält carom {version} ({commit}), für den Browser übersetzt. Sie sendet und '
        + 'lädt nichts.',
    'about.bits': 'Alle Zahlen rechnet der Code des Programms, bitgleich; die Seite zeichnet sie '
        + 'nur.',
    'about.source': 'Freie Software unter der GNU General Public License, Version 3 oder später, '
        + 'ohne jede Gewähr. Die Quellen: {sources}.',
    'about.notices': 'Lizenzen der Software in dieser Datei',
};
