/* What the reader of a format carries through all its parts: the bytes, memory, the warnings, and one error. Each
 * reader embeds it.
 *
 * Errors stick: the first one is kept, and arrays are NULL from then on. So a part may be read completely and checked
 * once. */
#ifndef HONE_SRC_FORMAT_COMMON_READING_H
#define HONE_SRC_FORMAT_COMMON_READING_H

#include "base/files/byte_reader.h"
#include "base/memory/arena.h"
#include <hone/io.h>

typedef struct hone_reading {
    union {
        hone_reader in; /* the bytes that are there, and how far they have been read */
        struct {
            const char *begin, *at, *end;
        } text; /* the same as characters */
    };
    uint64_t offset;       /* of the first of these bytes in the whole file */
    char newline;          /* of a text, whose places are lines, what ends them; 0: places are bytes */
    const char *counted;   /* up to where lines have been counted */
    uint64_t line;         /* that of `counted`, from 1 */
    hone_builder *builder; /* makes what is read, and keeps the warnings */
    hone_arena *memory;    /* of the builder */
    hone_arena *scratch;   /* memory until that is made; NULL: none */
    hone_error *error;
    bool failed; /* the error is set */
} hone_reading;

/* Begins at the first byte, without memory. `bytes` must stay valid. */
hone_reading hone_reading_make(const void *bytes, size_t size, hone_error *error);
/* Makes lines the places, which `newline` ends. Call it before anything is read. */
void hone_reading_count_lines(hone_reading *reading, char newline);
/* Returns the line or the offset of the current place. */
uint64_t hone_reading_place(hone_reading *reading);
/* Goes on with the next bytes of a file that comes in blocks. */
void hone_reading_continue(hone_reading *reading, const void *bytes, size_t size);

/* ---- memory ---- */

/* The most memory that a builder may give to a model from a file of `size` bytes, see format.h. */
size_t hone_memory_limit(size_t size);
/* Makes the builder, which may give `most` bytes; 0: no limit. Readers without scratch memory need no more. */
bool hone_reading_open_builder(hone_reading *reading, const hone_allocator *allocator, size_t most);
/* Makes the builder and the scratch memory. */
bool hone_reading_open_memory(hone_reading *reading, const hone_allocator *allocator, size_t most, size_t most_scratch);
/* Releases the scratch memory. Returns the builder if all was read; otherwise releases it, too, and returns NULL. */
hone_builder *hone_reading_close_memory(hone_reading *reading, bool read);

/* Allocate [count] zeroed elements in the builder's or in scratch memory; NULL if count is 0. Return false, with an
 * error, if out of memory. array: out: the pointer. */
bool hone_reading_array(hone_reading *reading, uint64_t count, size_t size, void *array);
bool hone_reading_scratch(hone_reading *reading, uint64_t count, size_t size, void *array);
/* The same as hone_reading_scratch, but not zeroed: for large arrays that are filled at once. */
bool hone_reading_scratch_raw(hone_reading *reading, uint64_t count, size_t size, void *array);
/* Subtracts the memory that scratch took from what the builder may give. Call it once. */
void hone_reading_charge(hone_reading *reading);
/* Returns whether there is no error. It is one, too, if either memory could not give an array or a text. */
bool hone_reading_is_fine(hone_reading *reading);

/* ---- errors and warnings ---- */

/* Sets the error FORMAT with the message "SENTENCE, at byte N" or "SENTENCE, in line N" of the current place. Returns
 * false. */
HONE_PRINTF(2, 3)
bool hone_reading_fail(hone_reading *reading, const char *sentence, ...);
/* Sets the error MEMORY. Returns false. */
bool hone_reading_fail_memory(hone_reading *reading);
/* Sets an error that says its place itself, or has none. Returns false. */
HONE_PRINTF(4, 5)
bool hone_reading_fail_as(hone_reading *reading, hone_code code, uint64_t at, const char *sentence, ...);

/* Add a warning with the current place, or with that of `at`. */
void hone_reading_warn(hone_reading *reading, const char *what);
void hone_reading_warn_at(hone_reading *reading, const void *at, const char *what);
/* Warns if bytes are left after the last section of a model. */
void hone_reading_warn_of_rest(hone_reading *reading);

#endif
