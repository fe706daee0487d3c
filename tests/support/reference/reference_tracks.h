/* The values of a motion's tracks at any frame, in double precision, by the definitions of docs/motions.md alone. */
#ifndef HONE_TESTS_SUPPORT_REFERENCE_REFERENCE_TRACKS_H
#define HONE_TESTS_SUPPORT_REFERENCE_REFERENCE_TRACKS_H

#include <hone/motion.h>

typedef struct reference_offset {
    double translation[3], rotation[4];
    bool physics_off;
} reference_offset;

typedef struct reference_camera {
    double target[3], angles[3], distance, fov;
    bool orthographic;
} reference_camera;

/* Tracks need at least one key. */
reference_offset reference_bone_track(const hone_bone_track *track, double frame);
double reference_morph_track(const hone_morph_track *track, double frame);
reference_camera reference_camera_keys(const hone_camera_key *keys, uint32_t count, double frame);
/* The direction is not normalised. */
void reference_light_keys(const hone_light_key *keys, uint32_t count, double frame, double colour[3],
                          double direction[3]);
double reference_shadow_keys(const hone_shadow_key *keys, uint32_t count, double frame, int *mode);
bool reference_visible(const hone_property_key *keys, uint32_t count, double frame);
/* A chain that no key names is on. */
bool reference_chain(const hone_property_key *keys, uint32_t count, const char *chain, double frame);

/* The angle between two rotations, in radians. */
double reference_angle(const double a[4], const double b[4]);

#endif
