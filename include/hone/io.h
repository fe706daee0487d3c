/* io: what readers, writers and tools need. Errors that a caller sets, whole files, growing bytes, JSON, numbers as
 * text, and text in other encodings.
 */
#ifndef HONE_IO_H
#define HONE_IO_H

#include <hone/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- setting errors ------------------------------------------------------------------------------------------ */

/* Sets `error`. For callbacks, and for programs that report their own failures in the same way.
 * error: may be NULL. at: as in hone_error. format: of printf; the finished message is cut at the size of the field,
 * and its control characters are escaped.
 * Returns: always false, so that a function can end with `return hone_fail(...)`. */
HONE_PRINTF(4, 5)
HONE_API bool hone_fail(hone_error *error, hone_code code, uint64_t at, const char *format, ...);

/* Sets ARGUMENT and "WHAT must not be NULL", unless `error` is already set: then the NULL is the result of the earlier
 * failure, which stays reported. Returns: always false. */
HONE_API bool hone_fail_null(hone_error *error, const char *what);

/* Sets MEMORY and "out of memory". Returns: always false. */
HONE_API bool hone_fail_memory(hone_error *error);

/* Sets IO and "WHAT: REASON". number: a value of errno, which gives the reason. Returns: always false. */
HONE_API bool hone_fail_system(hone_error *error, const char *what, int number);

/* Puts "NAME: " before the message of an error, as a rule the path of a file. A long name is cut at its front.
 * error: may be NULL. */
HONE_API void hone_error_prefix(hone_error *error, const char *name);

/* ---- bytes --------------------------------------------------------------------------------------------------- */

/* Bytes that hone made: a file read or written. Release them when done; an all-zero one is empty. */
typedef struct hone_bytes {
    uint8_t *data;
    size_t size;
    size_t capacity; /* what was allocated */
    hone_allocator allocator;
} hone_bytes;

HONE_API void hone_bytes_release(hone_bytes *bytes); /* and zeroes it; zeroed already is fine */

/* ---- whole files --------------------------------------------------------------------------------------------- */

enum { HONE_PATH_SIZE = 4096 }; /* bytes of the longest path that is opened, its NUL included */

/* Reads a regular file. Never blocks on a pipe or a device.
 * allocator: NULL for malloc. out: released by the caller.
 * Returns: false on failure.
 * Errors: IO (also for a file that grows or shrinks meanwhile; the message has no path), MEMORY. */
HONE_API bool hone_file_read(const char *path, const hone_allocator *allocator, hone_bytes *out, hone_error *error);

/* Writes a file as one step: other programs see the old file or the whole new file. Writes to a temporary
 * (".NAME.XXXXXX") in the same folder and renames it. The new file has the mode of the file that it replaces, else 0666
 * less the umask. A symbolic link is followed, not replaced. A file that may not be written, or that is not a regular
 * file, is left alone. Until the temporary is renamed or removed, the calling thread blocks SIGINT, SIGTERM, SIGHUP and
 * SIGXFSZ; a program with more threads must make sure that no other thread takes them.
 * Returns: false on failure. Errors: IO (the message has no path). */
HONE_API bool hone_file_write(const char *path, const void *data, size_t size, hone_error *error);

/* A file that is written piece by piece and appears as one step. */
typedef struct hone_file_draft {
    int file;    /* file descriptor to write to; -1: none */
    bool exists; /* the draft replaces a file */
    unsigned mode;
    char path[HONE_PATH_SIZE];      /* of the finished file, symbolic links resolved */
    char temporary[HONE_PATH_SIZE]; /* in the same folder */
} hone_file_draft;

/* Makes the temporary file of a draft. The caller must commit or discard the draft; no signal is blocked meanwhile.
 * Returns: false on failure, then there is nothing to discard. Errors: IO (the message has no path). */
HONE_API bool hone_file_draft_begin(hone_file_draft *draft, const char *path, hone_error *error);

/* Closes the temporary and renames it to the path. After a failure the temporary is removed.
 * Returns: false on failure. Errors: IO. */
HONE_API bool hone_file_draft_commit(hone_file_draft *draft, hone_error *error);

/* Closes and removes the temporary. Does nothing if draft->file is -1. */
HONE_API void hone_file_draft_discard(hone_file_draft *draft);

/* Writes "FOLDER" of "FOLDER/NAME", or "" if the path has no folder.
 * Returns: false if the folder is longer than a path that can be opened. */
HONE_API bool hone_folder_of(const char *path, char folder[HONE_PATH_SIZE]);

/* ---- files that a file names --------------------------------------------------------------------------------- */

/* How textures and buffers are found. `path` is as the file or model has it. False with error: not there, or refused.
 */
typedef struct hone_file_resolver {
    bool (*read)(void *user, const char *path, const hone_allocator *allocator, hone_bytes *out, hone_error *error);
    void *user;
} hone_file_resolver;

/* Files below a folder: separators of either kind, any case of letters; never outside the folder.
 * `folder` must outlive the use; "" is the current folder. */
HONE_API hone_file_resolver hone_file_resolver_in_folder(const char *folder);
/* The same, but paths may leave the folder, or begin at the root: for files whose author is trusted. */
HONE_API hone_file_resolver hone_file_resolver_anywhere(const char *folder);

/* ---- growing bytes ------------------------------------------------------------------------------------------- */

/* Bytes that grow as they are written, little-endian. After a failed allocation each later write does nothing and
 * `failed` stays set, so that a file can be written without a check and checked once, by hone_writer_finish. */
