#include "tool/options/compare_options.h"

#include <hone/skin.h>
#include <string.h>

#define N_(text) text /* marks a text that viewer and pages translate */

const char *const option_compare_words[] = {"auto",
                                            "linear",
                                            "dual-quaternion",
                                            "cor",
                                            "delta-mush",
                                            "direct-delta-mush",
                                            "sdef",
                                            "gpu-matrix",
                                            "gpu-texture",
                                            "gpu-dual-quaternion",
                                            "gpu-quaternion",
                                            "gpu-distance",
                                            NULL};
const char *const option_compare_labels[] = {N_("As set in the model"),
                                             N_("Linear"),
                                             N_("Dual quaternion"),
                                             N_("Centres of rotation"),
                                             N_("Delta mush"),
                                             N_("Direct delta mush"),
                                             "SDEF",
                                             N_("GPU: matrices"),
                                             N_("GPU: a texture"),
                                             N_("GPU: dual quaternions"),
                                             N_("GPU: quaternions"),
                                             N_("GPU: weights by distance"),
                                             NULL};

static const char gpu_prefix[] = "gpu-";

static const struct {
    const char *name;
    hone_skin_method method;
} methods[] = {{"auto", HONE_SKIN_AUTO},
               {"linear", HONE_SKIN_LINEAR},
               {"dual-quaternion", HONE_SKIN_DUAL_QUATERNION},
               {"cor", HONE_SKIN_CENTRES},
               {"delta-mush", HONE_SKIN_DELTA_MUSH},
               {"direct-delta-mush", HONE_SKIN_DIRECT_DELTA_MUSH},
               {"sdef", HONE_SKIN_AUTO}};

static int method_named(const char *name)
{
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
        if (strcmp(methods[i].name, name) == 0)
            return (int)methods[i].method;
    return -1;
}

/* A name of a way on the GPU, with or without the prefix. */
static int gpu_skin_named(const char *name, const char *const *names)
{
    size_t prefix = sizeof gpu_prefix - 1;
    const char *bare = strncmp(name, gpu_prefix, prefix) == 0 ? name + prefix : name;
    for (int i = 0; names[i]; i++)
        if (strcmp(names[i], bare) == 0)
            return i;
    return -1;
}

static bool add_panel(const option *o, const char *text, size_t size, compare_values *v)
{
    if (v->count == COMPARE_MAX || size >= COMPARE_NAME_SIZE)
        return false;
    compare_panel *panel = &v->panels[v->count];
    memcpy(panel->name, text, size);
    panel->name[size] = '\0';
    panel->method = method_named(panel->name);
    panel->gpu_skin = panel->method < 0 ? gpu_skin_named(panel->name, o->detail) : -1;
    for (uint32_t i = 0; i < v->count; i++)
        if (strcmp(v->panels[i].name, panel->name) == 0)
            return false;
    v->count++;
    return panel->method >= 0 || panel->gpu_skin >= 0;
}

bool compare_read(const option *o, const char *text, void *field)
{
    compare_values *v = field;
    for (;; text++) {
        size_t size = strcspn(text, ",");
        if (!add_panel(o, text, size, v))
            return false;
        text += size;
        if (!*text)
            return v->count >= 2;
    }
}
