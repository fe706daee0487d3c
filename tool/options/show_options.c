#include "tool/options/show_options.h"

#include <string.h>

static bool is_word(const char *text, size_t size, const char *word)
{
    return strlen(word) == size && memcmp(text, word, size) == 0;
}

static bool *flag_named(show_values *v, const char *text, size_t size)
{
    struct {
        const char *name;
        bool *flag;
    } const flags[] = {
        {"bones", &v->bones}, {"axes", &v->axes}, {"wire", &v->wire}, {"points", &v->points}, {"bodies", &v->bodies}};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        if (is_word(text, size, flags[i].name))
            return flags[i].flag;
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
    return v->bones || v->axes || v->points || v->bodies;
}
