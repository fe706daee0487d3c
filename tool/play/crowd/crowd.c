#include "tool/play/crowd/crowd.h"
#include <hone/io.h>

#include <math.h>
#include <stdlib.h>

enum { POSES_MAX = 1024 }; /* for one member; dancers beyond this share poses */

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
static int find_spacing(actor_list *c, crowd_grid *grid, report *r)
{
    hone_error error = {0};
    int status = actor_list_update(c, 0, r);
    if (status != STATUS_OK)
        return status;
    for (uint32_t m = 0; m < c->count; m++)
        if (!crowd_grid_widen(grid, c->members[m].actor, &error))
            return report_failure(r, c->members[m].source->path, &error);
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
    uint32_t members = c->actor_list->count, count = dancers_count(&c->grid, member, members);
    uint32_t poses = c->rate ? 0 : count < POSES_MAX ? count : POSES_MAX;
    const hone_skin *skin = hone_actor_compiled_skin(actor, NULL);
    uint32_t needs = skin ? hone_skin_needs(skin, (hone_skin_method)c->actor_list->play->method) : 0;
    g->instances = calloc(count ? count : 1, sizeof *g->instances);
    g->poses = calloc(poses ? poses : 1, sizeof *g->poses);
    if (!skin || !g->instances || !g->poses)
        return false;
    for (uint32_t i = 0; i < count; i++)
        g->instances[i] = (hone_instance){crowd_grid_place(&c->grid, member + i * members), i % POSES_MAX};
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
    *out = (crowd){.grid = crowd_grid_make(count, duration_of(in)), .actor_list = c, .rate = rate};
    if (count == 0)
        return STATUS_OK;
    out->groups = calloc(c->count ? c->count : 1, sizeof *out->groups);
    int status = find_spacing(c, &out->grid, r);
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
    const dancers_desc desc = {.model = m->source->model,
                               .gpu_model = gpu_model,
                               .motion = motion,
                               .rules = c->actor_list->play->rules,
                               .rate = c->rate,
                               .grid = &c->grid,
                               .first = member,
                               .step = c->actor_list->count};
    return dancers_make(&desc, &g->dancers, &error) ? STATUS_OK : report_failure(r, m->source->path, &error);
}

void crowd_release(crowd *c)
{
    for (uint32_t m = 0; c->groups && m < c->actor_list->count; m++) {
        dancers_release(&c->groups[m].dancers);
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

static int update_poses(crowd *c, uint32_t member, double frame, report *r)
{
    const actor_entry *m = &c->actor_list->members[member];
    hone_error error = {0};
    if (c->rate)
        return dancers_update(&c->groups[member].dancers, &c->grid, frame, &error)
                   ? STATUS_OK
                   : report_failure(r, m->source->path, &error);
    const hone_actor *actor = m->actor;
    const hone_model_data *model = hone_model_get(hone_actor_model(actor));
    for (uint32_t p = 0; p < c->groups[member].pose_count; p++) {
        int status = actor_list_update_member(c->actor_list, member, crowd_grid_frame(&c->grid, frame, p), r);
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
    out->crowd = g->dancers.on_gpu;
}
