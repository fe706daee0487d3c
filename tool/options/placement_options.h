/* Options that belong to the model before them on the command line: `--at`, `--turn`, `--model-scale`, `--attach`. */
#ifndef HONE_TOOL_OPTIONS_PLACEMENT_OPTIONS_H
#define HONE_TOOL_OPTIONS_PLACEMENT_OPTIONS_H

#include "tool/options/options.h"
#include "tool/scene/placement.h"

enum { PLACED_FILES_MAX = 64 };

typedef struct placed_file {
    uint32_t file; /* index of the file before the options; the model is this one or the last before it */
    uint64_t given[OPTIONS_MAX / 64]; /* bits of the options that were given for it */
    bool at, turn, scale, attach;
    placement place;
} placed_file;

typedef struct placement_options {
    placed_file items[PLACED_FILES_MAX]; /* [count] in the order of the files */
    uint32_t count;
} placement_options;

/* The entry of a file, made if there is none yet. NULL: there are too many. Files are asked for in their order. */
placed_file *placement_options_of(placement_options *all, uint32_t file);

/* Puts what was given in the place of what `out` has. */
void placed_file_apply(const placed_file *from, placement *out);

bool placement_read_at(const option *o, const char *text, void *field);     /* each reads into a placed_file */
bool placement_read_turn(const option *o, const char *text, void *field);   /* DEG or X,Y,Z */
bool placement_read_scale(const option *o, const char *text, void *field);  /* 0.001 to 1000 */
bool placement_read_attach(const option *o, const char *text, void *field); /* N:BONE */

/* The rows of a table of options; `places` is a placement_options of the structure `type`. */
#define PLACEMENT_OPTIONS(type, places)                                                                                \
    {.name = "--at",                                                                                                   \
     .section = "Places",                                                                                              \
     .value = "X,Y,Z",                                                                                                 \
     .help = "where the model before it stands: units of MMD in the world, or\n"                                       \
             "with --attach from the bone, in its axes",                                                               \
     .field = offsetof(type, places),                                                                                  \
     .read = placement_read_at,                                                                                        \
     .expected = "three numbers such as 10,0,0",                                                                       \
     .of_file = true},                                                                                                 \
        {.name = "--turn",                                                                                             \
         .value = "DEG|X,Y,Z",                                                                                         \
         .help = "turns the model before it about the vertical axis, or about x, y\n"                                  \
                 "and z (about z first, y last)",                                                                      \
         .field = offsetof(type, places),                                                                              \
         .read = placement_read_turn,                                                                                  \
         .expected = "degrees, as 90 or 0,90,0",                                                                       \
         .of_file = true},                                                                                             \
        {.name = "--model-scale",                                                                                      \
         .value = "S",                                                                                                 \
         .help = "draws the model before it S times as large",                                                         \
         .field = offsetof(type, places),                                                                              \
         .read = placement_read_scale,                                                                                 \
         .expected = "a number from 0.001 to 1000",                                                                    \
         .of_file = true},                                                                                             \
    {                                                                                                                  \
        .name = "--attach", .value = "N:BONE",                                                                         \
        .help = "puts the model before it on a bone of the Nth model, from 1, and\n"                                   \
                "moves it with that bone. BONE as in --show",                                                          \
        .field = offsetof(type, places), .read = placement_read_attach,                                                \
        .expected = "the number of another model and a bone, such as 1:rightHand", .of_file = true                     \
    }

#endif
