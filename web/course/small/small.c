/* Makes the built-in character small enough for a page: fewer vertices, whose numbers are rounded, and nothing that
 * figures do not show: textures (triangles of similar texels become a material of their mean colour), morphs, bodies.
 * Bones stay.
 *
 * usage: small FOLDER OUT
 * FOLDER: character.pmx and dance.vmd with their textures; OUT: gets small.pmx, small.vmd, and small-pose.vmd, one frame */
#include "collapse.h"

#include <hone/format.h>
#include <hone/image.h>
#include <hone/io.h>
#include <hone/model.h>
#include <hone/motion_edit.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST = 60, LAST = 90, POSED = 80 }; /* frames */
enum { CELLS = 1 << 16, VERTICES = 4800, LEVELS = 4, SHADES = LEVELS * LEVELS * LEVELS };
static const float place_step = 1 / 32.0f, normal_step = 1 / 8.0f, weight_step = 1 / 16.0f; /* MMD units */

typedef struct shrinking {
    const hone_model_data *from;
    uint32_t *origin; /* [count] the first vertex that became it */
    uint32_t count;
    int32_t table[CELLS]; /* a hash table of small vertices; -1: free */
    int32_t (*keys)[7];   /* [count] */
    coarse_mesh mesh;
} shrinking;

static void die(const char *what, const hone_error *error)
{
    fprintf(stderr, "small: %s: %s\n", what, error->message);
    exit(1);
}

static float rounded(float value, float step)
{
    return roundf(value / step) * step;
}

/* ---- vertices that become one ---- */

static int32_t heaviest(const hone_mesh *mesh, uint32_t v)
{
    const hone_influence *best = NULL;
    for (uint32_t i = mesh->influence_begin[v]; i < mesh->influence_begin[v + 1]; i++)
        if (!best || mesh->influences[i].weight > best->weight)
            best = &mesh->influences[i];
    return best ? best->slot : -1;
}

/* What vertices that become one have in common: place, direction, bone. */
static void make_key(const hone_mesh *mesh, uint32_t v, int32_t key[7])
{
    for (int i = 0; i < 3; i++) {
        key[i] = (int32_t)roundf(mesh->positions[v][i] / place_step);
        key[3 + i] = (int32_t)roundf(mesh->normals[v][i] * 0.8f);
    }
    key[6] = heaviest(mesh, v);
}

static uint32_t find(shrinking *s, uint32_t v)
{
    int32_t key[7];
    uint32_t hash = 2166136261u;
    make_key(&s->from->mesh, v, key);
    for (int i = 0; i < 7; i++) hash = (hash ^ (uint32_t)key[i]) * 16777619u;
    for (uint32_t at = hash % CELLS;; at = (at + 1) % CELLS) {
        if (s->table[at] >= 0 && memcmp(s->keys[s->table[at]], key, sizeof key) != 0)
            continue;
        if (s->table[at] < 0) {
            memcpy(s->keys[s->count], key, sizeof key);
            s->origin[s->count] = v;
            s->table[at] = (int32_t)s->count++;
        }
        return (uint32_t)s->table[at];
    }
}

static void add_triangle(shrinking *s, const uint32_t corners[3], uint32_t material)
{
    uint32_t t[3];
    for (int k = 0; k < 3; k++) t[k] = find(s, corners[k]);
    if (t[0] == t[1] || t[1] == t[2] || t[2] == t[0])
        return;
    s->mesh.labels[s->mesh.index_count / 3] = material;
    memcpy(s->mesh.indices + s->mesh.index_count, t, sizeof t);
    s->mesh.index_count += 3;
}

/* ---- colours ---------------------------------------------------------------------------------------------------- */

static hone_image load_texture(const hone_model_data *from, int32_t texture, const char *folder)
{
    char path[1024];
    hone_bytes file = {0};
    hone_image image = {0};
    hone_error error = {0};
    if (texture < 0)
        return image;
    snprintf(path, sizeof path, "%s/%s", folder, from->textures[texture]);
    if (!hone_file_read(path, NULL, &file, &error) ||
        !hone_image_load_memory(file.data, file.size, NULL, &image, &error))
        die(path, &error);
    hone_bytes_release(&file);
    return image;
}

