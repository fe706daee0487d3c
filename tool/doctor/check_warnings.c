/* Reports the warnings of the reader. */
#include "tool/doctor/checks.h"

void check_warnings(hone_warnings warnings, findings *out)
{
    for (uint32_t i = 0; i < warnings.count; i++)
        if (warnings.limits[i])
            findings_add(out, FINDING_NOTE, "not-evaluated", NULL, "%s", warnings.texts[i]);
        else
            findings_add(out, FINDING_FAULT, "repaired", NULL, "%s", warnings.texts[i]);
}
