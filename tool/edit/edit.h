/* The user's changes of a character, applied after the motions and before the rig.
 *
 * Pass edit_apply and the edit as hone_actor_desc.edit and .edit_user; then physics sees it, too. Exact physics does
 * not recompute the time that it has passed: call hone_physics_world_restart when an edit changes during playback. */
#ifndef HONE_TOOL_EDIT_EDIT_H
#define HONE_TOOL_EDIT_EDIT_H

#include "tool/edit/weight_table.h"

#include <hone/actor.h>

/* A bone's additional rotation and translation, both in its parent's axes: the result is rotation * the pose's,
 * translation + the pose's. */
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
    bool on; /* the weight replaces that of the motions */
    float weight;
} edit_morph;

typedef enum edit_chain { EDIT_CHAIN_FREE, EDIT_CHAIN_ON, EDIT_CHAIN_OFF } edit_chain; /* FREE: as in the motions */

/* Where a character stands in the world, as in a scene (placement): turned about z, x and y in degrees, or on a bone of
 * another character. */
typedef struct edit_placement {
    float at[3], turn[3];
    float scale;     /* 0: 1 */
    uint32_t attach; /* the id of the other character; 0: none */
    int32_t bone;    /* attach: its bone */
} edit_placement;

typedef struct edit edit;

edit *edit_create(const hone_model *model, hone_error *error); /* retains the model; errors: ARGUMENT, MEMORY */
void edit_destroy(edit *e);                                    /* NULL is fine */
/* Exact copy of one layer between edits of one model; false: different models. Without weights. */
bool edit_copy(edit *to, const edit *from);

/* Copies all that applies to another model, as after its file was reloaded. False: the numbers of bones, morphs, chains
 * or materials differ, or weights were painted and the numbers of vertices differ; `to` is then unchanged. */
bool edit_carry(edit *to, const edit *from);

/* Makes `over` apply after `e`: two layers of bends. Hidden materials, place and weights of `e` are then those of
 * `over`, which must outlive it and have the same model. */
void edit_set_over(edit *e, edit *over);
/* Adds the layers of `from` up into `to`, which has one layer, as for a film's own actor; false: different models.
 * Without weights. */
bool edit_flatten(edit *to, const edit *from);
/* The bends of `e` apply from this frame on; those of `over` have a frame of their own. At first -INFINITY. */
void edit_set_from(edit *e, double frame);
double edit_from(const edit *e);

const hone_model *edit_model(const edit *e);
/* Grows with each change of one layer that affects the pose; physics must be restarted then. */
uint64_t edit_revision(const edit *e);

/* Reading. An index out of range reads as unchanged. */
edit_bone edit_get_bone(const edit *e, uint32_t bone);
edit_bone edit_bone_over(const edit *e, uint32_t bone); /* of the layer that applies after `e` */
edit_morph edit_get_morph(const edit *e, uint32_t morph);
edit_chain edit_get_chain(const edit *e, uint32_t chain); /* index in hone_skeleton.iks */
bool edit_get_hidden(const edit *e, uint32_t material);
const bool *edit_hidden(const edit *e); /* [material_count] for hone_draw_item.hidden; NULL: none */
const edit_placement *edit_place(const edit *e);
bool edit_bone_changed(const edit *e, uint32_t bone);
bool edit_is_empty(const edit *e); /* of one layer, except for the place and weights */
bool edit_bends(const edit *e);    /* it changes a bone, morph or chain */

/* Writing without the history. An index out of range is ignored. For a bone with a fixed axis only the rotation about
 * that axis is kept, as for motions. Numbers that are not finite count as no change. */
void edit_set_bone(edit *e, uint32_t bone, edit_bone value);
void edit_set_morph(edit *e, uint32_t morph, edit_morph value);
void edit_set_chain(edit *e, uint32_t chain, edit_chain value);
void edit_set_hidden(edit *e, uint32_t material, bool hidden);
void edit_set_place(edit *e, const edit_placement *place); /* numbers that are not finite count as 0 */
void edit_clear(edit *e);                                  /* except for the place and weights */

/* The painted weights of the mesh, which are not part of the pose; NULL: never painted. */
weight_table *edit_weights(const edit *e);
bool edit_begin_weights(edit *e, hone_error *error); /* makes them; does nothing if they exist. Errors: MEMORY */

/* A hone_pose_edit; user: the edit. Applies `over`, too. */
void edit_apply(void *user, double frame, hone_pose *pose);
void edit_apply_layer(const edit *e, double frame, hone_pose *pose); /* without `over` */

/* ---- bending -------------------------------------------------------------------------------------------------- */

/* The reason why a bone cannot be turned by hand. */
typedef enum edit_hold {
    EDIT_HOLD_NONE,
    /* it is a link of a chain that is on, so IK would turn it back. Move the goal, or call history_release_chain */
    EDIT_HOLD_CHAIN,
    EDIT_HOLD_PHYSICS /* a simulated body moves it */
} edit_hold;

/* chain: out, the chain for HOLD_CHAIN; may be NULL. Reads the actor's last update. */
edit_hold edit_held(hone_actor *actor, uint32_t bone, uint32_t *chain);

/* The state of a bone when bending began. */
typedef struct edit_bend {
    edit_bone before;
    float lead[4];           /* model-space orientation of the axes in which the edit's rotation acts */
    float into_parent[3][3]; /* model-space directions to the axes of the edit's translation */
} edit_bend;

/* Reads the actor's last update; `e` is the actor's edit. */
edit_bend edit_bend_begin(const edit *e, hone_actor *actor, uint32_t bone);
/* The bone's edit after the bone is turned by `turn` (about its own origin) and moved by `offset`, both in model space,
 * from the state at the beginning. Exact, except for a bone that both appends a rotation and is turned by a bone morph.
 * For a held bone: what it would do if it were released. */
edit_bone edit_bend_to(const edit_bend *bend, const float turn[4], const float offset[3]);

/* The bone's edit with which its pose before chains has this rotation and translation from rest, regardless of the
 * motions. Reads the actor's last update; `e` is the actor's edit. An index out of range returns no edit. */
edit_bone edit_bone_posed(const edit *e, hone_actor *actor, uint32_t bone, const float rotation[4],
                          const float translation[3]);

/* ---- poses ---------------------------------------------------------------------------------------------------- */

/* Saves the pose of the actor's last update as VPD: motions and edits before chains, so that a reader which solves the
 * chains gets the same bones. *chains_off (may be NULL): number of chains that are off, which VPD cannot express.
 * Errors: ARGUMENT (not an MMD model), MEMORY, IO. */
bool edit_save_pose(hone_actor *actor, const char *path, uint32_t *chains_off, hone_error *error);

#endif
