/* Where a result goes: a file whose ending says the format, or "-", stdout, with --format. */
#ifndef HONE_TOOL_OUTPUT_H
#define HONE_TOOL_OUTPUT_H

#include "base/byte_writer.h"
#include "tool/options.h"

#include <hone/film.h>

/* Index of the ending of `path` in `endings` ("npy", ..., NULL; case does not count), or -1. */
int output_format(const char *path, const char *const *endings);
bool output_is_stdout(const char *path);

/* Of -o: const char *, the name of a picture or a film, or "-". */
bool output_read_picture(const option *o, const char *text, void *field);
#define OUTPUT_PICTURE_WANTS "a name that ends in .png, .mp4, .webm, .gif, .apng or .webp, or -"
#define OUTPUT_FORMAT_WANTS "png, mp4, webm, gif, apng or webp"
/* Of --format, which says what is written to "-" and is for that alone; fields are ints, 0: not given. */
extern const char *const output_picture_formats[];
/* Whether it is a film, and which: by the ending, or for "-" by --format. */
bool output_film_format(const char *path, int format, hone_film_format *out);
int output_check_format(const command *c, const char *path, int format, report *r);

/* To the file, whole or not at all, or to stdout. */
int output_write(const char *path, const hone_bytes *bytes, report *r);
/* The same of what was written into `text`, which is then released. */
int output_text(const char *path, hone_writer *text, report *r);

#endif
