/** physics: rigid bodies and joints that move hair and skirts, with MMD's rules on the Bullet engine; and springs.
 *
 * It can be used without an actor. Time passes in fixed steps that do not depend on the frame rate. Step k ends
 * k / rate seconds after the beginning, and puts bodies that follow bones where the bones are at that time. A time
 * between two steps is interpolated. Results are deterministic: the same input gives the same bits, in every process
 * and on any number of threads; and on every machine, where hone_physics_is_portable.
 * Rules and their sources: docs/physics.md. Only models in MMD's space have bodies; models of any space can fall.
 * Springs (spring.h) need no Bullet. They take steps of 1/60 s in the same world, at any rate of it; time, places,
 * wind, checkpoints and saved states are theirs, too, but not gravity, the floor and props.
 *
 * Stepping by hand:
 * ```c
 * bool simulate(hone_physics *physics, const hone_affine *bones, hone_affine *moved, uint8_t *dynamic)
 * {
 *     hone_physics_set_input(physics, &(hone_physics_input){.bones = bones});
 *     bool stepped = hone_physics_world_step(hone_physics_get_world(physics), NULL);
 *     hone_physics_bones(physics, bones, moved, dynamic); // then hone_rig_apply_physics
 *     return stepped;
 * }
 * ```
 */
#ifndef HONE_PHYSICS_H
#define HONE_PHYSICS_H

#include <hone/base.h>
#include <hone/ik.h>
#include <hone/io.h>
#include <hone/math.h>
#include <hone/model.h>
#include <hone/thread.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Tells whether physics of bodies is built in.
 *
 * Returns: false if Bullet was missing at build time; creating bodies, or a prop, then fails with
 *          HONE_ERROR_UNSUPPORTED.
 */
HONE_API bool hone_physics_available(void);

/** Tells whether physics gives the same bits on every machine and with every compiler.
 *
 * It does where hone was built with Bullet's source code (docs/platforms.md). Bullet as a library of the system calls
 * the C library's functions, whose last bits depend on the machine.
 *
 * Returns: false also if physics is not built in.
 */
HONE_API bool hone_physics_is_portable(void);

/** Tells whether physics moves bones of a model in this build.
 *
 * Returns: true if the model has springs, or dynamic bodies and hone_physics_available.
 */
HONE_API bool hone_physics_can_move(const hone_model *model);

/* ---- worlds -------------------------------------------------------------------------------------------------- */

/** Steps of physics in a second. */
enum {
    HONE_PHYSICS_RATE = 60,      /**< the default */
    HONE_PHYSICS_MAX_RATE = 1000 /**< the most */
};

/** How joints that Bullet's solver leaves open are treated: docs/physics.md. */
typedef enum hone_physics_solver {
    /** Positions are corrected after each step: no locked joint of the tree that begins at bodies which follow bones is
     * open by more than 0.1 units. While a step is solved, bodies that follow bones are where the step begins. */
    HONE_PHYSICS_SOLVER_CORRECTED,
    /** Bullet's results as they are: livelier and nearer to other programs, but joints open in fast motions. */
    HONE_PHYSICS_SOLVER_PLAIN
} hone_physics_solver;

/** A key of gravity. Between two keys it changes evenly. */
typedef struct hone_physics_gravity {
    double frame;     /**< 30ths of a second */
    float gravity[3]; /**< units/s^2; all zero is no gravity */
} hone_physics_gravity;

/** Settings of a world. All zero: as MMD, without its floor. */
typedef struct hone_physics_options {
    float gravity[3]; /**< units/s^2; all zero: 0, -98, 0, times `unit` */
    bool weightless;  /**< no gravity at all */
    /** [gravity_key_count] ascending by frame, in place of `gravity` and `weightless`, for
     * hone_physics_world_seek_frame; they are not copied and must outlive the world. NULL: none. */
    const hone_physics_gravity *gravity_keys;
    uint32_t gravity_key_count; /**< how many keys of gravity there are */
    float wind[3]; /**< velocity of the air, units/s: bodies are slowed relative to it, by their linear damping; springs
                      by their drag */
    bool floor;    /**< a floor at y = 0, as in MMD: every body collides with it, whatever its contact filter */
    uint32_t rate; /**< steps a second; 0: HONE_PHYSICS_RATE */
    hone_physics_solver solver; /**< how joints are held together */
    bool exact;                 /**< a time has one result, however it was reached: see hone_physics_world_seek_frame */
    /** The length of 8 cm in the world: HONE_MMD_METRES, if it is in metres. The tolerances and the default gravity are
     * multiplied by it. 0: 1, as in MMD; in a model's own world that is not in MMD's space, a twentieth of its size. */
    float unit;
    /** How long bodies come to rest after a reset, while the bones are held; 0: 1; below 0: not at all.
     *
     * A reset is the beginning, hone_physics_world_reset, and in a live world a jump in time: back by more than a step,
     * or forward by more than half a second. One second is `rate` steps at once: for hundreds of bodies as long as
     * several frames. So a game sets -1: bodies then begin where their bones are, and a frame that comes half a second
     * late costs no more than another. Keep the default where each picture is looked at: for films, and when a user
     * looks at one frame of a dance. */
    float settle_seconds;
    /** Threads that share the work of each step; they must outlive the world, and nothing else may use them during a
     * call about the world. The results have the same bits. NULL: the calling thread works alone. */
    hone_workers *workers;
} hone_physics_options;

