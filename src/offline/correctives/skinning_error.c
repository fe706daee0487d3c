#include "offline/correctives/skinning_error.h"
#include "base/error.h"
#include "base/memory/arena.h"
#include "base/trigonometry.h"
#include "core/model/parents_first.h"
#include "core/motion/pose.h"
#include "core/skin/compiled.h"
#include "core/skin/linear_vertex.h"
#include "core/skin/palette/palette.h"
#include <hone/math.h>
#include <string.h>

/* ---- creation -------------------------------------------------------------------------------------------------- */

static bool check_channel(const hone_model_data *model, const hone_channel *channel, uint32_t at, hone_error *error)
{
    uint32_t count = channel->path == HONE_CHANNEL_WEIGHTS ? model->morph_count : model->skeleton.bone_count;
    if (channel->interpolation == HONE_INTERPOLATION_CUBIC)
        return hone_fail(error, HONE_ERROR_ARGUMENT, at, "channel %u is not linear: bake the motion first", at);
    for (uint32_t t = 0; t < channel->target_count; t++)
        if (channel->targets[t].index < 0 || (uint32_t)channel->targets[t].index >= count)
            return hone_fail(error, HONE_ERROR_ARGUMENT, at,
                             "channel %u animates a bone or morph that the model does not have", at);
    return true;
}

static bool bind(hone_skinning_error *skinning, const hone_motion_data *motion, hone_arena *memory, hone_error *error)
{
    hone_channels *channels = &skinning->channels;
    channels->cursors = hone_arena_array(memory, motion->channel_count, sizeof *channels->cursors);
    for (uint32_t c = 0; channels->cursors && c < motion->channel_count; c++) {
        const hone_channel *channel = &motion->channels[c];
        if (!check_channel(skinning->model, channel, c, error))
            return false;
        int32_t *targets = hone_arena_array(memory, channel->target_count, sizeof *targets);
        for (uint32_t t = 0; targets && t < channel->target_count; t++) targets[t] = channel->targets[t].index;
        if (targets && channel->key_count)
            channels->cursors[channels->count++] = hone_channel_cursor_of(channel, targets);
    }
    return hone_channels_group(channels, skinning->model->skeleton.bone_count, memory, memory) ||
           hone_arena_fail(memory, error);
}

static bool make_whole(hone_skinning_error *skinning, hone_arena *memory)
{
    const uint32_t count = skinning->model->mesh.vertex_count;
    skinning->whole_rest = hone_arena_array(memory, count, sizeof *skinning->whole_rest);
    skinning->whole_places = hone_arena_array(memory, count, sizeof *skinning->whole_places);
    skinning->whole_normals = hone_arena_array(memory, count, sizeof *skinning->whole_normals);
    skinning->room = hone_arena_array(memory, hone_skin_room(skinning->whole, skinning->method), 1);
    return !hone_arena_failed(memory);
}

bool hone_skinning_error_make(const hone_model *model, const hone_motion *motion, hone_skin_method method,
                              const hone_allocator *allocator, hone_arena *memory, hone_skinning_error *out,
                              hone_error *error)
{
    const hone_model_data *data = hone_model_get(model);
    uint32_t bones = data->skeleton.bone_count;
    *out = (hone_skinning_error){.model = data, .method = method, .allocator = allocator};
    if (!hone_model_prepare_skin(model, method, error))
        return false;
    out->whole = hone_model_compiled_skin(model, NULL);
    if (!bind(out, hone_motion_get(motion), memory, error))
        return false;
    hone_pose_allocate(&out->pose, data, memory);
    int32_t *path = hone_arena_array(memory, bones, sizeof *path);
    uint8_t *done = hone_arena_array(memory, bones, 1);
    out->order = hone_arena_array(memory, bones, sizeof *out->order);
    out->model_from_bone = hone_arena_array(memory, bones, sizeof *out->model_from_bone);
    hone_palette_allocate(&out->palette, data->mesh.slot_count, memory);
    if (hone_arena_failed(memory))
        return hone_arena_fail(memory, error);
    if (hone_skin_is_mush(method) && !make_whole(out, memory))
        return hone_arena_fail(memory, error);
    hone_parents_first(&data->skeleton, path, done, out->order);
    hone_pose_reset(&out->pose, model);
    return true;
}

