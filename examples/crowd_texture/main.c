/* Draws a crowd from an animation texture alone: nothing is sampled, posed or skinned on the CPU. The model file gives
 * the mesh at rest, with the slots and weights of its vertices. */
#include "draw.h"
#include "ktx2.h"
#include <hone/actor.h>
#include <hone/format.h>
#include <hone/image.h>
#include <hone/skin.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- the mesh ---- */

static void set_vertex(const hone_mesh *in, const hone_skin *skin, uint32_t v, vertex *out)
{
    hone_skin_vertex attributes = hone_skin_vertex_at(skin, v);
    hone_vec3_copy(in->positions[v], out->position);
    hone_vec3_copy(in->normals[v], out->normal);
    for (int i = 0; i < HONE_SKIN_SHADER_MAX_INFLUENCES; i++) {
        out->slots[i] = (uint16_t)attributes.slots[i];
        out->weights[i] = attributes.weights[i];
    }
}

/* Vertices of materials get their colour. */
static void set_colours(const hone_model_data *model, vertex *vertices)
{
    for (uint32_t m = 0, i = 0; m < model->material_count; m++)
        for (uint32_t end = i + model->materials[m].index_count; i < end && i < model->mesh.index_count; i++)
            hone_vec3_copy(model->materials[m].diffuse, vertices[model->mesh.indices[i]].colour);
}

static bool make_mesh(const hone_model *model, mesh *out, hone_error *error)
{
    const hone_mesh *in = hone_model_mesh(model);
    const hone_skin *skin = hone_model_compiled_skin(model, error);
    *out = (mesh){.vertex_count = in->vertex_count, .index_count = in->index_count / 3 * 3};
    if (!skin)
        return false;
    if (in->slot_count > UINT16_MAX || hone_skin_max_influences(skin) > HONE_SKIN_SHADER_MAX_INFLUENCES)
        return hone_fail(error, HONE_ERROR_UNSUPPORTED, 0, "the mesh has more slots or influences than this shader");
    out->slot_count = in->slot_count;
    out->left_handed = hone_model_get(model)->space != HONE_SPACE_GLTF;
    out->vertices = calloc((size_t)in->vertex_count + 1, sizeof *out->vertices);
    out->indices = calloc((size_t)in->index_count + 1, sizeof *out->indices);
    if (!out->vertices || !out->indices)
        return hone_fail_memory(error);
    for (uint32_t v = 0; v < in->vertex_count; v++) set_vertex(in, skin, v, &out->vertices[v]);
    for (uint32_t i = 0; i < in->index_count; i++) out->indices[i] = in->indices[i];
    set_colours(hone_model_get(model), out->vertices);
    return true;
}

/* The box of the rest pose, for the camera. */
static bool find_box(const hone_model *model, mesh *out, hone_error *error)
{
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model}, error);
    bool ok = actor && hone_actor_bounds(actor, HONE_SKIN_LINEAR, &out->box, NULL, error);
    hone_actor_destroy(actor);
    return ok;
}

static bool load_mesh(const char *path, mesh *out, hone_error *error)
{
    hone_model *model = hone_model_load(path, NULL, error);
    bool ok = model && make_mesh(model, out, error) && find_box(model, out, error);
    hone_model_release(model); /* the mesh is all that is drawn */
    return ok;
}

/* ---- the crowd ---- */

/* Rows of instances. Each has a clip, a time and a direction of its own. */
static void place(const animation *a, uint32_t count, instance *out)
{
    uint32_t columns = 1;
    while (columns * columns < 2 * count) columns++;
    float width = (float)(columns - 1), depth = (float)((count - 1) / columns);
    for (uint32_t i = 0; i < count; i++) {
        const clip *c = &a->clips[i % a->clip_count];
        float x = (float)(i % columns) - width / 2, z = (float)(i / columns) - depth / 2;
        float turn = 0.7f * sinf((float)i * 2.4f), s = sinf((float)i * 1.7f);
        out[i] = (instance){.place = {x, 0, z, turn},
                            .clip = {c->first_row, c->frames, c->rate, c->loop},
                            .start = (float)(i * 37 % 100) / 13,
                            .tint = {0.95f - 0.25f * s, 0.8f - 0.1f * s, 0.6f + 0.15f * s}};
    }
}

static bool save(const hone_image *image, const char *path, hone_error *error)
{
    hone_bytes png = {0};
    bool ok = hone_image_write_png(image, NULL, &png, error) && hone_file_write(path, png.data, png.size, error);
    hone_bytes_release(&png);
    return ok;
}

/* The slots of the mesh must be those of the texture. */
static bool check_slots(const animation *a, const mesh *m, hone_error *error)
{
    return (uint32_t)a->width == 3 * m->slot_count ||
           hone_fail(error, HONE_ERROR_ARGUMENT, 0, "the texture has %d slots and the model %u: it is of another model",
                     a->width / 3, (unsigned)m->slot_count);
}

int main(int argc, char **argv)
{
    if (argc < 4 || argc > 6)
        return fprintf(stderr, "usage: crowd_texture TEXTURE.ktx2 MODEL OUT.png [COUNT [SECONDS]]\n"), 2;
    hone_error error = {0};
    uint32_t count = argc > 4 ? (uint32_t)strtoul(argv[4], NULL, 10) : 400;
    count = count < 1 ? 1 : count > 100000 ? 100000 : count;
    float seconds = argc > 5 ? strtof(argv[5], NULL) : 0;
    animation a = {0};
    mesh m = {0};
    hone_image image = {0};
    instance *instances = calloc(count, sizeof *instances);
    bool ok = instances && animation_open(argv[1], &a, &error) && load_mesh(argv[2], &m, &error) &&
              check_slots(&a, &m, &error) && hone_image_create(1280, 720, NULL, &image, &error);
    if (ok)
        place(&a, count, instances);
    ok = ok && draw(&a, &m, instances, count, seconds, &image, &error) && save(&image, argv[3], &error);
    if (ok)
        printf("%u instances of %u vertices, %u clips\n", (unsigned)count, (unsigned)m.vertex_count,
               (unsigned)a.clip_count);
    else
        fprintf(stderr, "%s\n", error.message);
    hone_image_release(&image);
    animation_release(&a);
    free(instances), free(m.vertices), free(m.indices);
    return !ok;
}
