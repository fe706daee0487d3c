/* What all passes of a picture share: who is seen from where in which light, and the GL state that they set. */
#ifndef HONE_SRC_RENDER_GL_STATE_H
#define HONE_SRC_RENDER_GL_STATE_H

#include "render/mesh/gpu_model.h"
#include "render/shadow/shadow_space.h"

typedef struct hone_draw_uniforms { /* what all programs are told */
    const hone_draw_desc *desc;
    hone_affine view;
    float projection[16];
    float eye[4];
    float light_colour[3], to_light[3];
    float edge_width; /* of edge size 1 */
    float mip_bias;   /* levels that textures are read finer, below 0 */
    bool shadowed;    /* there is a map of shadows, which lies so: */
    hone_shadow_space shadow;
} hone_draw_uniforms;

hone_draw_uniforms hone_draw_uniforms_make(const hone_draw_desc *desc);

/* All state that drawing depends on and passes do not differ in. */
void hone_gl_state_begin(void);

/* What hone sets is as in a new context. */
void hone_gl_state_end(void);

/* Tells the program what is the same for all that it draws. */
void hone_gl_state_tell(const hone_program *program, const hone_draw_uniforms *shot);

/* The figure's program for the pass, told. */
const hone_program *hone_gl_state_use(const hone_gpu_model *gpu_model, hone_pass pass, const hone_draw_uniforms *shot);
void hone_gl_state_bind(GLuint unit, GLuint texture, GLuint sampler);

/* Binds what a batch is drawn from, and says which sides are its fronts. */
void hone_gl_state_show(const hone_gpu_model *gpu_model, const hone_draw_range *batch);
/* Culls the part's back faces, unless it shows both. */
void hone_gl_state_show_sides(const hone_submesh *part);

#endif
