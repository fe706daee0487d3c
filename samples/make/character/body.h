/* The character's body and its tight clothes as signed-distance solids, and their meshes (half x >= 0). */
#ifndef HONE_SAMPLES_MAKE_CHARACTER_BODY_H
#define HONE_SAMPLES_MAKE_CHARACTER_BODY_H

#include "samples/make/mesh/part.h"
#include "samples/make/mesh/sdf.h"

/* The rest positions of joints, shared by solids, bones and dance. Left side; the right side is its mirror image. */
/* clang-format off */
#define SHOULDER {1.12f, 15.62f, 0.12f}
#define ELBOW {3.06f, 14.1f, 0.16f}
#define WRIST {4.86f, 12.69f, 0.06f}
#define HIP {0.64f, 11.45f, 0.04f}
#define KNEE {0.66f, 6.35f, -0.06f}
#define ANKLE {0.66f, 1.25f, 0.2f}
#define TOE {0.7f, 0.3f, -1.0f}
/* clang-format on */
extern const vec3 shoulder_at, elbow_at, wrist_at, hip_at, knee_at, ankle_at, toe_at;

/* Bones of the fingers: thumb first, then index to little finger; three joints and the tip. */
enum { FINGER_COUNT = 5, FINGER_JOINTS = 4 };
extern const vec3 finger_at[FINGER_COUNT][FINGER_JOINTS];

extern const sdf body_sdf; /* neck, torso, arms and legs, bare */
extern const sdf boot_sdf;

/* Along the arm: 0 at the shoulder, 1 at the elbow, 2 at the wrist. */
float arm_parameter(vec3 p);
/* Sets texture coordinates. u: how open the place is (sdf_openness), v: the position along the piece. The textures of
 * such pieces are ramps with painted shade. */
void shade(part *p, const sdf *body, float (*parameter)(vec3));
/* The level set that bounds the bodice: negative inside, about the distance to its neckline and armholes. */
float bodice_level(const void *user, vec3 p);
/* The texture coordinates of the bodice's front (back) view at x from the middle, y: the front is the left half. */
void bodice_chart(float x, float y, bool back, float *u, float *v);

part body_skin(void);
part body_bodice(void);
part body_glove(void);
part body_stocking(void);
part body_boot(void);
part body_sole(void);
part body_choker(void);

#endif
