/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "laws/laws.h"

void carom_stiffness_check(const carom_stiffness *spring, const char *name, bool timed,
                           const carom_findings *findings)
{
    int given = !isnan(spring->stiffness) + !isnan(spring->contact_s) +
                !isnan(spring->max_overlap_m);
    bool wants_speed = !isnan(spring->max_overlap_m) || (timed && !isnan(spring->contact_s));
    if (given != 1) {
        findings->report(findings->context, true,
                         !isnan(spring->max_overlap_m) ? "max_overlap_m"
                         : given > 1                   ? "contact_time_s"
                                                       : name,
                         given == 0 ? "missing; expected it, contact_time_s or max_overlap_m"
                                    : "given together with another description of the stiffness; "
                                      "expected one of the stiffness, contact_time_s and "
                                      "max_overlap_m");
    } else if (wants_speed && isnan(spring->at_speed_mps)) {
        findings->report(
            findings->context, true, "at_speed_mps",
            "missing; expected the approach speed (m/s) that the contact is described at");
    } else if (!wants_speed && !isnan(spring->at_speed_mps)) {
        findings->report(findings->context, true, "at_speed_mps",
                         "given, but what describes the contact does not depend on a speed");
    }
}
