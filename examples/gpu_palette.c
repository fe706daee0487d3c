#include <hone/hone.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Does in C what a vertex shader does with a 3x4 palette: three dot products per influence. Attributes: the rest
 * position and a hone_skin_vertex. uniforms: the palette as it is uploaded, three vec4 registers per slot. */
static void vertex_shader(const float rest[3], const hone_skin_vertex *vertex, const float (*uniforms)[3][4],
                          float out[3])
{
    float position[3] = {0, 0, 0};
    for (int i = 0; i < HONE_SKIN_SHADER_MAX_INFLUENCES; i++)
        for (int r = 0; r < 3; r++) {
            const float *row = uniforms[vertex->slots[i]][r];
            position[r] += vertex->weights[i] * (row[0] * rest[0] + row[1] * rest[1] + row[2] * rest[2] + row[3]);
        }
    memcpy(out, position, sizeof position);
}

/* Writes the palette of an actor in a form. Returns memory to upload, or NULL where a slot does not fit the form. */
static void *write_palette(const hone_palette *palette, hone_palette_form form, hone_error *error)
{
    size_t size = hone_palette_form_size(form);
    void *memory = calloc(palette->slot_count + 1, size);
    if (memory && hone_palette_write(palette, form, (hone_stream){memory, palette->slot_count, size}, error))
        return memory;
    free(memory);
    return NULL;
}

/* Prints both forms of the palette, and where the shader puts the first vertex of linear kind. */
static bool show(hone_actor *actor, hone_error *error)
{
    const hone_palette *palette = hone_actor_palette(actor);
    float(*rows)[3][4] = write_palette(palette, HONE_PALETTE_3X4, error);
    float(*quaternions)[2][4] = write_palette(palette, HONE_PALETTE_QUATERNION, error);
    if (rows)
        printf("3x4: %u slots, %zu bytes\n", (unsigned)palette->slot_count, palette->slot_count * sizeof *rows);
    if (quaternions)
        printf("quaternion: %u slots, %zu bytes\n", (unsigned)palette->slot_count,
               palette->slot_count * sizeof *quaternions);
    else if (rows) /* a bone has scale: upload the matrices */
        printf("no quaternions: %s\n", error->message);

    const hone_skin *skin = hone_actor_compiled_skin(actor, error);
    for (uint32_t v = 0; rows && skin && v < hone_skin_vertex_count(skin); v++) {
        hone_skin_vertex vertex = hone_skin_vertex_at(skin, v);
        float position[3];
        if (vertex.kind != HONE_SKIN_KIND_LINEAR || vertex.influences > HONE_SKIN_SHADER_MAX_INFLUENCES)
            continue;
        vertex_shader(hone_actor_morph_result(actor)->positions[v], &vertex, (const float(*)[3][4])rows, position);
        printf("vertex %u: %.4f %.4f %.4f\n", (unsigned)v, position[0], position[1], position[2]);
        break;
    }
    bool ok = rows && skin;
    free(rows), free(quaternions);
    return ok;
}

/* Poses a model and prepares what a vertex shader needs: per mesh the attributes, per frame the palette. */
int main(int argc, char **argv)
{
    if (argc != 4)
        return fprintf(stderr, "usage: gpu_palette MODEL MOTION SECONDS\n"), 2;
    hone_error error = {0};
    hone_model *model = hone_model_load(argv[1], NULL, &error);
    hone_motion *motion = model ? hone_motion_load(argv[2], NULL, &error) : NULL;
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model}, &error);
    bool ok = hone_actor_play(actor, motion, NULL, &error).id;
    ok = ok && hone_actor_update(actor, strtod(argv[3], NULL), &error) && show(actor, &error);
    if (!ok)
        fprintf(stderr, "%s\n", error.message);
    hone_actor_destroy(actor), hone_motion_release(motion), hone_model_release(model);
    return !ok;
}
