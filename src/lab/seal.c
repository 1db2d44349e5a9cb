/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/lab.h"
#include "scenario/scenario.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static uint64_t add(uint64_t hash, double value)
{
    uint64_t bits;
    unsigned char byte[8];
    memcpy(&bits, &value, sizeof bits);
    for (size_t k = 0; k < sizeof byte; k++) {
        byte[k] = (unsigned char)(bits >> (8 * k));
    }
    return carom_hash(hash, byte, sizeof byte);
}

void carom_seal_of(const carom_sample *sample, char seal[CAROM_SEAL_SIZE])
{
    uint64_t hash = CAROM_HASH_START;
    for (size_t i = 0; i < sample->count; i++) {
        hash = add(hash, sample->x_m[i]);
        hash = add(hash, sample->y_m[i]);
        hash = add(hash, sample->vx_mps[i]);
        hash = add(hash, sample->vy_mps[i]);
        if (sample->spin_radps[i] != 0) {
            hash = add(hash, sample->spin_radps[i]);
        }
    }
    snprintf(seal, CAROM_SEAL_SIZE, "%016" PRIx64, hash);
}