/* The texel in the middle of a triangle; white without a texture. */
static const uint8_t *texel_of(const hone_mesh *mesh, const uint32_t corners[3], const hone_image *image)
{
    static const uint8_t white[4] = {255, 255, 255, 255};
    uint32_t at[2];
    if (!image->pixels)
        return white;
    for (int i = 0; i < 2; i++) {
        float sum = 0;
        for (int k = 0; k < 3; k++) sum += mesh->uvs[corners[k]][i] / 3;
        uint32_t size = i ? (uint32_t)image->height : (uint32_t)image->width;
        float place = (sum - floorf(sum)) * (float)size;
        at[i] = place < (float)size ? (uint32_t)place : size - 1;
    }
    return image->pixels + 4 * ((size_t)at[1] * (uint32_t)image->width + at[0]);
}

/* Whether the triangles of a texture are fine enough for its drawing; on others one colour looks better. */
static bool is_fine(const char *texture)
{
    return strstr(texture, "face") || strstr(texture, "eye") || strstr(texture, "hair");
}

/* Similar texels have the same number; all have it where the triangles are coarse. */
static uint32_t shade_of(const uint8_t texel[4], bool fine)
{
    uint32_t shade = 0;
    if (!fine)
        return shade;
    for (int k = 0; k < 3; k++) shade = shade * LEVELS + texel[k] * LEVELS / 256;
    return shade;
}

/* What MMD multiplies a texel by, in its usual light. */
static float lit(const hone_material *m, int channel)
{
    return fminf(1, m->ambient[channel] + 0.6f * m->diffuse[channel]);
}

/* The triangles of a material, a shade after the other. Each shade becomes a material of its mean colour. Returns how
 * many materials there are then. Triangles whose texel is not opaque are left out. */
static uint32_t add_material(shrinking *s, const hone_material *m, uint32_t first, const hone_image *image,
                             hone_material *out, uint32_t count)
{
    const hone_mesh *mesh = &s->from->mesh;
    bool fine = m->texture >= 0 && is_fine(s->from->textures[m->texture]);
    for (uint32_t shade = 0; shade < SHADES; shade++) {
        double sum[3] = {0}, triangles = 0;
        for (uint32_t i = first; i + 2 < first + m->index_count; i += 3) {
            const uint8_t *texel = texel_of(mesh, mesh->indices + i, image);
            if (texel[3] < 128 || shade_of(texel, fine) != shade)
                continue;
            add_triangle(s, mesh->indices + i, count);
            for (int k = 0; k < 3; k++) sum[k] += texel[k];
            triangles++;
        }
        if (!(triangles > 0))
            continue;
        hone_material *one = &out[count++];
        *one = (hone_material){.name = m->name, .english_name = "", .memo = "", .toon = HONE_NONE};
        one->texture = one->sphere_texture = HONE_NONE;
        one->flags = m->flags & HONE_MATERIAL_DOUBLE_SIDED;
        for (int k = 0; k < 3; k++) one->diffuse[k] = lit(m, k) * (float)(sum[k] / triangles / 255);
        one->diffuse[3] = 1;
    }
    return count;
}

/* ---- the small model ----------------------------------------------------------------------------------------------
 */

/* The heaviest one gets what is left: others may have no bone. */
static void round_weights(hone_influence *influences, uint32_t count)
{
    uint32_t most = 0;
    float left = 1;
    for (uint32_t i = 1; i < count; i++)
        if (influences[i].weight > influences[most].weight)
            most = i;
    for (uint32_t i = 0; i < count; i++) {
        influences[i].weight = rounded(influences[i].weight, weight_step);
        left -= i == most ? 0 : influences[i].weight;
    }
    if (count > 0)
        influences[most].weight = left;
}

