/* The option --model: one of several models, as those of a scene. */
#ifndef HONE_TOOL_PLAY_MODEL_CHOICE_H
#define HONE_TOOL_PLAY_MODEL_CHOICE_H

#include "tool/options/options.h"
#include "tool/play/inputs.h"

/* Finds the model that was asked for: by its number, from 1, its name, or the name of its file, without folders; NULL:
 * the only one. hint: the end of the message if there are several. Returns its number in *number, or reports an error.
 */
int model_choice_find(const inputs *in, const char *asked, const char *hint, uint32_t *number, report *r);
const input *model_choice_at(const inputs *in, uint32_t number);

/* The same for the models of a scene, which are read only for their names. Errors: ARGUMENT. */
bool model_choice_find_in_scene(const scene *s, const char *asked, uint32_t *number, hone_error *error);
/* Returns how many motions of a scene play on a model, and in *out the last one. number 0: on any model. */
uint32_t model_choice_count_motions(const scene *s, uint32_t number, scene_motion *out);

#define MODEL_CHOICE_OPTION(type, member)                                                                              \
    {                                                                                                                  \
        .name = "--model", .value = "N|NAME",                                                                          \
        .help = "the model to take, if there are several, as in a scene: its number\n"                                 \
                "from 1, its name or the name of its file",                                                            \
        .field = offsetof(type, member), .read = option_read_text, .expected = "a number or a name"                    \
    }

#endif
