#include "draw/render/mesh/bone_texture.h"
#include "draw/render/gl/program.h"
#include "draw/render/gl/texture.h"

hone_bone_layout hone_bone_layout_of(uint32_t entry, uint32_t row, uint32_t rows, uint32_t side_max)
{
    hone_bone_layout plain = {row ? row : 1, rows ? rows : 1};
    if (plain.width <= side_max && plain.height <= side_max)
        return plain;
    uint32_t width = side_max / entry * entry;
    uint64_t texels = (uint64_t)row * rows, height = width ? (texels + width - 1) / width : UINT64_MAX;
    return height <= side_max ? (hone_bone_layout){width, (uint32_t)height} : (hone_bone_layout){0, 0};
}

/* Allocates the storage again instead of overwriting it, so that the driver does not wait for the previous picture. */
void hone_bone_texture_send(hone_bone_texture *texture, hone_bone_layout layout, bool half, const void *texels)
{
    if (texture->buffer)
        hone_bone_texture_destroy(texture); /* a texture stays of one kind */
    bool made = !texture->name;
    if (made)
        glGenTextures(1, &texture->name);
    hone_bone_texture_use(texture);
    if (made)
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
    hone_texture_set_unpacking();
    glTexImage2D(GL_TEXTURE_2D, 0, half ? GL_RGBA16F : GL_RGBA32F, (GLsizei)layout.width, (GLsizei)layout.height, 0,
                 GL_RGBA, half ? GL_HALF_FLOAT : GL_FLOAT, texels);
    texture->layout = layout;
}

void hone_bone_texture_send_buffer(hone_bone_texture *texture, uint32_t count, const void *texels)
{
    enum { TEXEL = sizeof(float[4]) };
    if (!texture->buffer) {
        hone_bone_texture_destroy(texture);
        glGenTextures(1, &texture->name);
        glGenBuffers(1, &texture->buffer);
    }
    glBindBuffer(GL_TEXTURE_BUFFER, texture->buffer);
    glBufferData(GL_TEXTURE_BUFFER, (GLsizeiptr)count * TEXEL, texels, GL_STREAM_DRAW);
    hone_bone_texture_use(texture);
    glTexBuffer(GL_TEXTURE_BUFFER, GL_RGBA32F, texture->buffer);
    glBindBuffer(GL_TEXTURE_BUFFER, 0);
    texture->layout = (hone_bone_layout){count, 1};
}

void hone_bone_texture_use(const hone_bone_texture *texture)
{
    glActiveTexture(GL_TEXTURE0 + HONE_UNIT_BONES);
    glBindTexture(texture->buffer ? GL_TEXTURE_BUFFER : GL_TEXTURE_2D, texture->name);
}

void hone_bone_texture_destroy(hone_bone_texture *texture)
{
    if (texture->name)
        glDeleteTextures(1, &texture->name);
    if (texture->buffer)
        glDeleteBuffers(1, &texture->buffer);
    *texture = (hone_bone_texture){0};
}
