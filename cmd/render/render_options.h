/* The options of `hone render`. */
#ifndef HONE_CMD_RENDER_RENDER_OPTIONS_H
#define HONE_CMD_RENDER_RENDER_OPTIONS_H

#include "cmd/render/compare.h"
#include "tool/options/camera_options.h"
#include "tool/options/colour.h"
#include "tool/options/film_options.h"
#include "tool/options/look_options.h"
#include "tool/options/number_options.h"
#include "tool/options/pass_options.h"
#include "tool/options/placement_options.h"
#include "tool/options/playback_options.h"
#include "tool/options/show_options.h"
#include "tool/output/output.h"
#include "tool/scene/scene.h"

/* The frames that the automatic camera must have in view. */
typedef struct frame_over {
    bool all;           /* from the first to the last frame of all motions */
    number_range range; /* count 0: not given */
} frame_over;

/* --time, in frames */
typedef struct render_time {
    bool part;          /* not one time, but all between two */
    number_range range; /* count 0: not given */
} render_time;

/* --part */
typedef struct render_part_choice {
    uint32_t part, parts; /* part from 1; parts 0: not given */
} render_part_choice;

typedef enum render_kind { RENDER_NOTHING, RENDER_PICTURE, RENDER_PICTURES, RENDER_FILM } render_kind;

/* What is written, and how. From `kind` on it is found once, by render_find_output. */
typedef struct render_output {
    const char *path; /* NULL: none */
    int format;       /* index in output_picture_formats; 0: not given */
    uint32_t jobs;    /* 0: not given */
    render_kind kind;
    int fields;            /* sequence_fields of the path */
    hone_film_format film; /* of RENDER_FILM */
    picture_file file;     /* of each picture; those of a film in a part are PNG */
} render_output;

typedef struct render_values {
    scene scene; /* must be first: the options of settings fill it in, after a scene file if there is one */
    placement_options places;
    const char *save_scene; /* where to save what is rendered; NULL: not */
    render_output output;
    number_range frame, frames;
    render_time time; /* in place of these */
    frame_over over;
    uint32_t supersample;
    pass_values pass;
    show_values show;
    compare_values compare;
    int format;   /* index in output_picture_formats; 0: not given */
    int gpu_skin; /* 1 + hone_gpu_skin; 0: not given */
    uint32_t texture_size; /* as in hone_renderer_desc */
    render_part_choice part;
    const char *checkpoints;          /* a file; NULL: none */
    struct render_checkpoints *steps; /* of that file; NULL: none */
    struct render_part *into;         /* the part that the pictures go to; NULL: the output itself */
    option_arguments arguments;
} render_values;

/* Fills in render_values; the options of playback follow in playback_options. */
extern const option render_options[];

/* Reports options that exclude each other or do not fit the output (render_usage.c). */
int render_check_usage(const render_values *v, uint32_t file_count, report *r);

#endif