/** A space in which bodies can meet: those of one model, or of several that share it. It belongs, with all that is in
 * it, to one thread at a time. */
typedef struct hone_physics_world hone_physics_world;

/** Creates an empty world, to be shared by several models.
 *
 * options: NULL: all zero.
 * allocator: NULL: malloc. Bullet allocates by itself, unchecked.
 * Returns: the world; destroy it with hone_physics_world_destroy. NULL on failure.
 * Errors: UNSUPPORTED (worlds are not built in), ARGUMENT (a number out of range), MEMORY.
 */
HONE_API hone_physics_world *hone_physics_world_create(const hone_physics_options *options,
                                                       const hone_allocator *allocator, hone_error *error);

/** Destroys a world, after all hone_physics in it. NULL is allowed. */
HONE_API void hone_physics_world_destroy(hone_physics_world *world);

/** Tells whether a world is exact: hone_physics_options.exact.
 *
 * Returns: false also if `world` is NULL.
 */
HONE_API bool hone_physics_world_is_exact(const hone_physics_world *world);

/** Sets the wind of a world, from the next step on: hone_physics_options.wind.
 *
 * A game sets it at any frame, for gusts. For a character that hone_actor_set_world moves, air that goes along with a
 * part of its velocity lets hair and skirts trail less.
 * wind: velocity of the air, units/s. It is not part of saved states.
 * Returns: whether it was set.
 * Errors: ARGUMENT (NULL, a number out of range, an exact world, whose results depend on the time alone).
 * Cost: no allocation.
 */
HONE_API bool hone_physics_world_set_wind(hone_physics_world *world, const float wind[3], hone_error *error);

/* ---- a model's bodies ---------------------------------------------------------------------------------------- */

/** The rigid bodies and joints of one model in a world. */
typedef struct hone_physics hone_physics;

/** The input of a step: what moves bodies from outside, at the end of the step. */
typedef struct hone_physics_input {
    const hone_affine *bones;   /**< [bone_count] model space from bone space, after pass 1 of the rig */
    const uint8_t *physics_off; /**< [bone_count] 1: bodies of this bone follow it, whatever their mode; NULL: none */
    const float *morphs;        /**< [morph_count] final weights: impulse morphs push bodies; NULL: none */
    /** World from model space: where the character is. It must be rigid. Bodies move with inertia when it changes, so
     * hair and skirts trail behind a character that runs. NULL: model space is the world. */
    const hone_affine *world;
} hone_physics_input;

/** A function that gives the input of a model at a time. What `out` points to is read before the next call.
 *
 * frame: 30ths of a second.
 */
typedef void hone_physics_source(void *user, double frame, hone_physics_input *out);

/** Settings of hone_physics_create. */
typedef struct hone_physics_desc {
    const hone_model *model;         /**< required; retained */
    hone_physics_world *world;       /**< shared with others; must outlive them. NULL: a world of its own */
    hone_physics_options options;    /**< of its own world */
    bool ragdoll;                    /**< whether the character can fall: hone_physics_set_ragdoll */
    const hone_humanoid *humanoid;   /**< of the ragdoll; read at creation. NULL: hone_model_humanoid */
    hone_physics_source *source;     /**< for hone_physics_world_seek_frame; NULL: the program steps by hand */
    void *user;                      /**< passed to source */
    const hone_allocator *allocator; /**< NULL: malloc */
} hone_physics_desc;

