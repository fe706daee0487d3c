#include "tool/play/crowd.h"
#include <hone/io.h>

#include <math.h>
#include <stdlib.h>

enum { POSES_MAX = 1024 }; /* for one member; dancers beyond this share poses */
/* Golden ratio: its multiples modulo 1 are spread evenly, and neighbours differ much. */
static const double golden = 0.6180339887498949;
static const float spacing_factor = 1.1f;

/* ---- creation ---- */

static double duration_of(const inputs *in)
{
    double longest = 0;
    for (uint32_t i = 0; i < in->count; i++) {
        const hone_motion *motion = in->items[i].motion;
        if (motion && (hone_motion_moves(motion) || !hone_motion_get(motion)->camera_key_count))
            longest = fmax(longest, hone_frame_from_seconds(hone_motion_duration(motion)));
    }
    return longest;
}

/* Finds a spacing at which the characters do not overlap at frame 0. */
static int find_spacing(actor_list *c, float *out, report *r)
{
    hone_error error = {0};
    float widest = 0;
    int status = actor_list_update(c, 0, r);
    if (status != STATUS_OK)
        return status;
    for (uint32_t m = 0; m < c->count; m++) {
        hone_bounds b = HONE_BOUNDS_EMPTY;
        if (!hone_framing_add_actor(&b, c->members[m].actor, &error))
            return report_failure(r, c->members[m].source->path, &error);
        if (b.min[0] <= b.max[0])
            widest = fmaxf(widest, fmaxf(b.max[0] - b.min[0], b.max[2] - b.min[2]));
    }
    *out = widest * spacing_factor;
    return STATUS_OK;
}

static bool make_pose(const hone_actor *actor, uint32_t needs, hone_palette *out)
{
    uint32_t slots = hone_actor_palette(actor)->slot_count, room = slots ? slots : 1;
    *out = (hone_palette){.slot_count = slots, .affine = calloc(room, sizeof *out->affine)};
    if (needs & HONE_SKIN_NEEDS_COFACTOR)
        out->cofactor = calloc(room, sizeof *out->cofactor);
    if (needs & HONE_SKIN_NEEDS_DUALS)
        out->duals = calloc(room, sizeof *out->duals);
    return out->affine && (out->cofactor || !(needs & HONE_SKIN_NEEDS_COFACTOR)) &&
           (out->duals || !(needs & HONE_SKIN_NEEDS_DUALS));
}

static bool make_group(crowd *c, uint32_t member)
{
    crowd_group *g = &c->groups[member];
    const hone_actor *actor = c->actor_list->members[member].actor;
    uint32_t members = c->actor_list->count, count = (c->count + members - 1 - member) / members;
    uint32_t poses = c->rate ? 0 : count < POSES_MAX ? count : POSES_MAX;
    const hone_skin *skin = hone_actor_compiled_skin(actor, NULL);
    uint32_t needs = skin ? hone_skin_needs(skin, (hone_skin_method)c->actor_list->play->method) : 0;
    g->instances = calloc(count ? count : 1, sizeof *g->instances);
    g->poses = calloc(poses ? poses : 1, sizeof *g->poses);
    if (!skin || !g->instances || !g->poses)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t dancer = member + i * members, column = dancer % c->columns, row = dancer / c->columns;
        float x = ((float)column - (float)(c->columns - 1) / 2) * c->spacing;
        float z = ((float)row - (float)(c->rows - 1) / 2) * c->spacing;
        g->instances[i] = (hone_instance){{{{1, 0, 0, x}, {0, 1, 0, 0}, {0, 0, 1, z}}}, i % POSES_MAX};
    }
    g->instance_count = count;
    for (; g->pose_count < poses; g->pose_count++)
        if (!make_pose(actor, needs, &g->poses[g->pose_count])) {
            g->pose_count++; /* the incomplete pose must be released, too */
            return false;
        }
    return true;
}

int crowd_make(const inputs *in, actor_list *c, uint32_t count, uint32_t rate, crowd *out, report *r)
{
    *out = (crowd){.count = count, .actor_list = c, .duration = duration_of(in), .rate = rate};
    if (count == 0)
        return STATUS_OK;
    out->columns = (uint32_t)ceil(sqrt(count));
    out->rows = (count + out->columns - 1) / out->columns;
    out->groups = calloc(c->count ? c->count : 1, sizeof *out->groups);
    int status = find_spacing(c, &out->spacing, r);
    bool ok = out->groups != NULL;
    for (uint32_t m = 0; ok && status == STATUS_OK && m < c->count; m++) ok = make_group(out, m);
    if (ok || status != STATUS_OK)
        return status;
    hone_error error = {0};
    return hone_fail_memory(&error), report_failure(r, "--crowd", &error);
}

/* Finds the motions of an actor that move anything. Returns how many there are; out: the last one. */
static uint32_t find_motions(const actor_entry *m, const hone_motion **out)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < m->motion_count; i++)
        if (hone_motion_moves(m->motions[i]))
            *out = m->motions[i], count++;
    return count;
}

