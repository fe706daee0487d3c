#include "view/inspect/inspect.h"
#include "view/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

HONE_PRINTF(3, 4)
static void add(inspect_text *out, const char *label, const char *format, ...)
{
    va_list values;
    if (out->count == INSPECT_LINES)
        return;
    inspect_line *line = &out->lines[out->count++];
    line->label = label;
    va_start(values, format);
    vsnprintf(line->value, sizeof line->value, format, values);
    va_end(values);
}

static void add_vector(inspect_text *out, const char *label, const float v[3])
{
    add(out, label, "%.4g, %.4g, %.4g", (double)v[0], (double)v[1], (double)v[2]);
}

static const char *bone_name(const hone_model_data *data, int32_t bone)
{
    return bone == HONE_NONE ? "–" : data->skeleton.bones[bone].name;
}

/* ---- a vertex ---------------------------------------------------------------------------------------------------- */

static void add_weights(const hone_model_data *data, uint32_t vertex, inspect_text *out)
{
    const hone_mesh *mesh = &data->mesh;
    for (uint32_t i = mesh->influence_begin[vertex]; i < mesh->influence_begin[vertex + 1]; i++) {
        const hone_influence *f = &mesh->influences[i];
        if (f->slot != HONE_NONE && f->weight != 0)
            add(out, N_("Weight"), "%.4g  %s", (double)f->weight, bone_name(data, mesh->slots[f->slot].bone));
    }
}

static uint32_t count_morphs(const hone_model_data *data, uint32_t vertex)
{
    uint32_t count = 0;
    for (uint32_t m = 0; m < data->morph_count; m++)
        for (uint32_t i = 0; data->morphs[m].kind == HONE_MORPH_VERTEX && i < data->morphs[m].count; i++)
            if (data->morphs[m].u.vertices[i].vertex == vertex) {
                count++;
                break;
            }
    return count;
}

void inspect_vertex(const hone_model *model, uint32_t vertex, const float shown[3], inspect_text *out)
{
    static const char *const kinds[HONE_DEFORM_COUNT] = {"BDEF1", "BDEF2", "BDEF4", "SDEF", "QDEF", "linear"};
    const hone_model_data *data = hone_model_get(model);
    const hone_mesh *mesh = &data->mesh;
    *out = (inspect_text){0};
    if (vertex >= mesh->vertex_count)
        return;
    add(out, N_("Vertex"), "%u", vertex);
    if (shown)
        add_vector(out, N_("Position now"), shown);
    add_vector(out, N_("Position at rest"), mesh->positions[vertex]);
    add_vector(out, N_("Normal"), mesh->normals[vertex]);
    add(out, N_("Texture coordinates"), "%.4g, %.4g", (double)mesh->uvs[vertex][0], (double)mesh->uvs[vertex][1]);
    add(out, N_("Skinning"), "%s", kinds[mesh->deforms[vertex]]);
    add_weights(data, vertex, out);
    if (mesh->edge_scales)
        add(out, N_("Outline"), "%.4g", (double)mesh->edge_scales[vertex]);
    add(out, N_("Morphs that move it"), "%u", count_morphs(data, vertex));
}

/* ---- a material -------------------------------------------------------------------------------------------------- */

static const char *texture_name(const hone_model_data *data, int32_t texture)
{
    return texture == HONE_NONE ? "–" : data->textures[texture];
}

static void add_toon(const hone_model_data *data, const hone_material *m, inspect_text *out)
{
    if (m->shared_toon && m->toon != HONE_NONE)
        add(out, N_("Toon"), "toon%02d", m->toon + 1);
    else
        add(out, N_("Toon"), "%s", texture_name(data, m->toon));
}

static void add_flags(const hone_material *m, inspect_text *out)
{
    static const struct {
        uint8_t bit;
        const char *label;
    } flags[] = {{HONE_MATERIAL_DOUBLE_SIDED, N_("Double-sided")},
                 {HONE_MATERIAL_GROUND_SHADOW, N_("Ground shadow")},
                 {HONE_MATERIAL_CASTS_SHADOW, N_("Casts shadows")},
                 {HONE_MATERIAL_RECEIVES_SHADOW, N_("Receives shadows")}};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        add(out, flags[i].label, "%s", m->flags & flags[i].bit ? _("yes") : _("no"));
    if (m->flags & HONE_MATERIAL_EDGE)
        add(out, N_("Outline"), "%.4g", (double)m->edge_size);
    else
        add(out, N_("Outline"), "%s", _("no"));
}

