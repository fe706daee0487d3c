/** base: the basics of every part of hone. Version, errors, allocators, streams, spaces, time, file formats, builder.
 *
 * Files and text are in hone/io.h, threads in hone/thread.h, vectors and matrices in hone/math.h.
 *
 * Threads: calls that take a pointer to const may run together on one object; a call that takes a pointer to non-const
 * needs the object to itself; different objects share nothing. Globals are what
 * the processor and OpenGL can do, which is asked once, and a counter that numbers models.
 * Texts are UTF-8 with a NUL at the end. Quaternions are x,y,z,w. Matrices act on column vectors, p' = M p.
 */
#ifndef HONE_BASE_H
#define HONE_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(_WIN32) && defined(HONE_DLL) /* dllexport while libhone.dll is compiled; its users need nothing */
#define HONE_API __declspec(HONE_DLL)
#elif defined(__GNUC__) && !defined(_WIN32) && !defined(HONE_HIDDEN) /* a copy that exports nothing */
#define HONE_API __attribute__((visibility("default")))
#else
#define HONE_API
#endif

#if defined(__GNUC__) && !defined(__MINGW32__) /* which checks the formats of Windows, not of C */
#define HONE_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define HONE_PRINTF(text, first)
#endif

/* ---- version ------------------------------------------------------------------------------------------------ */

#define HONE_VERSION_MAJOR 0 /**< first number of HONE_VERSION */
#define HONE_VERSION_MINOR 1 /**< second number of HONE_VERSION */
#define HONE_VERSION_PATCH 0 /**< third number of HONE_VERSION */
#define HONE_VERSION "0.1.0" /**< the version of the headers */

/** Whether the headers are of this version or a later one, for the preprocessor. */
#define HONE_VERSION_AT_LEAST(major, minor, patch)                                                                     \
    (HONE_VERSION_MAJOR * 1000000 + HONE_VERSION_MINOR * 1000 + HONE_VERSION_PATCH >=                                  \
     (major)*1000000 + (minor)*1000 + (patch))

/** Returns the version of the library that runs: "0.1.0". It may differ from HONE_VERSION of the headers. */
HONE_API const char *hone_version(void);

/* ---- errors ------------------------------------------------------------------------------------------------- */

/** An index that refers to nothing: no parent, no texture, no bone. */
#define HONE_NONE (-1)

/** The kind of an error. */
typedef enum hone_code {
    HONE_OK = 0,            /**< no error */
    HONE_ERROR_ARGUMENT,    /**< a mistake of the caller: a NULL, sizes that do not match, a number out of range */
    HONE_ERROR_MEMORY,      /**< the allocator returned NULL */
    HONE_ERROR_IO,          /**< the system could not open, read, write or rename a file */
    HONE_ERROR_FORMAT,      /**< the bytes are not what their format allows */
    HONE_ERROR_UNSUPPORTED, /**< valid, but hone does not read it, or its part is not built in */
    HONE_ERROR_DEVICE       /**< no display, no graphics context, or the driver or system refused */
} hone_code;

/** Why a call failed. Every `hone_error *` parameter may be NULL. A call that succeeds leaves the error as it is. If a
 * call fails because it was given the NULL that an earlier failed call returned, the error of the earlier call stays.
 * So a program may make several calls and check the error once, at the end. */
typedef struct hone_error {
    hone_code code;    /**< HONE_OK: no error */
    uint64_t at;       /**< the place that the message refers to: a byte offset, bone, vertex, …; 0 if none */
    char message[512]; /**< one line without a line feed: "FILE: vertex 7 names bone 9 of 4, at byte 1234" */
} hone_error;

/* ---- memory ------------------------------------------------------------------------------------------------- */

/** The source of an object's memory. Only the thread that creates or destroys the object calls it, or that needs a
 * model's skin first (hone_model_compiled_skin). It must outlive the object.
 *
 * Where none is given, memory comes from malloc; on Linux up to 8 MB of loaded files and objects lie in pages of 2 MB,
 * which cost few page faults and stay with the process. */
typedef struct hone_allocator {
    /** Returns `size` bytes whose address is a multiple of `align`, a power of two; NULL: out of memory. */
    void *(*alloc)(void *user, size_t size, size_t align);
    /** Frees `size` bytes from alloc; memory is never NULL. */
    void (*free)(void *user, void *memory, size_t size);
    void *user; /**< passed to both */
} hone_allocator;

/** Replaces a missing allocator.
 *
 * Returns: the allocator, or the one that uses malloc if it is NULL.
 */
HONE_API hone_allocator hone_allocator_or_default(const hone_allocator *allocator);

/** Allocates zeroed memory, aligned to 64 bytes.
 *
 * allocator: NULL for malloc.
 * count, size: elements, and bytes of one.
 * Returns: the memory, to be freed with hone_deallocate; NULL if out of memory, or if count * size overflows or is 0.
 */
HONE_API void *hone_allocate(const hone_allocator *allocator, size_t count, size_t size);

/** Frees what hone_allocate returned. NULL is allowed.
 *
 * count, size: as for hone_allocate.
 */
