/* What Bullet makes of the bodies of a model: where tails are at each step, and the bones that carry chains and
 * colliders. */
#ifndef HONE_SRC_SPRING_FIT_RECORDING_H
#define HONE_SRC_SPRING_FIT_RECORDING_H

#include "base/double_affine.h"
#include "offline/spring_fit/chains.h"
#include <hone/spring.h>
#include <hone/spring_fit.h>

typedef struct fit_recording {
    uint32_t step_count;       /* 60 in a second */
    uint32_t second_begin;     /* the step at which the second motion begins, with everything at rest */
    uint32_t bone_count;       /* bones that are recorded */
    int32_t *place_of_bone;    /* [bone_count of the model] index of a recorded bone, or HONE_NONE */
    hone_affine *bones;        /* [step_count][bone_count] model space from bone space */
    float (*tails)[3];         /* [step_count][joint_count] model space */
    hone_spring_shape *shapes; /* [step_count][collider_count] */
} fit_recording;

/* From the nearest point of the axis of a sphere or capsule to a point. */
static inline void hone_fit_from_axis(const hone_spring_shape *shape, const double point[3], double out[3])
{
    hone_subtract3(point, shape->from, out);
    double along = hone_dot3(out, shape->along), square = shape->square_length;
    double share = along <= 0 ? 0 : along < square ? along / square : 1;
    hone_add3(out, shape->along, -share, out);
}

/* Plays the motion that is built in, and that of the description. False: `error` tells why. */
bool hone_fit_record(const hone_spring_fit_desc *desc, const fit_chains *chains, hone_arena *memory, fit_recording *out,
                     hone_error *error);

/* Gives each chain the colliders that its bodies meet in the recording, and makes hit radii so small that a collider
 * hardly ever pushes a tail away from where Bullet has it. False: out of memory. */
bool hone_fit_give_colliders(const fit_recording *recording, hone_arena *memory, fit_chains *chains);

/* Moves a pose as the motion that is built in. The bones without a parent of a model that is no humanoid are moved.
 * seconds: from the beginning of the motion. */
void hone_fit_calibrate(const hone_skeleton *skeleton, const hone_humanoid *human, double seconds, hone_pose *pose);

/* How long the motion that is built in lasts, in seconds. */
double hone_fit_calibration_seconds(void);

#endif
