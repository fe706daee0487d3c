/* The head: skin with openings for eyes and mouth, eyes, lashes, brows, the inside of the mouth. Half x >= 0.
 *
 * Everything on the face is designed on a chart, the front view (x, y), and projected onto the head; expressions deform
 * the chart. */
#ifndef HONE_SAMPLES_MAKE_CHARACTER_FACE_H
#define HONE_SAMPLES_MAKE_CHARACTER_FACE_H

#include "samples/make/mesh/part.h"
#include "samples/make/mesh/sdf.h"

extern const sdf head_sdf;

/* The outline of the eye: a superellipse, flatter below. */
#define EYE_X 0.53f
#define EYE_Y 18.02f
#define EYE_WIDTH 0.35f
#define EYE_ABOVE 0.37f
#define EYE_BELOW 0.3f
#define EYE_POWER 2.4f
#define EYE_TILT 0.1f
#define EYE_RADIUS 1.0f /* radius of the ball on which the iris turns */
#define MOUTH_Y 17.36f
#define MOUTH_WIDTH 0.2f

/* The head is designed in natural proportions and then enlarged. Returns the enlarged position of a point p; points of
 * the body do not move. */
vec3 head_swell(vec3 p);
/* The centre of the left eyeball, before the head is enlarged. */
vec3 eye_centre(void);
/* The point on the head at (x, y) of the front view, `lift` above the skin. */
vec3 on_face(float x, float y, float lift);
/* The height of the upper (lower) lid's edge at x. */
float upper_lid(float x);
float lower_lid(float x);

/* A vertex of the iris when the iris is scaled by `size`. */
vec3 scale_iris(vec3 p, float size);

part face_skin(void);
part face_eyeball(void);
part face_iris(void);
part face_lines(void); /* lashes, creases, brows */
part face_blush(void); /* over the cheeks, shown by a morph */
part face_mouth(void); /* the inside: palate, teeth, tongue */

/* The texture coordinates for the chart's point (x, y), and the plain-coloured areas of the face's texture. */
void face_chart(float x, float y, float *u, float *v);
enum { SWATCH_LASH, SWATCH_CREASE, SWATCH_BROW, SWATCH_MOUTH, SWATCH_TEETH, SWATCH_TONGUE, SWATCH_LIP, SWATCH_COUNT };
void face_swatch(int swatch, float *u, float *v);

#endif
