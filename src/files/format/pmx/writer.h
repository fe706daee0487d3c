/* Types and functions that the sections of the PMX writer share. */
#ifndef HONE_SRC_FORMAT_PMX_WRITER_H
#define HONE_SRC_FORMAT_PMX_WRITER_H

#include "base/files/byte_writer.h"
#include "files/format/pmx/pmx.h"
#include <hone/io.h>

typedef struct pmx_writer {
    hone_writer out;
    const hone_model_data *data;
    hone_pmx_header header; /* the header to write: the file's own, or a chosen one */
    bool refused;           /* PMX cannot express the model; `error` gives the reason */
    hone_error *error;
} pmx_writer;

/* The sections, in the order of the file. */
void hone_pmx_write_vertices(pmx_writer *writer);
void hone_pmx_write_faces(pmx_writer *writer);
void hone_pmx_write_textures(pmx_writer *writer);
void hone_pmx_write_materials(pmx_writer *writer);
void hone_pmx_write_bones(pmx_writer *writer);
void hone_pmx_write_morphs(pmx_writer *writer);
void hone_pmx_write_display_frames(pmx_writer *writer);
void hone_pmx_write_bodies(pmx_writer *writer);
void hone_pmx_write_joints(pmx_writer *writer);
void hone_pmx_write_soft_bodies(pmx_writer *writer);

/* Sets the error ARGUMENT. Only the first one counts. */
HONE_PRINTF(3, 4)
void hone_pmx_refuse(pmx_writer *writer, uint64_t at, const char *format, ...);

void hone_pmx_write_text(pmx_writer *writer, const char *text);
void hone_pmx_write_count(pmx_writer *writer, uint32_t count);
void hone_pmx_write_vertex(pmx_writer *writer, uint32_t vertex);
void hone_pmx_write_index(pmx_writer *writer, int32_t index, pmx_index kind);

#endif
