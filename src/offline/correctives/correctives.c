/* Corrective shapes: morphs that give players with linear blend skinning the results of other methods. */
#include "base/error.h"
#include "base/memory/arena.h"
#include "core/skin/compiled.h"
#include "core/skin/linear_vertex.h"
#include "offline/bake/key_reduction.h"
#include "offline/bake/sample_chunk.h"
#include "offline/correctives/corrective_output.h"
#include <hone/math.h>
#include <string.h>

/* Parts of the bound: for too few shapes, and for left-out keys of their weights. The rest is for dropped offsets. */
static const double SHAPE_SHARE = 0.8, KEY_SHARE = 0.15;
/* While learning, the bound for new shapes is smaller by this factor; then the fewest sufficient shapes are chosen. */
static const double NOVELTY = 0.25;

/* ---- passes ---------------------------------------------------------------------------------------------------- */

typedef bool frame_fn(corrective_context *c, uint32_t frame);

static bool report_progress(const corrective_context *c, uint32_t pass, uint32_t frame)
{
    const hone_corrective_desc *desc = c->desc;
    return !desc->progress || desc->progress(desc->user, pass * (desc->last_frame + 1) + frame) ||
           hone_fail(c->error, HONE_ERROR_ARGUMENT, frame, "given up at frame %u", frame);
}

/* Calls `see` for each frame. Does nothing if there are no vertices to examine. */
static bool each_frame(corrective_context *c, uint32_t pass, frame_fn *see)
{
    for (uint32_t frame = 0; frame <= c->desc->last_frame && c->skinning.mesh.vertex_count; frame++) {
        if (!hone_skinning_error_play(&c->skinning, frame, c->error))
            return false;
        if (!see(c, frame))
            return hone_fail_memory(c->error);
        if (!report_progress(c, pass, frame))
            return false;
    }
    return true;
}

/* ---- choice of vertices ---------------------------------------------------------------------------------------- */

static uint32_t depth_of(const hone_skeleton *skeleton, int32_t bone)
{
    uint32_t depth = 0;
    for (; bone != HONE_NONE; bone = skeleton->bones[bone].parent) depth++;
    return depth;
}

/* Returns, of the two bones with the largest weights, the one further from the root: the elbow, not the upper arm. */
static int32_t group_of(const hone_model_data *model, const hone_influence *influences, uint32_t count)
{
    int32_t a = model->mesh.slots[influences[0].slot].bone;
    int32_t b = count > 1 ? model->mesh.slots[influences[1].slot].bone : HONE_NONE;
    return depth_of(&model->skeleton, b) > depth_of(&model->skeleton, a) ? b : a;
}

static bool may_need_shapes(const corrective_context *c, uint32_t vertex, uint32_t influences)
{
    uint8_t kind = c->skinning.model->mesh.deforms[vertex];
    if (hone_skin_is_mush(c->desc->method)) /* which smooths beside joints, too */
        return influences > 0;
    if (influences < 2 || c->desc->method == HONE_SKIN_LINEAR)
        return false;
    return c->desc->method != HONE_SKIN_AUTO || kind == HONE_DEFORM_SDEF || kind == HONE_DEFORM_QDEF;
}

static bool find_groups(corrective_context *c)
{
    const hone_model_data *model = c->skinning.model;
    c->bones = hone_arena_array(c->memory, model->mesh.vertex_count, sizeof *c->bones);
    c->needs = hone_arena_array(c->memory, model->skeleton.bone_count, sizeof *c->needs);
    hone_influence *influences = hone_arena_array(c->memory, hone_most_influences(&model->mesh), sizeof *influences);
    if (!influences || hone_arena_failed(c->memory))
        return hone_arena_fail(c->memory, c->error);
    for (uint32_t v = 0; v < model->mesh.vertex_count; v++) {
        double sum;
        uint32_t count = hone_linear_influences(&model->mesh, v, NULL, influences, &sum);
        c->bones[v] = may_need_shapes(c, v, count) ? group_of(model, influences, count) : HONE_NONE;
    }
    return true;
}

static bool is_wanted(const corrective_context *c, uint32_t vertex, double above)
{
    return c->bones[vertex] != HONE_NONE && c->needs[c->bones[vertex]].error > above;
}

/* Examines the vertices of bones that are off by more than `above`, grouped by bone. begin: [bone_count + 1] first
 * vertex of each bone. */
