# SPDX-License-Identifier: GPL-3.0-or-later
# Status 0 if standard input is one JSON document (RFC 8259) and nothing else; otherwise 1 and the place. Strings contain no line
# ends, so every token is on one line.
function fail(what) { print FILENAME "line " NR ": " what ", at: " substr(line, 1, 60); bad = 1; exit 1 }
function top() { return depth == 0 ? "" : stack[depth] }
# the expected token: "v" a value, "V" one or the end of a list, "K" a key or the end of an object, "k" a key, ":" , "," what follows a value, "" nothing more
function after_value() { state = depth == 0 ? "" : "," }
function take(token, kind) {
    if (kind == "open") {
        if (state != "v" && state != "V") fail("unexpected " token)
        stack[++depth] = token
        state = token == "{" ? "K" : "V"
    } else if (kind == "close") {
        if (top() != (token == "}" ? "{" : "[") || (state != "," && state != (token == "}" ? "K" : "V"))) fail("unexpected " token)
        depth--
        after_value()
    } else if (kind == ",") {
        if (state != ",") fail("unexpected ,")
        state = top() == "{" ? "k" : "v"
    } else if (kind == ":") {
        if (state != ":") fail("unexpected :")
        state = "v"
    } else if (kind == "string" && (state == "k" || state == "K")) {
        if ((depth, token, object[depth]) in seen) fail("key twice: " token)
        seen[depth, token, object[depth]] = 1
        state = ":"
    } else {
        if (state != "v" && state != "V") fail("unexpected " token)
        after_value()
    }
    if (kind == "open" && token == "{") object[depth] = ++objects
}
BEGIN { state = "v" }
{
    line = $0
    while (1) {
        sub(/^[ \t\r]+/, "", line)
        if (line == "") break
        first = substr(line, 1, 1)
        if (first == "{" || first == "[") { take(first, "open"); n = 1 }
        else if (first == "}" || first == "]") { take(first, "close"); n = 1 }
        else if (first == "," || first == ":") { take(first, first); n = 1 }
        else if (match(line, /^"([^"\\]|\\["\\\/bfnrt]|\\u[0-9a-fA-F][0-9a-fA-F][0-9a-fA-F][0-9a-fA-F])*"/)) {
            n = RLENGTH
            if (substr(line, 1, n) ~ /[\001-\037]/) fail("a control character in a string")
            take(substr(line, 1, n), "string")
        }
        else if (match(line, /^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?/)) { n = RLENGTH; take(substr(line, 1, n), "number") }
        else if (match(line, /^(true|false|null)/)) { n = RLENGTH; take(substr(line, 1, n), "word") }
        else fail("no token")
        line = substr(line, n + 1)
        if ((first ~ /[-0-9tfn]/) && line ~ /^[A-Za-z0-9_.]/) fail("no token")
    }
}
END { if (!bad && state != "") { print "ends too early"; exit 1 } }