static void copy_vertices(const shrinking *s, hone_builder *builder, hone_mesh *to)
{
    const hone_mesh *from = &s->from->mesh;
    float(*positions)[3] = hone_builder_array(builder, s->count, sizeof *positions);
    float(*normals)[3] = hone_builder_array(builder, s->count, sizeof *normals);
    uint32_t *begin = hone_builder_array(builder, s->count + (size_t)1, sizeof *begin);
    uint8_t *deforms = hone_builder_array(builder, s->count, sizeof *deforms);
    float *edges = hone_builder_array(builder, s->count, sizeof *edges);
    hone_influence *influences = hone_builder_array(builder, (size_t)s->count * 4, sizeof *influences);
    to->uvs = hone_builder_array(builder, s->count, sizeof *to->uvs);
    for (uint32_t v = 0; v < s->count; v++) {
        uint32_t old = s->origin[v], n = from->influence_begin[old + 1] - from->influence_begin[old];
        deforms[v] = n == 1 ? HONE_DEFORM_BDEF1 : n == 2 ? HONE_DEFORM_BDEF2 : HONE_DEFORM_BDEF4;
        memcpy(influences + begin[v], from->influences + from->influence_begin[old], n * sizeof *influences);
        round_weights(influences + begin[v], n);
        begin[v + 1] = begin[v] + n;
        for (int i = 0; i < 3; i++) {
            positions[v][i] = rounded(from->positions[old][i], place_step);
            normals[v][i] = rounded(from->normals[old][i], normal_step);
        }
        edges[v] = 1;
    }
    to->vertex_count = s->count;
    to->positions = (const float(*)[3])positions;
    to->normals = (const float(*)[3])normals;
    to->edge_scales = edges;
    to->deforms = deforms;
    to->influence_begin = begin;
    to->influences = influences;
    to->influence_count = begin[s->count];
}

static bool begin(shrinking *s)
{
    size_t corners = s->from->mesh.index_count + (size_t)1;
    s->keys = calloc(corners, sizeof *s->keys);
    s->origin = calloc(corners, sizeof *s->origin);
    s->mesh.indices = calloc(corners, sizeof *s->mesh.indices);
    s->mesh.labels = calloc(corners, sizeof *s->mesh.labels);
    memset(s->table, -1, sizeof s->table);
    return s->keys && s->origin && s->mesh.indices && s->mesh.labels;
}

/* Half the sum of the differences of two vertices' weights. */
static double skinned_apart(const void *user, uint32_t a, uint32_t b)
{
    const shrinking *s = user;
    const hone_mesh *mesh = &s->from->mesh;
    double common = 0;
    for (uint32_t i = mesh->influence_begin[s->origin[a]]; i < mesh->influence_begin[s->origin[a] + 1]; i++)
        for (uint32_t j = mesh->influence_begin[s->origin[b]]; j < mesh->influence_begin[s->origin[b] + 1]; j++)
            if (mesh->influences[i].slot == mesh->influences[j].slot)
                common += (double)fminf(mesh->influences[i].weight, mesh->influences[j].weight);
    return common < 1 ? 1 - common : 0;
}

static bool make_coarse(shrinking *s)
{
    float(*positions)[3] = calloc(s->count + (size_t)1, sizeof *positions);
    for (uint32_t v = 0; positions && v < s->count; v++)
        memcpy(positions[v], s->from->mesh.positions[s->origin[v]], sizeof positions[v]);
    s->mesh.vertex_count = s->count;
    s->mesh.positions = (const float(*)[3])positions;
    s->mesh.difference = skinned_apart;
    s->mesh.user = s;
    bool ok = positions && collapse(&s->mesh, s->count > VERTICES ? s->count - VERTICES : 0) != UINT32_MAX;
    free(positions);
    return ok;
}

/* Gives new numbers to the vertices that are left. Each material has its own, so that it has its own colour. */
static bool number_vertices(shrinking *s)
{
    uint32_t *number = calloc(s->count + (size_t)1, sizeof *number),
             *label = calloc(s->count + (size_t)1, sizeof *label);
    uint32_t *origin = calloc(s->mesh.index_count + (size_t)1, sizeof *origin), made = 0;
    bool ok = number && label && origin;
    for (uint32_t i = 0; ok && i < s->mesh.index_count; i++) {
        uint32_t v = s->mesh.indices[i], material = s->mesh.labels[i / 3] + 1;
        if (label[v] != material)
            label[v] = material, number[v] = made, origin[made++] = s->origin[v];
        s->mesh.indices[i] = number[v];
    }
    free(number), free(label), free(s->origin);
    s->origin = origin;
    s->count = made;
    return ok;
}

