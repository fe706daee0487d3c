/* Keys of cameras and lights that are nodes of a file: numbers at each frame become keys with lines between them. */
#ifndef HONE_SRC_FORMAT_COMMON_SHOT_H
#define HONE_SRC_FORMAT_COMMON_SHOT_H

#include "base/memory/builder.h"
#include <hone/motion.h>

enum { HONE_SHOT_WIDTH = 8, HONE_SHOT_FRAMES_MAX = 1 << 18 };

#define HONE_SHOT_UNITS_PER_METRE (1 / HONE_MMD_METRES) /* of the world, which has MMD's axes and units */
#define HONE_SHOT_FLAT_SLOPE (12.5 / 45) /* half the height that an orthographic camera sees at unit distance */

/* The numbers of a camera. */
enum { HONE_SHOT_TARGET = 0, HONE_SHOT_ANGLES = 3, HONE_SHOT_DISTANCE = 6, HONE_SHOT_FOV = 7 };

/* The function that is sampled: [width] numbers at a frame, 30 a second. */
typedef void hone_shot_sample(const void *user, double frame, double out[HONE_SHOT_WIDTH]);

typedef struct hone_shot_desc {
    hone_shot_sample *sample;
    const void *user;
    uint32_t width;
    int32_t angles; /* the first of three numbers that are hone_camera.angles; HONE_NONE: none are */
    double tolerances[HONE_SHOT_WIDTH]; /* that lines between keys keep at whole frames */
    uint32_t frames;                    /* from 0; at least 1 */
    bool still;                         /* whether there is one key if nothing changes; otherwise there is none */
} hone_shot_desc;

typedef struct hone_shot_key {
    uint32_t frame;
    bool no_cut; /* as hone_camera_key.no_cut */
    double values[HONE_SHOT_WIDTH];
} hone_shot_key;

/* Chooses the frames that need a key. Returns how many. A jump between two frames becomes a cut.
 *
 * keys: out: [room], of which no more are written; NULL: not wanted. */
uint32_t hone_shot_keys(const hone_shot_desc *desc, hone_shot_key *keys, uint32_t room);

/* Computes the numbers of a camera. Lengths of forward and up do not matter, and up need not be perpendicular.
 * eye, focus (from the eye to the target): units of the world; fov: degrees. */
void hone_shot_camera(const double eye[3], const double forward[3], const double up[3], double focus, double fov,
                      double out[HONE_SHOT_WIDTH]);

/* The tolerances of a camera: less than a tenth of a pixel where a picture is 1080 pixels high. */
extern const double hone_shot_camera_tolerances[HONE_SHOT_WIDTH];

/* Adds the keys of a camera, which desc samples, to a motion. most: how many there may be; if there are more, there are
 * none, with a warning. Errors: MEMORY. */
bool hone_shot_camera_keys(const hone_shot_desc *desc, bool orthographic, uint32_t most, hone_builder *builder,
                           hone_motion_data *out, hone_error *error);

#endif
