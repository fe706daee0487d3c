/** mmd_rules: how MMD motions and models are evaluated, where programs differ.
 *
 * MikuMikuDance has no written specification: its formats mean what it does with them, and other programs do some of it
 * differently. One struct has a field for each such rule. A sampler, a rig, an actor and a bake take the same struct,
 * so that they agree. All zero: as MikuMikuDance, as far as is known.
 * Source: docs/rig.md.
 */
#ifndef HONE_MMD_RULES_H
#define HONE_MMD_RULES_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/** How an easing curve is solved. */
typedef enum hone_curve_mode {
    HONE_CURVE_EXACT, /**< exactly: the error is below 1e-6 */
    HONE_CURVE_MMD    /**< as MMD: 12 bisections, up to 3.7e-4 off, so that smooth motion moves in small steps */
} hone_curve_mode;

/** When the rotation of a bone with a fixed axis is turned onto that axis. The angle stays, the axis is replaced. */
typedef enum hone_fixed_axis {
    HONE_FIXED_AXIS_KEY,   /**< as MMD: each key, before interpolation */
    HONE_FIXED_AXIS_SAMPLE /**< the interpolated rotation */
} hone_fixed_axis;

/** The order of evaluation in models whose layers contradict their hierarchy. */
typedef enum hone_order {
    HONE_ORDER_STRICT, /**< a bone waits until the bones that it reads are evaluated */
    /** As MMD: sorted by layer. A bone that is evaluated before one that it reads sees the previous evaluation (at
     * first: rest). */
    HONE_ORDER_LAG
} hone_order;

/** How IK chains are solved. */
typedef enum hone_ik_solver {
    /** CCD (cyclic coordinate descent): the limit of a step grows with the number of the link; angles are reflected at
     * their bounds. */
    HONE_IK_CCD,
    /** CCD with accumulated angles: one limit for all links; angles are clamped to their bounds; the best iteration is
     * kept. */
    HONE_IK_CCD_CLAMPED
} hone_ik_solver;

/** Where the first step of a chain expects its effector, if an earlier chain has moved it (as a leg's chain moves the
 * toe). */
typedef enum hone_toe_start {
    HONE_TOE_START_PLACED, /**< as MMD: where the effector's own evaluation placed it */
    HONE_TOE_START_MOVED   /**< where the earlier chain moved it */
} hone_toe_start;

/** The rules of MMD's evaluation. All zero: as MMD, as far as is known. */
typedef struct hone_mmd_rules {
    hone_curve_mode curve;      /**< sampler: how easing curves are solved */
    hone_fixed_axis fixed_axis; /**< sampler: when fixed axes take effect */
    hone_order order;           /**< rig: the order of evaluation */
    hone_ik_solver ik;          /**< rig: how IK chains are solved */
    /** rig, HONE_IK_CCD: stop at the first iteration that does not come nearer, and go back to the best. */
    bool keep_best;
    hone_toe_start toe_start; /**< rig, HONE_IK_CCD: where the effector is expected */
    /** rig: whether appends from bones that physics moves are evaluated again after physics. */
    bool append_after_physics;
} hone_mmd_rules;

#ifdef __cplusplus
}
#endif

#endif
