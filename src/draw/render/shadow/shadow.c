#include "draw/render/shadow/shadow.h"
#include "base/error.h"

void hone_shadow_map_begin(const hone_shadow_map *map)
{
    hone_gl_state_begin();
    glBindFramebuffer(GL_FRAMEBUFFER, map->framebuffer);
    glViewport(0, 0, map->side, map->side);
    glClearBufferfv(GL_DEPTH, 0, &(float){1});
}

/* Returns whether the submesh has the flag. In PMX, points neither cast nor receive shadows. */
static bool has(const hone_draw_entry *entry, uint32_t submesh, uint8_t flag)
{
    const hone_material *material = entry->gpu_model->submeshes[submesh].material;
    return hone_submesh_shown(entry, submesh) && (material->flags & flag) && !(material->flags & HONE_MATERIAL_POINTS);
}

static bool casts(const hone_draw_entry *entry, uint32_t submesh, uint8_t flag)
{
    return has(entry, submesh, flag) && entry->materials[submesh].diffuse[3] > 0;
}

bool hone_submesh_casts(const hone_draw_entry *entry, uint32_t submesh)
{
    return !entry->item->no_self_shadow && casts(entry, submesh, HONE_MATERIAL_CASTS_SHADOW);
}

bool hone_submesh_receives(const hone_draw_entry *entry, uint32_t submesh)
{
    return !entry->item->colours && !entry->item->no_self_shadow && has(entry, submesh, HONE_MATERIAL_RECEIVES_SHADOW);
}

void hone_shadow_casters_draw(const hone_shadow_casters *casters, const hone_draw_entry *entry,
                              const hone_draw_uniforms *uniforms, const hone_draw_range *range)
{
    const hone_gpu_model *gpu_model = entry->gpu_model;
    const hone_program *program = hone_gl_state_use(gpu_model, HONE_PASS_CASTER, uniforms);
    glUniformMatrix4fv(program->uniforms[HONE_UNIFORM_PROJECTION], 1, GL_FALSE, casters->clip_from_world);
    glUniform4fv(program->uniforms[HONE_UNIFORM_EDGE_COLOUR], 1, casters->colour);
    hone_gl_state_bind_vertices(gpu_model, range);
    for (uint32_t i = 0; i < gpu_model->submesh_count; i++) {
        const hone_submesh *submesh = &gpu_model->submeshes[i];
        if (!casts(entry, i, casters->flag))
            continue;
        hone_gl_state_cull(submesh);
        if (casters->all_sides)
            glDisable(GL_CULL_FACE);
        hone_gl_state_bind(HONE_UNIT_TEXTURE, submesh->texture, gpu_model->renderer->repeat);
        hone_gpu_model_draw_submesh(gpu_model, i, range);
    }
    glBindVertexArray(0);
}
