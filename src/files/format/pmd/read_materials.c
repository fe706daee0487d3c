/* A PMD material contains its texture paths in one field, whereas PMX has a list of textures. So all paths are
 * collected first. The list without repetitions is made when the last of them, the toons' paths, are known. */
#include "base/error.h"
#include "base/memory/builder.h"
#include "core/motion/binding/name_table.h"
#include "files/format/common/texture_paths.h"
#include "files/format/pmd/reader.h"

enum { MATERIAL_SIZE = 70, NO_TOON = 255 };

static const char unlisted[] = "";

/* The field is "main", "main*sphere", "sphere*main" or "sphere". */
static void split_field(pmd_reader *reader, char *field, uint32_t at, const char **main, const char **sphere)
{
    if (!hone_texture_paths_split(field, main, sphere))
        hone_builder_warn(reader->file.builder, "material with more than two textures: the others are ignored", at);
}

static uint8_t sphere_mode(pmd_reader *reader, const char *sphere, uint32_t at)
{
    if (*sphere && !hone_texture_paths_is_sphere(sphere))
        hone_builder_warn(reader->file.builder, "material whose sphere map is neither .sph nor .spa: multiplied", at);
    return (uint8_t)hone_texture_paths_sphere_mode(sphere);
}

/* ---- materials ---- */

/* Drawing flags that PMX has and PMD implies. Authors turned self-shadow off by an alpha of 0.98. */
static uint8_t material_flags(float alpha, bool edge)
{
    unsigned flags = 0;
    if (alpha < 1)
        flags |= HONE_MATERIAL_DOUBLE_SIDED;
    if (edge)
        flags |= HONE_MATERIAL_GROUND_SHADOW | HONE_MATERIAL_EDGE;
    if (!(alpha >= 0.975f && alpha <= 0.985f))
        flags |= HONE_MATERIAL_CASTS_SHADOW | HONE_MATERIAL_RECEIVES_SHADOW;
    return (uint8_t)flags;
}

static void read_pictures(pmd_reader *reader, hone_reader *in, hone_material *material, uint32_t at)
{
    const char **pictures = reader->pictures + 2 * (size_t)at;
    char *field = (char *)hone_pmd_read_text(reader, in, PMD_NAME_SIZE, reader->file.scratch);
    pictures[0] = pictures[1] = unlisted;
    if (*field) /* a non-empty text is in scratch memory and may be split in place */
        split_field(reader, field, at, &pictures[0], &pictures[1]);
    material->sphere_mode = sphere_mode(reader, pictures[1], at);
}

static void read_material(pmd_reader *reader, hone_reader *in, hone_material *material, uint32_t at)
{
    hone_read_floats(in, material->diffuse, 4);
    material->specular_power = hone_read_f32(in);
    hone_read_floats(in, material->specular, 3);
    hone_read_floats(in, material->ambient, 3);
    material->toon = hone_read_u8(in); /* the toon's number, until all toons are known */
    uint8_t edge = hone_read_u8(in);
    if (edge > 1)
        hone_builder_warn(reader->file.builder, "material with an edge flag greater than 1: read as 1", at);
    material->flags = material_flags(material->diffuse[3], edge != 0);
    material->edge_colour[3] = 1;
    material->edge_size = 1;
    material->index_count = hone_read_u32(in);
    read_pictures(reader, in, material, at);
}

bool hone_pmd_read_materials(pmd_reader *reader)
{
    hone_material *materials;
    uint32_t count;
    if (!hone_pmd_read_count(reader, "materials", 4, MATERIAL_SIZE, &count))
        return false;
    hone_reader in = hone_pmd_take(reader, (size_t)count * MATERIAL_SIZE);
    if (!hone_reading_scratch(&reader->file, 2 * (uint64_t)count + PMD_TOON_COUNT, sizeof *reader->pictures,
                              &reader->pictures) ||
        !hone_reading_array(&reader->file, count, sizeof *materials, &materials))
        return false;
    reader->data.materials = materials;
    reader->data.material_count = count;
    for (uint32_t i = 0; i < count; i++) read_material(reader, &in, &materials[i], i);
    return true;
}

/* ---- toons ---- */

bool hone_pmd_read_toons(pmd_reader *reader)
{
    const char **toons = reader->pictures + 2 * (size_t)reader->data.material_count;
    size_t size = (size_t)PMD_TOON_COUNT * PMD_TOON_NAME_SIZE;
    for (int i = 0; i < PMD_TOON_COUNT; i++) toons[i] = unlisted;
    if (hone_reader_left(&reader->file.in) == 0)
        return true;
    if (hone_reader_left(&reader->file.in) < size)
        return hone_reading_fail(&reader->file, "the names of the toons are cut short");
    hone_reader in = hone_pmd_take(reader, size);
    for (int i = 0; i < PMD_TOON_COUNT; i++)
        toons[i] = hone_pmd_read_text(reader, &in, PMD_TOON_NAME_SIZE, reader->file.scratch);
    return true;
}