/** Creates the bodies and springs of a model in a world, all at rest.
 *
 * When a model joins or leaves a shared world, the world starts again at its next time.
 * Returns: the bodies; destroy them with hone_physics_destroy. NULL on failure.
 * Errors: UNSUPPORTED (worlds are not built in, or the model has bodies and there is no Bullet), ARGUMENT
 *         (NULL, a number out of range), MEMORY.
 */
HONE_API hone_physics *hone_physics_create(const hone_physics_desc *desc, hone_error *error);

/** Destroys the bodies of a model, and their world if it is their own. NULL is allowed. */
HONE_API void hone_physics_destroy(hone_physics *physics);

/** Returns the world that a model's bodies are in, shared or its own. */
HONE_API hone_physics_world *hone_physics_get_world(const hone_physics *physics);

/** Returns warnings about parts of a model that are not simulated, or not as in the file, valid as long as `physics`.
 */
HONE_API hone_warnings hone_physics_warnings(const hone_physics *physics);

/** Faults that occurred during simulation and were repaired. */
typedef struct hone_physics_diagnostics {
    uint32_t teleports;         /**< steps in which a bone moved too far (a teleport): bodies were moved along */
    uint32_t unstable_bodies;   /**< bodies that were not finite (put back on their bones) or too fast (slowed) */
    uint32_t contact_overflows; /**< steps in which more bodies touched than are kept apart */
} hone_physics_diagnostics;

/** Returns how many faults have occurred during simulation. */
HONE_API hone_physics_diagnostics hone_physics_get_diagnostics(const hone_physics *physics);

/** Returns how often a body had to be held at its joint: the number of steps after which HONE_PHYSICS_SOLVER_CORRECTED
 * moved it towards its neighbour; 0 if there is no such body, if it is not simulated, or with the plain solver.
 *
 * body: index in the model.
 * steps: out: how many steps were taken, those of settling included; NULL: not wanted.
 */
HONE_API uint32_t hone_physics_held_steps(const hone_physics *physics, uint32_t body, uint32_t *steps);

/* ---- time by sources ----------------------------------------------------------------------------------------- */

/** Goes to a time, and asks every source for each step on the way.
 *
 * An exact world starts at frame 0, its bodies come to rest, and every step is taken from there; a time before 0 is
 * frame 0. A time that has passed is reached from the nearest checkpoint, of which there is one every ten seconds
 * (fewer after ten minutes). A world that goes straight on is rebuilt at the same checkpoints, so the results are
 * equal to the bit.
 *
 * Any other world goes on from where it is. It starts again at a time that is before its last step but one, or half a
 * second or more after its last.
 * frame: 30ths of a second.
 * Returns: whether the time was reached. If not, the next call starts again, from a checkpoint if there is one.
 * Errors: MEMORY (Bullet's world could not be built).
 * Cost: the steps on the way; no allocation (except by Bullet).
 */
HONE_API bool hone_physics_world_seek_frame(hone_physics_world *world, double frame, hone_error *error);

/** Forgets the time reached and all checkpoints. Call it when a source gives other input from now on. */
HONE_API void hone_physics_world_restart(hone_physics_world *world);

/** Forgets what comes after a time: its checkpoints, and the time reached if it is later. Call it when a source gives
 * other input after that time; hone_physics_world_seek_frame then begins at the last checkpoint before it.
 *
 * frame: 30ths of a second. Before 0, or not a number: as hone_physics_world_restart.
 */
HONE_API void hone_physics_world_forget_after_frame(hone_physics_world *world, double frame);

/** Copies the checkpoints of an exact world into another with the same models, options and input. `to` then reaches any
 * time that `from` has passed from there, and gives the same bits as a run from the beginning.
 *
 * Returns: whether they were copied.
 * Errors: ARGUMENT (the worlds differ, or are not exact).
 */
HONE_API bool hone_physics_world_copy_checkpoints(hone_physics_world *to, const hone_physics_world *from,
                                                  hone_error *error);

/** Writes the checkpoints of an exact world as bytes, which every machine can read: so that other processes need not
 * simulate what was simulated before. They go on with the same bits there if hone_physics_is_portable on both.
 *
 * out: release it with hone_bytes_release.
 * Returns: whether they were written.
 * Errors: ARGUMENT (NULL, a world that is not exact), MEMORY.
 */
HONE_API bool hone_physics_world_write_checkpoints(const hone_physics_world *world, hone_bytes *out, hone_error *error);

