/* hone render --part: draws a range of the pictures into a file, from which `hone join` makes the whole. */
#ifndef HONE_CMD_RENDER_RENDER_PART_H
#define HONE_CMD_RENDER_RENDER_PART_H

#include "cmd/render/render_options.h"
#include "tool/part/part_file.h"
#include "tool/picture/renderer_session.h"
#include "tool/play/inputs.h"

typedef struct render_part {
    part_head head;
    part_writer writer;
    char path[HONE_PATH_SIZE];
} render_part;

/* Reads "I/N" into a render_part_choice. */
bool render_part_read(const option *o, const char *text, void *field);
#define RENDER_PART_EXPECTED "I/N, such as 2/8: I from 1 to N, N at most 100000"

int render_part_check(const render_values *v, const char *const *files, uint32_t file_count, bool moving, report *r);

/* The pictures that are drawn: those of the part, or all `total`. */
part_range render_part_range(const render_values *v, uint32_t total);

/* Describes the part before it is drawn. shown: all pictures. */
typedef struct render_part_desc {
    const inputs *in;
    const picture_settings *settings;
    number_range shown;
} render_part_desc;

/* Describes the part. *finished: the file is there, whole, and holds just that. */
int render_part_describe(const render_values *v, const render_part_desc *desc, render_part *out, bool *finished,
                         report *r);
/* Opens the file. film: the one that compresses the pictures, if they are kept as packets; otherwise NULL. */
int render_part_begin(render_part *part, const hone_film *film, report *r);
/* Whether the part keeps the packets of a film. */
bool render_part_has_packets(const render_part *part);
/* Lets a film give its packets to the part. The first part has the sound of the whole film. */
void render_part_use_film(render_part *part, film_desc *desc);
/* Adds a picture's file. */
int render_part_add(render_part *part, const hone_bytes *file, report *r);
/* Completes the file if status is OK, else discards it. Returns the status. */
int render_part_end(render_part *part, int status, report *r);

#endif
