/* Running kernels on guarded streams and comparing what they write with the reference. */
#ifndef HONE_TESTS_SKIN_RUN_H
#define HONE_TESTS_SKIN_RUN_H

#include "support/make/skin_mesh.h"
#include "support/reference/reference_skin.h"

/* The kernels that can run here: the library's that this CPU has, and that of NEON elsewhere too where SIMDe is there
 * to compile it. NULL past the end. */
const char *skin_kernel(uint32_t index);

/* Blocks [begin, end) of the job, whose `kernel` does not matter. */
void skin_run(const char *kernel, const hone_skin *skin, const hone_skin_job *job, uint32_t begin, uint32_t end);

/* The same where only streams matter: positions, normals, tangents. */
enum { SKIN_POSITIONS = 1, SKIN_NORMALS = 2, SKIN_TANGENTS = 4, SKIN_ALL = 7 };

/* How streams lie. stride 0: as dense as may be. offset: bytes from an aligned place. */
typedef struct skin_layout {
    size_t stride, offset;
} skin_layout;

/* One stream, guard bytes before, between and behind its elements. */
typedef struct skin_stream {
    uint8_t *bytes;
    size_t size, offset, components;
    hone_stream stream;
} skin_stream;

/* What one run is asked for, and where it writes. */
typedef struct skin_output {
    const hone_skin *skin;
    skin_stream streams[3]; /* positions, normals, tangents */
    hone_skin_job job;      /* of these; palette, method and rest are the caller's to set */
} skin_output;

void skin_output_make(const hone_skin *skin, hone_skin_order order, skin_layout layout, unsigned wants,
                      skin_output *out);
void skin_output_release(skin_output *output);
void skin_output_check_guards(const skin_output *output);   /* and that nothing which was not asked for was written */
void skin_output_check_complete(const skin_output *output); /* and that everything else was, padding too */
/* stream: 0 positions, 1 normals, 2 tangents. vertex: of the file. Four numbers of tangents. */
void skin_output_get(const skin_output *output, int stream, uint32_t vertex, float out[4]);
/* Element by element to the bit, padding left out. */
bool skin_output_equal(const skin_output *a, const skin_output *b);

/* Fails the test, with a line that says where, if a vertex is not within 4e-6 of the mesh's size, or of a unit vector,
 * of `want` [vertex_count], times its growth. Ambiguous ones, and vectors of which nothing is left, need only be
 * numbers and of unit length. Returns how many vertices were compared. */
uint32_t skin_output_compare(const skin_output *output, const hone_skin_desc *desc, const reference_vertex *want,
                             const char *what);

/* [desc->vertex_count] what the reference makes of it; free with test_free. */
reference_vertex *skin_reference(const hone_skin_desc *desc, const skin_palette *palette, hone_skin_method method);

/* A mesh in a pose, and what the reference makes of it. */
typedef struct skin_scene {
    const hone_skin_desc *desc;
    const hone_skin *skin;
    const hone_skin_rest *rest; /* or NULL */
    const skin_palette *palette;
    hone_skin_method method;
    const reference_vertex *want; /* [desc->vertex_count] */
    const char *mesh;             /* for people */
    skin_pose pose;
} skin_scene;

/* Compares every kernel on every order, layout and choice of streams. */
void skin_check_every_job(const skin_scene *scene);

#endif
