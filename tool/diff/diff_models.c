#include "tool/diff/diff_models.h"

#include <stdio.h>
#include <string.h>

const char *bone_name_of(const hone_model_data *data, int32_t bone)
{
    return bone == HONE_NONE ? "" : data->skeleton.bones[bone].name;
}

static void diff_text(const char *name, const char *a, const char *b, differences *out)
{
    if (strcmp(a, b) != 0)
        diff_add(out, "texts", DIFFERENCE_CHANGED, name, "");
}

static void diff_texts(const model_pair *models, differences *out)
{
    change_text name = {{0}};
    detail_text(&name, "was", models->a->name, models->b->name);
    if (*name.text)
        diff_add(out, "texts", DIFFERENCE_CHANGED, "name", name.text);
    diff_text("english name", models->a->english_name, models->b->english_name, out);
    diff_text("comment", models->a->comment, models->b->comment, out);
    diff_text("english comment", models->a->english_comment, models->b->english_comment, out);
}

void diff_models(const hone_model *a, const hone_model *b, differences *out)
{
    const model_pair models = {hone_model_get(a), hone_model_get(b),
                               hone_model_mesh(a)->vertex_count == hone_model_mesh(b)->vertex_count};
    diff_texts(&models, out);
    diff_mesh(&models, out);
    diff_skeleton(&models, out);
    diff_surface(&models, out);
    diff_morphs(&models, out);
    diff_bodies(&models, out);
}
