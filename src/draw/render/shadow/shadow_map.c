#include "draw/render/shadow/shadow_map.h"
#include "base/error.h"
#include "draw/render/gl/program.h"

bool hone_shadow_map_prepare(hone_shadow_map *map, GLsizei side, hone_error *error)
{
    if (map->framebuffer && map->side == side)
        return true;
    hone_shadow_map_destroy(map);
    map->side = side;
    glGenTextures(1, &map->texture);
    glActiveTexture(GL_TEXTURE0 + HONE_UNIT_SHADOW);
    glBindTexture(GL_TEXTURE_2D, map->texture);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT24, side, side, 0, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, NULL);
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
    return hone_gl_fail(error, "the driver gives no shadow map of %d texels a side", (int)side);
}

void hone_shadow_map_destroy(hone_shadow_map *map)
{
    glDeleteFramebuffers(1, &map->framebuffer); /* 0 is ignored */
    glDeleteTextures(1, &map->texture);
    *map = (hone_shadow_map){0};
}
