/* base: what every part of hone uses. Version, errors, allocators, streams, spaces, time, file formats, builder.
 *
 * Files and text are in hone/io.h, threads in hone/thread.h, vectors and matrices in hone/math.h.
 *
 * Threads: calls that take a pointer to const may run together on one object; a call that takes a pointer to non-const
 * needs the object to itself; different objects never meet. There are no globals.
 * Strings are UTF-8 with a NUL at the end. Quaternions are x,y,z,w. Matrices act on column vectors, p' = M p.
 */
#ifndef HONE_BASE_H
#define HONE_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define HONE_VERSION_MAJOR 0
#define HONE_VERSION_MINOR 1
#define HONE_VERSION_PATCH 0
#define HONE_VERSION "0.1.0"

#if defined(_WIN32)
#define HONE_API
#elif defined(__GNUC__)
#define HONE_API __attribute__((visibility("default")))
#else
#define HONE_API
#endif

#if defined(__GNUC__)
#define HONE_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define HONE_PRINTF(text, first)
#endif

/* An index that names nothing: no parent, no texture, no bone. */
#define HONE_NONE (-1)

/* "0.1.0" of the library that runs, which need not be HONE_VERSION of the header. */
HONE_API const char *hone_version(void);

/* ---- errors ------------------------------------------------------------------------------------------------- */

typedef enum hone_code {
    HONE_OK = 0,
    HONE_ERROR_ARGUMENT,    /* the caller's slip: a NULL, a size that does not match, an option out of range */
    HONE_ERROR_MEMORY,      /* the allocator said no */
    HONE_ERROR_IO,          /* the system could not open, read, write or rename */
    HONE_ERROR_FORMAT,      /* the bytes are not what their format allows */
    HONE_ERROR_UNSUPPORTED, /* legal, but not read by hone, or its component is not built in */
    HONE_ERROR_DEVICE       /* no display, no context, the driver refused */
} hone_code;

/* Why a call failed. Every `hone_error *` parameter may be NULL. A call that succeeds leaves it untouched; so does a
 * call that is given a NULL which an earlier failed call returned, so that errors may be looked at once, at the end. */
typedef struct hone_error {
    hone_code code;
    uint64_t at;       /* byte offset, bone, vertex …: the place that the message speaks of; 0 if none */
    char message[512]; /* one line, no line feed: "FILE: vertex 7 names bone 9 of 4, at byte 1234" */
} hone_error;

/* ---- memory ------------------------------------------------------------------------------------------------- */

/* Where an object takes its memory. Called only by the thread that makes or destroys the object. Must outlive it. */
typedef struct hone_allocator {
    void *(*alloc)(void *user, size_t size, size_t align); /* align is a power of two; NULL: out of memory */
    void (*free)(void *user, void *memory, size_t size);   /* memory is never NULL */
    void *user;
} hone_allocator;

/* A caller's array: element i lies at (char *)data + i * stride, which need not be aligned. */
typedef struct hone_stream {
    void *data;    /* NULL: not wanted */
    size_t count;  /* elements */
    size_t stride; /* bytes from one element to the next */
} hone_stream;

/* ---- spaces ------------------------------------------------------------------------------------------------- */

/* Whose axes and units positions are in. hone never converts on load. */
typedef enum hone_space {
    HONE_SPACE_MMD, /* left-handed, Y up, characters face -Z, clockwise front faces; HONE_MMD_METRES a unit */
    HONE_SPACE_X,   /* left-handed, Y up, clockwise front faces; the unit is the file's own */
    HONE_SPACE_GLTF /* right-handed, Y up, characters face +Z, counter-clockwise front faces; metres */
} hone_space;

#define HONE_MMD_METRES 0.08

/* ---- time --------------------------------------------------------------------------------------------------- */

/* hone's frames are MMD's: 30 a second for every format. */
#define HONE_FRAMES_PER_SECOND 30

/* Seconds to frames. A time within 1e-6 frame of a whole frame is that frame: (n / 30.0) * 30.0 is not always n. */
HONE_API double hone_frame_from_seconds(double seconds);

/* ---- formats ------------------------------------------------------------------------------------------------ */

typedef enum hone_format {
    HONE_FORMAT_UNKNOWN = 0,
    HONE_FORMAT_PMX,
    HONE_FORMAT_PMD,
    HONE_FORMAT_VMD,
    HONE_FORMAT_VPD,
    HONE_FORMAT_X,
    HONE_FORMAT_GLTF,
    HONE_FORMAT_GLB
} hone_format;

/* "pmx", "vmd", …; "unknown". */
HONE_API const char *hone_format_name(hone_format format);

/* What was odd in a file and how it was mended, for people; in the order of first sight. */
typedef struct hone_warnings {
    uint32_t count;
    const char *const *texts; /* [count] one sentence each, no line feed */
} hone_warnings;

/* ---- builder ------------------------------------------------------------------------------------------------ */

/* The memory of a model or motion under construction, and the oddities met. Take arrays from it, fill them in, then
 * hand it to hone_model_create or hone_motion_create, to which it then belongs. Once an allocation has failed every
 * later one fails too and the create call reports it; so a loader may go on without a check wherever it does not write
 * through the result. */
typedef struct hone_builder hone_builder;

/* allocator NULL: malloc. limit: bytes that arrays and texts may take together, 0: no limit. A request beyond it fails
 * like an allocation. Errors: MEMORY. */
HONE_API hone_builder *hone_builder_create(const hone_allocator *allocator, size_t limit, hone_error *error);
HONE_API void hone_builder_destroy(hone_builder *builder); /* gives it up; NULL is fine */
/* [count] zeroed elements of `size` bytes, aligned for any type; NULL if out of memory or count is 0. */
HONE_API void *hone_builder_array(hone_builder *builder, size_t count, size_t size);
/* A copy of text[0..size) with a NUL behind it; "" of NULL; NULL if out of memory. */
HONE_API const char *hone_builder_text(hone_builder *builder, const char *text, size_t size);
/* Notes an oddity. `what` must be a literal: met many times it makes one warning with a count and the first `at`. */
HONE_API void hone_builder_warn(hone_builder *builder, const char *what, uint64_t at);

#ifdef __cplusplus
}
#endif
#endif
