/* Kinds of values of settings: how the command line and scene files have them. */
#ifndef HONE_TOOL_SETTINGS_VALUE_KIND_H
#define HONE_TOOL_SETTINGS_VALUE_KIND_H

#include "tool/options/number_options.h"
#include "tool/scene/scene_text.h"

/* `values` is the struct that has the field of the setting. */
struct value_kind {
    option_read_fn *read; /* from the command line; NULL: it is a flag, or the setting has a function of its own */
    bool (*from_json)(json_reader *j, const option *o, void *values);
    /* Returns false if it has set the writer's error. */
    bool (*to_json)(scene_writer *w, const char *name, const option *o, const void *values);
    size_t size;  /* of the field, which is not set if all its bytes are 0 */
    size_t value; /* of a field that begins with a bool, whether it is set: offsetof the value; otherwise 0 */
    bool (*is_set)(const option *o, const void *values); /* in place of these; NULL: these */
};

/* Whether a value differs from what it is if nothing is said. values: the struct that has the field. */
bool setting_is_set(const option *o, const void *values);

/* The kinds that several settings have, by the type of the field. `detail` is what the setting says of its range. */
extern const value_kind value_flag;      /* bool */
extern const value_kind value_off;       /* bool: true is "off", or false in a scene file */
extern const value_kind value_choice;    /* int: the index in `detail`, an array of names that ends with NULL */
extern const value_kind value_integer;   /* uint32_t; detail: an option_range */
extern const value_kind value_count;     /* uint32_t, in scene files only */
extern const value_kind value_frame;     /* double, in scene files only */
extern const value_kind value_number;    /* double; detail: a number_bounds */
extern const value_kind value_float;     /* float; detail: a number_bounds */
extern const value_kind value_given;     /* given_number; detail: a number_bounds */
extern const value_kind value_pair;      /* float[2], in scene files only; detail: a number_bounds */
extern const value_kind value_vector;    /* float[3]; detail: a number_bounds for scene files; NULL: any */
extern const value_kind value_gravity;   /* given_vector */
extern const value_kind value_direction; /* given_vector, not 0,0,0 */
extern const value_kind value_text;      /* const char * */
extern const value_kind value_path;      /* const char *, in a scene file relative to its folder */
extern const value_kind value_colour;    /* colour */
extern const value_kind value_size;      /* picture_size */
/* uint32_t: a number, or a word that stands for one; detail: a word_or_number */
extern const value_kind value_word_or_number;

typedef struct number_bounds {
    double low, high;
    double unset;      /* what it means if nothing is said */
    double step;       /* of a control */
    unsigned decimals; /* of a control */
} number_bounds;

typedef struct word_or_number {
    option_range range; /* must be first */
    const char *words[2];
    uint32_t value; /* of the word */
} word_or_number;

#endif
