#include "draw/render/gl/gl_state.h"
#include "draw/render/matrix.h"
#include <hone/math.h>
#include <string.h>

hone_draw_uniforms hone_draw_uniforms_make(const hone_draw_desc *desc, const hone_draw_list *list)
{
    static const hone_light default_light = HONE_LIGHT_DEFAULT;
    const hone_light *light = desc->light ? desc->light : &default_light;
    const hone_camera *camera = &desc->camera;
    hone_draw_uniforms uniforms = {.desc = desc, .list = list, .view = hone_camera_view(camera)};
    hone_camera_projection(camera, (double)desc->width / desc->height, uniforms.projection);
    hone_camera_eye(camera, uniforms.eye);
    float direction[3];
    memcpy(direction, default_light.direction, sizeof direction); /* used if the light has no direction */
    hone_vec3_normalise(light->direction, direction);
    hone_vec3_copy(light->colour, uniforms.light_colour);
    hone_vec3_scale(direction, -1, uniforms.to_light);
    if (desc->ambient_light) {
        hone_vec3_copy(desc->ambient_light->sky, uniforms.around[0]);
        hone_vec3_copy(desc->ambient_light->ground, uniforms.around[1]);
    }
    return uniforms;
}

void hone_gl_state_begin(void)
{
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LEQUAL);
    glDepthMask(GL_TRUE);
    glEnable(GL_BLEND);
    glBlendEquation(GL_FUNC_ADD);
    glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE,
                        /* accumulates colour * alpha */
                        GL_ONE_MINUS_SRC_ALPHA);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    glDisable(GL_STENCIL_TEST);
    glDisable(GL_SCISSOR_TEST);
    glDisable(GL_POLYGON_OFFSET_FILL);
    glDisable(GL_SAMPLE_ALPHA_TO_COVERAGE);
    glDisable(GL_SAMPLE_COVERAGE);
    glDisable(GL_RASTERIZER_DISCARD);
    glLineWidth(1);
    if (!hone_gl_is_es()) { /* in ES most of these have the right value always */
        glDepthRange(0, 1);
        glEnable(GL_MULTISAMPLE);
        glDisable(GL_FRAMEBUFFER_SRGB);
        glDisable(GL_COLOR_LOGIC_OP);
        glDisable(GL_DEPTH_CLAMP);
        glDisable(GL_SAMPLE_MASK);
        glDisable(GL_SAMPLE_ALPHA_TO_ONE);
        glDisable(GL_LINE_SMOOTH);
        glDisable(GL_PRIMITIVE_RESTART);
        glEnable(GL_PROGRAM_POINT_SIZE);
        glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
    } else {
        glDepthRangef(0, 1);
    }
}

void hone_gl_state_end(void)
{
    glDisable(GL_DEPTH_TEST);
    glDepthFunc(GL_LESS);
    glDepthMask(GL_TRUE);
    glDisable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ZERO);
    glBlendColor(0, 0, 0, 0);
    glDisable(GL_STENCIL_TEST);
    glStencilMask(~0u);
    glStencilFunc(GL_ALWAYS, 0, ~0u);
    glStencilOp(GL_KEEP, GL_KEEP, GL_KEEP);
    glDisable(GL_CULL_FACE);
    glCullFace(GL_BACK);
    glFrontFace(GL_CCW);
    glDisable(GL_POLYGON_OFFSET_FILL);
    glPolygonOffset(0, 0);
    if (!hone_gl_is_es())
        glDisable(GL_PROGRAM_POINT_SIZE);
    for (GLuint unit = HONE_UNIT_COUNT; unit-- > 0;) hone_gl_state_bind(unit, 0, 0);
    glBindVertexArray(0);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    glBindBuffer(GL_UNIFORM_BUFFER, 0);
    glUseProgram(0);
}

void hone_gl_state_set_uniforms(const hone_program *program, const hone_draw_uniforms *uniforms)
{
    const GLint *at = program->uniforms;
    glUseProgram(program->name);
    glUniform4fv(at[HONE_UNIFORM_VIEW], 3, *uniforms->view.m);
    glUniformMatrix4fv(at[HONE_UNIFORM_PROJECTION], 1, GL_FALSE, uniforms->projection);
    glUniform4fv(at[HONE_UNIFORM_EYE], 1, uniforms->eye);
    glUniform3fv(at[HONE_UNIFORM_LIGHT_COLOUR], 1, uniforms->light_colour);
    glUniform3fv(at[HONE_UNIFORM_TO_LIGHT], 1, uniforms->to_light);
    glUniformMatrix4fv(at[HONE_UNIFORM_SHADOW], 1, GL_FALSE, uniforms->shadow.clip_from_world);
    glUniform2fv(at[HONE_UNIFORM_SHADOW_STRENGTH], 1, uniforms->shadow.strength);
    glUniform1f(at[HONE_UNIFORM_MIP_BIAS], uniforms->mip_bias);
    glUniform3fv(at[HONE_UNIFORM_AROUND], 2, *uniforms->around);
}

const hone_program *hone_gl_state_use(const hone_gpu_model *gpu_model, hone_pass pass,
                                      const hone_draw_uniforms *uniforms)
{
    const hone_program *program = &gpu_model->renderer->programs[hone_gpu_model_program_path(gpu_model)][pass];
    hone_gl_state_set_uniforms(program, uniforms);
    if (hone_gpu_model_program_path(gpu_model) != HONE_GPU_SKIN_OFF)
        hone_gpu_model_use_pose(gpu_model, program, uniforms->desc);
    return program;
}

void hone_gl_state_bind(GLuint unit, GLuint texture, GLuint sampler)
{
    glActiveTexture(GL_TEXTURE0 + unit);
    glBindTexture(GL_TEXTURE_2D, texture);
    glBindSampler(unit, sampler);
}

void hone_gl_state_bind_vertices(hone_gpu_model *gpu_model, const hone_draw_range *range)
{
    glFrontFace(hone_model_get(gpu_model->model)->space == HONE_SPACE_GLTF ? GL_CCW : GL_CW);
    hone_gpu_model_use(gpu_model, range);
}

void hone_gl_state_blend(bool blends)
{
    if (blends)
        glEnable(GL_BLEND);
    else
        glDisable(GL_BLEND);
}

void hone_gl_state_cull(const hone_submesh *submesh)
{
    glCullFace(GL_BACK);
    if (submesh->material->flags & HONE_MATERIAL_DOUBLE_SIDED)
        glDisable(GL_CULL_FACE);
    else
        glEnable(GL_CULL_FACE);
}