static void add_pbr(const hone_model_data *data, const hone_pbr *p, inspect_text *out)
{
    add(out, N_("Base colour"), "%.3g, %.3g, %.3g, %.3g", (double)p->base_colour[0], (double)p->base_colour[1],
        (double)p->base_colour[2], (double)p->base_colour[3]);
    add(out, N_("Base colour map"), "%s", texture_name(data, p->maps[HONE_MAP_BASE_COLOUR].texture));
    add(out, N_("Normal map"), "%s", texture_name(data, p->maps[HONE_MAP_NORMAL].texture));
    add(out, N_("Metallic"), "%.3g", (double)p->metallic);
    add(out, N_("Roughness"), "%.3g", (double)p->roughness);
}

void inspect_material(const hone_model *model, uint32_t material, inspect_text *out)
{
    const hone_model_data *data = hone_model_get(model);
    *out = (inspect_text){0};
    if (material >= data->material_count)
        return;
    const hone_material *m = &data->materials[material];
    add(out, N_("Material"), "%u  %s", material, m->name);
    add(out, N_("Triangles"), "%u", m->index_count / 3);
    if (m->pbr) {
        add_pbr(data, m->pbr, out);
        return;
    }
    add(out, N_("Diffuse"), "%.3g, %.3g, %.3g, %.3g", (double)m->diffuse[0], (double)m->diffuse[1],
        (double)m->diffuse[2], (double)m->diffuse[3]);
    add_vector(out, N_("Specular"), m->specular);
    add(out, N_("Specular power"), "%.4g", (double)m->specular_power);
    add_vector(out, N_("Ambient"), m->ambient);
    add(out, N_("Texture"), "%s", texture_name(data, m->texture));
    add(out, N_("Sphere map"), "%s", texture_name(data, m->sphere_texture));
    add_toon(data, m, out);
    add_flags(m, out);
    if (*m->memo)
        add(out, N_("Memo"), "%s", m->memo);
}

/* ---- a rigid body ------------------------------------------------------------------------------------------------ */

static void add_shape(const hone_body *b, inspect_text *out)
{
    if (b->shape == HONE_BODY_SPHERE)
        add(out, N_("Sphere"), _("radius %.4g"), (double)b->size[0]);
    else if (b->shape == HONE_BODY_CAPSULE)
        add(out, N_("Capsule"), _("radius %.4g, height %.4g"), (double)b->size[0], (double)b->size[1]);
    else
        add_vector(out, N_("Box, half sides"), b->size);
}

static void add_group(const hone_body *b, inspect_text *out)
{
    char others[80] = "";
    for (int g = 0; g < 16; g++)
        if (b->mask >> g & 1) {
            size_t used = strlen(others);
            snprintf(others + used, sizeof others - used, "%s%d", used ? " " : "", g + 1);
        }
    add(out, N_("Group"), "%u", b->group + 1u);
    add(out, N_("Collides with"), "%s", *others ? others : "–");
}

static void add_joints(const hone_model_data *data, uint32_t body, inspect_text *out)
{
    for (uint32_t j = 0; j < data->joint_count; j++)
        if (data->joints[j].body_a == (int32_t)body || data->joints[j].body_b == (int32_t)body)
            add(out, N_("Joint"), "%s", data->joints[j].name);
}

void inspect_body(const hone_model *model, uint32_t body, const hone_physics *physics, inspect_text *out)
{
    static const char *const modes[] = {N_("follows its bone"), N_("moved by physics"),
                                        N_("moved by physics, kept at its bone")};
    const hone_model_data *data = hone_model_get(model);
    hone_body_motion now;
    float at[3];
    *out = (inspect_text){0};
    if (body >= data->body_count)
        return;
    const hone_body *b = &data->bodies[body];
    add(out, N_("Rigid body"), "%u  %s", body, b->name);
    add(out, N_("Bone"), "%s", bone_name(data, b->bone));
    add(out, N_("Mode"), "%s", gettext(modes[b->mode]));
    add_shape(b, out);
    if (physics && hone_physics_body_motion(physics, body, &now)) {
        hone_affine_origin(&now.place, at);
        add_vector(out, N_("Position now"), at);
        add(out, N_("Speed"), "%.4g", (double)hone_vec3_length(now.velocity));
    }
    add_vector(out, N_("Position at rest"), b->position);
    add(out, N_("Mass"), "%.4g", (double)b->mass);
    add(out, N_("Damping (move, turn)"), "%.4g, %.4g", (double)b->linear_damping, (double)b->angular_damping);
    add(out, N_("Friction, bounce"), "%.4g, %.4g", (double)b->friction, (double)b->restitution);
    add_group(b, out);
    add_joints(data, body, out);
}
