/* The data that all passes of a picture share (camera, light), and the GL state that they set. */
#ifndef HONE_SRC_RENDER_GL_GL_STATE_H
#define HONE_SRC_RENDER_GL_GL_STATE_H

#include "draw/render/mesh/gpu_model.h"
#include "draw/render/shadow/shadow_space.h"

typedef struct hone_draw_uniforms { /* uniforms with the same value in all programs */
    const hone_draw_desc *desc;
    const hone_draw_list *list;
    hone_affine view;
    float projection[16];
    float eye[4];
    float light_colour[3], to_light[3];
    float around[2][3]; /* light from above and from below, for MToon */
    float mip_bias;     /* added to the mip level of textures; below 0: sharper */
    bool shadowed;      /* there is a shadow map, in the space below */
    hone_shadow_space shadow;
} hone_draw_uniforms;

hone_draw_uniforms hone_draw_uniforms_make(const hone_draw_desc *desc, const hone_draw_list *list);

/* Sets all GL state that drawing depends on and that is the same in all passes. */
void hone_gl_state_begin(void);

/* Restores what hone has set to the defaults of a new context. */
void hone_gl_state_end(void);

/* Makes the program current and sets the uniforms that are the same in everything it draws. */
void hone_gl_state_set_uniforms(const hone_program *program, const hone_draw_uniforms *uniforms);

/* Makes the model's program for the pass current and sets its uniforms. */
const hone_program *hone_gl_state_use(const hone_gpu_model *gpu_model, hone_pass pass,
                                      const hone_draw_uniforms *uniforms);
void hone_gl_state_bind(GLuint unit, GLuint texture, GLuint sampler);

/* Binds the vertex arrays of a range of instances and sets the winding of front faces. */
void hone_gl_state_bind_vertices(hone_gpu_model *gpu_model, const hone_draw_range *range);
/* Blends what is drawn with what is there, as hone_gl_state_begin sets it, or replaces that. Surfaces whose alpha is 1
 * replace it: the colours are the same, in less time. */
void hone_gl_state_blend(bool blends);
/* Culls the submesh's back faces, unless its material is double-sided. */
void hone_gl_state_cull(const hone_submesh *submesh);

#endif
