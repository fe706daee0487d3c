/** spring_fit: springs in place of rigid bodies, for programs that have springs and no rigid bodies, such as those of
 * VRM.
 *
 * Bodies and joints of an MMD model become chains of springs with colliders. Stiffness, drag and gravity of each joint
 * are chosen so that hair and clothes follow what Bullet makes of the bodies. How this works, and what springs cannot
 * do: docs/avatars.md, "Springs from bodies".
 *
 * The same model without bodies, for a writer of avatars:
 * ```c
 * hone_model *with_springs(const hone_model *model, hone_error *error)
 * {
 *     hone_spring_fit_desc desc = {.model = model};
 *     return hone_spring_fit(&desc, NULL, error);
 * }
 * ```
 */
#ifndef HONE_SPRING_FIT_H
#define HONE_SPRING_FIT_H

#include <hone/base.h>
#include <hone/mmd_rules.h>
#include <hone/model.h>
#include <hone/motion.h>
#include <hone/thread.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Settings of hone_spring_fit. */
typedef struct hone_spring_fit_desc {
    const hone_model *model; /**< required: in MMD's space */
    hone_mmd_rules rules;    /**< how it is evaluated */
    /** A motion that the springs should follow well, such as the one that the avatar will play. It is played after the
     * motion that is built in. NULL: none. */
    const hone_motion *motion;
    uint32_t last_frame;             /**< of `motion`: the last frame that is played, at most; 0: 20 seconds */
    hone_workers *workers;           /**< threads that share the work; the result is the same. NULL: this one alone */
    const hone_allocator *allocator; /**< NULL: malloc */
} hone_spring_fit_desc;

/** What was made of the bodies of a model. */
typedef struct hone_spring_fit_report {
    uint32_t chain_count;        /**< locks of hair, panels of skirts: joints below each other */
    uint32_t joint_count;        /**< bones that springs turn; each is a spring of its own */
    uint32_t collider_count;     /**< colliders, made of bodies that follow bones */
    uint32_t bodies_left_out;    /**< dynamic bodies that turn no bone, or one without length: they are lost */
    uint32_t colliders_left_out; /**< bodies that follow bones and would have been more colliders than are allowed */
    uint32_t cross_joints;       /**< joints between chains, such as the rings of skirts: springs have none */
    double length;               /**< mean length of the chains, from the first bone to the tip; the model's unit */
    /** Root mean square distance of the tips from Bullet's, over the motion that is built in and `motion`; the model's
     * unit. */
    double error;
    double rigid_error; /**< the same for tips that follow the animation without physics */
} hone_spring_fit_report;

/** Makes springs of the bodies and joints of a model.
 *
 * Each bone with a dynamic body becomes a joint; chains follow the hierarchy of bones. Bodies that follow bones become
 * colliders of the chains that they can touch, by groups, masks and reach. The model is played with Bullet for about
 * 20 seconds; then the joints are fitted, parents first.
 * Lengths and forces of the result are in the model's unit, as everything of it: a writer that scales the model scales
 * them, too.
 * report: what was made; NULL: not wanted.
 * Returns: a model with springs and without bodies, which shares everything else with `model`. A model without
 *          dynamic bodies has no springs. NULL on failure.
 * Errors: ARGUMENT (no model, a model in another space, a motion that cannot be played on it), UNSUPPORTED (physics is
 *         not built in), MEMORY.
 * Cost: plays the model with Bullet; then about 20 seconds of one core's time for 300 joints, and at most a few times
 *       that for any model. At most 256 MB of memory.
 * Source: docs/avatars.md.
 */
HONE_API hone_model *hone_spring_fit(const hone_spring_fit_desc *desc, hone_spring_fit_report *report,
                                     hone_error *error);

/** How far the tips of springs are from those of bodies. Lengths are in the model's unit; errors are root mean squares
 * over 60 times of each second. */
typedef struct hone_spring_error {
    double length;      /**< of the chain, from its first bone to the tip; of all: the mean */
    double error;       /**< of the springs */
    double rigid_error; /**< of bones that follow the motion without physics */
    /** Of the same chains with the values that VRM gives to joints by default: stiffness 1 (in metres), drag 0.4, no
     * gravity, no colliders. */
    double default_error;
} hone_spring_error;

/** Settings of hone_spring_compare. */
typedef struct hone_spring_compare_desc {
    const hone_model *bodies;  /**< required: the model with bodies */
    const hone_model *springs; /**< required: the same model with springs; its bones are those of `bodies` */
    hone_mmd_rules rules;      /**< how both are evaluated */
    const hone_motion *motion; /**< required: what both play */
    uint32_t last_frame;       /**< the last frame; below HONE_BAKE_MAX_FRAMES */
    /** out: [bone_count] of each chain, at the place of its first bone; elsewhere all zero. NULL: not wanted. */
    hone_spring_error *errors;
    const hone_allocator *allocator; /**< NULL: malloc */
} hone_spring_compare_desc;

/** Measures how far springs are from bodies, over a motion.
 *
 * all: out: of all chains together.
 * Returns: whether it was measured.
 * Errors: ARGUMENT (NULL, models that differ, a motion that cannot be played on them), UNSUPPORTED (physics is not
 *         built in), MEMORY.
 * Cost: plays the motion four times, once with Bullet.
 */
HONE_API bool hone_spring_compare(const hone_spring_compare_desc *desc, hone_spring_error *all, hone_error *error);

#ifdef __cplusplus
}
#endif
#endif