/** Reads checkpoints into an exact world, in place of its own. As after hone_physics_world_copy_checkpoints, `world`
 * then reaches any time from the last checkpoint before it, and gives the same bits as a run from the beginning, if
 * models, options and input are those of the world that has written them.
 *
 * bytes: [size] from hone_physics_world_write_checkpoints; they may come from anywhere.
 * Returns: whether they were read; otherwise the world is unchanged.
 * Errors: ARGUMENT (NULL, a world that is not exact), FORMAT (the bytes are damaged, or are of other models or another
 *         rate).
 */
HONE_API bool hone_physics_world_read_checkpoints(hone_physics_world *world, const void *bytes, size_t size,
                                                  hone_error *error);

/* ---- time by hand -------------------------------------------------------------------------------------------- */

/** Sets the input of the next reset or step. Before the first call: bones at rest.
 *
 * input: copied.
 */
HONE_API void hone_physics_set_input(hone_physics *physics, const hone_physics_input *input);

/** Moves the bodies and springs of a model with their velocities, without inertia: a teleport of the character.
 *
 * The next input must have been moved, too (hone_physics_input.world).
 * by: in the world: the new place of the character times the inverse of the old one.
 * Cost: no allocation; the next step rebuilds Bullet's world.
 */
HONE_API void hone_physics_move(hone_physics *physics, const hone_rigid_transform *by);

/** Puts every body on its bone, and springs to rest, without velocity. */
HONE_API void hone_physics_world_reset(hone_physics_world *world);

/** Takes one step (substep of a frame) of 1 / rate seconds.
 *
 * Returns: whether the step was taken; it may be tried again.
 * Errors: MEMORY (Bullet's world could not be built).
 * Cost: no allocation (except by Bullet).
 */
HONE_API bool hone_physics_world_step(hone_physics_world *world, hone_error *error);

/** Returns the size of a world's state in bytes, now: see hone_physics_world_save. It grows and shrinks with the number
 * of contacts. */
HONE_API size_t hone_physics_world_state_size(const hone_physics_world *world);

/** Saves the whole state that the next steps depend on: places and velocities of bodies, contacts with their impulses,
 * and the time of hone_physics_world_seek_frame. The input of the next step is not part of it.
 *
 * A restored world takes the same steps again, to the bit, as one that has never been saved: for rollback of a game
 * over a network, and for going back in time.
 * state: out: [hone_physics_world_state_size(world)] bytes. They hold no pointers: they are good for any world with the
 * same models, options and rate, in any process of the same build of hone.
 * Cost: a copy; no allocation (except by Bullet).
 */
HONE_API void hone_physics_world_save(const hone_physics_world *world, void *state);

/** Restores a saved state. hone_physics_world_seek_frame goes on from the time of the state.
 *
 * A state of an exact world may be restored into one that is not exact. It does not hold what motions play: for that
 * see hone_actor_restore.
 * state: from hone_physics_world_save.
 * size: bytes of state, at least those that were saved.
 *
 * Counts, kinds, pairs and contacts are checked against the world, and sizes against the bytes; the values of places,
 * velocities and impulses are not. A state from a network should have a checksum of its own (hone_hash).
 * Returns: whether it was restored; otherwise the world is unchanged, unless memory lacks to put back bodies that were
 *          switched off or on: then it goes on without contacts.
 * Errors: ARGUMENT (the state is damaged, or has other models, another number of bodies or another rate; or the world
 *         is exact: seek instead), MEMORY (Bullet's world could not be built).
 * Cost: two copies. It allocates room for the state that a failure brings back, which the world keeps; else nothing
 *       (except by Bullet), unless physics of other bodies has been switched off or on since.
 */
HONE_API bool hone_physics_world_restore(hone_physics_world *world, const void *state, size_t size, hone_error *error);

/* ---- pushes ------------------------------------------------------------------------------------------------------ */

/** Pushes a dynamic body: adds an impulse at the next step.
 *
 * body: index in the model.
 * impulse: mass times velocity, world.
 * point: world: where it acts; a push beside the centre turns the body. NULL: its centre.
 * Returns: whether it was pushed.
 * Errors: ARGUMENT (NULL, a body that is not simulated or that follows its bone, a number that is not finite, an exact
 *         world).
 * Cost: no allocation.
 */
HONE_API bool hone_physics_push_body(hone_physics *physics, uint32_t body, const float impulse[3], const float point[3],
                                     hone_error *error);

/* ---- props ------------------------------------------------------------------------------------------------------- */

