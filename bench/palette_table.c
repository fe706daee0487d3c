#include "bench/palette_table.h"
#include "tool/output/json_members.h"

#include <hone/skin.h>
#include <stdio.h>
#include <stdlib.h>

/* Registers of Direct3D 9, of OpenGL ES 2.0 and of a uniform block; texels of the buffer texture of every OpenGL 3.3.
 */
static const uint32_t limits[BENCH_TABLE_LIMITS] = {234, 256, 1024, 65536};

static const struct {
    const char *name;
    hone_palette_form form;
    uint32_t texel; /* bytes of a texel of a buffer texture: four floats or four half floats */
} forms[BENCH_TABLE_FORMS] = {
    {"4x4", HONE_PALETTE_4X4, 16},
    {"3x4", HONE_PALETTE_3X4, 16},
    {"3x4-half", HONE_PALETTE_3X4_HALF, 8},
    {"quaternion", HONE_PALETTE_QUATERNION, 16},
    {"quaternion-scale", HONE_PALETTE_QUATERNION_SCALE, 16},
    {"quaternion-scale-half", HONE_PALETTE_QUATERNION_SCALE_HALF, 8},
    {"dual-quaternion", HONE_PALETTE_DUAL_QUATERNION, 16},
};

/* ---- the figures ----------------------------------------------------------------------------------------------- */

/* A mesh and its materials, as hone_split_create takes them. */
typedef struct parts {
    hone_skin *skin;
    hone_index_range *ranges;
    uint32_t range_count;
    const uint32_t *indices;
} parts;

static bool make_parts(const hone_model *model, parts *out, hone_error *error)
{
    const hone_model_data *data = hone_model_get(model);
    uint32_t first = 0;
    *out = (parts){.indices = data->mesh.indices, .range_count = data->material_count};
    out->ranges = calloc((size_t)data->material_count + 1, sizeof *out->ranges);
    if (!out->ranges)
        return hone_fail_memory(error);
    for (uint32_t m = 0; m < data->material_count; m++) {
        uint32_t left = data->mesh.index_count - first, count = data->materials[m].index_count;
        count = count < left ? count : left;
        out->ranges[m] = (hone_index_range){first, count / 3 * 3};
        first += count;
    }
    out->skin = hone_skin_compile_mesh(&data->mesh, NULL, error);
    return out->skin != NULL;
}

static void release_parts(parts *p)
{
    hone_skin_release(p->skin);
    free(p->ranges);
}

static void mark_slots(const hone_mesh *mesh, uint32_t vertex, uint8_t *used)
{
    for (uint32_t i = mesh->influence_begin[vertex]; i < mesh->influence_begin[vertex + 1]; i++)
        if (mesh->influences[i].slot != HONE_NONE && mesh->influences[i].weight != 0)
            used[mesh->influences[i].slot] = 1;
}

/* Counts the slots of the vertices of all triangles. */
static bool count_used(const hone_mesh *mesh, const parts *p, uint32_t *out, hone_error *error)
{
    uint8_t *used = calloc((size_t)mesh->slot_count + 1, 1);
    if (!used)
        return hone_fail_memory(error);
    for (uint32_t r = 0; r < p->range_count; r++)
        for (uint32_t i = 0; i < p->ranges[r].count; i++) mark_slots(mesh, mesh->indices[p->ranges[r].first + i], used);
    *out = 0;
    for (uint32_t s = 0; s < mesh->slot_count; s++) *out += used[s];
    free(used);
    return true;
}

static bool split_at(const parts *p, uint32_t bytes, bench_palette_limit *out, hone_error *error)
{
    if (hone_skin_max_influences(p->skin) > HONE_SKIN_SHADER_MAX_INFLUENCES)
        return true;
    const hone_split_desc desc = {.skin = p->skin,
                                  .indices = p->indices,
                                  .ranges = p->ranges,
                                  .range_count = p->range_count,
                                  .max_slots = out->bones};
    hone_split *split = hone_split_create(&desc, error);
    if (!split)
        return false;
    out->pieces = split->palette_count;
    out->bytes = (uint64_t)split->slot_begin[split->palette_count] * bytes;
    hone_split_destroy(split);
    return true;
}

