#include "view/record/record_context.h"
#include "tool/files/input_file.h"
#include "tool/options/bone_name.h"
#include "tool/scene/place_model.h"
#include "tool/scene/scene_key_at.h"
#include <hone/io.h>
#include <hone/math.h>

#include <stdlib.h>

/* Finds the GPU model of an earlier member with the same model; NULL: none. */
static hone_gpu_model *find_gpu_model(const record_context *context, uint32_t index)
{
    for (uint32_t i = 0; i < index; i++)
        if (context->desc->members[i].actor.model == context->desc->members[index].actor.model)
            return context->items[i].gpu_model;
    return NULL;
}

static bool play_motions(const record_member *member, hone_actor *actor, hone_error *error)
{
    for (uint32_t i = 0; i < member->motion_count; i++) {
        const record_motion *motion = &member->motions[i];
        uint32_t handle = hone_actor_play(actor, motion->motion, &motion->play, error);
        if (!handle || !hone_actor_set_weight(actor, handle, motion->weight, error))
            return false;
    }
    return true;
}

/* ---- where physics is ------------------------------------------------------------------------------------------- */

static void make_chains(record_context *context)
{
    for (uint32_t i = 0; i < context->desc->member_count; i++) {
        const record_member *m = &context->desc->members[i];
        context->chains[i] = (place_chain){.model = m->actor.model,
                                           .own = m->placed ? m->place : (hone_affine)HONE_AFFINE_IDENTITY,
                                           .parent = m->carrier ? &context->chains[m->carrier - 1] : NULL,
                                           .bone = m->bone};
    }
}

/* Makes the actors that carry a member. */
static bool make_carriers(record_context *context, uint32_t index, hone_error *error)
{
    const record_desc *d = context->desc;
    uint32_t at = d->members[index].carrier;
    for (uint32_t steps = 0; at && steps < d->member_count; steps++) {
        place_chain *chain = &context->chains[at - 1];
        hone_actor_desc desc = d->members[at - 1].actor;
        desc.physics.on = false;
        if (!chain->carrier)
            chain->carrier = hone_actor_create(&desc, error);
        if (!chain->carrier ||
            (!hone_actor_motion_count(chain->carrier) && !play_motions(&d->members[at - 1], chain->carrier, error)))
            return false;
        at = d->members[at - 1].carrier;
    }
    return true;
}

/* ---- members ---------------------------------------------------------------------------------------------------- */

static hone_actor *make_actor(record_context *context, uint32_t index, hone_error *error)
{
    const record_member *member = &context->desc->members[index];
    hone_actor_desc desc = member->actor;
    if (member->follows && !make_carriers(context, index, error))
        return NULL;
    desc.path = member->follows ? place_chain_follow : NULL;
    desc.path_user = &context->chains[index];
    return hone_actor_create(&desc, error);
}

static bool add_member(record_context *context, uint32_t index, hone_error *error)
{
    const record_member *member = &context->desc->members[index];
    hone_draw_item *item = &context->items[index];
    item->actor = make_actor(context, index, error);
    if (item->actor && !play_motions(member, item->actor, error))
        return false;
    input_folder beside;
    hone_file_resolver own = input_folder_files(&beside, member->folder ? member->folder : "", false);
    const hone_file_resolver *files = member->folder ? &own : member->files.read ? &member->files : NULL;
    item->gpu_model = find_gpu_model(context, index);
    if (item->actor && !item->gpu_model)
        item->gpu_model = hone_gpu_model_create(context->renderer, member->actor.model, files, error);
    item->hidden = member->hidden;
    context->places[index] = (hone_instance){.world = HONE_AFFINE_IDENTITY};
    if (member->placed)
        context->places[index].world = member->place;
    item->instances = &context->places[index];
    item->instance_count = 1;
    return item->gpu_model != NULL;
}

static bool fail_about_backdrop(const record_context *context, const hone_error *why, hone_error *error)
{
    return hone_fail(error, why->code, why->at, "%s: %s", context->desc->backdrop.file, why->message);
}

static bool open_backdrop(record_context *context, hone_error *error)
{
    hone_error why = {0};
    return backdrop_open(&context->backdrop, &context->desc->backdrop, &why) ||
           fail_about_backdrop(context, &why, error);
}

bool record_context_make(record_context *context, const record_desc *desc, const _Atomic bool *cancelled,
                         hone_error *error)
{
    uint32_t count = desc->member_count;
    *context = (record_context){.desc = desc, .cancelled = cancelled};
    context->items = calloc(count + 1, sizeof *context->items);
    context->places = calloc(count + 1, sizeof *context->places);
    context->chains = calloc(count + 1, sizeof *context->chains);
    if (!context->items || !context->places || !context->chains)
        return hone_fail_memory(error);
    make_chains(context);
    context->renderer = hone_renderer_create(NULL, error);
    bool ok = context->renderer != NULL;
    for (uint32_t i = 0; i < count && ok; i++) ok = add_member(context, i, error);
    return ok && open_backdrop(context, error);
}

void record_context_release(record_context *context)
{
    for (uint32_t i = 0; context->items && i < context->desc->member_count; i++) {
        if (!find_gpu_model(context, i))
            hone_gpu_model_destroy(context->items[i].gpu_model);
        hone_actor_destroy(context->items[i].actor);
    }
    for (uint32_t i = 0; context->chains && i < context->desc->member_count; i++)
        hone_actor_destroy(context->chains[i].carrier);
    backdrop_release(&context->backdrop);
    hone_renderer_destroy(context->renderer);
    free(context->chains);
    free(context->items);
    free(context->places);
    *context = (record_context){0};
}

