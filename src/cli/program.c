/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The program: main alone, so that tests link the command line as a library. */
#include "cli/cli.h"

int main(int count, char **argument)
{
    return carom_main(count, argument);
}