/** The shape of a prop. */
typedef enum hone_prop_shape {
    HONE_PROP_SPHERE,     /**< size: radius */
    HONE_PROP_BOX,        /**< size: half extents */
    HONE_PROP_CAPSULE,    /**< along its y; size: radius, height of the cylinder between the half spheres */
    HONE_PROP_PLANE,      /**< all below its place, along its y; it cannot move */
    HONE_PROP_GROUND,     /**< a height function; it cannot move. size: width of the squares of which it is made */
    HONE_PROP_SHAPE_COUNT /**< the number of shapes */
} hone_prop_shape;

/** A body of the program in a world: a ball, a wall, a hand, the ground. It collides with the dynamic bodies of all
 * models and with other props. */
typedef struct hone_prop {
    hone_prop_shape shape;      /**< how `size` is read */
    float size[3];              /**< see the shapes; GROUND: 0: 1 */
    float mass;                 /**< 0: only the program moves it (hone_physics_prop_place), and nothing stops it */
    float linear_damping;       /**< 0 to 1: the part of its velocity that it loses in a second */
    float angular_damping;      /**< 0 to 1: the same of its spin */
    float restitution;          /**< 0 to 1 */
    float friction;             /**< 0: none */
    uint32_t groups;            /**< bits of hone_body.group that it meets; 0: all */
    hone_rigid_transform place; /**< world; a rotation that is all zero is the identity */
    float velocity[3];          /**< units/s, if it has a mass */
    float spin[3];              /**< radians/s, if it has a mass */
    hone_ground *ground;        /**< GROUND: called in each step, for the corners of squares below bodies */
    void *ground_user;          /**< passed to ground */
} hone_prop;

/** The name of a prop in a world. It is never used for another prop of that world. All zero: none. */
typedef struct hone_prop_id {
    uint32_t id; /**< 0: none */
} hone_prop_id;

/** Adds a prop to a world.
 *
 * prop: copied.
 * Returns: the prop; none on failure.
 * Errors: UNSUPPORTED (physics is not built in), ARGUMENT (NULL, a number out of range, a GROUND without function, an
 *         exact world), MEMORY.
 * Cost: allocates; the next step rebuilds Bullet's world. So add props early, and move them.
 */
HONE_API hone_prop_id hone_physics_prop_add(hone_physics_world *world, const hone_prop *prop, hone_error *error);

/** Removes a prop. The others stay.
 *
 * prop: its id.
 * Returns: whether it was removed.
 * Errors: ARGUMENT (no such prop).
 * Cost: no allocation; the next step rebuilds Bullet's world.
 */
HONE_API bool hone_physics_prop_remove(hone_physics_world *world, hone_prop_id prop, hone_error *error);

/** Moves a prop. One without mass goes there within the next step, or, with actors or hone_physics_world_seek_frame,
 * evenly until the time that is sought next, and pushes what is in its way. One with a mass is put there, without
 * velocity.
 *
 * prop: its id.
 * place: world.
 * Returns: whether it was moved.
 * Errors: ARGUMENT (no such prop, one that cannot move, a number that is not finite, a rotation not of unit length).
 * Cost: no allocation.
 */
HONE_API bool hone_physics_prop_place(hone_physics_world *world, hone_prop_id prop, const hone_rigid_transform *place,
                                      hone_error *error);

/** Pushes a prop that has a mass: adds an impulse at the next step.
 *
 * prop: its id.
 * impulse: mass times velocity, world.
 * point: world: where it acts; NULL: its centre.
 * Returns: whether it was pushed.
 * Errors: ARGUMENT (no such prop, one without mass, a number that is not finite).
 * Cost: no allocation.
 */
HONE_API bool hone_physics_prop_push(hone_physics_world *world, hone_prop_id prop, const float impulse[3],
                                     const float point[3], hone_error *error);

/* ---- results ------------------------------------------------------------------------------------------------- */

/** Computes the bones that physics moves, at the time reached, for hone_rig_apply_physics. The character is where the
 * last input says (hone_physics_input.world).
 *
 * bones: [bone_count] model space from bone space, after pass 1 of the rig at that time.
 * model_from_bone: out: [bone_count] model space from bone space; written where dynamic is 1.
 * dynamic: out: [bone_count] hone_dynamic (rig.h): whether physics moves the bone, and how; not 0 if it does.
 */
HONE_API void hone_physics_bones(hone_physics *physics, const hone_affine *bones, hone_affine *model_from_bone,
                                 uint8_t *dynamic);