bool bench_palette_table_make(const hone_model *model, bench_palette_table *out, hone_error *error)
{
    enum { REGISTER = sizeof(float[4]) };
    const hone_mesh *mesh = hone_model_mesh(model);
    parts p;
    bool ok = make_parts(model, &p, error) && count_used(mesh, &p, &out->used, error);
    out->vertices = mesh->vertex_count;
    out->bones = hone_model_skeleton(model)->bone_count;
    out->most_influences = ok ? hone_skin_max_influences(p.skin) : 0;
    for (int f = 0; ok && f < BENCH_TABLE_FORMS; f++) {
        bench_palette_row *row = &out->rows[f];
        uint32_t bytes = (uint32_t)hone_palette_form_size(forms[f].form);
        *row = (bench_palette_row){.form = forms[f].name,
                                   .bytes = bytes,
                                   .registers = (double)bytes / REGISTER,
                                   .frame_bytes = (uint64_t)bytes * out->used};
        for (int i = 0; ok && i < BENCH_TABLE_LIMITS; i++) {
            uint32_t unit = i + 1 < BENCH_TABLE_LIMITS ? REGISTER : forms[f].texel;
            row->limits[i] = (bench_palette_limit){.registers = limits[i], .bones = limits[i] * unit / bytes};
            ok = split_at(&p, bytes, &row->limits[i], error);
        }
    }
    release_parts(&p);
    return ok;
}

/* ---- text ------------------------------------------------------------------------------------------------------ */

void bench_palette_table_print(const bench_palette_table *table)
{
    printf("%s: %u vertices, %u bones, of which the mesh uses %u\n\n", table->name, table->vertices, table->bones,
           table->used);
    printf("  %-22s %7s %7s %9s %10s", "", "bytes", "of", "bytes", "registers");
    for (int i = 0; i + 1 < BENCH_TABLE_LIMITS; i++) printf("  %4u registers", limits[i]);
    printf("  buffer texture");
    printf("\n  %-22s %7s %7s %9s %10s", "palette", "a bone", "4x4", "a frame", "a bone");
    for (int i = 0; i < BENCH_TABLE_LIMITS; i++) printf("   bones  pieces");
    printf("\n");
    for (int f = 0; f < BENCH_TABLE_FORMS; f++) {
        const bench_palette_row *row = &table->rows[f];
        printf("  %-22s %7u %7.3f %9llu %10.1f", row->form, row->bytes, (double)row->bytes / table->rows[0].bytes,
               (unsigned long long)row->frame_bytes, row->registers);
        for (int i = 0; i < BENCH_TABLE_LIMITS; i++)
            if (table->most_influences <= HONE_SKIN_SHADER_MAX_INFLUENCES)
                printf("   %5u  %6u", row->limits[i].bones, row->limits[i].pieces);
            else
                printf("   %5u  %6s", row->limits[i].bones, "-");
        printf("\n");
    }
    if (table->most_influences > HONE_SKIN_SHADER_MAX_INFLUENCES)
        printf("  -: a vertex has %u influences; a mesh is split with at most %d\n", table->most_influences,
               HONE_SKIN_SHADER_MAX_INFLUENCES);
}

/* ---- JSON ------------------------------------------------------------------------------------------------------ */

static void write_limits(hone_json *json, const bench_palette_row *row)
{
    hone_json_key(json, "limits");
    hone_json_array(json);
    for (int i = 0; i < BENCH_TABLE_LIMITS; i++) {
        hone_json_object(json);
        json_integer(json, "registers", row->limits[i].registers);
        json_integer(json, "bones", row->limits[i].bones);
        json_integer(json, "pieces", row->limits[i].pieces);
        json_integer(json, "frame_bytes", row->limits[i].bytes);
        hone_json_end(json, '}');
    }
    hone_json_end(json, ']');
}

void bench_palette_table_json(const bench_palette_table *table, hone_writer *out)
{
    hone_json json = hone_json_make(out);
    hone_json_object(&json);
    json_string(&json, "model", table->name);
    json_integer(&json, "vertices", table->vertices);
    json_integer(&json, "bones", table->bones);
    json_integer(&json, "bones_used", table->used);
    json_integer(&json, "influences", table->most_influences);
    hone_json_key(&json, "palettes");
    hone_json_array(&json);
    for (int f = 0; f < BENCH_TABLE_FORMS; f++) {
        const bench_palette_row *row = &table->rows[f];
        hone_json_object(&json);
        json_string(&json, "form", row->form);
        json_integer(&json, "bytes", row->bytes);
        json_number(&json, "ratio_of_4x4", (double)row->bytes / table->rows[0].bytes);
        json_integer(&json, "frame_bytes", row->frame_bytes);
        json_number(&json, "registers", row->registers);
        write_limits(&json, row);
        hone_json_end(&json, '}');
    }
    hone_json_end(&json, ']');
    hone_json_end(&json, '}');
}
