#include "characters.h"
#include <stdlib.h>
#include <string.h>

/* ---- the mesh ---------------------------------------------------------------------------------------------------- */

typedef struct skin_attribute {
    uint16_t slots[HONE_SKIN_SHADER_MAX_INFLUENCES];
    float weights[HONE_SKIN_SHADER_MAX_INFLUENCES];
} skin_attribute;

static skin_attribute *make_attributes(const hone_skin *skin, uint32_t count)
{
    skin_attribute *out = calloc(count + 1, sizeof *out);
    for (uint32_t v = 0; out && v < count; v++) {
        hone_skin_vertex vertex = hone_skin_vertex_at(skin, v);
        for (int i = 0; i < HONE_SKIN_SHADER_MAX_INFLUENCES; i++) {
            out[v].slots[i] = (uint16_t)vertex.slots[i];
            out[v].weights[i] = vertex.weights[i];
        }
    }
    return out;
}

static void send(GLenum target, GLuint buffer, size_t size, const void *data)
{
    glBindBuffer(target, buffer);
    glBufferData(target, (GLsizeiptr)size, data, data ? GL_STATIC_DRAW : GL_STREAM_DRAW);
}

static void floats_at(GLuint location, GLuint buffer, int count)
{
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glEnableVertexAttribArray(location);
    glVertexAttribPointer(location, count, GL_FLOAT, GL_FALSE, count * (GLsizei)sizeof(float), NULL);
}

static GLuint make_array(const characters *c, GLuint positions)
{
    GLuint array;
    glGenVertexArrays(1, &array);
    glBindVertexArray(array);
    floats_at(0, positions, 3), floats_at(1, c->buffers[1], 3), floats_at(2, c->buffers[2], 2);
    glBindBuffer(GL_ARRAY_BUFFER, c->buffers[3]);
    glEnableVertexAttribArray(3), glEnableVertexAttribArray(4);
    glVertexAttribIPointer(3, 4, GL_UNSIGNED_SHORT, sizeof(skin_attribute), NULL);
    glVertexAttribPointer(4, 4, GL_FLOAT, GL_FALSE, sizeof(skin_attribute),
                          buffer_offset(offsetof(skin_attribute, weights)));
    return array;
}

static bool make_mesh(characters *c, hone_error *error)
{
    const hone_mesh *mesh = hone_model_mesh(c->model);
    const hone_skin *skin = hone_model_compiled_skin(c->model, error);
    skin_attribute *attributes = skin ? make_attributes(skin, mesh->vertex_count) : NULL;
    GLuint indices;
    if (!attributes)
        return skin && hone_fail_memory(error);
    glGenBuffers(4, c->buffers), glGenBuffers(1, &c->own_positions), glGenBuffers(1, &indices);
    size_t count = mesh->vertex_count;
    send(GL_ARRAY_BUFFER, c->buffers[0], count * sizeof *mesh->positions, mesh->positions);
    send(GL_ARRAY_BUFFER, c->buffers[1], count * sizeof *mesh->normals, mesh->normals);
    send(GL_ARRAY_BUFFER, c->buffers[2], count * sizeof *mesh->uvs, mesh->uvs);
    send(GL_ARRAY_BUFFER, c->buffers[3], count * sizeof *attributes, attributes);
    send(GL_ARRAY_BUFFER, c->own_positions, count * sizeof *mesh->positions, NULL);
    free(attributes);
    c->own_mesh = make_array(c, c->own_positions);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, indices);
    c->mesh = make_array(c, c->buffers[0]);
    send(GL_ELEMENT_ARRAY_BUFFER, indices, mesh->index_count * sizeof *mesh->indices, mesh->indices);
    return true;
}

/* ---- textures ---------------------------------------------------------------------------------------------------- */

static GLuint make_texture(const hone_image *image)
{
    GLuint texture;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, (GLsizei)image->width, (GLsizei)image->height, 0, GL_RGBA,
                 GL_UNSIGNED_BYTE, image->pixels);
    glGenerateMipmap(GL_TEXTURE_2D);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
    return texture;
}

/* A texture that is missing or damaged stays 0: its material is then plain. */
static GLuint load_texture(const hone_model_data *data, uint32_t index, const hone_file_resolver *files)
{
    hone_bytes bytes = {0};
    hone_image image = {0};
    hone_blob inside = data->pictures ? data->pictures[index] : (hone_blob){0};
    if (!inside.data && !files->read(files->user, data->textures[index], NULL, &bytes, NULL))
        return 0;
    bool ok = hone_image_load_memory(inside.data ? inside.data : bytes.data, inside.data ? inside.size : bytes.size,
                                     NULL, &image, NULL);
    GLuint texture = ok ? make_texture(&image) : 0;
    hone_image_release(&image), hone_bytes_release(&bytes);
    return texture;
}