typedef struct hone_writer {
    hone_bytes bytes;
    bool failed;
} hone_writer;

/* allocator: NULL for malloc. Returns: an empty writer, which has no memory yet. */
HONE_API hone_writer hone_writer_make(const hone_allocator *allocator);

HONE_API void hone_write_bytes(hone_writer *writer, const void *data, size_t size);
HONE_API void hone_write_zeros(hone_writer *writer, size_t size);
HONE_API void hone_write_u8(hone_writer *writer, uint8_t value);
HONE_API void hone_write_u16(hone_writer *writer, uint16_t value);
HONE_API void hone_write_u32(hone_writer *writer, uint32_t value);
HONE_API void hone_write_i32(hone_writer *writer, int32_t value);
HONE_API void hone_write_f32(hone_writer *writer, float value);
HONE_API void hone_write_floats(hone_writer *writer, const float *values, size_t count);

/* Hands the bytes over to the caller, who releases them. The writer is empty afterwards.
 * Returns: false, and zeroed bytes, if any write failed. Errors: MEMORY. */
HONE_API bool hone_writer_finish(hone_writer *writer, hone_bytes *out, hone_error *error);

/* ---- JSON ---------------------------------------------------------------------------------------------------- */

/* Writes JSON. Objects and arrays nest; commas, line feeds and escapes are added. Two spaces a level. Numbers are the
 * shortest that read back the same, in any locale; NaN and infinity become null. */
typedef struct hone_json {
    hone_writer *out;
    uint32_t depth;
    uint32_t flat;  /* depth of the outermost array that is written on one line; 0: none */
    bool first;     /* the innermost object or array is still empty */
    bool after_key; /* the next value belongs to the key just written */
} hone_json;

HONE_API hone_json hone_json_make(hone_writer *out);               /* out must outlive it */
HONE_API void hone_json_object(hone_json *json);                   /* begins an object: "{" */
HONE_API void hone_json_array(hone_json *json);                    /* begins an array, one element a line */
HONE_API void hone_json_flat_array(hone_json *json);               /* begins an array that is written on one line */
HONE_API void hone_json_end(hone_json *json, char bracket);        /* '}' or ']'; a line feed after the outermost */
HONE_API void hone_json_key(hone_json *json, const char *key);     /* of the value that follows, in an object */
HONE_API void hone_json_string(hone_json *json, const char *utf8); /* ill-formed parts become U+FFFD */
HONE_API void hone_json_number(hone_json *json, double value);     /* the shortest for a double */
HONE_API void hone_json_float(hone_json *json, float value);       /* the shortest for a float */
HONE_API void hone_json_integer(hone_json *json, uint64_t value);
HONE_API void hone_json_bool(hone_json *json, bool value);

/* ---- numbers as text, in any locale -------------------------------------------------------------------------- */

enum { HONE_NUMBER_SIZE = 32 }; /* bytes of the longest text of a number, its NUL included */

/* Writes the shortest text that reads back as the same float (double), and of several such texts the nearest: "0.1",
 * "-0", "1e-7", "nan", "inf", "-inf".
 * out: [HONE_NUMBER_SIZE], a NUL is added.
 * Returns: the length of the text. */
HONE_API size_t hone_text_from_float(float value, char *out);
HONE_API size_t hone_text_from_double(double value, char *out);

/* Reads the decimal number at the front of text[0..size): a sign, digits with a point among them, an exponent. 1e400 is
 * infinite. No space in front, no hexadecimal, no "inf".
 * out: the nearest double; untouched if there is no number.
 * Returns: the bytes that the number takes; 0 if there is none. */
HONE_API size_t hone_float_parse(const char *text, size_t size, double *out);

/* ---- text in other encodings --------------------------------------------------------------------------------- */

/* The converters write to the caller's buffer, without a NUL, and return the bytes written. What cannot be converted
 * becomes U+FFFD ('?' in CP932) and sets *lossy, which may be NULL and is never cleared. */

HONE_API bool hone_utf8_is_valid(const char *text, size_t size);

/* UTF-16LE to UTF-8. out: 3 bytes for each UTF-16 unit suffice. An odd last byte is ignored (lossy). */
HONE_API size_t hone_utf8_from_utf16(const uint8_t *text, size_t size, char *out, bool *lossy);

/* UTF-8 to UTF-16LE. out: 2 bytes for each byte of UTF-8 suffice. */
HONE_API size_t hone_utf16_from_utf8(const char *text, size_t size, uint8_t *out, bool *lossy);

/* CP932 (Microsoft's Shift-JIS) to UTF-8. out: 3 bytes for each byte of CP932 suffice. A lone lead byte at the end is
 * dropped (lossy). The single bytes that Shift-JIS leaves free (80, a0, fd, fe, ff) become what Windows makes of them,
 * and hone_cp932_from_utf8 restores them. */
HONE_API size_t hone_utf8_from_cp932(const uint8_t *text, size_t size, char *out, bool *lossy);

/* UTF-8 to CP932. out: at most a byte for each byte of UTF-8; the text is cut at out_size bytes, perhaps inside a
 * character, as MMD cuts it. A cut alone is not lossy. If a character has several codes, writes the one that Windows
 * writes. */
HONE_API size_t hone_cp932_from_utf8(const char *text, size_t size, uint8_t *out, size_t out_size, bool *lossy);

#ifdef __cplusplus
}
#endif
#endif
