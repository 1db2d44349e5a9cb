/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Result of GSL's configure for wasi-libc and WebAssembly: IEEE 754 doubles without extended
 * precision. Contains only what the files of gsl.txt need. */
#pragma once

#define HAVE_IEEE_COMPARISONS 1
#define HAVE_DECL_ISINF 1
#define HAVE_DECL_ISNAN 1
#define HAVE_DECL_ISFINITE 1
#define HAVE_DECL_FINITE 0

#define GSL_COERCE_DBL(x) (x)
#define RETURN_IF_NULL(x)                                                                          \
    if (!(x)) {                                                                                    \
        return;                                                                                    \
    }