static bool examine(corrective_context *c, double above, uint32_t *begin)
{
    const hone_model_data *model = c->skinning.model;
    uint32_t bones = model->skeleton.bone_count, count = 0;
    uint32_t *vertices = hone_arena_array(c->memory, model->mesh.vertex_count, sizeof *vertices);
    uint32_t *next = hone_arena_array(c->memory, bones, sizeof *next);
    if (!vertices || !next)
        return hone_arena_fail(c->memory, c->error);
    for (uint32_t v = 0; v < model->mesh.vertex_count; v++)
        if (is_wanted(c, v, above))
            next[c->bones[v]]++;
    for (uint32_t b = 0; b < bones; b++) {
        uint32_t own = next[b];
        begin[b] = next[b] = count;
        count += own;
    }
    begin[bones] = count;
    for (uint32_t v = 0; v < model->mesh.vertex_count; v++)
        if (is_wanted(c, v, above))
            vertices[next[c->bones[v]]++] = v;
    return hone_skinning_error_choose(&c->skinning, vertices, count, c->memory, c->error);
}

static bool survey(corrective_context *c, uint32_t frame)
{
    static const float nothing[3] = {0};
    const hone_skinning_error *skinning = &c->skinning;
    (void)frame;
    for (uint32_t i = 0; i < skinning->mesh.vertex_count; i++) {
        uint32_t v = skinning->vertices[i];
        corrective_need *need = &c->needs[c->bones[v]];
        double off = hone_skinning_error_error(skinning, i, nothing);
        if (off > need->error)
            need->error = off, need->worst = v;
        need->angle = fmax(need->angle, hone_skinning_error_angle(skinning, i, nothing));
    }
    return true;
}

static void note_need(const corrective_need *need, double *error, uint32_t *worst, double *angle)
{
    if (need->error > *error)
        *error = need->error, *worst = need->worst;
    *angle = fmax(*angle, need->angle);
}

/* Makes a group for each bone that needs shapes. Bones whose vertices keep the bound without shapes get none. */
static bool make_groups(corrective_context *c, uint32_t *begin)
{
    hone_corrective_report *report = c->report;
    uint32_t bones = c->skinning.model->skeleton.bone_count;
    for (uint32_t b = 0; b < bones; b++) {
        const corrective_need *need = &c->needs[b];
        note_need(need, &report->error_before, &report->worst_before, &report->normal_before);
        if (!(need->error > (double)c->desc->tolerance))
            note_need(need, &report->error_after, &report->worst_after, &report->normal_after);
    }
    report->error_between = report->error_after;
    c->groups = hone_arena_array(c->memory, bones, sizeof *c->groups);
    if (!c->groups || !examine(c, (double)c->desc->tolerance, begin))
        return c->groups ? false : hone_arena_fail(c->memory, c->error);
    for (uint32_t b = 0; b < bones; b++)
        if (begin[b + 1] > begin[b] &&
            !hone_corrective_basis_make((int32_t)b, begin[b], begin[b + 1], c->memory, &c->groups[c->group_count++]))
            return hone_arena_fail(c->memory, c->error);
    return true;
}

/* ---- shapes ---------------------------------------------------------------------------------------------------- */

static bool learn(corrective_context *c, uint32_t frame)
{
    (void)frame;
    hone_skinning_error_solve(&c->skinning);
    for (uint32_t g = 0; g < c->group_count; g++)
        if (!hone_corrective_basis_learn(&c->groups[g], &c->skinning, NOVELTY * (double)c->desc->tolerance, c->memory))
            return false;
    return true;
}

static bool try_shapes(corrective_context *c, uint32_t frame)
{
    (void)frame;
    hone_skinning_error_solve(&c->skinning);
    for (uint32_t g = 0; g < c->group_count; g++) hone_corrective_basis_try(&c->groups[g], &c->skinning);
    return true;
}

/* Keeps as many shapes as the bound needs. If these are too many, it uses the smallest bound that allows few enough. */
static void choose(corrective_context *c)
{
    double bound = SHAPE_SHARE * (double)c->desc->tolerance;
    for (;; bound *= 1.02) {
        c->count = 0;
        for (uint32_t g = 0; g < c->group_count; g++) {
            c->groups[g].kept = hone_corrective_basis_needed(&c->groups[g], bound);
            c->count += c->groups[g].kept;
        }
        if (c->desc->max_shapes == 0 || c->count <= c->desc->max_shapes)
            return;
    }
}

/* Returns the largest distance that a shape of weight 1 moves a vertex at rest. */
static double length_of(const hone_corrective_basis *group, uint32_t shape)
{
    double most = 0;
    for (size_t i = 0; i < 3 * (size_t)(group->end - group->begin); i += 3) {
        const float *shift = group->shifts[shape] + i;
        double square = (double)hone_vec3_dot(shift, shift);
        most = square > most ? square : most; /* fmax here makes gcc 12 for aarch64 crash at -O3 */
    }
    return sqrt(most);
}