void hone_skinning_error_release(hone_skinning_error *skinning)
{
    hone_skin_rest_destroy(skinning->rest);
    hone_skin_release(skinning->skin);
}

/* ---- examined vertices ----------------------------------------------------------------------------------------- */

static uint32_t influence_count(const hone_mesh *mesh, const uint32_t *vertices, uint32_t count)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i < count; i++)
        sum += mesh->influence_begin[vertices[i] + 1] - mesh->influence_begin[vertices[i]];
    return sum;
}

static const hone_sdef *sdef_of(const hone_mesh *mesh, uint32_t vertex)
{
    uint32_t low = 0, high = mesh->sdef_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (mesh->sdefs[middle].vertex < vertex)
            low = middle + 1;
        else
            high = middle;
    }
    return &mesh->sdefs[low];
}

/* Copies the examined vertices to a mesh of their own, so that a frame costs only these. */
static bool gather(hone_skinning_error *skinning, hone_arena *memory)
{
    const hone_mesh *from = &skinning->model->mesh;
    uint32_t count = skinning->mesh.vertex_count, *begin = hone_arena_array(memory, count + (size_t)1, sizeof *begin);
    uint32_t influences = influence_count(from, skinning->vertices, count), at = 0, sdef_count = 0;
    float(*positions)[3] = hone_arena_array(memory, count, sizeof *positions);
    float(*normals)[3] = hone_arena_array(memory, count, sizeof *normals);
    uint8_t *deforms = hone_arena_array(memory, count, 1);
    hone_influence *own = hone_arena_array(memory, influences, sizeof *own);
    hone_sdef *sdefs = hone_arena_array(memory, count, sizeof *sdefs);
    float(*centres)[3] = hone_arena_array(memory, count, sizeof *centres);
    if (hone_arena_failed(memory))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t v = skinning->vertices[i], n = from->influence_begin[v + 1] - from->influence_begin[v];
        memcpy(positions[i], from->positions[v], sizeof *positions);
        if (!hone_vec3_normalise(from->normals[v], normals[i]))
            normals[i][2] = 1;
        deforms[i] = from->deforms[v];
        if (skinning->method == HONE_SKIN_CENTRES)
            memcpy(centres[i], hone_skin_vertex_at(skinning->whole, v).centre, sizeof *centres);
        memcpy(own + at, from->influences + from->influence_begin[v], n * sizeof *own);
        at += n, begin[i + 1] = at;
        if (deforms[i] == HONE_DEFORM_SDEF)
            sdefs[sdef_count] = *sdef_of(from, v), sdefs[sdef_count++].vertex = i;
    }
    skinning->mesh.positions = (const float(*)[3])positions;
    skinning->mesh.normals = (const float(*)[3])normals;
    skinning->mesh.deforms = deforms;
    skinning->mesh.centres = (const float(*)[3])centres;
    skinning->mesh.influence_begin = begin;
    skinning->mesh.influence_count = influences;
    skinning->mesh.influences = own;
    skinning->mesh.sdef_count = sdef_count;
    skinning->mesh.sdefs = sdefs;
    return true;
}

static void gather_linear(hone_skinning_error *skinning, hone_arena *memory)
{
    const hone_mesh *mesh = &skinning->mesh;
    uint32_t at = 0;
    skinning->linear_begin = hone_arena_array(memory, mesh->vertex_count + (size_t)1, sizeof(uint32_t));
    skinning->linear = hone_arena_array(memory, mesh->influence_count, sizeof *skinning->linear);
    for (uint32_t i = 0; skinning->linear_begin && skinning->linear && i < mesh->vertex_count; i++) {
        double sum;
        at += hone_linear_influences(mesh, i, NULL, skinning->linear + at, &sum);
        skinning->linear_begin[i + 1] = at;
    }
}

