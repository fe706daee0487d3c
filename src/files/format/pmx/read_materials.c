/* Reads the textures and materials of a PMX. */
#include "base/memory/builder.h"
#include "files/format/pmx/reader.h"

bool hone_pmx_read_textures(pmx_reader *reader)
{
    const char **textures;
    if (!hone_pmx_read_array(reader, "textures", 4, sizeof *textures, &reader->data.texture_count, &textures))
        return false;
    reader->data.textures = textures;
    for (uint32_t i = 0; i < reader->data.texture_count; i++) {
        textures[i] = hone_pmx_read_text(reader);
        if (!hone_pmx_is_whole(reader, "texture", i))
            return false;
    }
    return true;
}

static void read_colours(pmx_reader *reader, hone_material *material)
{
    hone_reader *in = &reader->file.in;
    hone_read_floats(in, material->diffuse, 4);
    hone_read_floats(in, material->specular, 3);
    material->specular_power = hone_read_f32(in);
    hone_read_floats(in, material->ambient, 3);
    material->flags = hone_read_u8(in);
    hone_read_floats(in, material->edge_colour, 4);
    material->edge_size = hone_read_f32(in);
}

static void read_pictures(pmx_reader *reader, hone_material *material, uint32_t at)
{
    material->texture = hone_pmx_read_index(reader, PMX_TEXTURE);
    material->sphere_texture = hone_pmx_read_index(reader, PMX_TEXTURE);
    material->sphere_mode = hone_read_u8(&reader->file.in);
    material->shared_toon =
        hone_pmx_read_bool(reader, at, "material with a toon flag greater than 1: read as a shared toon");
    material->toon = material->shared_toon ? hone_read_u8(&reader->file.in) : hone_pmx_read_index(reader, PMX_TEXTURE);
}

static bool read_material(pmx_reader *reader, hone_material *material, uint32_t at)
{
    material->name = hone_pmx_read_text(reader);
    material->english_name = hone_pmx_read_text(reader);
    read_colours(reader, material);
    read_pictures(reader, material, at);
    material->memo = hone_pmx_read_text(reader);
    int32_t index_count = hone_read_i32(&reader->file.in);
    material->index_count = (uint32_t)index_count;
    if (!hone_pmx_is_whole(reader, "material", at))
        return false;
    return index_count >= 0 || hone_reading_fail(&reader->file, "material %u has %d indices", at, index_count);
}

bool hone_pmx_read_materials(pmx_reader *reader)
{
    /* sizes of three texts, 16 numbers, flags, two modes, a toon, the count */
    size_t smallest = 3 * 4 + 16 * 4 + 1 + 2 + 1 + 4 + 2 * pmx_index_size(reader, PMX_TEXTURE);
    hone_material *materials;
    if (!hone_pmx_read_array(reader, "materials", smallest, sizeof *materials, &reader->data.material_count,
                             &materials))
        return false;
    reader->data.materials = materials;
    for (uint32_t i = 0; i < reader->data.material_count; i++)
        if (!read_material(reader, &materials[i], i))
            return false;
    return true;
}
