/* physics: bodies and joints that make hair and skirts move, with MMD's rules over Bullet. Usable without an actor.
 *
 * Time goes in steps of one length, whatever the frame rate: step k ends k / rate seconds after the beginning, where
 * bodies that follow bones are put where the bones are at that very time. A time between two steps lies between what
 * both left behind. The same input gives the same bits, in every process and on any number of threads.
 * Rules and their sources: docs/physics.md. Of models in MMD's space; others have no bodies.
 */
#ifndef HONE_PHYSICS_H
#define HONE_PHYSICS_H

#include <hone/base.h>
#include <hone/model.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Whether it is built in. If not, making a world fails with UNSUPPORTED. */
HONE_API bool hone_physics_available(void);

/* ---- worlds -------------------------------------------------------------------------------------------------- */

enum { HONE_PHYSICS_RATE = 60, HONE_PHYSICS_RATE_MAX = 1000 };

/* What is done about joints that Bullet's solver leaves open; docs/physics.md. */
typedef enum hone_physics_solver {
    /* After each step positions are corrected: no locked joint of the tree that hangs on bodies which follow bones is
     * open by more than 0.1 units. Bodies that follow bones are where a step begins while it is solved. */
    HONE_PHYSICS_SOLVER_CORRECTED,
    /* Bullet's results as they are: livelier, nearer to other programs, and fast motions open joints. */
    HONE_PHYSICS_SOLVER_PLAIN
} hone_physics_solver;

typedef struct hone_physics_options { /* zero: as MMD, without its floor */
    float gravity[3];                 /* units/s^2; all zero: 0, -98, 0 */
    bool weightless;                  /* no gravity at all */
    float wind[3]; /* the air's velocity, units/s: bodies are braked by it, by their linear damping */
    bool floor;    /* y = 0, as in MMD: every body collides with it, whatever its mask */
    uint32_t rate; /* steps a second; 0: HONE_PHYSICS_RATE */
    hone_physics_solver solver;
    bool exact;   /* a time has one result, however it was reached: see hone_physics_seek */
    float settle; /* seconds that bodies get to come to rest after a reset, the bones held; 0: 1,
                     below 0: none */
} hone_physics_options;

/* Where bodies meet: those of one model, or of several that share it. Belongs, with all that is in it, to one thread at
 * a time. */
typedef struct hone_physics_world hone_physics_world;

/* options NULL: zero; allocator NULL: malloc. Bullet allocates for itself, and unchecked.
 * Errors: UNSUPPORTED (not built in), ARGUMENT (a number out of range), MEMORY. */
HONE_API hone_physics_world *hone_physics_world_create(const hone_physics_options *options,
                                                       const hone_allocator *allocator, hone_error *error);
HONE_API void hone_physics_world_destroy(hone_physics_world *world); /* after all that is in it; NULL is fine */

HONE_API bool hone_physics_world_is_exact(const hone_physics_world *world);

/* ---- a model's bodies ---------------------------------------------------------------------------------------- */

typedef struct hone_physics hone_physics;

/* What moves bodies from outside, at the end of a step. */
typedef struct hone_physics_input {
    const hone_affine *bones;   /* [bone_count] model space, after the first pass of the rig */
    const uint8_t *physics_off; /* [bone_count] 1: bodies on this bone follow it, whatever their mode; NULL: none */
    const float *morphs;        /* [morph_count] final weights: impulse morphs push bodies; NULL: none */
} hone_physics_input;

/* Answers where a model is at `frame` (30ths of a second); what `out` points to is read before the next call. */
typedef void hone_physics_source(void *user, double frame, hone_physics_input *out);

typedef struct hone_physics_desc {
    const hone_model *model;      /* required; retained */
    hone_physics_world *world;    /* shared with others, which it outlives; NULL: one of its own, by `options` */
    hone_physics_options options; /* of its own world */
    hone_physics_source *source;  /* for hone_physics_seek; NULL: steps are taken by hand */
    void *user;
    const hone_allocator *allocator; /* NULL: malloc */
} hone_physics_desc;

/* All stand at rest. Whoever joins or leaves a shared world makes it begin anew at its next time.
 * Errors: as hone_physics_world_create. */
HONE_API hone_physics *hone_physics_create(const hone_physics_desc *desc, hone_error *error);
HONE_API void hone_physics_destroy(hone_physics *physics); /* NULL is fine */
HONE_API hone_physics_world *hone_physics_world_of(const hone_physics *physics);

/* What of the model is not simulated, or not as it says. */
HONE_API hone_warnings hone_physics_warnings(const hone_physics *physics);