/* Lists the morph offsets of examined vertices. While there is no array it only counts. places: [vertex_count of the
 * model] 1 + the vertex's index among the examined ones; 0: not examined. */
static void list_offsets(hone_skinning_error *skinning, const uint32_t *places)
{
    const hone_model_data *model = skinning->model;
    skinning->offset_count = 0;
    for (uint32_t m = 0; m < model->morph_count; m++) {
        const hone_morph *morph = &model->morphs[m];
        for (uint32_t i = 0; morph->kind == HONE_MORPH_VERTEX && i < morph->count; i++) {
            const hone_morph_vertex *moved = &morph->u.vertices[i];
            if (!places[moved->vertex])
                continue;
            bake_offset *to = skinning->offsets ? &skinning->offsets[skinning->offset_count] : NULL;
            skinning->offset_count++;
            if (to)
                *to =
                    (bake_offset){m, places[moved->vertex] - 1, {moved->offset[0], moved->offset[1], moved->offset[2]}};
        }
    }
}

static void gather_offsets(hone_skinning_error *skinning, hone_arena *memory)
{
    uint32_t *places = hone_arena_array(memory, skinning->model->mesh.vertex_count, sizeof *places);
    for (uint32_t i = 0; places && i < skinning->mesh.vertex_count; i++) places[skinning->vertices[i]] = i + 1;
    skinning->offsets = NULL;
    if (!places)
        return;
    list_offsets(skinning, places);
    skinning->offsets = hone_arena_array(memory, skinning->offset_count, sizeof *skinning->offsets);
    if (skinning->offsets)
        list_offsets(skinning, places);
}

static void make_frame(hone_skinning_error *skinning, hone_arena *memory)
{
    float(**const vectors[])[3] = {&skinning->places, &skinning->exact,  &skinning->normals,
                                   &skinning->gaps,   &skinning->shifts, &skinning->tilts};
    uint32_t count = skinning->mesh.vertex_count;
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        *vectors[i] = hone_arena_array(memory, count, sizeof **vectors[i]);
    skinning->blends = hone_arena_array(memory, count, sizeof *skinning->blends);
}

bool hone_skinning_error_choose(hone_skinning_error *skinning, uint32_t *vertices, uint32_t count, hone_arena *memory,
                                hone_error *error)
{
    const hone_mesh *from = &skinning->model->mesh;
    hone_skinning_error_release(skinning);
    skinning->skin = NULL, skinning->rest = NULL;
    skinning->vertices = vertices;
    skinning->mesh = (hone_mesh){.vertex_count = count, .slot_count = from->slot_count, .slots = from->slots};
    if (count == 0)
        return true;
    if (gather(skinning, memory)) {
        gather_linear(skinning, memory);
        gather_offsets(skinning, memory);
        make_frame(skinning, memory);
    }
    if (hone_arena_failed(memory))
        return hone_arena_fail(memory, error);
    skinning->skin = skinning->whole_rest ? hone_skin_retain(skinning->whole)
                                          : hone_skin_compile_mesh(&skinning->mesh, skinning->allocator, error);
    skinning->rest = skinning->skin ? hone_skin_rest_create(skinning->skin, false, skinning->allocator, error) : NULL;
    return skinning->rest != NULL;
}

/* ---- a frame --------------------------------------------------------------------------------------------------- */

static void place_bones(hone_skinning_error *skinning)
{
    const hone_skeleton *skeleton = &skinning->model->skeleton;
    for (uint32_t i = 0; i < skeleton->bone_count; i++) {
        uint32_t b = skinning->order[i];
        const hone_bone *bone = &skeleton->bones[b];
        hone_affine local = bone->rest_local;
        if (skinning->pose.animated[b]) {
            local = hone_affine_from_transform(&skinning->pose.bones[b]);
            /* translations are relative to rest */
            for (int r = 0; r < 3 && skinning->model->space == HONE_SPACE_MMD; r++)
                local.m[r][3] += bone->rest_local.m[r][3];
        }
        skinning->model_from_bone[b] =
            bone->parent == HONE_NONE ? local : hone_affine_multiply(&skinning->model_from_bone[bone->parent], &local);
    }
    hone_palette_build(skinning->model->mesh.slots, skinning->model_from_bone, skeleton->bone_count,
                       &skinning->palette);
}

