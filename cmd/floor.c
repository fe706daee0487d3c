#include "floor.h"
#include "base/error.h"

#include <math.h>
#include <string.h>

enum { PICTURE_SIDE = 128 };
static const float half_width = 7, half_depth = 5, above_ground = 0.01f, darkness = 0.4f;
static const char picture_name[] = "shadow.png";

/* ---- the picture ---- */

/* White, as the material has the colour; densest in the middle, gone towards the rim. */
static bool draw(const hone_allocator *allocator, hone_bytes *png, hone_error *error)
{
    hone_image image;
    if (!hone_image_create(PICTURE_SIDE, PICTURE_SIDE, allocator, &image, error))
        return false;
    for (int y = 0; y < PICTURE_SIDE; y++)
        for (int x = 0; x < PICTURE_SIDE; x++) {
            float u = ((float)x + 0.5f) * 2 / PICTURE_SIDE - 1, v = ((float)y + 0.5f) * 2 / PICTURE_SIDE - 1;
            float inside = 1 - u * u - v * v;
            float density = inside > 0 ? darkness * inside * inside : 0;
            uint8_t *pixel = image.pixels + 4 * ((size_t)y * PICTURE_SIDE + (size_t)x);
            pixel[0] = pixel[1] = pixel[2] = 255, pixel[3] = (uint8_t)(255 * density);
        }
    bool ok = hone_image_write_png(&image, allocator, png, error);
    hone_image_release(&image);
    return ok;
}

static bool read_picture(void *user, const char *path, const hone_allocator *allocator, hone_bytes *out,
                         hone_error *error)
{
    (void)user;
    if (strcmp(path, picture_name) == 0)
        return draw(allocator, out, error);
    return hone_fail(error, HONE_ERROR_IO, 0, "no such picture");
}

/* ---- the model ---- */

static void make_square(hone_builder *b, hone_mesh *mesh)
{
    static const uint32_t order[6] = {0, 1, 2, 2, 1, 3};
    float(*positions)[3] = hone_builder_array(b, 4, sizeof *positions);
    float(*normals)[3] = hone_builder_array(b, 4, sizeof *normals);
    float(*uvs)[2] = hone_builder_array(b, 4, sizeof *uvs);
    float *edges = hone_builder_array(b, 4, sizeof *edges);
    uint8_t *deforms = hone_builder_array(b, 4, 1); /* HONE_DEFORM_BDEF1 */
    uint32_t *begin = hone_builder_array(b, 5, sizeof *begin), *indices = hone_builder_array(b, 6, sizeof *indices);
    hone_influence *influences = hone_builder_array(b, 4, sizeof *influences);
    if (!positions || !normals || !uvs || !edges || !deforms || !begin || !indices || !influences)
        return;
    for (uint32_t v = 0; v < 4; v++) {
        float right = (float)(v & 1), back = (float)(v >> 1);
        positions[v][0] = half_width * (2 * right - 1), positions[v][1] = above_ground;
        positions[v][2] = half_depth * (2 * back - 1);
        normals[v][1] = 1;
        uvs[v][0] = right, uvs[v][1] = back;
        begin[v] = v;
        influences[v] = (hone_influence){0, 1};
    }
    begin[4] = 4;
    memcpy(indices, order, sizeof order);
    *mesh = (hone_mesh){.vertex_count = 4,
                        .positions = (const float(*)[3])positions,
                        .normals = (const float(*)[3])normals,
                        .uvs = (const float(*)[2])uvs,
                        .edge_scales = edges,
                        .deforms = deforms,
                        .influence_begin = begin,
                        .influence_count = 4,
                        .influences = influences,
                        .index_count = 6,
                        .indices = indices};
}

static hone_model *make_model(hone_error *error)
{
    hone_builder *b = hone_builder_create(NULL, 0, error);
    if (!b)
        return NULL;
    hone_bone *bone = hone_builder_array(b, 1, sizeof *bone);
    hone_material *material = hone_builder_array(b, 1, sizeof *material);
    const char **textures = hone_builder_array(b, 1, sizeof *textures);
    if (bone && material && textures) {
        *bone = (hone_bone){.parent = HONE_NONE,
                            .flags = HONE_BONE_MOVABLE,
                            .tail_bone = HONE_NONE,
                            .append_source = HONE_NONE,
                            .ik = HONE_NONE};
        *material = (hone_material){.diffuse = {0, 0, 0, 1},
                                    .ambient = {0.12f, 0.12f, 0.25f},
                                    .flags = HONE_MATERIAL_DOUBLE_SIDED,
                                    .sphere_texture = HONE_NONE,
                                    .toon = HONE_NONE,
                                    .index_count = 6};
        textures[0] = hone_builder_text(b, picture_name, strlen(picture_name));
    }
    hone_model_data data = {.space = HONE_SPACE_MMD,
                            .skeleton = {.bone_count = 1, .bones = bone},
                            .texture_count = 1,
                            .textures = textures,
                            .material_count = 1,
                            .materials = material};
    make_square(b, &data.mesh);
    return hone_model_create(b, &data, NULL, error);
}

/* ---- in the scene ---- */

bool floor_make(hone_renderer *renderer, floor_shadow *out, hone_error *error)
{
    const hone_files files = {.read = read_picture};
    *out = (floor_shadow){.model = make_model(error)};
    out->placement.actor = hone_actor_create(&(hone_actor_desc){.model = out->model}, error);
    out->placement.figure = hone_figure_create(renderer, out->model, &files, error);
    return out->placement.actor && out->placement.figure;
}

void floor_release(floor_shadow *floor)
{
    hone_figure_destroy(floor->placement.figure);
    hone_actor_destroy(floor->placement.actor);
    hone_model_release(floor->model);
    *floor = (floor_shadow){0};
}

void floor_follow(floor_shadow *floor, const hone_actor *actor, const char *const *bones, uint32_t bone_count)
{
    float middle[2] = {0, 0};
    uint32_t found = 0;
    for (uint32_t i = 0; i < bone_count; i++) {
        int32_t bone = hone_model_find_bone(hone_actor_model(actor), bones[i]);
        if (bone == HONE_NONE)
            continue;
        const hone_affine *m = &hone_actor_bones(actor)[bone];
        middle[0] += m->m[0][3], middle[1] += m->m[2][3];
        found++;
    }
    hone_actor_sample_frame(floor->placement.actor, 0);
    hone_transform *root = &hone_actor_pose(floor->placement.actor)->bones[0];
    root->translation[0] = found ? middle[0] / (float)found : 0;
    root->translation[2] = found ? middle[1] / (float)found : 0;
    hone_actor_evaluate(floor->placement.actor);
    hone_actor_build_palette(floor->placement.actor);
}
