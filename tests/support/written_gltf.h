/* glTF that the writer makes: its JSON, and the result of reading it. */
#ifndef HONE_TESTS_SUPPORT_WRITTEN_GLTF_H
#define HONE_TESTS_SUPPORT_WRITTEN_GLTF_H

#include <hone/hone.h>

/* The files that a group of tests writes are left for external readers (tests/interop), as NAME-0.glb, NAME-1.glb ...
 */
void gltf_leave_as(const char *name);

hone_bytes gltf_written(const hone_model *model, const hone_gltf_desc *desc, hone_gltf_report *report);
/* Returns the first chunk of a GLB with a NUL after it; the caller frees it. Checks the headers around it. */
char *gltf_json_of(const hone_bytes *glb);
/* Both fail on a warning. */
hone_model *gltf_read_back(const hone_bytes *bytes);
hone_motion *gltf_read_motion(const hone_bytes *bytes);

/* Compares points of glTF with those of MMD. */
void check_gltf_points(const float (*is)[3], const float (*was)[3], uint32_t count, float scale, double near);

/* The user of gallery_read, which is the `read` of a hone_file_resolver. */
typedef struct gallery {
    const char *name; /* from test_pictures; NULL: no picture is found */
    uint32_t asked;
} gallery;
bool gallery_read(void *user, const char *path, const hone_allocator *allocator, hone_bytes *out, hone_error *error);

#endif