static bool make_textures(characters *c, const hone_file_resolver *files, hone_error *error)
{
    const hone_model_data *data = hone_model_get(c->model);
    uint8_t white[4] = {255, 255, 255, 255};
    c->texture_count = data->texture_count;
    c->textures = calloc(data->texture_count + 1, sizeof *c->textures);
    if (!c->textures)
        return hone_fail_memory(error);
    c->textures[c->texture_count] = make_texture(&(hone_image){.width = 1, .height = 1, .pixels = white});
    for (uint32_t i = 0; i < c->texture_count; i++) c->textures[i] = load_texture(data, i, files);
    return true;
}

/* ---- bones ------------------------------------------------------------------------------------------------------- */

static bool make_bones(characters *c, hone_error *error)
{
    c->texels = 3 * (hone_model_mesh(c->model)->slot_count + 1);
    c->rows = calloc((size_t)c->most * c->texels, 4 * sizeof *c->rows);
    if (!c->rows)
        return hone_fail_memory(error);
    glGenTextures(1, &c->bones);
    glBindTexture(GL_TEXTURE_2D, c->bones);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA32F, (GLsizei)c->texels, (GLsizei)c->most, 0, GL_RGBA, GL_FLOAT, NULL);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    return true;
}

bool characters_create(characters *c, const hone_model *model, const hone_file_resolver *files, uint32_t most,
                       hone_error *error)
{
    *c = (characters){.model = model, .most = most};
    return make_mesh(c, error) && make_textures(c, files, error) && make_bones(c, error);
}

void characters_destroy(characters *c)
{
    free(c->rows), free(c->textures); /* the context frees the rest */
    *c = (characters){0};
}

hone_stream characters_write(characters *c, uint32_t index, const hone_affine *place)
{
    float *row = c->rows + (size_t)index * c->texels * 4;
    memcpy(row, place->m, sizeof place->m);
    return (hone_stream){row + 12, c->texels / 3 - 1, 12 * sizeof *row};
}

void characters_write_morphs(characters *c, const hone_morph_result *morphs)
{
    glBindBuffer(GL_ARRAY_BUFFER, c->own_positions);
    glBufferSubData(GL_ARRAY_BUFFER, 0,
                    (GLsizeiptr)(hone_model_mesh(c->model)->vertex_count * sizeof *morphs->positions),
                    morphs->positions);
}

void characters_send(characters *c, uint32_t count)
{
    glBindTexture(GL_TEXTURE_2D, c->bones);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, (GLsizei)c->texels, (GLsizei)count, GL_RGBA, GL_FLOAT, c->rows);
}

/* ---- drawing ----------------------------------------------------------------------------------------------------- */

static void use_material(const characters *c, GLuint program, const hone_material *material)
{
    int32_t index = material->texture;
    GLuint texture = index == HONE_NONE ? 0 : c->textures[index];
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, texture ? texture : c->textures[c->texture_count]);
    glUniform4fv(glGetUniformLocation(program, "diffuse"), 1, material->diffuse);
    program_vector(program, "ambient", material->ambient);
}

void characters_draw(const characters *c, GLuint program, uint32_t first, uint32_t count, bool own, float outline)
{
    const hone_model_data *data = hone_model_get(c->model);
    glUseProgram(program);
    glActiveTexture(GL_TEXTURE2);
    glBindTexture(GL_TEXTURE_2D, c->bones);
    program_index(program, "picture", 0), program_index(program, "shadow", 1), program_index(program, "bones", 2);
    program_index(program, "first", (int)first);
    program_number(program, "outline", outline);
    glBindVertexArray(own ? c->own_mesh : c->mesh);
    size_t start = 0; /* bytes */
    for (uint32_t i = 0; i < data->material_count; i++) {
        const hone_material *material = &data->materials[i];
        bool drawn = material->diffuse[3] > 0 && (outline == 0 || material->flags & HONE_MATERIAL_EDGE);
        use_material(c, program, material);
        if (drawn)
            glDrawElementsInstanced(GL_TRIANGLES, (GLsizei)material->index_count, GL_UNSIGNED_INT, buffer_offset(start),
                                    (GLsizei)count);
        start += material->index_count * sizeof(uint32_t);
    }
}