static hone_affine place_of(const record_context *context, uint32_t index, double frame, uint32_t steps);

/* The place of a bone in the world; of the world itself if there is no such member or bone. */
static hone_affine bone_place(const record_context *context, uint32_t id, const char *name, double frame,
                              uint32_t steps)
{
    const record_desc *d = context->desc;
    uint32_t index = 0;
    while (index < d->member_count && d->members[index].id != id) index++;
    bool found = id && steps && index < d->member_count;
    int32_t bone = found ? bone_name_find(d->members[index].actor.model, name) : HONE_NONE;
    if (bone == HONE_NONE)
        return (hone_affine)HONE_AFFINE_IDENTITY;
    const hone_affine below = place_of(context, index, frame, steps - 1);
    return placement_of_bone(&below, context->items[index].actor, bone);
}

static hone_affine keyed_place(const record_context *context, const scene_model *stage, double frame, uint32_t steps)
{
    const scene_key key = scene_key_at(stage->keys, stage->key_count, frame);
    const hone_affine own = scene_key_transform(&key), bone = bone_place(context, key.attach, key.bone, frame, steps);
    return hone_affine_multiply(&bone, &own);
}

/* steps: of the way through members that are attached to each other. */
static hone_affine place_of(const record_context *context, uint32_t index, double frame, uint32_t steps)
{
    const record_member *member = &context->desc->members[index];
    if (member->stage && member->stage->key_count)
        return keyed_place(context, member->stage, frame, steps);
    const hone_affine none = HONE_AFFINE_IDENTITY, *own = member->placed ? &member->place : &none;
    if (!member->carrier || !steps)
        return *own;
    const hone_affine below = place_of(context, member->carrier - 1, frame, steps - 1);
    const hone_affine bone = placement_of_bone(&below, context->items[member->carrier - 1].actor, member->bone);
    return hone_affine_multiply(&bone, own);
}

/* How a scene draws a member at a frame. */
static void dress(const record_member *member, double frame, hone_draw_item *item)
{
    const scene_model *stage = member->stage;
    if (!stage)
        return;
    item->edge_scale = stage->edge_scale;
    item->edge_colour = stage->edge_colour.given ? stage->edge_colour.rgba : NULL;
    item->additive = stage->additive;
    item->no_self_shadow = stage->no_self_shadow;
    if (!stage->key_count)
        return;
    const scene_key key = scene_key_at(stage->keys, stage->key_count, frame);
    item->opacity = key.opacity;
    item->no_ground_shadow = key.no_shadow;
    item->instance_count = key.opacity > 0;
}

static void follow_camera(const record_context *context, double frame, hone_camera *camera)
{
    const record_desc *d = context->desc;
    const scene_parent *p = scene_parent_at(d->camera_parents, d->camera_parent_count, NULL, frame);
    float point[3];
    if (!p || !p->attach)
        return;
    const hone_affine bone = bone_place(context, p->attach, p->bone, frame, d->member_count + 1);
    hone_affine_origin(&bone, point);
    hone_vec3_add(camera->target, point, camera->target);
}

/* Physics may take long: works in parts, so that it can be stopped. */
static bool pose(record_context *context, double frame, hone_error *error)
{
    const double stride = HONE_FRAMES_PER_SECOND;
    uint32_t count = context->desc->member_count;
    for (double at = context->reached + stride; at < frame && !atomic_load(context->cancelled); at += stride)
        for (uint32_t i = 0; i < count; i++)
            if (!hone_actor_simulate_frame(context->items[i].actor, at, error))
                return false;
    if (atomic_load(context->cancelled))
        return true;
    for (uint32_t i = 0; i < count; i++)
        if (!hone_actor_update_frame(context->items[i].actor, frame, error))
            return false;
    for (uint32_t i = 0; i < count; i++) {
        context->places[i].world = place_of(context, i, frame, count);
        dress(&context->desc->members[i], frame, &context->items[i]);
    }
    context->reached = frame;
    return true;
}

bool record_context_draw(record_context *context, double frame, hone_error *error)
{
    const record_desc *d = context->desc;
    hone_draw_desc picture = d->draw;
    hone_curve_mode curve = d->member_count ? d->members[0].actor.rules.curve : HONE_CURVE_EXACT;
    hone_light light;
    hone_self_shadow shadow;
    if (!pose(context, frame, error))
        return false;
    picture.items = context->items;
    picture.item_count = d->member_count;
    if (d->camera_keys) {
        hone_motion_camera(d->camera_keys, frame, curve, &picture.camera);
        follow_camera(context, frame, &picture.camera);
        picture.camera.fov = d->camera_fov > 0 ? d->camera_fov : picture.camera.fov;
    }
    if (d->light_keys && hone_motion_light(d->light_keys, frame, &light))
        picture.light = &light;
    if (d->shadow_keys && hone_motion_shadow(d->shadow_keys, frame, &shadow.mode, &shadow.distance))
        picture.self_shadow = &shadow;
    hone_error why = {0};
    if (!backdrop_show(&context->backdrop, context->renderer, frame, &picture, &why))
        return fail_about_backdrop(context, &why, error);
    return hone_renderer_draw(context->renderer, &picture, error);
}
