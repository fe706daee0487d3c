/* Runs kernels on guarded streams and compares the results with the reference. */
#ifndef HONE_TESTS_SKIN_RUN_H
#define HONE_TESTS_SKIN_RUN_H

#include "support/make/skin_mesh.h"
#include "support/reference/reference_skin.h"

/* The kernels that can run here: those of the library that this CPU supports, and the NEON kernel on other CPUs if
 * SIMDe can compile it. NULL past the end. */
const char *skin_kernel(uint32_t index);

/* Runs blocks [begin, end) of the job; its own `kernel` is ignored. */
void skin_run(const char *kernel, const hone_skin *skin, const hone_skin_job *job, uint32_t begin, uint32_t end);

/* The same for all blocks of a job of direct delta mush. */
void skin_run_direct(const char *kernel, const hone_skin *skin, const hone_skin_job *job);

/* The streams that a run writes: a bit mask. */
enum { SKIN_POSITIONS = 1, SKIN_NORMALS = 2, SKIN_TANGENTS = 4, SKIN_ALL = 7 };

/* The layout of streams. stride 0: dense. offset: bytes from an aligned address. */
typedef struct skin_layout {
    size_t stride, offset;
} skin_layout;

/* One stream, with guard bytes before, between and after its elements. */
typedef struct skin_stream {
    uint8_t *bytes;
    size_t size, offset, components;
    hone_stream stream;
} skin_stream;

/* The requested streams of one run, and their memory. */
typedef struct skin_output {
    const hone_skin *skin;
    skin_stream streams[3]; /* positions, normals, tangents */
    hone_skin_job job;      /* for these streams; the caller sets palette, method and rest */
} skin_output;

void skin_output_make(const hone_skin *skin, hone_skin_order order, skin_layout layout, unsigned wants,
                      skin_output *out);
void skin_output_release(skin_output *output);
/* Also checks that streams which were not requested are unchanged. */
void skin_output_check_guards(const skin_output *output);
/* Also checks that all others, and their padding, were written. */
void skin_output_check_complete(const skin_output *output);
/* stream: 0 positions, 1 normals, 2 tangents. vertex: index in the file. Tangents have four numbers. */
void skin_output_get(const skin_output *output, int stream, uint32_t vertex, float out[4]);
/* Compares the elements bit by bit, without padding. */
bool skin_output_equal(const skin_output *a, const skin_output *b);

/* Fails the test, with a line that gives the place, if a vertex is not within 4e-6 of the mesh's size, or of a unit
 * vector, of `want` [vertex_count], times its growth. Ambiguous vertices, and vectors that cancelled to nothing, only
 * need to be finite and of unit length. Returns the number of vertices compared. */
uint32_t skin_output_compare(const skin_output *output, const hone_skin_desc *desc, const reference_vertex *want,
                             const char *what);

/* [desc->vertex_count] the result of the reference; free with test_free. */
reference_vertex *skin_reference(const hone_skin_desc *desc, const skin_palette *palette, hone_skin_method method);

/* A mesh in a pose, and the result of the reference. */
typedef struct skin_scene {
    const hone_skin_desc *desc;
    const hone_skin *skin;
    const hone_skin_rest *rest; /* or NULL */
    const skin_palette *palette;
    hone_skin_method method;
    const reference_vertex *want; /* [desc->vertex_count] */
    const char *mesh;             /* for messages */
    skin_pose pose;
} skin_scene;

/* Compares every kernel on every order, layout and choice of streams. */
void skin_check_every_job(const skin_scene *scene);

#endif
