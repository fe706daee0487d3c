/* What a user has changed of a character: laid over what motions say, before the rig speaks.
 *
 * Hand edit_apply and the edit to hone_actor_desc.edit and .edit_user; physics then sees it too, but what an exact
 * world has passed it does not take back: hone_physics_restart when an edit changes while it plays.
 */
#ifndef HONE_VIEW_EDIT_EDIT_H
#define HONE_VIEW_EDIT_EDIT_H

#include <hone/actor.h>

/* A bone's turn and way on top of the pose, both in its parent's axes: rotation * the pose's, translation + the pose's.
 */
typedef struct edit_bone {
    float rotation[4]; /* x,y,z,w, unit length */
    float translation[3];
} edit_bone;

#define EDIT_BONE_NONE                                                                                                 \
    {                                                                                                                  \
        {0, 0, 0, 1},                                                                                                  \
        {                                                                                                              \
            0, 0, 0                                                                                                    \
        }                                                                                                              \
    }

typedef struct edit_morph {
    bool on; /* the weight is in place of the motions' */
    float weight;
} edit_morph;

typedef enum edit_chain { EDIT_CHAIN_FREE, EDIT_CHAIN_ON, EDIT_CHAIN_OFF } edit_chain; /* FREE: as motions say */

typedef struct edit edit;

edit *edit_create(const hone_model *model, hone_error *error); /* retains the model; errors: ARGUMENT, MEMORY */
void edit_destroy(edit *e);                                    /* NULL is fine */
bool edit_copy(edit *to, const edit *from); /* of one model, for a film's own actor, to the bit; false: of two */

/* Of one model's edit all that another's can hold, as after its file was read again. False: they have other numbers of
 * bones, morphs, chains or materials, and `to` is as it was. */
bool edit_carry(edit *to, const edit *from);

const hone_model *edit_model(const edit *e);
/* Grows with each change that a pose shows: what is simulated has then seen another character. */
uint64_t edit_revision(const edit *e);

/* Reading; an index out of range reads as nothing changed. */
edit_bone edit_get_bone(const edit *e, uint32_t bone);
edit_morph edit_get_morph(const edit *e, uint32_t morph);
edit_chain edit_get_chain(const edit *e, uint32_t chain); /* into hone_skeleton.iks */
bool edit_get_hidden(const edit *e, uint32_t material);
const bool *edit_hidden(const edit *e); /* [material_count] for hone_draw_item.hidden; NULL: none is */
const float *edit_place(const edit *e); /* [3] where the character stands, in the world, beyond where its model says */
bool edit_bone_changed(const edit *e, uint32_t bone);
bool edit_is_empty(const edit *e); /* but for the place */

/* Writing, past the history; an index out of range is passed over. Of a bone with a fixed axis the rotation is brought
 * onto that axis (its angle about it stays), as a motion's is; numbers that are not finite count as none. */
void edit_set_bone(edit *e, uint32_t bone, edit_bone value);
void edit_set_morph(edit *e, uint32_t morph, edit_morph value);
void edit_set_chain(edit *e, uint32_t chain, edit_chain value);
void edit_set_hidden(edit *e, uint32_t material, bool hidden);
void edit_set_place(edit *e, const float place[3]);
void edit_clear(edit *e); /* but for the place */

/* A hone_pose_edit; user is the edit. */
void edit_apply(void *user, double frame, hone_pose *pose);

/* ---- bending -------------------------------------------------------------------------------------------------- */

/* What stands in the way of turning a bone by hand. */
typedef enum edit_hold {
    EDIT_HOLD_NONE,
    EDIT_HOLD_CHAIN, /* a link of a chain that is on: IK would turn it back. Move the goal, or edit_release the chain */
    EDIT_HOLD_PHYSICS /* a body that is simulated moves it */
} edit_hold;

/* chain: out, which, of HOLD_CHAIN; may be NULL. Of the actor's last update. */
edit_hold edit_held(hone_actor *actor, uint32_t bone, uint32_t *chain);

/* How a bone stood when bending began. */
typedef struct edit_bend {
    edit_bone before;
    float lead[4];           /* the axes in which the edit's rotation acts, in the model */
    float into_parent[3][3]; /* directions of the model to the axes of the edit's translation */
} edit_bend;

/* Of the actor's last update, whose edit `e` is. */
edit_bend edit_bend_begin(const edit *e, hone_actor *actor, uint32_t bone);
/* What the bone's edit becomes when it is turned by `turn` (about its own origin) and moved by `way`, both in model
 * space, from where it stood. Exact but of a bone that both appends a rotation and is turned by a bone morph. Of a held
 * bone it is what the bone would do if let go. */
edit_bone edit_bend_to(const edit_bend *bend, const float turn[4], const float way[3]);

/* The bone's edit with which its pose, before chains, has this turn and way from rest: what motions say is undone under
 * it. Of the actor's last update, whose edit `e` is; an index out of range: no edit. */
edit_bone edit_bone_posed(const edit *e, hone_actor *actor, uint32_t bone, const float rotation[4],
                          const float translation[3]);

/* ---- poses ---------------------------------------------------------------------------------------------------- */

/* The pose of the actor's last update as VPD: what motions and edits say, before chains, which a reader solves again to
 * the same bones. *chains_off (may be NULL): how many chains are off, which VPD cannot say. Errors: ARGUMENT (not an
 * MMD model), MEMORY, IO. */
bool edit_save_pose(hone_actor *actor, const char *path, uint32_t *chains_off, hone_error *error);

#endif