static bool choose_shapes(corrective_context *c)
{
    choose(c);
    float *samples = hone_arena_array(c->memory, c->count, SAMPLE_CHUNK_FRAMES * sizeof *samples);
    c->tracks = hone_arena_array(c->memory, c->count, sizeof *c->tracks);
    c->peaks = hone_arena_array(c->memory, c->count, sizeof *c->peaks);
    c->kept = hone_arena_array(c->memory, SAMPLE_CHUNK_FRAMES, sizeof *c->kept);
    for (uint32_t g = 0; g < c->group_count; g++) hone_corrective_basis_fit_tilts(&c->groups[g], c->memory);
    if (hone_arena_failed(c->memory))
        return hone_arena_fail(c->memory, c->error);
    uint32_t at = 0;
    for (uint32_t g = 0; g < c->group_count; g++) {
        const hone_corrective_basis *group = &c->groups[g];
        c->report->vertices += group->kept ? group->end - group->begin : 0;
        for (uint32_t k = 0; k < group->kept; k++, at++) {
            double most = KEY_SHARE * (double)c->desc->tolerance / (group->kept * length_of(group, k));
            c->tracks[at] = (hone_bake_track){
                .values = samples + at * (size_t)SAMPLE_CHUNK_FRAMES, .width = 1, .most = (float)most};
        }
    }
    return true;
}

/* ---- keys ------------------------------------------------------------------------------------------------------ */

/* Chooses the keys of a chunk. All weights have their keys at the same frames, because they are one channel. Chunks
 * share a frame. */
static void reduce(corrective_context *c, uint32_t begin, uint32_t count)
{
    uint32_t found = hone_tracks_reduce_keys(c->tracks, c->count, count, BAKE_GRID_FRAMES, c->kept);
    for (uint32_t i = begin ? 1 : 0; i < found; i++) {
        const uint32_t frame = begin + c->kept[i];
        hone_write_bytes(&c->frames, &frame, sizeof frame);
        for (uint32_t k = 0; k < c->count; k++)
            hone_write_bytes(&c->weights, &c->tracks[k].values[c->kept[i]], sizeof(float));
        c->report->keys++;
    }
    for (uint32_t k = 0; k < c->count; k++) c->tracks[k].values[0] = c->tracks[k].values[count - 1];
}

static bool weigh(corrective_context *c, uint32_t frame)
{
    uint32_t at = frame ? (frame - 1) % (SAMPLE_CHUNK_FRAMES - 1) + 1 : 0, k = 0;
    hone_skinning_error_solve(&c->skinning);
    for (uint32_t g = 0; g < c->group_count; g++) {
        double weights[CORRECTIVE_BASIS_MAX];
        hone_corrective_basis_weigh(&c->groups[g], &c->skinning, weights);
        for (uint32_t i = 0; i < c->groups[g].kept; i++, k++) {
            float weight = (float)weights[i];
            c->tracks[k].values[at] = weight;
            c->peaks[k] = fabsf(weight) > fabsf(c->peaks[k]) ? weight : c->peaks[k];
        }
    }
    if (at == SAMPLE_CHUNK_FRAMES - 1 || frame == c->desc->last_frame)
        reduce(c, frame - at, at + 1);
    return !c->frames.failed && !c->weights.failed;
}

/* ---- error of the result --------------------------------------------------------------------------------------- */

static void sum_up(hone_corrective_basis *group, float *const *shapes, const float *weights)
{
    size_t size = 3 * (size_t)(group->end - group->begin);
    memset(group->scratch, 0, size * sizeof *group->scratch);
    for (uint32_t k = 0; k < group->kept; k++)
        for (size_t i = 0; i < size; i++) group->scratch[i] += weights[k] * shapes[k][i];
}

static const float *scratch_of(const hone_corrective_basis *group, uint32_t at)
{
    return group->scratch + 3 * (size_t)(at - group->begin);
}

/* Measures a frame as a player shows it. */
static bool measure_frame(corrective_context *c, double frame, corrective_need *out)
{
    const float *weights = c->played;
    if (!hone_skinning_error_play(&c->skinning, frame, c->error))
        return false;
    hone_channels_sample(&c->player, frame, &(hone_channel_out){.morphs = c->played});
    for (uint32_t g = 0; g < c->group_count; weights += c->groups[g++].kept) {
        hone_corrective_basis *group = &c->groups[g];
        sum_up(group, group->shifts, weights);
        for (uint32_t i = group->begin; i < group->end; i++) {
            double off = hone_skinning_error_error(&c->skinning, i, scratch_of(group, i));
            if (off > out->error)
                out->error = off, out->worst = c->skinning.vertices[i];
        }
        sum_up(group, group->tilts, weights);
        for (uint32_t i = group->begin; i < group->end; i++)
            out->angle = fmax(out->angle, hone_skinning_error_angle(&c->skinning, i, scratch_of(group, i)));
    }
    return true;
}

