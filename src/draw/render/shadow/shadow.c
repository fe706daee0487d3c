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

static void use_program(const hone_shadow_casters *casters, const hone_gpu_model *gpu_model,
                        const hone_draw_uniforms *uniforms, bool cut_out)
{
    hone_pass pass = cut_out ? HONE_PASS_CUT_CASTER : HONE_PASS_CASTER;
    const hone_program *program = hone_gl_state_use(gpu_model, pass, uniforms);
    glUniformMatrix4fv(program->uniforms[HONE_UNIFORM_PROJECTION], 1, GL_FALSE, casters->clip_from_world);
    glUniform4fv(program->uniforms[HONE_UNIFORM_EDGE_COLOUR], 1, casters->colour);
}

/* Draws the casters whose textures have holes, or the others, which need no texture and so take much less time. */
static void draw_some(const hone_shadow_casters *casters, const hone_draw_entry *entry,
                      const hone_draw_uniforms *uniforms, bool cut_out, const hone_draw_range *range)
{
    const hone_gpu_model *gpu_model = entry->gpu_model;
    bool used = false;
    for (uint32_t i = 0; i < gpu_model->submesh_count; i++) {
        const hone_submesh *submesh = &gpu_model->submeshes[i];
        if (submesh->cut_out != cut_out || !casts(entry, i, casters->flag))
            continue;
        if (!used)
            use_program(casters, gpu_model, uniforms, cut_out);
        used = true;
        hone_gl_state_cull(submesh);
        if (casters->all_sides)
            glDisable(GL_CULL_FACE);
        if (cut_out)
            hone_gl_state_bind(HONE_UNIT_TEXTURE, submesh->texture, gpu_model->renderer->repeat);
        hone_gpu_model_draw_submesh(gpu_model, i, range);
    }
}

void hone_shadow_casters_draw(const hone_shadow_casters *casters, const hone_draw_entry *entry,
                              const hone_draw_uniforms *uniforms, const hone_draw_range *range)
{
    hone_gl_state_bind_vertices(entry->gpu_model, range);
    draw_some(casters, entry, uniforms, false, range);
    draw_some(casters, entry, uniforms, true, range);
    glBindVertexArray(0);
}
