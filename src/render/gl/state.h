/* What all passes of a picture share: who is seen from where in which light, and the GL state that they set. */
#ifndef HONE_SRC_RENDER_GL_STATE_H
#define HONE_SRC_RENDER_GL_STATE_H

#include "render/mesh/gpu_model.h"
#include "render/shadow/shadow_space.h"

typedef struct hone_shot { /* what all programs are told */
    const hone_picture_desc *desc;
    hone_affine view;
    float projection[16];
    float eye[4];
    float light_colour[3], to_light[3];
    float edge_width; /* of edge size 1 */
    float mip_bias;   /* levels that textures are read finer, below 0 */
    bool shadowed;    /* there is a map of shadows, which lies so: */
    hone_shadow_space shadow;
} hone_shot;

hone_shot hone_shot_make(const hone_picture_desc *desc);

/* All state that drawing depends on and passes do not differ in. */
void hone_pass_begin(void);

/* What hone sets is as in a new context. */
void hone_pass_end(void);

/* Tells the program what is the same for all that it draws. */
void hone_pass_tell(const hone_program *program, const hone_shot *shot);

/* The figure's program for the pass, told. */
const hone_program *hone_pass_use(const hone_figure *figure, hone_pass pass, const hone_shot *shot);
void hone_pass_bind(GLuint unit, GLuint texture, GLuint sampler);

/* Binds what a batch is drawn from, and says which sides are its fronts. */
void hone_pass_show(const hone_figure *figure, const hone_batch *batch);
/* Culls the part's back faces, unless it shows both. */
void hone_pass_show_sides(const hone_part *part);

#endif
