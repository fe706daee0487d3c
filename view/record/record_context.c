#include "view/record/record_context.h"
#include "tool/files/input_file.h"
#include "tool/overlay/overlay_skeleton.h"
#include "tool/place/dress.h"
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
        hone_play_desc play = motion->play;
        play.allow_unbound = true;
        hone_play_id handle = hone_actor_play(actor, motion->motion, &play, error);
        if (!handle.id || !hone_actor_play_set_weight(actor, handle, motion->weight, error))
            return false;
    }
    return true;
}

/* ---- where they are --------------------------------------------------------------------------------------------- */

static void ignore(void *user, const place_fault *fault)
{
    (void)user, (void)fault;
}

static void make_chain(record_context *context, uint32_t index)
{
    const record_member *m = &context->desc->members[index];
    const hone_model_data *data = hone_model_get(m->actor.model);
    place_chain *chain = &context->chains[index];
    bool bodies = data->body_count + data->soft_body_count > 0 && hone_physics_available();
    *chain = (place_chain){.id = m->id,
                           .model = m->actor.model,
                           .stage = m->stage,
                           .attach = m->attach,
                           .bone = m->bone,
                           .simulated = m->actor.physics.on && (bodies || data->spring_count > 0),
                           .shown = &context->items[index].actor};
    place_chain_make(chain);
    place_chain_put(chain, m->placed, m->placed ? &m->place : &(hone_affine)HONE_AFFINE_IDENTITY);
}

static bool make_carrier(record_context *context, uint32_t index, hone_error *error)
{
    const record_member *member = &context->desc->members[index];
    place_chain *chain = &context->chains[index];
    hone_actor_desc desc = member->actor;
    desc.physics.on = false;
    desc.parents = place_follower_set_parents;
    desc.parents_user = &chain->followers[PLACE_CARRIER];
    if (!chain->needs_carrier)
        return true;
    chain->carrier = hone_actor_create(&desc, error);
    return chain->carrier && play_motions(member, chain->carrier, error);
}

/* The pictures of all members are made by one thread. */
static bool make_places(record_context *context, hone_error *error)
{
    uint32_t count = context->desc->member_count;
    place_chain **chains = calloc((size_t)count + 1, sizeof *chains);
    for (uint32_t i = 0; i < count; i++) make_chain(context, i);
    for (uint32_t i = 0; i < count && chains; i++) chains[i] = &context->chains[i];
    bool ok = chains ? place_set_link(&context->set, chains, count, ignore, NULL, error) : hone_fail_memory(error);
    for (uint32_t i = 0; i < count && ok; i++) ok = make_carrier(context, i, error);
    free(chains);
    return ok;
}

/* ---- members ---------------------------------------------------------------------------------------------------- */

static hone_actor *make_actor(record_context *context, uint32_t index, hone_error *error)
{
    const record_member *member = &context->desc->members[index];
    hone_actor_desc desc = member->actor;
    desc.parents = place_follower_set_parents;
    desc.parents_user = &context->chains[index].followers[PLACE_BODIES];
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
    return hone_fail(error, why->code, why->at, "%s: %s", context->desc->look.backdrop.file, why->message);
}

static bool open_backdrop(record_context *context, hone_error *error)
{
    hone_error why = {0};
    return backdrop_open(&context->backdrop, &context->desc->look.backdrop, &why) ||
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
    bool ok = make_places(context, error) && (context->renderer = hone_renderer_create(NULL, error)) != NULL;
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
    place_set_unlink(&context->set);
    for (uint32_t i = 0; context->chains && i < context->desc->member_count; i++) {
        hone_actor_destroy(context->chains[i].carrier);
        place_chain_release(&context->chains[i]);
    }
    backdrop_release(&context->backdrop);
    overlay_release(&context->skeletons);
    hone_renderer_destroy(context->renderer);
    free(context->chains);
    free(context->items);
    free(context->places);
    *context = (record_context){0};
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
    context->set.frame = frame;
    for (uint32_t k = 0; k < count; k++)
        if (!hone_actor_update_frame(context->items[context->set.order[k]].actor, frame, error))
            return false;
    for (uint32_t i = 0; i < count; i++) {
        context->places[i].world = place_chain_shown(&context->chains[i]);
        const record_member *member = &context->desc->members[i];
        bool visible = dress_model_at(member->stage, frame, &context->items[i]);
        context->items[i].instance_count = visible && !member->invisible;
    }
    context->reached = frame;
    return true;
}

bool record_context_draw(record_context *context, double frame, hone_error *error)
{
    const record_desc *d = context->desc;
    picture_desc shown;
    if (!pose(context, frame, error))
        return false;
    picture_describe(&d->look, &d->keys, frame, &shown);
    hone_draw_desc *desc = &shown.desc;
    desc->items = context->items;
    desc->item_count = d->member_count;
    if (d->keys.camera)
        place_set_move_camera(&context->set, d->camera_parents, d->camera_parent_count, 0, frame, &desc->camera);
    overlay_clear(&context->skeletons);
    overlay_skeletons(desc->items, desc->item_count, desc->light, &context->skeletons);
    const hone_overlay skeletons = overlay_triangles(&context->skeletons, false);
    desc->overlays = &skeletons;
    desc->overlay_count = 1;
    if (context->skeletons.full)
        return hone_fail_memory(error);
    hone_error why = {0};
    if (!backdrop_show(&context->backdrop, context->renderer, frame, desc, &why))
        return fail_about_backdrop(context, &why, error);
    return hone_renderer_draw(context->renderer, desc, error);
}