/* The index of the shared toon that a path names ("toon01.bmp" to "toon10.bmp"), or HONE_NONE. */
static int32_t shared_toon(const char *path)
{
    char name[] = "toon01.bmp";
    for (int32_t i = 0; i < PMD_TOON_COUNT; i++) {
        name[4] = (char)('0' + (i + 1) / 10);
        name[5] = (char)('0' + (i + 1) % 10);
        if (hone_texture_paths_are_alike(path, name))
            return i;
    }
    return HONE_NONE;
}

/* ---- the list of textures ---- */

/* Finds textures by their paths. Equal paths are one texture. */
typedef struct texture_list {
    hone_name_table paths;
    int32_t *texture_of; /* of the first occurrence of each path */
} texture_list;

/* Only toons that materials use and that are not shared ones become textures. */
static void drop_unused_toons(pmd_reader *reader)
{
    const char **toons = reader->pictures + 2 * (size_t)reader->data.material_count;
    bool used[PMD_TOON_COUNT] = {false};
    for (uint32_t i = 0; i < reader->data.material_count; i++)
        if (reader->data.materials[i].toon < PMD_TOON_COUNT)
            used[reader->data.materials[i].toon] = true;
    for (int i = 0; i < PMD_TOON_COUNT; i++)
        if (!used[i])
            toons[i] = unlisted;
}

static void name_pictures(const pmd_reader *reader, hone_name *names, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        const char *path = reader->pictures[i];
        bool shared = i >= count - PMD_TOON_COUNT && shared_toon(path) != HONE_NONE;
        names[i] = (hone_name){path, shared ? 0 : (uint32_t)strlen(path)};
    }
}

static bool list_textures(pmd_reader *reader, texture_list *list)
{
    uint32_t count = 2 * reader->data.material_count + PMD_TOON_COUNT, texture_count = 0;
    hone_name *names;
    if (!hone_reading_scratch(&reader->file, count, sizeof *names, &names) ||
        !hone_reading_scratch(&reader->file, count, sizeof *list->texture_of, &list->texture_of))
        return false;
    name_pictures(reader, names, count);
    if (!hone_name_table_make(&list->paths, names, count, reader->file.scratch))
        return hone_reading_is_fine(&reader->file);
    for (uint32_t i = 0; i < count; i++) texture_count += hone_name_table_find(&list->paths, names[i]) == i;
    const char **textures;
    if (!hone_reading_array(&reader->file, texture_count, sizeof *textures, &textures))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        if (hone_name_table_find(&list->paths, names[i]) != i)
            continue;
        list->texture_of[i] = (int32_t)reader->data.texture_count;
        textures[reader->data.texture_count++] = hone_builder_text(reader->file.builder, names[i].bytes, names[i].size);
    }
    reader->data.textures = textures;
    return true;
}

static int32_t find_texture(const texture_list *list, const char *path)
{
    uint32_t first = hone_name_table_find(&list->paths, (hone_name){path, (uint32_t)strlen(path)});
    return first == UINT32_MAX ? HONE_NONE : list->texture_of[first];
}

/* A number beyond the tenth toon stays; the validation of the model repairs it. */
static void finish_toon(const pmd_reader *reader, const texture_list *list, hone_material *material)
{
    const char *const *toons = reader->pictures + 2 * (size_t)reader->data.material_count;
    int32_t number = material->toon;
    material->shared_toon = number != NO_TOON;
    if (number == NO_TOON)
        material->toon = HONE_NONE;
    if (number >= PMD_TOON_COUNT || !*toons[number])
        return;
    int32_t shared = shared_toon(toons[number]);
    material->shared_toon = shared != HONE_NONE;
    material->toon = material->shared_toon ? shared : find_texture(list, toons[number]);
}

bool hone_pmd_finish_materials(pmd_reader *reader)
{
    hone_material *materials = (hone_material *)reader->data.materials;
    texture_list list = {0};
    drop_unused_toons(reader);
    if (!list_textures(reader, &list))
        return false;
    for (uint32_t i = 0; i < reader->data.material_count; i++) {
        materials[i].texture = find_texture(&list, reader->pictures[2 * (size_t)i]);
        materials[i].sphere_texture = find_texture(&list, reader->pictures[2 * (size_t)i + 1]);
        finish_toon(reader, &list, &materials[i]);
    }
    return true;
}
