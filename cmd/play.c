#include "play.h"

#include <string.h>

/* Any kernel that is built in; whether this CPU has it is asked later, as that is no slip of the user's. */
static bool read_kernel(const option *o, const char *text, void *field)
{
    (void)o;
    const char *name = NULL;
    bool available;
    for (uint32_t i = 0; strcmp(text, "auto") != 0; i++) {
        name = hone_skin_kernel_name(i, &available);
        if (!name)
            return false;
        if (strcmp(name, text) == 0)
            break;
    }
    *(const char **)field = name;
    return true;
}

/* NAME=VALUE[,...] */
static bool read_rig(const option *o, const char *text, void *field)
{
    (void)o;
    static const char *const settings[] = {"curve=exact", "curve=mmd"};
    for (;; text++) {
        size_t size = strcspn(text, ",");
        int found = -1;
        for (int i = 0; i < 2; i++)
            if (strlen(settings[i]) == size && memcmp(settings[i], text, size) == 0)
                found = i;
        if (found < 0)
            return false;
        *(hone_curve_mode *)field = found ? HONE_CURVE_MMD : HONE_CURVE_EXACT;
        text += size;
        if (!*text)
            return true;
    }
}

static bool read_physics(const option *o, const char *text, void *field)
{
    (void)o;
    *(bool *)field = true;
    return strcmp(text, "off") == 0;
}

static const char *const ik_names[] = {"on", "off", NULL};
static const char *const method_names[] = {"auto", "linear", "dual-quaternion", NULL}; /* as hone_skin_method */
static const option_range thread_range = {1, 256};

const option play_options[] = {
    {.name = "--ik",
     .value = "on|off",
     .help = "on (default): as the motion says; off: every chain off",
     .field = offsetof(play_values, ik),
     .read = option_read_choice,
     .wants = "on or off",
     .detail = ik_names},
    {.name = "--physics",
     .value = "off",
     .help = "bodies do not move by themselves (nothing else yet)",
     .field = offsetof(play_values, physics_off),
     .read = read_physics,
     .wants = "off"},
    {.name = "--rig",
     .value = "curve=exact|mmd",
     .help = "curves solved to 1e-6 (default), or by MMD's 12 halvings",
     .field = offsetof(play_values, curve),
     .read = read_rig,
     .wants = "curve=exact or curve=mmd"},
    {.name = "--skin",
     .value = "METHOD",
     .help =
         "auto: each vertex as its kind says (default);\nlinear: SDEF as BDEF2, QDEF as BDEF4; dual-quaternion: all",
     .field = offsetof(play_values, method),
     .read = option_read_choice,
     .wants = "auto, linear or dual-quaternion",
     .detail = method_names},
    {.name = "--kernel",
     .value = "NAME",
     .help = "auto (default) or scalar, the reference",
     .field = offsetof(play_values, kernel),
     .read = read_kernel,
     .wants = "auto or scalar"},
    {.name = "--threads",
     .value = "N",
     .help = "skin on N threads (default: one a processor)",
     .field = offsetof(play_values, threads),
     .read = option_read_integer,
     .wants = "a number from 1 to 256",
     .detail = &thread_range},
    {.name = "--strict",
     .help = "what a loader would mend with a warning is an error",
     .field = offsetof(play_values, strict)},
    {.name = "--quiet", .letter = 'q', .help = "no warnings, no progress", .field = offsetof(play_values, quiet)},
    {0},
};

int play_check_kernel(const play_values *v, report *r)
{
    const char *name;
    bool available = true;
    for (uint32_t i = 0; v->kernel && (name = hone_skin_kernel_name(i, &available)); i++)
        if (strcmp(name, v->kernel) == 0)
            break;
    if (available)
        return STATUS_OK;
    return report_failure(r, v->kernel, &(hone_error){.message = "this CPU does not have what the kernel needs"});
}
