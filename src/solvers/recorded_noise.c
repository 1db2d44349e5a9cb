/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How exact the numbers of a recording are: by their digits, and by the scatter of free flights. */
#include "solvers/solvers.h"
#include <ctype.h>

/* Value of the last of so many decimals. */
static double place_of(int decimals)
{
    double unit = 1;
    for (int k = 0; k < decimals && unit > 0; k++) {
        unit /= 10;
    }
    return unit;
}

void carom_digits_add(carom_digits *digits, const char *cell, double value)
{
    int significant = 0, decimals = 0, zeros = 0; /* at the end */
    bool point = false;
    for (; *cell != '\0' && tolower((unsigned char)*cell) != 'e'; cell++) {
        point = point || *cell == '.' || *cell == ',';
        if (isdigit((unsigned char)*cell)) {
            significant += significant > 0 || *cell != '0';
            zeros = *cell == '0' ? zeros + 1 : 0;
            decimals += point;
        }
    }
    significant -= significant > 0 && !point ? zeros : 0; /* 100 is a round number */
    decimals -= *cell == '\0' ? 0 : (int)strtol(cell + 1, NULL, 10);
    digits->finest = decimals > digits->finest ? decimals : digits->finest;
    digits->fixed = (digits->cells == 0 || digits->fixed == decimals) && decimals > 0 ? decimals
                                                                                      : -1;
    digits->longest = significant > digits->significant ? 0 : digits->longest;
    digits->significant = significant > digits->significant ? significant : digits->significant;
    digits->longest |= (significant == digits->significant ? 1u : 0) /* a bit for each value */
                    << (unsigned)(fmod(fabs(value), 1) * 1e9) % 31;
    digits->doubles += fabs(value - (float)value) > 0.51 * place_of(decimals);
    digits->cells++;
}

double carom_digits_last(const carom_digits *digits)
{
    return place_of(digits->finest);
}

/* Third difference of a coordinate in four samples at equal intervals, which is free of a constant
 * acceleration. NaN: other intervals, or four times the same number, as of a ball at rest. */
static double third_difference(const carom_track_sample *s, bool of_y)
{
    double x[4], step_s = s[1].t_s - s[0].t_s;
    for (int k = 0; k < 4; k++) {
        x[k] = of_y ? s[k].at.y : s[k].at.x;
        if (k > 0 && fabs(s[k].t_s - s[k - 1].t_s - step_s) > 0.02 * step_s) {
            return NAN;
        }
    }
    return x[0] == x[1] && x[1] == x[2] && x[2] == x[3] ? NAN : x[3] - 3 * x[2] + 3 * x[1] - x[0];
}

/* Root mean square of the first numbers. */
static double rms_of(const double *number, size_t count)
{
    double sum = 0;
    for (size_t k = 0; k < count; k++) {
        sum += number[k] * number[k];
    }
    return sqrt(sum / fmax(1, (double)count));
}

/* Standard deviation of a recorded coordinate by the scatter of free flights. The smaller part of
 * the third differences gives their deviation. Those above 3 deviations include collisions and do
 * not count. 0: too few samples */
double carom_recording_noise(const carom_recording *recording, size_t samples)
{
    enum { FEWEST = 8 };
    /* the part; root mean squares of this part of normal numbers, of those within 3 deviations,
     * and length of the factors 1, 3, 3, 1 */
    static const double part = 0.6, rms_of_part = 0.4633, rms_within_3 = 0.9866, factors = 4.4721;
    double *d = carom_allocate(2 * samples + 1, sizeof *d);
    size_t count = 0, used;
    for (size_t n = 0; n < 2 * recording->count; n++) {
        const carom_track *track = &recording->track[n / 2];
        for (size_t k = 0; k + 3 < track->count; k++) {
            d[count] = fabs(third_difference(&track->sample[k], n % 2 == 1));
            count += isnan(d[count]) ? 0 : 1;
        }
    }
    qsort(d, count, sizeof *d, carom_compare_numbers);
    used = (size_t)(part * (double)count);
    double most = 3 * rms_of(d, used) / rms_of_part;
    while (used < count && d[used] <= most) {
        used++;
    }
    double noise = count < FEWEST ? 0 : rms_of(d, used) / rms_within_3 / factors;
    free(d);
    return noise;
}
