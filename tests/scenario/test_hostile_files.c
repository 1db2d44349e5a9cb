/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hostile files: time and memory grow with the size of the file, and the number of messages is
 * limited. */
#include "scenario/scenario.h"
#include "support.h"
#include <time.h>

#define C "carom: 1\n"

enum { LINES = ROUNDS(300000, 100000) };

static int write_line(size_t kind, size_t i, char *at)
{
    switch (kind) {
    case 0: return snprintf(at, 40, "k%zu: 1\n", i);
    case 1: return snprintf(at, 40, "seed: %zu\n", i);
    case 2:
        return snprintf(at, 40, i < LINES / 2 ? " - &a%zu 1\n" : " - *a%zu\n",
                        i < LINES / 2 ? i : (size_t)0);
    case 3: return snprintf(at, 40, "    k%zu: 1\n", i);
    default: return snprintf(at, 40, "%s k%zu: 1\n", i % 400 == 0 ? "  -" : "   ", i % 400);
    }
}

START_TEST(many_wrong_keys_take_no_longer_than_the_file)
{
    static const char *const head[] = {C, C, C "a:\n", C "balls:\n  -\n", C "balls:\n"};
    static const char *const says[] = {"500 keys", "given twice", "500 anchors", "500 keys",
                                       "unknown key"};
    for (size_t kind = 0; kind < sizeof head / sizeof head[0]; kind++) {
        char *text = malloc(40 * (size_t)LINES);
        size_t length = 0;
        carom_scenario scenario;
        carom_messages messages = {0};
        clock_t start = clock();
        ck_assert_ptr_nonnull(text);
        length = (size_t)snprintf(text, 40, "%s", head[kind]);
        for (size_t i = 0; i < LINES; i++) {
            length += (size_t)write_line(kind, i, text + length);
        }
        assert_ok(carom_scenario_read(&scenario, text, length, NULL, 0, &messages));
        ck_assert_uint_gt(messages.errors, 0);
        ck_assert_uint_le(messages.count, 200);
        /* took minutes before the limit; now below 1 s */
        ck_assert_double_lt((double)(clock() - start) / CLOCKS_PER_SEC, 10);
        ck_assert_msg(strstr(messages.item[kind == 4 ? 1 : 0].text, says[kind]) != NULL, "%s",
                      messages.item[0].text);
        carom_scenario_free(&scenario);
        carom_messages_free(&messages);
        free(text);
    }
}
END_TEST

/* "Billion laughs": aliases of aliases. */
START_TEST(aliases_do_not_explode)
{
    char text[2000] = "carom: 1\na0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
    carom_scenario scenario;
    carom_messages messages = {0};
    for (int i = 1; i < 12; i++) {
        char line[160];
        snprintf(line, sizeof line, "a%d: &a%d [*a%d, *a%d, *a%d, *a%d, *a%d, *a%d, *a%d, *a%d]\n",
                 i, i, i - 1, i - 1, i - 1, i - 1, i - 1, i - 1, i - 1, i - 1);
        strcat(text, line);
    }
    assert_ok(carom_scenario_read(&scenario, text, strlen(text), NULL, 0, &messages));
    ck_assert_uint_gt(messages.errors, 0);
    ck_assert_ptr_nonnull(strstr(messages.item[0].text, "1000000"));
    carom_scenario_free(&scenario);
    carom_messages_free(&messages);
}
END_TEST

START_TEST(nesting_is_bounded)
{
    char text[8200];
    carom_scenario scenario;
    carom_messages messages = {0};
    memset(text, '[', 4096);
    memset(text + 4096, ']', 4096);
    text[8192] = '\0';
    assert_ok(carom_scenario_read(&scenario, text, strlen(text), NULL, 0, &messages));
    ck_assert_ptr_nonnull(strstr(messages.item[0].text, "nested deeper than 64"));
    carom_scenario_free(&scenario);
    carom_messages_free(&messages);
}
END_TEST

static size_t count_nodes(carom_node node)
{
    size_t nodes = 1, children = carom_node_count(node);
    for (size_t i = 0; i < children; i++) {
        nodes += count_nodes(carom_node_value(node, i));
    }
    return carom_node_kind_of(node) == CAROM_NODE_MAP ? nodes + children : nodes;
}

/* Nodes and bytes of the canonical form of a scenario with that many balls. */
static void measure(size_t balls, size_t *nodes, size_t *bytes)
{
    char text[2000] = C "solvers: [ { kind: impulse } ]\nballs:\n", *shown;
    carom_scenario scenario;
    carom_messages messages = {0};
    carom_document document;
    for (size_t i = 0; i < balls; i++) {
        snprintf(text + strlen(text), sizeof text - strlen(text),
                 "  - { name: b%zu, x_m: 1.%zu385238523852385, y_m: 0.23852385238523851, material: "
                 "steel,"
                 " vx_mps: -1.2385238523852385, vy_mps: -1.3385238523852385,"
                 " radius_m: 0.023852385238523852, mass_kg: 0.13852385238523852,"
                 " spin_radps: -1.4385238523852386, inertia_factor: 0.33852385238523852 }\n",
                 i, i + 1);
    }
    assert_ok(carom_scenario_read(&scenario, text, strlen(text), NULL, 0, &messages));
    ck_assert_msg(messages.errors == 0, "%s", messages.item[0].text);
    shown = carom_scenario_text(&scenario);
    assert_ok(carom_document_parse(&document, shown, strlen(shown), &messages));
    *nodes = count_nodes(document.root);
    *bytes = strlen(shown);
    carom_document_close(&document);
    free(shown);
    carom_scenario_free(&scenario);
    carom_messages_free(&messages);
}

START_TEST(the_maximum_number_of_balls_is_read_one_by_one)
{
    size_t one_nodes, one_bytes, nodes, bytes;
    measure(1, &one_nodes, &one_bytes);
    measure(2, &nodes, &bytes);
    nodes -= one_nodes;
    bytes -= one_bytes;
    ck_assert_uint_ge(nodes, 23); /* a mapping, eleven keys and values */
    ck_assert_uint_lt(one_nodes + nodes * CAROM_MOST_BALLS, CAROM_MOST_NODES);
    ck_assert_uint_ge(bytes, 290);
    ck_assert_uint_lt(one_bytes + bytes * CAROM_MOST_BALLS, CAROM_LARGEST_SCENARIO);
}
END_TEST

TEST_MAIN("hostile files", many_wrong_keys_take_no_longer_than_the_file, aliases_do_not_explode,
          nesting_is_bounded, the_maximum_number_of_balls_is_read_one_by_one)
