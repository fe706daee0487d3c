#include "view/edit/surroundings.h"
#include "tool/settings/settings.h"
#include "view/digest.h"

bool surroundings_same(const look_values *a, const look_values *b)
{
    const scene x = {.look = *a}, y = {.look = *b};
    for (const option *o = look_settings; option_is_row(o); o++)
        if (o->kind && o->kind->size && !setting_is_same(o, &x, &y))
            return false;
    return true;
}

void surroundings_digest(const look_values *look, uint64_t *digest)
{
    const scene s = {.look = *look};
    for (const option *o = look_settings; option_is_row(o); o++) {
        const char *field = (const char *)&s + o->field;
        if (!o->kind || !o->kind->size || !setting_is_set(o, &s))
            continue;
        digest_add_text(digest, o->key);
        if (o->kind == &value_path)
            digest_add_text(digest, look->backdrop.file);
        else
            digest_add(digest, field + o->kind->value, o->kind->size - o->kind->value);
    }
}
