#include "tool/options/show_options.h"

#include <string.h>

#define N_(text) text /* marks a text that viewer and pages translate */

const char *const option_show_words[] = {"bones",  "axes",   "wire",     "points", "bodies",
                                         "joints", "chains", "weights=", NULL};
const char *const option_show_labels[] = {N_("Bones"),
                                          N_("Axes of bones"),
                                          N_("Wireframe"),
                                          N_("Vertices as points"),
                                          N_("Rigid bodies"),
                                          N_("Joints"),
                                          N_("IK chains and goals"),
                                          N_("Weights of the selected bone"),
                                          NULL};

static bool *flag_named(show_values *v, const char *text, size_t size)
{
    bool *const flags[] = {&v->bones, &v->axes, &v->wire, &v->points, &v->bodies, &v->joints, &v->chains};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        if (strlen(option_show_words[i]) == size && memcmp(text, option_show_words[i], size) == 0)
            return flags[i];
    return NULL;
}

static bool read_weights(const char *text, size_t size, show_values *v)
{
    static const char key[] = "weights=";
    size_t used = sizeof key - 1;
    if (v->weights || size <= used || memcmp(text, key, used) != 0 || size - used >= sizeof v->bone)
        return false;
    memcpy(v->bone, text + used, size - used);
    v->bone[size - used] = '\0';
    return v->weights = true;
}

bool option_read_show(const option *o, const char *text, void *field)
{
    (void)o;
    for (;; text++) {
        size_t size = strcspn(text, ",");
        bool *flag = flag_named(field, text, size);
        if (flag)
            *flag = true;
        else if (!read_weights(text, size, field))
            return false;
        text += size;
        if (!*text)
            return true;
    }
}

bool show_has_overlays(const show_values *v)
{
    return v->bones || v->axes || v->points || v->bodies || v->joints || v->chains;
}
