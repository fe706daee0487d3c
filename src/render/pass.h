/* What all passes of a picture share: who is seen from where in which light, and the GL state that they set. */
#ifndef HONE_SRC_RENDER_PASS_H
#define HONE_SRC_RENDER_PASS_H

#include "render/figure.h"
#include "render/shadow_space.h"

typedef struct hone_shot { /* what all programs are told */
    hone_affine view;
    float projection[16];
    float eye[4];
    float light_colour[3], to_light[3];
    float edge_width; /* of edge size 1 */
    bool shadowed;    /* there is a map of shadows, which lies so: */
    hone_shadow_space shadow;
} hone_shot;

hone_shot hone_shot_make(const hone_picture_desc *desc);

/* All state that drawing depends on and passes do not differ in. */
void hone_pass_begin(void);

void hone_pass_use(const hone_program *program, const hone_shot *shot, const hone_affine *world);
void hone_pass_bind(GLuint unit, GLuint texture, GLuint sampler);

/* The figure's vertices, with what a mesh that lacks an array has at every vertex, and which sides are its fronts. */
void hone_pass_show(const hone_figure *figure);
/* Culls the part's back faces, unless it shows both. */
void hone_pass_show_sides(const hone_part *part);
void hone_pass_draw(const hone_part *part);

#endif
