#include "tool/place/place_chain.h"
#include "tool/place/place_model.h"
#include "tool/place/place_path.h"
#include "tool/place/place_set.h"
#include "tool/scene/scene_key_at.h"

#include <hone/math.h>
#include <stdlib.h>
#include <string.h>

void place_chain_make(place_chain *chain)
{
    chain->links = (model_links){.attached = {0, HONE_NONE}};
    for (place_role role = 0; role < PLACE_ROLES; role++)
        chain->followers[role] = (place_follower){.chain = chain, .role = role};
}

void place_chain_put(place_chain *chain, bool placed, const hone_affine *own)
{
    chain->placed = chain->shown_placed = placed;
    chain->own = chain->shown_own = *own;
}

void place_chain_release(place_chain *chain)
{
    model_links_release(&chain->links);
    free(chain->follows);
    for (place_role role = 0; role < PLACE_ROLES; role++) free(chain->followers[role].matrices);
}

bool place_chain_is_dragged(const place_chain *chain)
{
    return chain->placed != chain->shown_placed || memcmp(&chain->own, &chain->shown_own, sizeof chain->own) != 0;
}

/* Without what carries it. */
static hone_affine own_at(const place_chain *chain, double frame, bool shown)
{
    const scene_model *stage = chain->stage;
    if (!stage || !stage->key_count)
        return shown ? chain->shown_own : chain->own;
    const scene_key key = scene_key_at(stage->keys, stage->key_count, frame);
    return scene_key_transform(&key);
}

/* ---- as it is shown --------------------------------------------------------------------------------------------- */

static hone_affine shown_at(const place_chain *chain, double frame);

static hone_affine bone_shown_at(const place_chain *chain, int32_t bone, double frame)
{
    const hone_affine place = shown_at(chain, frame);
    return placement_of_bone(&place, *chain->shown, bone);
}

static hone_affine carrier_shown_at(const place_set *set, const model_link *link, double frame)
{
    if (set->hooks.bring)
        set->hooks.bring(set->hooks.user, link->parent, frame);
    return bone_shown_at(set->chains[link->parent], link->bone, frame);
}

static hone_affine shown_at(const place_chain *chain, double frame)
{
    const hone_affine own = own_at(chain, frame, true);
    const model_link link = model_links_at(&chain->links, frame);
    if (link.bone == HONE_NONE)
        return own;
    const hone_affine bone = carrier_shown_at(chain->set, &link, frame);
    return hone_affine_multiply(&bone, &own);
}

static double frame_shown(const place_chain *chain)
{
    return chain->set ? chain->set->frame : 0;
}

hone_affine place_chain_shown(const place_chain *chain)
{
    return shown_at(chain, frame_shown(chain));
}

hone_affine place_chain_shown_bone(const place_chain *chain, int32_t bone)
{
    return bone_shown_at(chain, bone, frame_shown(chain));
}

/* ---- at any frame: under the lock ------------------------------------------------------------------------------- */

static const hone_actor *carrier_at(place_chain *chain, double frame)
{
    if (chain->evaluated && chain->carrier_frame == frame)
        return chain->carrier;
    hone_actor_sample_frame(chain->carrier, frame);
    hone_actor_evaluate(chain->carrier, NULL);
    chain->carrier_frame = frame;
    chain->evaluated = true;
    return chain->carrier;
}

/* The bones that carry it are those before physics. */
static hone_affine place_at(const place_chain *chain, double frame)
{
    const hone_affine own = own_at(chain, frame, false);
    const model_link link = model_links_at(&chain->links, frame);
    place_chain *parent = link.bone != HONE_NONE ? chain->set->chains[link.parent] : NULL;
    if (!parent || !parent->carrier)
        return own;
    const hone_affine place = place_at(parent, frame);
    const hone_affine bone = placement_of_bone(&place, carrier_at(parent, frame), link.bone);
    return hone_affine_multiply(&bone, &own);
}

void place_chain_follow(void *user, double frame, hone_rigid_transform *world)
{
    place_chain *chain = user;
    place_set_lock(chain->set);
    const hone_affine place = place_at(chain, frame);
    place_set_unlock(chain->set);
    place_path_of(&place, chain->model, world);
}

/* ---- bones that follow ------------------------------------------------------------------------------------------ */

/* A bone that carries another one, in the world. */
static hone_affine bone_in_world(const place_follower *f, const model_link *link, double frame)
{
    place_chain *parent = f->chain->set->chains[link->parent];
    if (!parent->carrier || (f->role == PLACE_SHOWN && parent->ahead))
        return carrier_shown_at(f->chain->set, link, frame);
    const hone_affine place = place_at(parent, frame);
    return placement_of_bone(&place, carrier_at(parent, frame), link->bone);
}

static hone_affine place_now(const place_follower *f, double frame)
{
    const hone_affine own = own_at(f->chain, frame, f->role == PLACE_SHOWN);
    const model_link link = model_links_at(&f->chain->links, frame);
    if (link.bone == HONE_NONE)
        return own;
    const hone_affine bone = bone_in_world(f, &link, frame);
    return hone_affine_multiply(&bone, &own);
}

static hone_affine matrix_of(void *user, const model_link *link, double frame)
{
    const place_follower *f = user;
    hone_affine out = bone_in_world(f, link, frame), back;
    if (f->role == PLACE_SHOWN ? f->chain->shown_placed : f->chain->placed) {
        const hone_affine place = place_now(f, frame);
        if (hone_affine_invert(&place, &back))
            out = hone_affine_multiply(&back, &out);
    }
    hone_affine_orthonormalise(&out);
    return out;
}

/* The clock of live physics is not that of the motions: bones that are shown follow at the frame that is shown. */
void place_follower_set_parents(void *user, double frame, hone_rig *rig)
{
    place_follower *f = user;
    const place_chain *chain = f->chain;
    if (chain->links.parent_count == 0)
        return;
    if (f->role != PLACE_CARRIER)
        place_set_lock(chain->set);
    model_links_set_parents(&chain->links, f->role == PLACE_SHOWN ? chain->set->frame : frame, matrix_of, f,
                            f->matrices, rig);
    if (f->role != PLACE_CARRIER)
        place_set_unlock(chain->set);
}