HONE_API void hone_deallocate(const hone_allocator *allocator, void *memory, size_t count, size_t size);

/** An array of the caller. Element i is at (char *)data + i * stride, which need not be aligned. */
typedef struct hone_stream {
    void *data;    /**< NULL: not wanted */
    size_t count;  /**< elements */
    size_t stride; /**< bytes from one element to the next */
} hone_stream;

/* ---- spaces ------------------------------------------------------------------------------------------------- */

/** The axes and units of positions. hone never converts on load. */
typedef enum hone_space {
    HONE_SPACE_MMD, /**< left-handed, Y up, characters face -Z, clockwise front faces; unit: HONE_MMD_METRES */
    HONE_SPACE_X,   /**< left-handed, Y up, clockwise front faces; the unit is the file's own */
    HONE_SPACE_GLTF /**< right-handed, Y up, characters face +Z (VRM 0.x: -Z), counter-clockwise front faces; unit:
                       metre */
} hone_space;

/** Metres of one MMD unit. */
#define HONE_MMD_METRES 0.08

/* ---- time --------------------------------------------------------------------------------------------------- */

/** Frames in a second. hone counts time in MMD's frames for every format. */
#define HONE_FRAMES_PER_SECOND 30

/** Converts seconds to frames. A time within 1e-6 frame of a whole frame becomes that frame, because (n / 30.0) * 30.0
 * is not always n.
 *
 * Returns: 30ths of a second.
 */
HONE_API double hone_frame_from_seconds(double seconds);

/* ---- file formats ------------------------------------------------------------------------------------------- */

/** The file formats of models and motions. */
typedef enum hone_format {
    HONE_FORMAT_UNKNOWN = 0, /**< none of these, or not from a file */
    HONE_FORMAT_PMX,         /**< MMD's model, 2.0 and 2.1 */
    HONE_FORMAT_PMD,         /**< MMD's older model */
    HONE_FORMAT_VMD,         /**< MMD's motion */
    HONE_FORMAT_VPD,         /**< MMD's pose */
    HONE_FORMAT_X,           /**< DirectX's .x: model and motions */
    HONE_FORMAT_GLTF,        /**< glTF 2.0 as JSON: model and motions */
    HONE_FORMAT_GLB,         /**< glTF 2.0 in one binary file */
    HONE_FORMAT_HCLIP,       /**< hone's packed clips: motions */
    HONE_FORMAT_FBX,         /**< FBX, binary or text: model and motions */
    HONE_FORMAT_BVH,         /**< BVH of motion capture: a skeleton and its motion */
    HONE_FORMAT_PMM,         /**< MMD's project, which names models and contains their motions (project.h) */
    HONE_FORMAT_VAC          /**< MMD's accessory text, which names a .x (project.h) */
} hone_format;

/** Returns the name of a format: "pmx", "vmd", …; "unknown" for any other value. */
HONE_API const char *hone_format_name(hone_format format);

/** The faults of a file and how they were repaired, and what of the file hone does not evaluate, in the order in which
 * they were found. */
typedef struct hone_warnings {
    uint32_t count;           /**< how many there are */
    const char *const *texts; /**< [count] a sentence each, without a line feed */
    const bool *limits;       /**< [count] whether hone does not evaluate it; false: a fault of the file */
} hone_warnings;

/* ---- builder ------------------------------------------------------------------------------------------------ */

/** The memory of a model or motion that is being made, and its warnings.
 *
 * Take arrays and texts from the builder, fill them in, and pass the builder to hone_model_create or
 * hone_motion_create, which take it over. After one allocation has failed, all later ones fail too, and the create call
 * reports this. So a loader checks a result only before it writes to it. */
typedef struct hone_builder hone_builder;

/** Creates a builder.
 *
 * allocator: NULL: malloc.
 * max_size: the most bytes that arrays and texts may take together; 0: no limit. A request beyond it fails like an
 *           allocation.
 * Returns: the builder; NULL on failure.
 * Errors: MEMORY.
 */
HONE_API hone_builder *hone_builder_create(const hone_allocator *allocator, size_t max_size, hone_error *error);

/** Destroys a builder and its memory, if no model or motion was created from it. NULL is allowed. */
HONE_API void hone_builder_destroy(hone_builder *builder);

/** Allocates an array.
 *
 * count: elements.
 * size: bytes of an element.
 * Returns: [count] zeroed elements, aligned for any type; NULL if out of memory or count is 0.
 */
HONE_API void *hone_builder_array(hone_builder *builder, size_t count, size_t size);

/** Allocates a copy of a text, with a NUL at the end.
 *
 * text: [size]; NULL: "".
 * Returns: the copy; NULL if out of memory.
 */
HONE_API const char *hone_builder_text(hone_builder *builder, const char *text, size_t size);

/** Adds a warning. If the same text is added many times, it becomes one warning with a count and the first `at`.
 *
 * what: a string literal; it is not copied.
 * at: the place: a byte offset, bone, vertex, …
 */
HONE_API void hone_builder_warn(hone_builder *builder, const char *what, uint64_t at);

#ifdef __cplusplus
}
#endif
#endif
