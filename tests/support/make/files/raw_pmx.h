/* Writes a PMX from any description, valid or not, like a broken exporter. Shares no code with the reader and the
 * writer that it tests. */
#ifndef HONE_TESTS_SUPPORT_MAKE_FILES_RAW_PMX_H
#define HONE_TESTS_SUPPORT_MAKE_FILES_RAW_PMX_H

#include <hone/model.h>

/* The starts of the sections: header, info, vertices, faces, textures, materials, bones, morphs, display frames,
 * bodies, joints, soft bodies, end. */
enum {
    RAW_HEADER,
    RAW_INFO,
    RAW_VERTICES,
    RAW_FACES,
    RAW_TEXTURES,
    RAW_MATERIALS,
    RAW_BONES,
    RAW_MORPHS,
    RAW_FRAMES,
    RAW_BODIES,
    RAW_JOINTS,
    RAW_SOFT_BODIES,
    RAW_END,
    RAW_SECTION_COUNT
};

typedef struct raw_pmx {
    uint8_t *bytes;
    size_t size;
    size_t sections[RAW_SECTION_COUNT];
} raw_pmx;

/* Uses data->pmx; indices are cut to its sizes. The caller may change the bytes and must release them. */
raw_pmx raw_pmx_write(const hone_model_data *data);
void raw_pmx_release(raw_pmx *raw);

#endif