int crowd_make_on_gpu(crowd *c, uint32_t member, hone_gpu_model *gpu_model, report *r)
{
    crowd_group *g = &c->groups[member];
    const actor_entry *m = &c->actor_list->members[member];
    const hone_motion *motion = NULL;
    hone_error error = {0};
    uint32_t count = find_motions(m, &motion);
    if (count > 1)
        return report_failure(r, m->source->path,
                              &(hone_error){.message = "plays several motions; --crowd-rate takes one"});
    const hone_crowd_model_desc clips = {
        .model = m->source->model, .clip_count = count, .clips = &motion, .rules = c->actor_list->play->rules};
    g->clips = hone_crowd_model_create(&clips, &error);
    const hone_crowd_desc dancers = {
        .model = g->clips, .member_count = g->instance_count ? g->instance_count : 1, .play_count = 1};
    g->dancers = g->clips ? hone_crowd_create(&dancers, &error) : NULL;
    const hone_gpu_crowd_desc on_gpu = {.gpu_model = gpu_model, .crowd_model = g->clips, .rate = c->rate};
    g->on_gpu = g->dancers ? hone_gpu_crowd_create(&on_gpu, &error) : NULL;
    if (!g->on_gpu)
        return report_failure(r, m->source->path, &error);
    for (uint32_t i = 0; i < g->instance_count; i++) hone_crowd_writable_places(g->dancers)[i] = g->instances[i].world;
    return STATUS_OK;
}

void crowd_release(crowd *c)
{
    for (uint32_t m = 0; c->groups && m < c->actor_list->count; m++) {
        hone_gpu_crowd_destroy(c->groups[m].on_gpu);
        hone_crowd_destroy(c->groups[m].dancers);
        hone_crowd_model_release(c->groups[m].clips);
        for (uint32_t p = 0; p < c->groups[m].pose_count; p++) {
            free(c->groups[m].poses[p].affine);
            free(c->groups[m].poses[p].cofactor);
            free(c->groups[m].poses[p].duals);
        }
        free(c->groups[m].poses);
        free(c->groups[m].instances);
    }
    free(c->groups);
    *c = (crowd){0};
}

/* ---- a frame ---- */

static double frame_of(const crowd *c, double frame, uint32_t pose)
{
    double ahead = pose * golden, at = frame + (ahead - floor(ahead)) * c->duration;
    return at > c->duration && c->duration > 0 ? at - c->duration * ceil(at / c->duration - 1) : at;
}

/* A dancer whose actor plays nothing stays at rest. */
static int update_on_gpu(crowd *c, uint32_t member, double frame, report *r)
{
    const crowd_group *g = &c->groups[member];
    const actor_entry *m = &c->actor_list->members[member];
    bool plays = hone_crowd_model_get_info(g->clips).clip_count > 0;
    hone_error error = {0};
    for (uint32_t i = 0; i < g->instance_count; i++)
        *hone_crowd_writable_plays(g->dancers, i) =
            (hone_crowd_play){.weight = plays ? 1 : 0, .seconds = frame_of(c, frame, i) / HONE_FRAMES_PER_SECOND};
    bool ok = hone_gpu_crowd_set_members(g->on_gpu, g->dancers, &error);
    return ok ? STATUS_OK : report_failure(r, m->source->path, &error);
}

static int update_poses(crowd *c, uint32_t member, double frame, report *r)
{
    if (c->groups[member].on_gpu)
        return update_on_gpu(c, member, frame, r);
    const hone_actor *actor = c->actor_list->members[member].actor;
    const hone_model_data *model = hone_model_get(hone_actor_model(actor));
    for (uint32_t p = 0; p < c->groups[member].pose_count; p++) {
        int status = actor_list_update_member(c->actor_list, member, frame_of(c, frame, p), r);
        if (status != STATUS_OK)
            return status;
        hone_palette_build(model->mesh.slots, hone_actor_bones(actor), model->skeleton.bone_count,
                           &c->groups[member].poses[p]);
    }
    return STATUS_OK;
}

int crowd_update(crowd *c, double frame, report *r)
{
    int status = STATUS_OK;
    for (uint32_t m = 0; m < c->actor_list->count && status == STATUS_OK; m++) status = update_poses(c, m, frame, r);
    return status == STATUS_OK ? actor_list_update(c->actor_list, frame, r) : status;
}

void crowd_set_poses(const crowd *c, uint32_t member, hone_draw_item *out)
{
    const crowd_group *g = &c->groups[member];
    out->instances = g->instances;
    out->instance_count = g->instance_count;
    out->poses = g->poses;
    out->pose_count = g->pose_count;
    out->crowd = g->on_gpu;
}

void crowd_extend_bounds(const crowd *c, hone_bounds *bounds)
{
    const float half[3] = {(float)(c->columns - 1) / 2 * c->spacing, 0, (float)(c->rows - 1) / 2 * c->spacing};
    for (int i = 0; i < 3; i++) bounds->min[i] -= half[i], bounds->max[i] += half[i];
}
