/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What GSL's configure would find out of wasi-libc and WebAssembly: IEEE 754 doubles in 64 bits,
 * which nothing wider holds on the way. Only what the files of gsl.txt ask for. */
#ifndef CAROM_LAB_GSL_CONFIG_H
#define CAROM_LAB_GSL_CONFIG_H

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

#endif
