/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Formulas against the C library, and syntax errors. */
#include "params/params.h"
#include "support.h"

static const double X = 2.385;

static void expect(const char *text, double want)
{
    double got;
    char why[300] = "";
    ck_assert_msg(carom_formula_evaluate(text, X, &got, why, sizeof why), "%s: %s", text, why);
    ck_assert_msg(got == want || (isnan(got) && isnan(want)), "%s: got %.17g, want %.17g", text,
                  got, want);
}

START_TEST(values_are_those_of_the_same_expression_in_c)
{
    const double pi = 3.14159265358979324;
    expect("3/8", 3.0 / 8);
    expect(" 1 - 2 - 3 ", 1 - 2 - 3);
    expect("2*x+1/x", 2 * X + 1 / X);
    expect("8/2/2", 8 / 2 / 2);
    expect("-x^2", -pow(X, 2));
    expect("2^-x", pow(2, -X));
    expect("2^3^2", 512);
    expect("(1-(0.5-x)^2)*1.5e-3", (1 - pow(0.5 - X, 2)) * 1.5e-3);
    expect("ceil(pi/atan(1/sqrt(x)))-1", ceil(pi / atan(1 / sqrt(X))) - 1);
    expect("abs(sin(x))+cos(x)*tan(x)-exp(log(x))+floor(x)",
           fabs(sin(X)) + cos(X) * tan(X) - exp(log(X)) + floor(X));
    expect("min(x, 2)+3*max(-x,min(1,x/5))", 2 + 3 * (X / 5));
    expect("sqrt(-x)", NAN);
    expect("1/0", INFINITY);
}
END_TEST

START_TEST(syntax_errors_have_a_position)
{
    static const struct {
        const char *text, *says;
    } wrong[] = {{"", "character 1"},
                 {"x+", "character 3"},
                 {"(x", "expected )"},
                 {"y", "expected x, pi, abs"},
                 {"sin x", "expected ("},
                 {"min(x)", "expected ,"},
                 {"max x", "expected ("},
                 {"2x", "found 'x' at character 2"},
                 {"1e", "expected a number"},
                 {"x)", "found ')'"},
                 {"system(1)", "expected x, pi, abs"},
                 {"((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((x", "fewer"}};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        double value;
        char why[300] = "";
        ck_assert_msg(!carom_formula_evaluate(wrong[i].text, X, &value, why, sizeof why), "%s",
                      wrong[i].text);
        ck_assert_msg(strstr(why, wrong[i].says) != NULL, "'%s': got '%s', want '%s' in it",
                      wrong[i].text, why, wrong[i].says);
    }
}
END_TEST

TEST_MAIN("formula", values_are_those_of_the_same_expression_in_c, syntax_errors_have_a_position)
