#include "render/shadow/shadow.h"
#include "base/error.h"

bool hone_shadow_map_prepare(hone_shadow_map *map, hone_error *error)
{
    if (map->framebuffer)
        return true;
    glGenTextures(1, &map->texture);
    glActiveTexture(GL_TEXTURE0 + HONE_UNIT_SHADOW);
    glBindTexture(GL_TEXTURE_2D, map->texture);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT24, HONE_SHADOW_SIDE, HONE_SHADOW_SIDE, 0, GL_DEPTH_COMPONENT,
                 GL_UNSIGNED_INT, NULL);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_MODE, GL_NONE);
    glGenFramebuffers(1, &map->framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, map->framebuffer);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, map->texture, 0);
    glDrawBuffers(1, &(GLenum){GL_NONE});
    glReadBuffer(GL_NONE);
    if (glGetError() == GL_NO_ERROR && glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE)
        return true;
    hone_shadow_map_destroy(map);
    return hone_fail(error, HONE_ERROR_DEVICE, 0, "the driver gives no shadow map of %d texels a side",
                     HONE_SHADOW_SIDE);
}

void hone_shadow_map_destroy(hone_shadow_map *map)
{
    glDeleteFramebuffers(1, &map->framebuffer); /* 0 is passed over */
    glDeleteTextures(1, &map->texture);
    *map = (hone_shadow_map){0};
}

void hone_shadow_map_begin(const hone_shadow_map *map)
{
    hone_pass_begin();
    glBindFramebuffer(GL_FRAMEBUFFER, map->framebuffer);
    glViewport(0, 0, HONE_SHADOW_SIDE, HONE_SHADOW_SIDE);
    glClearBufferfv(GL_DEPTH, 0, &(float){1});
}

/* PMX: points neither cast nor receive. */
static bool has(const hone_placement *placement, uint32_t part, uint8_t flag)
{
    const hone_material *material = placement->figure->parts[part].material;
    return hone_part_shown(placement, part) && (material->flags & flag) && !(material->flags & HONE_MATERIAL_POINTS);
}

static bool casts(const hone_placement *placement, uint32_t part, uint8_t flag)
{
    return has(placement, part, flag) && hone_actor_materials(placement->actor)[part].diffuse[3] > 0;
}

bool hone_part_casts(const hone_placement *placement, uint32_t part)
{
    return casts(placement, part, HONE_MATERIAL_CASTS_SHADOW);
}

bool hone_part_receives(const hone_placement *placement, uint32_t part)
{
    return !placement->colours && has(placement, part, HONE_MATERIAL_RECEIVES_SHADOW);
}

void hone_casters_draw(const hone_casters *casters, const hone_placement *placement, const hone_shot *shot,
                       const hone_batch *batch)
{
    const hone_figure *figure = placement->figure;
    const hone_program *program = hone_pass_use(figure, HONE_PASS_CASTER, shot);
    glUniformMatrix4fv(program->uniforms[HONE_UNIFORM_PROJECTION], 1, GL_FALSE, casters->clip_from_world);
    glUniform4fv(program->uniforms[HONE_UNIFORM_EDGE_COLOUR], 1, casters->colour);
    hone_pass_show(figure, batch);
    for (uint32_t i = 0; i < figure->part_count; i++) {
        const hone_part *part = &figure->parts[i];
        if (!casts(placement, i, casters->flag))
            continue;
        hone_pass_show_sides(part);
        if (casters->all_sides)
            glDisable(GL_CULL_FACE);
        hone_pass_bind(HONE_UNIT_TEXTURE, part->texture, figure->renderer->repeat);
        hone_figure_draw_part(figure, i, batch);
    }
    glBindVertexArray(0);
}
