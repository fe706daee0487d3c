/* hone convert with scenes and places. */
#include "cmd/commands.h"
#include "cmd/convert.h"
#include "tool/play/model_choice.h"
#include "tool/scene/place_model.h"

#include <hone/math.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char model_field[] = "{model}";

void convert_use_scene(const scene *s, const char *path, const void *given, void *values)
{
    convert_values *out = values;
    (void)given;
    out->scene = s, out->scene_path = path;
    out->play = s->play;
}

bool convert_names_models(const char *output)
{
    return strstr(output, model_field) != NULL;
}

char *convert_name_of(const char *output, uint32_t number)
{
    const char *field = strstr(output, model_field);
    size_t size = strlen(output) + 16;
    char *name = malloc(size);
    if (name)
        snprintf(name, size, "%.*s%u%s", (int)(field - output), output, number, field + sizeof model_field - 1);
    return name;
}

hone_actor *convert_actor(const conversion *c)
{
    return c->actor_list.members[c->number - 1].actor;
}

/* In metres and glTF's axes. */
static hone_transform in_gltf(const placement *p)
{
    const hone_affine place = placement_transform(p);
    hone_affine rigid = place;
    hone_transform out = HONE_TRANSFORM_IDENTITY;
    const float metres = (float)HONE_MMD_METRES;
    hone_affine_orthonormalise(&rigid);
    hone_quat_from_affine(&rigid, out.rotation);
    out.rotation[0] = -out.rotation[0], out.rotation[1] = -out.rotation[1];
    for (int i = 0; i < 3; i++) {
        out.translation[i] = place.m[i][3] * (i == 2 ? -metres : metres);
        out.scale[i] = p->scale > 0 ? p->scale : 1;
    }
    return out;
}

bool convert_place(const conversion *c, hone_transform *place)
{
    const placement *p = &c->model->place;
    const scene_model *from = c->model->set_up;
    const input *carrier = p->attach ? model_choice_at(c->in, p->attach) : NULL;
    if (carrier)
        report_warn_of(c->report, c->model->path,
                       "is attached to the bone %s of %s, which its own file cannot contain: put it there", p->bone,
                       carrier->path);
    if (from && from->key_count)
        report_warn_of(c->report, c->model->path, "moves by %u keys of its place, which its file does not contain",
                       from->key_count);
    *place = in_gltf(p);
    placement free_place = *p;
    free_place.attach = 0;
    return !placement_is_none(&free_place);
}

void convert_warn_of_place(conversion *c, const char *format)
{
    if (!placement_is_none(&c->model->place))
        report_warn_of(c->report, c->model->path, "%s cannot contain where the model stands: left out", format);
}
