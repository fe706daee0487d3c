#include <hone/hone.h>
#include <stdio.h>
#include <stdlib.h>

/* What a frame of skinning needs besides the skin. */
typedef struct buffers {
    hone_palette *palette;
    hone_skin_rest *rest;     /* rest positions that this program changes */
    hone_skin_bounds *bounds; /* of the mesh at rest, with its morphs */
    float (*positions)[3];
} buffers;

static bool make_buffers(buffers *b, const hone_model *model, const hone_skin *skin, hone_error *error)
{
    const hone_mesh *mesh = hone_model_mesh(model);
    const hone_skin_desc desc = {.vertex_count = mesh->vertex_count,
                                 .slot_count = mesh->slot_count,
                                 .positions = {(void *)mesh->positions, mesh->vertex_count, sizeof *mesh->positions},
                                 .deforms = mesh->deforms,
                                 .influence_begin = mesh->influence_begin,
                                 .influences = mesh->influences,
                                 .sdef_count = mesh->sdef_count,
                                 .sdefs = mesh->sdefs};
    b->positions = calloc(mesh->vertex_count + 1, sizeof *b->positions);
    b->palette = hone_palette_create(hone_skin_slot_count(skin), NULL, error);
    b->rest = b->palette ? hone_skin_rest_create(skin, false, NULL, error) : NULL;
    b->bounds = b->rest ? hone_skin_bounds_create(&(hone_skin_bounds_desc){.mesh = &desc}, error) : NULL;
    return b->positions && b->bounds;
}

static void release_buffers(buffers *b)
{
    hone_skin_bounds_destroy(b->bounds), hone_skin_rest_destroy(b->rest), hone_palette_destroy(b->palette);
    free(b->positions);
}

/* Applies a vertex morph by hand, with weight 1: only its vertices change. */
static bool apply_morph(const buffers *b, const hone_model *model, const char *name, hone_error *error)
{
    const hone_mesh *mesh = hone_model_mesh(model);
    int32_t found = hone_model_find_morph(model, name);
    const hone_morph *morph = found == HONE_NONE ? NULL : &hone_model_get(model)->morphs[found];
    if (!morph || morph->kind != HONE_MORPH_VERTEX)
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "no morph of vertices is called %s", name);
    float(*moved)[3] = calloc(mesh->vertex_count + 1, sizeof *moved);
    if (!moved)
        return hone_fail_memory(error);
    for (uint32_t v = 0; v < mesh->vertex_count; v++) hone_vec3_copy(mesh->positions[v], moved[v]);
    for (uint32_t i = 0; i < morph->count; i++)
        hone_vec3_add(moved[morph->u.vertices[i].vertex], morph->u.vertices[i].offset,
                      moved[morph->u.vertices[i].vertex]);
    const hone_stream vertices = {(void *)morph->u.vertices, morph->count,
                                  sizeof *morph->u.vertices}; /* begins with it */
    const hone_stream positions = {moved, mesh->vertex_count, sizeof *moved};
    hone_skin_rest_set(b->rest, vertices, positions, (hone_stream){0});
    free(moved);
    return true;
}

/* Skins the vertices in two ranges of blocks, which two threads could do at once. */
static bool skin_frame(const buffers *b, const hone_skin *skin, hone_error *error)
{
    uint32_t count = hone_skin_vertex_count(skin), blocks = hone_skin_block_count(skin);
    const hone_skin_job job = {
        .palette = b->palette, .rest = b->rest, .positions = {b->positions, count, sizeof *b->positions}};
    return hone_skin_run(skin, &job, 0, blocks / 2, error) && hone_skin_run(skin, &job, blocks / 2, blocks, error);
}

/* Prints the box around the vertices by measuring nothing but slots, and how many vertices are in it. */
static bool print_box(const buffers *b, uint32_t vertex_count, hone_error *error)
{
    hone_bounds box;
    if (!hone_skin_bounds_pose(b->bounds, &(hone_bounds_job){.palette = b->palette, .box = &box}, error))
        return false;
    uint32_t inside = 0;
    for (uint32_t v = 0; v < vertex_count; v++) {
        const float *p = b->positions[v];
        inside += p[0] >= box.min[0] && p[0] <= box.max[0] && p[1] >= box.min[1] && p[1] <= box.max[1] &&
                  p[2] >= box.min[2] && p[2] <= box.max[2];
    }
    printf("%u of %u vertices in a box of height %.3f\n", (unsigned)inside, (unsigned)vertex_count,
           (double)(box.max[1] - box.min[1]));
    return true;
}

/* Skins a model at rest, with the parts of hone/skin.h and hone/bounds.h alone. With a name a morph is applied. */
int main(int argc, char **argv)
{
    if (argc != 2 && argc != 3)
        return fprintf(stderr, "usage: skin_by_hand MODEL [MORPH]\n"), 2;
    hone_error error = {0};
    hone_model *model = hone_model_load(argv[1], NULL, &error);
    hone_skin *skin = hone_skin_retain(model ? hone_model_compiled_skin(model, &error) : NULL);
    hone_rig *rig = skin ? hone_rig_create(&(hone_rig_desc){.model = model}, &error) : NULL;
    buffers b = {0};
    bool ok = rig && make_buffers(&b, model, skin, &error) && hone_model_skin_bounds(model, &error);
    uint32_t bones = hone_model_skeleton(model)->bone_count;
    if (ok)
        hone_palette_build(hone_model_mesh(model)->slots, hone_rig_bones(rig), bones, b.palette);
    /* a shader takes the same palette as rotations and translations in two arrays, if no slot scales */
    if (ok && hone_palette_write_separate(b.palette, (hone_stream){0}, (hone_stream){0}, NULL))
        printf("%u slots fit two arrays of uniforms\n", (unsigned)b.palette->slot_count);
    ok = ok && (argc == 2 || apply_morph(&b, model, argv[2], &error)) && skin_frame(&b, skin, &error) &&
         print_box(&b, hone_skin_vertex_count(skin), &error);
    if (!ok)
        fprintf(stderr, "%s\n", error.message);
    release_buffers(&b), hone_rig_destroy(rig), hone_skin_release(skin), hone_model_release(model);
    return !ok;
}
