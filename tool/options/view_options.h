/* The options of `hone view` and of the viewer's own program, hone-view: one table for both. */
#ifndef HONE_TOOL_OPTIONS_VIEW_OPTIONS_H
#define HONE_TOOL_OPTIONS_VIEW_OPTIONS_H

#include "tool/options/number_options.h"
#include "tool/options/placement_options.h"
#include "tool/options/playback_options.h"

/* Which program's mouse and keyboard controls to use; in the order of --keys. */
enum { VIEW_KEYS_AUTO, VIEW_KEYS_MMD, VIEW_KEYS_BLENDER, VIEW_KEYS_F3D };

typedef struct view_values {
    playback_values play;
    bool demo;            /* also open the built-in character */
    bool paused;          /* start without playing */
    bool fresh;           /* neither read nor write the viewer's saved settings */
    int keys;             /* VIEW_KEYS_* */
    const char *language; /* such as "ja"; NULL: the system's */
    const char *sound;    /* a file name; NULL: none */
    double frame;         /* the first frame to show */
    picture_size size;    /* of the window; 0: as last time */
    placement_options places;
} view_values;

extern const command command_view;

/* The first argument with which the command starts hone-view. The command's version follows it. */
#define VIEW_CALLER "--called-by-hone="
/* Removes that argument if it is there. Errors: UNSUPPORTED: the command is of another version of hone. */
bool view_take_caller(int *argc, char ***argv, hone_error *error);

#endif
