/* An open glTF file, from which a model and motions are read. */
#ifndef HONE_SRC_FORMAT_GLTF_READ_FILE_H
#define HONE_SRC_FORMAT_GLTF_READ_FILE_H

#include "files/format/gltf/read/reader.h"
#include "files/format/readers.h"

/* Memory beyond a multiple of the size; a quarter of it is enough for scratch memory. */
enum { GLTF_SPARE = 512 * 1024, GLTF_INSTANCE_BYTES = 32 << 20 }; /* the latter: of copies of meshes */

struct hone_gltf_file {
    gltf_reader opened; /* each reading begins with a copy; its scratch memory has the list of buffers */
    size_t size;        /* of the file */
    uint64_t all;       /* the same, with the buffers that are not inside it */
    uint64_t source;
    double *durations; /* [duration_count] of the animations, known after the first reading; NULL: not known */
    uint32_t duration_count;
    hone_allocator allocator;
};

#endif