static void morph(hone_skinning_error *skinning)
{
    memcpy(skinning->places, skinning->mesh.positions, skinning->mesh.vertex_count * sizeof *skinning->places);
    for (uint32_t i = 0; i < skinning->offset_count; i++) {
        const bake_offset *offset = &skinning->offsets[i];
        for (int c = 0; c < 3; c++)
            skinning->places[offset->at][c] += skinning->pose.morphs[offset->morph] * offset->offset[c];
    }
}

static hone_affine blend(const hone_skinning_error *skinning, uint32_t at)
{
    hone_affine sum = {{{0}}};
    for (uint32_t i = skinning->linear_begin[at]; i < skinning->linear_begin[at + 1]; i++) {
        const hone_influence *influence = &skinning->linear[i];
        const hone_affine *m = &skinning->palette.affine[influence->slot];
        for (int r = 0; r < 3; r++)
            for (int c = 0; c < 4; c++) sum.m[r][c] += influence->weight * m->m[r][c];
    }
    return sum;
}

/* Computes the damped inverse (M'M + d)^-1 M': it gives the x for which m x is the wanted vector, or nearly so with
 * an x of moderate length. If bones are rotated so far apart that their blend flattens space, no exact x exists. */
static void invert(const hone_affine *m, float out[3][3])
{
    const double damping = 1e-4; /* relative to the sum of squares of m's singular values */
    double a[3][3], cofactors[3][3], determinant = 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            a[i][j] = 0;
            for (int r = 0; r < 3; r++) a[i][j] += (double)m->m[r][i] * (double)m->m[r][j];
        }
    double square = a[0][0] + a[1][1] + a[2][2];
    for (int i = 0; i < 3; i++) a[i][i] += damping * fmax(square, 1e-12);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
            cofactors[i][j] = a[i1][j1] * a[i2][j2] - a[i1][j2] * a[i2][j1];
        }
    for (int j = 0; j < 3; j++) determinant += a[0][j] * cofactors[0][j];
    for (int i = 0; i < 3; i++) /* the inverse is symmetric */
        for (int r = 0; r < 3; r++) {
            double sum = 0;
            for (int j = 0; j < 3; j++) sum += cofactors[i][j] * (double)m->m[r][j];
            out[i][r] = (float)(sum / determinant);
        }
}

/* Finds the tilt. Any positive multiple of `source` gives the exact direction; the one nearest to the rest normal is
 * used. */
static void find_tilt(hone_skinning_error *skinning, uint32_t at, const float source[3])
{
    const float *rest = skinning->mesh.normals[at];
    float along = hone_vec3_dot(source, rest), square = hone_vec3_dot(source, source);
    float length = along > 0 ? along / square : 0;
    for (int c = 0; c < 3; c++) skinning->tilts[at][c] = length > 0 ? length * source[c] - rest[c] : 0;
}

void hone_skinning_error_solve(hone_skinning_error *skinning)
{
    for (uint32_t i = 0; i < skinning->mesh.vertex_count; i++) {
        float back[3][3], source[3];
        invert(&skinning->blends[i], back);
        for (int c = 0; c < 3; c++) {
            skinning->shifts[i][c] = hone_vec3_dot(back[c], skinning->gaps[i]);
            source[c] = hone_vec3_dot(back[c], skinning->normals[i]);
        }
        find_tilt(skinning, i, source);
    }
}