static hone_model *make_small(const hone_model *model, const char *folder, hone_error *error)
{
    static shrinking s;
    s.from = hone_model_get(model);
    hone_builder *builder = hone_builder_create(NULL, 0, error);
    hone_model_data data = {.space = HONE_SPACE_MMD};
    hone_material *materials = hone_builder_array(builder, s.from->material_count * (size_t)SHADES, sizeof *materials);
    if (!materials || !begin(&s))
        return NULL;
    for (uint32_t m = 0, first = 0; m < s.from->material_count; first += s.from->materials[m++].index_count) {
        hone_image image = load_texture(s.from, s.from->materials[m].texture, folder);
        data.material_count = add_material(&s, &s.from->materials[m], first, &image, materials, data.material_count);
        hone_image_release(&image);
    }
    uint32_t *indices = make_coarse(&s) && number_vertices(&s)
                            ? hone_builder_array(builder, s.mesh.index_count, sizeof *indices)
                            : NULL;
    if (!indices)
        return NULL;
    memcpy(indices, s.mesh.indices, s.mesh.index_count * sizeof *indices);
    for (uint32_t i = 0; i < s.mesh.index_count; i += 3) materials[s.mesh.labels[i / 3]].index_count += 3;
    copy_vertices(&s, builder, &data.mesh);
    data.name = data.english_name = data.comment = data.english_comment = "";
    data.skeleton = s.from->skeleton;
    data.mesh.indices = indices;
    data.mesh.index_count = s.mesh.index_count;
    data.mesh.slot_count = s.from->mesh.slot_count;
    data.mesh.slots = s.from->mesh.slots;
    data.materials = materials;
    free(s.keys), free(s.origin), free(s.mesh.indices), free(s.mesh.labels);
    return hone_model_create(builder, &data, NULL, error);
}

static void write(const char *folder, const char *name, hone_bytes *bytes)
{
    char path[1024];
    hone_error error = {0};
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(bytes->data, 1, bytes->size, file) != bytes->size || fclose(file) != 0)
        die(path, &error);
    hone_bytes_release(bytes);
}

/* Writes the bones' keys of a part of a motion. */
static void write_bones(const hone_motion *dance, uint32_t first, uint32_t last, const char *folder, const char *name)
{
    const hone_motion_choice choice = {.parts = HONE_MOTION_MORPHS};
    hone_error error = {0};
    hone_bytes bytes;
    hone_motion *part = hone_motion_trim(dance, first, last, NULL, NULL, &error);
    hone_motion *bones = part ? hone_motion_strip(part, &choice, NULL, NULL, &error) : NULL;
    if (!bones || !hone_motion_write_vmd(bones, NULL, &bytes, &error))
        die(name, &error);
    write(folder, name, &bytes);
    hone_motion_release(bones), hone_motion_release(part);
}

int main(int argc, char **argv)
{
    char path[1024];
    hone_error error = {0};
    hone_bytes bytes;
    if (argc != 3)
        return fprintf(stderr, "usage: small FOLDER OUT\n"), 2;
    snprintf(path, sizeof path, "%s/character.pmx", argv[1]);
    hone_model *model = hone_model_load(path, NULL, &error), *small = model ? make_small(model, argv[1], &error) : NULL;
    if (!small || !hone_model_write_pmx(small, NULL, &bytes, &error))
        die(path, &error);
    write(argv[2], "small.pmx", &bytes);
    snprintf(path, sizeof path, "%s/dance.vmd", argv[1]);
    hone_motion *dance = hone_motion_load(path, NULL, &error);
    if (!dance)
        die(path, &error);
    write_bones(dance, FIRST, LAST, argv[2], "small.vmd");
    write_bones(dance, POSED, POSED, argv[2], "small-pose.vmd");
    hone_motion_release(dance);
    hone_model_release(small), hone_model_release(model);
    return 0;
}
