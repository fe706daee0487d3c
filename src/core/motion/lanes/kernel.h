/* Functions that plan and sample blocks, for kinds of processors. All give the same bits. */
#ifndef HONE_SRC_MOTION_LANES_KERNEL_H
#define HONE_SRC_MOTION_LANES_KERNEL_H

#include "base/lanes/kernel.h"
#include "base/lanes/vectors.h"
#include "core/motion/bone_tracks.h"
#include "core/motion/channel.h"
#include "core/motion/slerp_pairs.h"

struct hone_motion_kernel {
    hone_kernel kernel;
    void (*plan)(hone_slerps *slerps, hone_slerp_keys *keys);
    /* Computes what is the same all along the curves, and the values at a frame. */
    void (*set_curves)(hone_ease_group *group);
    void (*ease)(hone_ease_group *const groups[], uint32_t count, double frame, hone_curve_mode mode);
    /* Sample blocks whose segments hold the time. */
    void (*sample_tracks)(const hone_bone_tracks *tracks, double frame, const hone_pose *pose);
    void (*sample_rotations)(const hone_channels *channels, double seconds, const hone_channel_out *out);
    void (*sample_vectors)(const hone_channels *channels, double seconds, const hone_channel_out *out);
    void (*slerp)(hone_slerp_pairs *pairs); /* each as hone_quat_slerp */
};

#if HONE_KERNEL_AVX2
extern const hone_motion_kernel hone_motion_avx2;
#endif
extern const hone_motion_kernel hone_motion_portable;

/* Returns the fastest kernel that the processor supports. */
const hone_motion_kernel *hone_motion_best_kernel(void);

/* As hone_sampler_create, with a kernel that the processor supports. */
hone_sampler *hone_sampler_create_with(const hone_sampler_desc *desc, const hone_motion_kernel *kernel,
                                       hone_error *error);

#endif
