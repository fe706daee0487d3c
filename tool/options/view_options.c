#include "tool/options/view_options.h"

#include <hone/io.h>
#include <string.h>

static bool read_frame(const option *o, const char *text, void *field)
{
    (void)o;
    double *frame = field;
    return number_read(text, text + strlen(text), frame) && *frame >= 0 && *frame <= 1e9;
}

static const char *const keys_names[] = {"auto", "mmd", "blender", "f3d", NULL}; /* order of VIEW_KEYS_* */

static const option options[] = {
    {.name = "--demo", .help = "open the built-in character and its dance", .field = offsetof(view_values, demo)},
    {.name = "--keys",
     .value = "NAME",
     .help = "mouse and keys as in mmd, blender or f3d (default: auto, the last\n"
             "choice, at first mmd)",
     .field = offsetof(view_values, keys),
     .read = option_read_choice,
     .expected = "auto, mmd, blender or f3d",
     .detail = keys_names},
    {.name = "--frame",
     .value = "F",
     .help = "the first frame to show, at 30 a second (default: 0)",
     .field = offsetof(view_values, frame),
     .read = read_frame,
     .expected = "a number from 0"},
    {.name = "--paused", .help = "do not start to play", .field = offsetof(view_values, paused)},
    {.name = "--audio",
     .value = "FILE",
     .help = "the sound to play",
     .field = offsetof(view_values, sound),
     .read = option_read_text,
     .expected = "a file",
     .endings = ENDINGS_SOUNDS},
    {.name = "--size",
     .value = "WxH",
     .help = "size of the window (default: as last time)",
     .field = offsetof(view_values, size),
     .read = option_read_size,
     .expected = OPTION_SIZE_EXPECTED},
    {.name = "--language",
     .value = "LANG",
     .help = "en or ja (default: the system's language)",
     .field = offsetof(view_values, language),
     .read = option_read_text,
     .expected = "a language, such as ja"},
    {.name = "--fresh", .help = "neither read nor write the saved settings", .field = offsetof(view_values, fresh)},
    PLAYBACK_MOTION_OPTION,
    PLACEMENT_OPTIONS(view_values, places),
    {0},
};

const command command_view = {
    .name = "view",
    .arguments = "[FILE...] [options]",
    .summary = "open a window with models, motions, cameras and sound",
    .notes = "Without files it opens an empty window. Files may come in any order, as with render: a motion plays on "
             "the model\n"
             "that it follows. In the window, ? shows its keys.",
    .options = options,
    .common = playback_options,
    .values_size = sizeof(view_values),
    .endings = ENDINGS_MODELS " " ENDINGS_MOTIONS " " ENDINGS_SCENES " " ENDINGS_SOUNDS,
};

bool view_take_caller(int *argc, char ***argv, hone_error *error)
{
    size_t size = strlen(VIEW_CALLER);
    if (*argc < 2 || strncmp((*argv)[1], VIEW_CALLER, size) != 0)
        return true;
    const char *version = (*argv)[1] + size;
    --*argc, ++*argv;
    return strcmp(version, HONE_VERSION) == 0 ||
           hone_fail(error, HONE_ERROR_UNSUPPORTED, 0, "hone-view is of hone %s, but the command is of hone %s",
                     HONE_VERSION, version);
}