/* Prepares playback of the weights. Their channel is the last one of the motion. */
static bool make_player(corrective_context *c, const hone_motion *motion)
{
    const hone_motion_data *data = hone_motion_get(motion);
    int32_t *targets = hone_arena_array(c->memory, c->count, sizeof *targets);
    c->played = hone_arena_array(c->memory, c->count, sizeof *c->played);
    c->player.cursors = hone_arena_array(c->memory, 1, sizeof *c->player.cursors);
    if (hone_arena_failed(c->memory))
        return hone_arena_fail(c->memory, c->error);
    for (uint32_t k = 0; k < c->count; k++) targets[k] = (int32_t)k;
    if (c->count)
        c->player.cursors[c->player.count++] =
            hone_channel_cursor_of(&data->channels[data->channel_count - 1], targets);
    return hone_channels_group(&c->player, 0, c->memory, c->memory) || hone_arena_fail(c->memory, c->error);
}

static bool measure(corrective_context *c, const hone_motion *motion)
{
    corrective_need at_frames = {0}, between = {0};
    if (!make_player(c, motion))
        return false;
    for (uint32_t frame = 0; frame <= c->desc->last_frame && c->group_count; frame++)
        if (!measure_frame(c, frame, &at_frames) ||
            (frame < c->desc->last_frame && !measure_frame(c, frame + 0.5, &between)) ||
            !report_progress(c, HONE_CORRECTIVE_PASSES - 1, frame))
            return false;
    note_need(&at_frames, &c->report->error_after, &c->report->worst_after, &c->report->normal_after);
    c->report->error_between = fmax(c->report->error_between, between.error);
    return true;
}

/* ---- entry point ----------------------------------------------------------------------------------------------- */

static bool check(const hone_corrective_desc *desc, hone_error *error)
{
    if (!desc || !desc->model)
        return hone_fail_null(error, "the model to correct");
    if (!desc->motion)
        return hone_fail_null(error, "the motion of the model to correct");
    if (!(desc->tolerance > 0 && desc->tolerance < INFINITY))
        return hone_fail(error, HONE_ERROR_ARGUMENT, 0, "a bound of %g", (double)desc->tolerance);
    if (desc->last_frame >= HONE_BAKE_MAX_FRAMES)
        return hone_fail(error, HONE_ERROR_ARGUMENT, desc->last_frame, "%llu frames are more than %d can be baked",
                         desc->last_frame + 1ULL, HONE_BAKE_MAX_FRAMES);
    return true;
}

static bool find_shapes(corrective_context *c)
{
    const hone_corrective_desc *desc = c->desc;
    if (!hone_skinning_error_make(desc->model, desc->motion, desc->method, desc->allocator, c->memory, &c->skinning,
                                  c->error))
        return false;
    const hone_model_data *model = c->skinning.model;
    if (model->mesh.vertex_count == 0 || model->skeleton.bone_count == 0)
        return true;
    uint32_t *begin = hone_arena_array(c->memory, model->skeleton.bone_count + (size_t)1, sizeof *begin);
    if (!begin)
        return hone_arena_fail(c->memory, c->error);
    if (!find_groups(c) || !examine(c, -1, begin) || !each_frame(c, 0, survey) || !make_groups(c, begin) ||
        !each_frame(c, 1, learn))
        return false;
    for (uint32_t g = 0; g < c->group_count; g++)
        if (!hone_corrective_basis_sort(&c->groups[g], c->memory))
            return hone_arena_fail(c->memory, c->error);
    return each_frame(c, 2, try_shapes) && choose_shapes(c) && each_frame(c, 3, weigh);
}

hone_correctives *hone_bake_correctives(const hone_corrective_desc *desc, hone_corrective_report *report,
                                        hone_error *error)
{
    hone_corrective_report unseen;
    report = report ? report : &unseen;
    *report = (hone_corrective_report){0};
    if (!check(desc, error))
        return NULL;
    corrective_context c = {.desc = desc,
                            .report = report,
                            .error = error,
                            .frames = hone_writer_make(desc->allocator),
                            .weights = hone_writer_make(desc->allocator)};
    c.memory = hone_arena_create(desc->allocator, 0, error);
    hone_correctives *out = NULL;
    if (c.memory && find_shapes(&c)) {
        hone_corrective_output_trim(&c, (1 - SHAPE_SHARE - KEY_SHARE) * (double)desc->tolerance);
        out = hone_corrective_output_finish(&c);
    }
    if (out && !measure(&c, out->motion)) {
        hone_correctives_destroy(out);
        out = NULL;
    }
    hone_skinning_error_release(&c.skinning);
    hone_bytes_release(&c.frames.bytes);
    hone_bytes_release(&c.weights.bytes);
    hone_arena_destroy(c.memory);
    return out;
}
