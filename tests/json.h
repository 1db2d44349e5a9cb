/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Is a text JSON (RFC 8259)? */
#ifndef CAROM_TESTS_JSON_H
#define CAROM_TESTS_JSON_H

#include <stdbool.h>
#include <string.h>

/* Skips a character that must be there, and blanks behind it. */
static inline bool skip_json(const char **at, char wanted)
{
    if (**at != wanted) {
        return false;
    }
    ++*at;
    *at += strspn(*at, " \t\r\n");
    return true;
}

static inline bool skip_json_text(const char **at)
{
    static const char hex[] = "0123456789abcdefABCDEF";
    for (*at += **at == '"'; **at != '"'; ++*at) {
        if ((unsigned char)**at < ' ') {
            return false;
        }
        if (**at == '\\') {
            ++*at;
            if (**at == '\0' || strchr("\"\\/bfnrtu", **at) == NULL ||
                (**at == 'u' && strspn(*at + 1, hex) < 4)) {
                return false;
            }
        }
    }
    return skip_json(at, '"');
}

static inline bool skip_json_number(const char **at)
{
    static const char digits[] = "0123456789";
    *at += **at == '-';
    size_t whole = strspn(*at, digits);
    if (whole == 0 || (whole > 1 && **at == '0')) {
        return false;
    }
    *at += whole;
    if (**at == '.') {
        size_t part = strspn(++*at, digits);
        *at += part;
        if (part == 0) {
            return false;
        }
    }
    if (**at == 'e' || **at == 'E') {
        ++*at;
        *at += **at == '-' || **at == '+';
        size_t part = strspn(*at, digits);
        *at += part;
        if (part == 0) {
            return false;
        }
    }
    *at += strspn(*at, " \t\r\n");
    return true;
}

/* Skips a value. An object has no key twice. */
static inline bool skip_json_value(const char **at, int depth)
{
    enum { MOST_KEYS = 1000 };
    char open = **at, close = open == '{' ? '}' : ']';
    const char *key[MOST_KEYS];
    int keys = 0;
    if (open == '"') {
        return skip_json_text(at);
    }
    if (open != '{' && open != '[') {
        static const char *const words[] = {"true", "false", "null"};
        for (int i = 0; i < 3; i++) {
            size_t length = strlen(words[i]);
            if (strncmp(*at, words[i], length) == 0) {
                *at += length;
                *at += strspn(*at, " \t\r\n");
                return true;
            }
        }
        return skip_json_number(at);
    }
    if (depth == 100 || !skip_json(at, open)) {
        return false;
    }
    if (skip_json(at, close)) {
        return true;
    }
    do {
        if (open == '{') {
            const char *start = *at;
            if (*start != '"' || keys == MOST_KEYS || !skip_json_text(at) || **at != ':') {
                return false;
            }
            for (int i = 0; i < keys; i++) {
                if (strncmp(key[i], start, (size_t)(*at - start)) == 0) {
                    return false;
                }
            }
            key[keys++] = start;
            skip_json(at, ':');
        }
        if (!skip_json_value(at, depth + 1)) {
            return false;
        }
    } while (skip_json(at, ','));
    return skip_json(at, close);
}

/* True if the text is one value; otherwise *at is the place of the fault. */
static inline bool is_json(const char **at)
{
    *at += strspn(*at, " \t\r\n");
    return skip_json_value(at, 0) && **at == '\0';
}

#endif
