/* Where a result goes: to a file whose ending gives the format, or to stdout ("-") in the format of --format. */
#ifndef HONE_TOOL_OUTPUT_OUTPUT_H
#define HONE_TOOL_OUTPUT_OUTPUT_H

#include "base/files/byte_writer.h"
#include "tool/options/options.h"
#include "tool/picture/picture_file.h"

#include <hone/film.h>
#include <hone/io.h>

/* The index of the ending of `path` in `endings` ("npy", ..., NULL), case-insensitive, or -1. */
int output_format(const char *path, const char *const *endings);
bool output_is_stdout(const char *path);

/* Reads -o into a const char *: a name with one of the endings in detail, as output_format takes them. */
bool output_read_file(const option *o, const char *text, void *field);
/* Reads -o into a const char *: the name of a picture or a film, or "-". */
bool output_read_picture(const option *o, const char *text, void *field);
#define OUTPUT_PICTURE_EXPECTED "a name that ends in .png, .jpg, .mp4, .webm, .mov, .mkv, .gif, .apng or .webp, or -"
#define OUTPUT_FORMAT_EXPECTED "png, jpg, mp4, webm, gif, apng, webp, mov or mkv"
/* The names for --format, which gives the format of "-" and is allowed with it only. The fields are ints, 0: not
 * given. */
extern const char *const output_picture_formats[];
enum { OUTPUT_PICTURE_FORMATS = 4 + HONE_FILM_FORMAT_COUNT }; /* how many there are; the first is not one */
/* The index of a picture's or film's format in them: by the ending, or for "-" by --format. 0: none of them. */
int output_picture_format(const char *path, int format);
/* Whether the output is a film, and which kind: by the ending, or for "-" by --format. */
bool output_film_format(const char *path, int format, hone_film_format *out);
/* The kind of file of an output that is no film. */
picture_file output_picture_file(const char *path, int format, uint32_t quality);
int output_check_format(const command *c, const char *path, int format, report *r);

/* Reports that writing failed; without a message if the reader of stdout has gone, since nobody wants the rest. Returns
 * STATUS_FAILED. */
int output_failure(const char *path, const hone_error *error, report *r);
/* Writes the whole file or leaves it unchanged; or writes to stdout. */
int output_write(const char *path, const hone_bytes *bytes, report *r);
/* Does the same with the content of `text`, and releases it. */
int output_text(const char *path, hone_writer *text, report *r);
/* Writes one picture of many as a whole, without waiting for the disk: it can be made again. */
bool output_write_picture(const char *path, const hone_bytes *bytes, hone_error *error);

#endif
