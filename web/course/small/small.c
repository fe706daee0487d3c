/* Makes the built-in character small enough for a page: vertices that are near become one, their numbers are rounded,
 * and what figures do not show is left out: textures (a material gets their mean colour), morphs, bodies. Bones stay.
 *
 * usage: small FOLDER OUT     FOLDER: character.pmx and dance.vmd with their textures; OUT: small.pmx, small.vmd */
#include <hone/format.h>
#include <hone/image.h>
#include <hone/io.h>
#include <hone/model.h>
#include <hone/motion_edit.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST = 60, LAST = 90, CELLS = 1 << 16 };
static const float cell = 0.4f, place_step = 1 / 32.0f, normal_step = 1 / 8.0f, weight_step = 1 / 16.0f; /* MMD units */

typedef struct shrinking {
    const hone_model_data *from;
    uint32_t *kept;   /* [vertices of from] its vertex of the small mesh */
    uint32_t *origin; /* [count] the first vertex that became it */
    uint32_t count;
    int32_t table[CELLS]; /* a hash table of small vertices; -1: free */
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

/* What vertices that become one have in common: cell, direction, bone, material. */
static void make_key(const hone_mesh *mesh, uint32_t v, uint32_t material, int32_t key[9])
{
    for (int i = 0; i < 3; i++) {
        key[i] = (int32_t)floorf(mesh->positions[v][i] / cell);
        key[3 + i] = (int32_t)roundf(mesh->normals[v][i] * 0.8f);
    }
    key[6] = heaviest(mesh, v);
    key[7] = (int32_t)material;
    key[8] = 0;
}

static uint32_t find(shrinking *s, uint32_t v, uint32_t material, int32_t (*keys)[9])
{
    int32_t key[9];
    uint32_t hash = 2166136261u;
    make_key(&s->from->mesh, v, material, key);
    for (int i = 0; i < 9; i++) hash = (hash ^ (uint32_t)key[i]) * 16777619u;
    for (uint32_t at = hash % CELLS;; at = (at + 1) % CELLS) {
        if (s->table[at] >= 0 && memcmp(keys[s->table[at]], key, sizeof key) != 0)
            continue;
        if (s->table[at] < 0) {
            memcpy(keys[s->count], key, sizeof key);
            s->origin[s->count] = v;
            s->table[at] = (int32_t)s->count++;
        }
        return (uint32_t)s->table[at];
    }
}

/* Triangles of the small mesh. Returns how many indices a material has now. */
static uint32_t shrink(shrinking *s, uint32_t material, uint32_t first, uint32_t count, int32_t (*keys)[9],
                       uint32_t *out)
{
    uint32_t made = 0;
    for (uint32_t i = first; i + 2 < first + count; i += 3) {
        uint32_t t[3];
        for (int k = 0; k < 3; k++) t[k] = find(s, s->from->mesh.indices[i + (uint32_t)k], material, keys);
        if (t[0] != t[1] && t[1] != t[2] && t[2] != t[0])
            memcpy(out + made, t, sizeof t), made += 3;
    }
    return made;
}

/* ---- the small model ---- */

/* The mean colour of a material: of its texture, where that is opaque. */
static void mean_colour(const hone_model_data *from, const hone_material *m, const char *folder, float out[4])
{
    char path[1024];
    double sum[4] = {0};
    memcpy(out, m->diffuse, 4 * sizeof *out);
    if (m->texture < 0)
        return;
    snprintf(path, sizeof path, "%s/%s", folder, from->textures[m->texture]);
    hone_bytes file = {0};
    hone_image image = {0};
    hone_error error = {0};
    if (!hone_file_read(path, NULL, &file, &error) ||
        !hone_image_load_memory(file.data, file.size, NULL, &image, &error))
        die(path, &error);
    for (size_t i = 0; i < (size_t)image.width * image.height; i++) {
        const uint8_t *p = image.pixels + 4 * i;
        for (int k = 0; k < 3; k++) sum[k] += p[k] * p[3];
        sum[3] += p[3];
    }
    for (int k = 0; k < 3; k++) out[k] *= (float)(sum[k] / (sum[3] > 0 ? sum[3] * 255 : 1));
    hone_image_release(&image);
    hone_bytes_release(&file);
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
        float left = 1;
        deforms[v] = n == 1 ? HONE_DEFORM_BDEF1 : n == 2 ? HONE_DEFORM_BDEF2 : HONE_DEFORM_BDEF4;
        memcpy(influences + begin[v], from->influences + from->influence_begin[old], n * sizeof *influences);
        for (uint32_t i = 0; i < n; i++) {
            float *weight = &influences[begin[v] + i].weight;
            *weight = i + 1 < n ? rounded(*weight, weight_step) : left;
            left -= *weight;
        }
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

static hone_model *make_small(const hone_model *model, const char *folder, hone_error *error)
{
    static shrinking s;
    s.from = hone_model_get(model);
    uint32_t vertices = s.from->mesh.vertex_count, first = 0;
    hone_builder *builder = hone_builder_create(NULL, 0, error);
    int32_t(*keys)[9] = calloc(2 * (size_t)vertices, sizeof *keys);
    hone_model_data data = {.space = HONE_SPACE_MMD};
    hone_material *materials = hone_builder_array(builder, s.from->material_count, sizeof *materials);
    uint32_t *indices = hone_builder_array(builder, s.from->mesh.index_count, sizeof *indices);
    s.origin = calloc(2 * (size_t)vertices, sizeof *s.origin);
    if (!keys || !materials || !indices || !s.origin)
        return NULL;
    memset(s.table, -1, sizeof s.table);
    for (uint32_t m = 0; m < s.from->material_count; m++) {
        uint32_t count = s.from->materials[m].index_count;
        materials[m] =
            (hone_material){.name = s.from->materials[m].name, .english_name = "", .memo = "", .toon = HONE_NONE};
        materials[m].texture = materials[m].sphere_texture = HONE_NONE;
        mean_colour(s.from, &s.from->materials[m], folder, materials[m].diffuse);
        materials[m].index_count = shrink(&s, m, first, count, keys, indices + data.mesh.index_count);
        data.mesh.index_count += materials[m].index_count;
        first += count;
    }
    copy_vertices(&s, builder, &data.mesh);
    data.name = data.english_name = data.comment = data.english_comment = "";
    data.skeleton = s.from->skeleton;
    data.mesh.indices = indices;
    data.mesh.slot_count = s.from->mesh.slot_count;
    data.mesh.slots = s.from->mesh.slots;
    data.materials = materials;
    data.material_count = s.from->material_count;
    free(keys), free(s.origin);
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
    hone_motion *part = dance ? hone_motion_trim(dance, FIRST, LAST, NULL, NULL, &error) : NULL;
    hone_motion_choice choice = {.parts = HONE_MOTION_MORPHS};
    hone_motion *bones = part ? hone_motion_strip(part, &choice, NULL, NULL, &error) : NULL;
    if (!bones || !hone_motion_write_vmd(bones, NULL, &bytes, &error))
        die(path, &error);
    write(argv[2], "small.vmd", &bytes);
    hone_motion_release(bones), hone_motion_release(part), hone_motion_release(dance);
    hone_model_release(small), hone_model_release(model);
    return 0;
}