/* What went wrong on the way, and was mended. */
typedef struct hone_physics_diagnostics {
    uint32_t teleports;         /* bones leapt within a step: what hangs on them was carried along */
    uint32_t unstable_bodies;   /* bodies that came to be nowhere, or too fast: back on their bones, or braked */
    uint32_t contact_overflows; /* steps in which more bodies touched than are kept apart */
} hone_physics_diagnostics;

HONE_API hone_physics_diagnostics hone_physics_diagnostics_of(const hone_physics *physics);

/* How hard it was to hold a body at its joint: HONE_PHYSICS_SOLVER_CORRECTED had to move it towards its neighbour after
 * so many steps.
 * body: index in the model. steps: out, how many steps were taken, those of settling included; NULL: not asked.
 * Returns: 0 where there is no such body, where it is left out, or with the plain solver. */
HONE_API uint32_t hone_physics_held_steps(const hone_physics *physics, uint32_t body, uint32_t *steps);

/* ---- time by its source -------------------------------------------------------------------------------------- */

/* Goes to `frame` (30ths of a second), asking every source for each step on the way.
 * Exact: the run begins at frame 0, its bodies come to rest, and every step is taken from there; a time before that is
 * that. A time that has passed is reached from the nearest checkpoint, of which there is one every ten seconds (further
 * apart after ten minutes). There the world is built anew from what a checkpoint holds, in a run that goes straight
 * through, too: so the results are equal, to the bit.
 * Else: time goes on; one that lies before the last step but one, or half a second and more after the last, makes the
 * world begin anew there.
 * Allocates nothing (but Bullet does). */
HONE_API void hone_physics_seek(hone_physics_world *world, double frame);

/* Forgets where it was, checkpoints too: a source answers differently from now on. */
HONE_API void hone_physics_restart(hone_physics_world *world);

/* Exact worlds with the same models, told the same: `to` may begin at what `from` has passed. It then gives the same
 * bits as a run from the beginning. Errors: ARGUMENT (the worlds differ, or are not exact). */
HONE_API bool hone_physics_copy_checkpoints(hone_physics_world *to, const hone_physics_world *from, hone_error *error);

/* ---- time by hand -------------------------------------------------------------------------------------------- */

/* What the next reset or step goes by; copied. Before the first: bones at rest. */
HONE_API void hone_physics_set_input(hone_physics *physics, const hone_physics_input *input);
HONE_API void hone_physics_reset(hone_physics_world *world); /* every body on its bone, without speed */
HONE_API void hone_physics_step(hone_physics_world *world);  /* 1 / rate seconds */

/* All that the steps to come depend on, the clock of hone_physics_seek included, as bytes of this build of hone.
 * state: [hone_physics_state_size(world)] bytes, to be given back to a world with the same models and the same rate.
 * A world without time of its own (see hone_physics_step) saves and restores at any step. Restoring makes Bullet's
 * world anew: where a straight run shall be equal to one that goes back, restore what was saved at once in both. */
HONE_API size_t hone_physics_state_size(const hone_physics_world *world);
HONE_API void hone_physics_save(const hone_physics_world *world, void *state);

/* Puts a world where another one, or itself, was saved: bodies, speeds and the time reached, from which
 * hone_physics_seek goes on. A state of an exact world may be restored into one that is not exact. It does not restore
 * what the model's motions play: an actor goes on from hone_actor_update at the saved time.
 * Errors: ARGUMENT (the state is of another number of bodies, of another rate, or of another size; the world is exact,
 * so that a time has one result whatever came before: seek instead). The world is then unchanged. Cost: no allocation;
 * the next step builds Bullet's world. */
HONE_API bool hone_physics_restore(hone_physics_world *world, const void *state, size_t size, hone_error *error);

/* ---- results ------------------------------------------------------------------------------------------------- */

/* What came of the bones at the time reached. bones: where the first pass of the rig has them at that time.
 * worlds, dynamic: out, [bone_count], as hone_rig_apply_physics takes them: worlds is written where dynamic is 1. */
HONE_API void hone_physics_bones(hone_physics *physics, const hone_affine *bones, hone_affine *model_from_bone,
                                 uint8_t *dynamic);

/* A rigid body at the last step. */
typedef struct hone_body_motion {
    hone_affine place; /* model space from body space */
    float velocity[3], spin[3];
    bool follows; /* its bone, now */
} hone_body_motion;

/* body: index in the model. False: there is no such body, or it is left out. */
HONE_API bool hone_physics_body(const hone_physics *physics, uint32_t body, hone_body_motion *out);

#ifdef __cplusplus
}
#endif
#endif
