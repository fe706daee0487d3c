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
    {"--ik", 0, "on|off", "on (default): as the motion says; off: every chain off", offsetof(play_values, ik),
     option_read_choice, "on or off", ik_names},
    {"--physics", 0, "off", "bodies do not move by themselves (nothing else yet)", offsetof(play_values, physics_off),
     read_physics, "off", NULL},
    {"--rig", 0, "curve=exact|mmd", "curves solved to 1e-6 (default), or by MMD's 12 halvings",
     offsetof(play_values, curve), read_rig, "curve=exact or curve=mmd", NULL},
    {"--skin", 0, "METHOD",
     "auto: each vertex as its kind says (default);\nlinear: SDEF as BDEF2, QDEF as BDEF4; dual-quaternion: all",
     offsetof(play_values, method), option_read_choice, "auto, linear or dual-quaternion", method_names},
    {"--kernel", 0, "NAME", "auto (default) or scalar, the reference", offsetof(play_values, kernel), read_kernel,
     "auto or scalar", NULL},
    {"--threads", 0, "N", "skin on N threads (default: one a processor)", offsetof(play_values, threads),
     option_read_integer, "a number from 1 to 256", &thread_range},
    {"--strict", 0, NULL, "what a loader would mend with a warning is an error", offsetof(play_values, strict), NULL,
     NULL, NULL},
    {"--quiet", 'q', NULL, "no warnings, no progress", offsetof(play_values, quiet), NULL, NULL, NULL},
    {0}};

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