/** A rigid body at the last step, or a prop. */
typedef struct hone_body_motion {
    hone_affine place; /**< world from body space (hone_physics_input.world) */
    float velocity[3]; /**< units/s, world */
    float spin[3];     /**< angular velocity, radians/s, world */
    bool follows;      /**< whether it follows its bone now */
} hone_body_motion;

/** Tells where a body is and how fast it moves.
 *
 * body: index in the model.
 * out: the body at the last step.
 * Returns: false if there is no such body, or if it is not simulated.
 */
HONE_API bool hone_physics_body_motion(const hone_physics *physics, uint32_t body, hone_body_motion *out);

/** Tells where a prop is at the time reached, between two steps if that time is.
 *
 * prop: its id.
 * out: the prop; `follows`: it has no mass.
 * Returns: false if there is no such prop.
 */
HONE_API bool hone_physics_prop_motion(const hone_physics_world *world, hone_prop_id prop, hone_body_motion *out);

/* ---- ragdolls ---------------------------------------------------------------------------------------------------- */

/** Lets a character fall, or parts of it, and blends the result with the animation.
 *
 * The parts are hips, spine, chest, neck, head, and three of each arm and leg, as far as the model has them
 * (hone_physics_desc.humanoid). Each has a capsule that fits its vertices, a mass by its volume (all together about
 * 60), and a joint with a human's limits: knees and elbows are hinges. Without a human's bones the bones with bodies
 * are parts, or those that move most vertices. A part that is let go has the velocity that it had in the animation.
 *
 * All other bones keep their places under these, among them bones of IK, append bones such as 足D, and those above the
 * hips. The model's own bodies ride on the parts, so hair and skirts hang on them. Parts collide with props, with
 * other models and, where they are not neighbours, with each other, but not with the model's own bodies.
 * weights: [bone_count] of the parts' bones; others are not read. 0: the animation moves the part, on the one that it
 *          hangs on if that is let go. Above 0, up to 1: it falls, and each joint is this part of the way from the
 *          animation to physics. Copied; NULL: all 0.
 * Returns: whether the weights were set.
 * Errors: ARGUMENT (NULL, a weight out of range, made without hone_physics_desc.ragdoll, an exact world).
 * Cost: no allocation; when a weight becomes 0 or comes from 0, the next step rebuilds Bullet's world.
 */
HONE_API bool hone_physics_set_ragdoll(hone_physics *physics, const float *weights, hone_error *error);

/** Pushes the part of a ragdoll that a bone moves with, if it is let go; else the nearest one above that is: adds an
 * impulse at the next step.
 *
 * bone: any bone of the model.
 * impulse: mass times velocity, world.
 * point: world: where it acts; NULL: the centre of the part.
 * Returns: whether it was pushed.
 * Errors: ARGUMENT (NULL, no ragdoll, nothing there is let go, a number that is not finite).
 * Cost: no allocation.
 */
HONE_API bool hone_physics_push_bone(hone_physics *physics, uint32_t bone, const float impulse[3], const float point[3],
                                     hone_error *error);

/** A part of a ragdoll at the last step. */
typedef struct hone_ragdoll_part {
    int32_t bone;            /**< the bone that it moves */
    int32_t holder;          /**< the part on which it hangs, an earlier one; HONE_NONE: none */
    hone_prop_shape shape;   /**< CAPSULE, or the shape of a body without vertices */
    float size[3];           /**< as hone_prop.size */
    float mass;              /**< of the part */
    hone_body_motion motion; /**< place and velocity; follows: it has not been let go */
    float gap;               /**< how far its joint is open, units */
    float angles[3];         /**< of the joint, radians: twist, aside, swing */
    float lower[3];          /**< lowest angles */
    float upper[3];          /**< highest angles; equal: locked */
} hone_ragdoll_part;

/** Returns the number of parts of a ragdoll: at most 32; 0 without hone_physics_desc.ragdoll. */
HONE_API uint32_t hone_physics_ragdoll_part_count(const hone_physics *physics);

/** Describes a part of a ragdoll: for drawing it, and for deciding when it has come to rest.
 *
 * part: below hone_physics_ragdoll_part_count. Parts follow those on which they hang.
 * out: the part at the last step.
 * Returns: false if there is no such part.
 */
HONE_API bool hone_physics_ragdoll_part(const hone_physics *physics, uint32_t part, hone_ragdoll_part *out);

#ifdef __cplusplus
}
#endif
#endif