static void find_gaps(hone_skinning_error *skinning)
{
    for (uint32_t i = 0; i < skinning->mesh.vertex_count; i++) {
        float linear[3];
        skinning->blends[i] = blend(skinning, i);
        hone_affine_point(&skinning->blends[i], skinning->places[i], linear);
        hone_vec3_subtract(skinning->exact[i], linear, skinning->gaps[i]);
    }
}

/* Skins the examined vertices. */
static bool skin_examined(hone_skinning_error *skinning, const hone_skin_job *exact, hone_error *error)
{
    const size_t count = skinning->mesh.vertex_count, size = sizeof *skinning->exact;
    hone_skin_job job = *exact;
    hone_skin_rest_set(skinning->rest, (hone_stream){0}, (hone_stream){skinning->places, count, size},
                       (hone_stream){0});
    job.positions = (hone_stream){skinning->exact, count, size};
    job.normals = (hone_stream){skinning->normals, count, size};
    return hone_skin_run_on(NULL, skinning->skin, &job, error);
}

/* Skins the whole model, and takes the examined vertices. */
static bool skin_whole(hone_skinning_error *skinning, const hone_skin_job *exact, hone_error *error)
{
    const size_t count = skinning->model->mesh.vertex_count, size = sizeof *skinning->exact;
    const uint32_t examined = skinning->mesh.vertex_count, *vertices = skinning->vertices;
    hone_skin_job job = *exact;
    for (uint32_t i = 0; i < examined; i++) memcpy(skinning->whole_rest[vertices[i]], skinning->places[i], size);
    hone_skin_rest_set(skinning->rest, (hone_stream){(void *)vertices, examined, sizeof *vertices},
                       (hone_stream){skinning->whole_rest, count, size}, (hone_stream){0});
    job.positions = (hone_stream){skinning->whole_places, count, size};
    job.normals = (hone_stream){skinning->whole_normals, count, size};
    job.room = skinning->room;
    job.room_size = hone_skin_room(skinning->whole, job.method);
    if (!hone_skin_run_on(NULL, skinning->skin, &job, error))
        return false;
    for (uint32_t i = 0; i < examined; i++) {
        memcpy(skinning->exact[i], skinning->whole_places[vertices[i]], size);
        memcpy(skinning->normals[i], skinning->whole_normals[vertices[i]], size);
    }
    return true;
}

bool hone_skinning_error_play(hone_skinning_error *skinning, double frame, hone_error *error)
{
    if (skinning->mesh.vertex_count == 0)
        return true;
    hone_channels_sample(&skinning->channels, frame,
                         &(hone_channel_out){.bones = skinning->pose.bones,
                                             .animated = skinning->pose.animated,
                                             .morphs = skinning->pose.morphs});
    place_bones(skinning);
    morph(skinning);
    const hone_skin_job job = {.palette = &skinning->palette,
                               .rest = skinning->rest,
                               .method = skinning->method,
                               .kernel = "scalar"}; /* the same shapes on every machine */
    if (!(skinning->whole_rest ? skin_whole : skin_examined)(skinning, &job, error))
        return false;
    find_gaps(skinning);
    return true;
}

double hone_skinning_error_error(const hone_skinning_error *skinning, uint32_t at, const float shift[3])
{
    float moved[3];
    double square = 0;
    hone_affine_direction(&skinning->blends[at], shift, moved);
    for (int c = 0; c < 3; c++) {
        double off = (double)skinning->gaps[at][c] - (double)moved[c];
        square += off * off;
    }
    return sqrt(square);
}

double hone_skinning_error_angle(const hone_skinning_error *skinning, uint32_t at, const float tilt[3])
{
    float normal[3], across[3];
    hone_vec3_add(skinning->mesh.normals[at], tilt, normal);
    hone_affine_direction(&skinning->blends[at], normal, normal);
    hone_vec3_cross(normal, skinning->normals[at], across);
    double sine = sqrt((double)hone_vec3_dot(across, across)),
           cosine = (double)hone_vec3_dot(normal, skinning->normals[at]);
    return hone_atan2(sine, cosine);
}
