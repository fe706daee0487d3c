/* The cost of a model's palette in each form for a shader: bytes, registers, and the pieces into which a limit of
 * registers splits the mesh. Nothing is timed. */
#ifndef HONE_BENCH_PALETTE_TABLE_H
#define HONE_BENCH_PALETTE_TABLE_H

#include "base/files/byte_writer.h"
#include <hone/io.h>
#include <hone/model.h>

enum { BENCH_TABLE_FORMS = 7, BENCH_TABLE_LIMITS = 4 };

/* A form with a limit of registers. */
typedef struct bench_palette_limit {
    uint32_t registers; /* float4 registers that a shader has for the palette; the last limit: texels */
    uint32_t bones;     /* the bones that they hold */
    uint32_t pieces;    /* the pieces of the mesh; 0: it cannot be split */
    uint64_t bytes;     /* a frame: the bytes of the palettes of all pieces */
} bench_palette_limit;

typedef struct bench_palette_row {
    const char *form;
    uint32_t bytes;       /* a bone */
    double registers;     /* float4 registers a bone */
    uint64_t frame_bytes; /* a frame: all bones that the mesh uses, in one palette */
    bench_palette_limit limits[BENCH_TABLE_LIMITS];
} bench_palette_row;

typedef struct bench_palette_table {
    const char *name;
    uint32_t vertices, bones;
    uint32_t used;            /* the bones that carry a vertex of a triangle */
    uint32_t most_influences; /* of a vertex; above HONE_SKIN_SHADER_MAX_INFLUENCES the mesh cannot be split */
    bench_palette_row rows[BENCH_TABLE_FORMS];
} bench_palette_table;

bool bench_palette_table_make(const hone_model *model, bench_palette_table *out, hone_error *error);
void bench_palette_table_print(const bench_palette_table *table);
void bench_palette_table_json(const bench_palette_table *table, hone_writer *out);

#endif
