/* correctives: corrective shapes for a baked motion.
 *
 * A player that only blends matrices (linear skinning) cannot show SDEF, QDEF or dual quaternion skinning. Corrective
 * shapes are morph targets whose weights are keyed so that its vertices stay within a bound of where they should be.
 * How: docs/motions.md.
 */
#ifndef HONE_CORRECTIVES_H
#define HONE_CORRECTIVES_H

#include <hone/bake.h>
#include <hone/base.h>
#include <hone/model.h>
#include <hone/motion.h>
#include <hone/skin.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How often hone_bake_correctives goes through all frames. */
enum { HONE_CORRECTIVE_PASSES = 5 };

typedef struct hone_corrective_desc {
    const hone_model *model;   /* required */
    const hone_motion *motion; /* required: as hone_bake makes it of this model HIERARCHY */
    uint32_t last_frame;       /* below HONE_BAKE_FRAMES_MAX */
    hone_skin_method method;   /* AUTO: SDEF and QDEF vertices; DUAL_QUATERNION: all; LINEAR: none */
    float bound;               /* how far a vertex may be off at any frame, in the model's unit; above 0 */
    uint32_t shapes_max;       /* 0: as many as are needed */
    bool (*progress)(void *user, uint32_t done); /* of HONE_CORRECTIVE_PASSES times all frames; false: give up */
    void *user;
    const hone_allocator *allocator; /* NULL: malloc */
} hone_corrective_desc;

/* What was measured at every frame of the motion: lengths in the model's unit, angles in radians. */
typedef struct hone_corrective_report {
    uint32_t vertices;                  /* that shapes move */
    uint32_t keys;                      /* of all weights together */
    double error_before, error_after;   /* how far linear skinning takes the worst vertex from where it should be */
    double error_between;               /* the latter half-way between frames */
    double normal_before, normal_after; /* and the worst normal */
    uint32_t worst_before, worst_after; /* vertices */
} hone_corrective_report;

/* Shapes for a player that blends matrices and knows morph targets, and nothing else. Plain data. */
typedef struct hone_correctives {
    uint32_t count;
    const hone_morph *morphs;  /* [count] vertex morphs with normals, "hone_corrective_BONE_0", at rest 0 */
    const hone_motion *motion; /* that of the description, and one channel more: of the weights, whose targets are
                                  counted behind the model's morphs. Retain it to keep it longer */
} hone_correctives;

/* The fewest shapes that were found to keep the bound; with shapes_max, those that keep the least bound. The report
 * says whether they did: not where bones turn so far from each other that blending flattens what it carries. Same
 * shapes on every machine. How: docs/motions.md. report may be NULL.
 * Errors: ARGUMENT (no model or motion, a number out of range, a motion that was not baked, given up), MEMORY. */
HONE_API hone_correctives *hone_bake_correctives(const hone_corrective_desc *desc, hone_corrective_report *report,
                                                 hone_error *error);
HONE_API void hone_correctives_destroy(hone_correctives *correctives); /* NULL is fine */

#ifdef __cplusplus
}
#endif
#endif
