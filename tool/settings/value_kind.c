#include "tool/settings/value_kind.h"
#include "tool/options/colour.h"

#include <hone/math.h>
#include <string.h>

static void *field_of(const option *o, void *values)
{
    return (char *)values + o->field;
}

static const void *value_of(const option *o, const void *values)
{
    return (const char *)values + o->field;
}

bool setting_is_set(const option *o, const void *values)
{
    const char *field = value_of(o, values);
    if (o->kind->is_set)
        return o->kind->is_set(o, values);
    if (o->kind->value)
        return *(const bool *)field;
    for (size_t i = 0; i < o->kind->size; i++)
        if (field[i])
            return true;
    return false;
}

static json_member member_of(const option *o)
{
    return (json_member){.name = o->key, .field = o->field, .detail = o->detail};
}

/* ---- switches and words ----------------------------------------------------------------------------------------- */

static bool flag_from_json(json_reader *j, const option *o, void *values)
{
    return json_bool(j, field_of(o, values));
}

static bool flag_to_json(scene_writer *w, const char *name, const option *o, const void *values)
{
    scene_write_bool(w, name, *(const bool *)value_of(o, values));
    return true;
}

const value_kind value_flag = {.from_json = flag_from_json, .to_json = flag_to_json, .size = sizeof(bool)};

static bool read_off(const option *o, const char *text, void *field)
{
    (void)o;
    bool *off = field;
    *off = strcmp(text, "off") == 0;
    return *off || strcmp(text, "on") == 0;
}

static bool off_from_json(json_reader *j, const option *o, void *values)
{
    bool on;
    if (!json_bool(j, &on))
        return false;
    *(bool *)field_of(o, values) = !on;
    return true;
}

static bool off_to_json(scene_writer *w, const char *name, const option *o, const void *values)
{
    scene_write_bool(w, name, !*(const bool *)value_of(o, values));
    return true;
}

const value_kind value_off = {read_off, off_from_json, off_to_json, sizeof(bool), 0, NULL};

static bool choice_from_json(json_reader *j, const option *o, void *values)
{
    const json_member member = member_of(o);
    return json_read_choice(j, &member, values);
}

static bool choice_to_json(scene_writer *w, const char *name, const option *o, const void *values)
{
    return scene_write_text(w, name, ((const char *const *)o->detail)[*(const int *)value_of(o, values)]);
}

const value_kind value_choice = {option_read_choice, choice_from_json, choice_to_json, sizeof(int), 0, NULL};

/* ---- whole numbers ---------------------------------------------------------------------------------------------- */

static bool integer_from_json(json_reader *j, const option *o, void *values)
{
    const option_range *range = o->detail;
    double value;
    if (!json_number(j, range->low, range->high, &value))
        return false;
    *(uint32_t *)field_of(o, values) = (uint32_t)value;
    return value == floor(value) || json_fail(j, "needs a whole number");
}

static bool integer_to_json(scene_writer *w, const char *name, const option *o, const void *values)
{
    scene_write_number(w, name, *(const uint32_t *)value_of(o, values));
    return true;
}

const value_kind value_integer = {option_read_integer, integer_from_json, integer_to_json, sizeof(uint32_t), 0, NULL};

static bool count_from_json(json_reader *j, const option *o, void *values)
{
    const json_member member = member_of(o);
    return json_read_count(j, &member, values);
}

const value_kind value_count = {.from_json = count_from_json, .to_json = integer_to_json, .size = sizeof(uint32_t)};

static bool read_word_or_number(const option *o, const char *text, void *field)
{
    const word_or_number *detail = o->detail;
    uint32_t *out = field;
    *out = detail->value;
    return strcmp(text, detail->words[0]) == 0 || option_read_integer(o, text, out);
}

static bool word_or_number_from_json(json_reader *j, const option *o, void *values)
{
    const word_or_number *detail = o->detail;
    int only;
    if (json_next(j) != '"')
        return integer_from_json(j, o, values);
    *(uint32_t *)field_of(o, values) = detail->value;
    return json_read_choice(j, &(json_member){.detail = detail->words}, &only);
}

static bool word_or_number_to_json(scene_writer *w, const char *name, const option *o, const void *values)
{
    const word_or_number *detail = o->detail;
    if (*(const uint32_t *)value_of(o, values) == detail->value)
        return scene_write_text(w, name, detail->words[0]);
    return integer_to_json(w, name, o, values);
}

const value_kind value_word_or_number = {
    read_word_or_number, word_or_number_from_json, word_or_number_to_json, sizeof(uint32_t), 0, NULL};

/* ---- numbers ---------------------------------------------------------------------------------------------------- */

static bool read_number(const option *o, const char *text, void *field)
{
    const number_bounds *bounds = o->detail;
    double *out = field;
    return number_read(text, text + strlen(text), out) && *out >= bounds->low && *out <= bounds->high;
}

static bool json_bounded(json_reader *j, const option *o, double *out)
{
    const number_bounds *bounds = o->detail;
    return json_number(j, bounds->low, bounds->high, out);
}

static bool number_from_json(json_reader *j, const option *o, void *values)
{
    return json_bounded(j, o, field_of(o, values));
}

static bool number_to_json(scene_writer *w, const char *name, const option *o, const void *values)
{
    scene_write_number(w, name, *(const double *)value_of(o, values));
    return true;
}

const value_kind value_number = {read_number, number_from_json, number_to_json, sizeof(double), 0, NULL};

static bool frame_from_json(json_reader *j, const option *o, void *values)
{
    const json_member member = member_of(o);
    return json_read_double(j, &member, values);
}

const value_kind value_frame = {.from_json = frame_from_json, .to_json = number_to_json, .size = sizeof(double)};

static bool read_float(const option *o, const char *text, void *field)
{
    double value;
    if (!read_number(o, text, &value))
        return false;
    *(float *)field = (float)value;
    return true;
}

static bool float_from_json(json_reader *j, const option *o, void *values)
{
    double value;
    if (!json_bounded(j, o, &value))
        return false;
    *(float *)field_of(o, values) = (float)value;
    return true;
}

static bool float_to_json(scene_writer *w, const char *name, const option *o, const void *values)
{
    scene_write_float(w, name, *(const float *)value_of(o, values));
    return true;
}

const value_kind value_float = {read_float, float_from_json, float_to_json, sizeof(float), 0, NULL};

static bool read_given(const option *o, const char *text, void *field)
{
    given_number *out = field;
    return out->given = read_float(o, text, &out->value);
}

static bool given_from_json(json_reader *j, const option *o, void *values)
{
    given_number *out = field_of(o, values);
    double value;
    if (!json_bounded(j, o, &value))
        return false;
    *out = (given_number){true, (float)value};
    return true;
}

static bool given_to_json(scene_writer *w, const char *name, const option *o, const void *values)
{
    scene_write_float(w, name, ((const given_number *)value_of(o, values))->value);
    return true;
}

const value_kind value_given = {
    read_given, given_from_json, given_to_json, sizeof(given_number), offsetof(given_number, value), NULL};

/* ---- several numbers -------------------------------------------------------------------------------------------- */

static bool check_bounds(json_reader *j, const number_bounds *bounds, const float *values, int count)
{
    for (int i = 0; i < count; i++)
        if ((double)values[i] < bounds->low || (double)values[i] > bounds->high)
            return json_fail(j, "must be from %g to %g", bounds->low, bounds->high);
    return true;
}

static bool pair_from_json(json_reader *j, const option *o, void *values)
{
    float *out = field_of(o, values);
    return json_numbers(j, out, 2) && check_bounds(j, o->detail, out, 2);
}

static bool pair_to_json(scene_writer *w, const char *name, const option *o, const void *values)
{
    scene_write_floats(w, name, value_of(o, values), 2);
    return true;
}

const value_kind value_pair = {.from_json = pair_from_json, .to_json = pair_to_json, .size = 2 * sizeof(float)};

static bool vector_from_json(json_reader *j, const option *o, void *values)
{
    float *out = field_of(o, values);
    return json_numbers(j, out, 3) && (!o->detail || check_bounds(j, o->detail, out, 3));
}

static bool vector_to_json(scene_writer *w, const char *name, const option *o, const void *values)
{
    scene_write_floats(w, name, value_of(o, values), 3);
    return true;
}

const value_kind value_vector = {option_read_vector, vector_from_json, vector_to_json, 3 * sizeof(float), 0, NULL};

static bool read_gravity(const option *o, const char *text, void *field)
{
    given_vector *out = field;
    return out->given = option_read_vector(o, text, out->value);
}

static bool gravity_from_json(json_reader *j, const option *o, void *values)
{
    given_vector *out = field_of(o, values);
    return out->given = json_numbers(j, out->value, 3);
}

static bool gravity_to_json(scene_writer *w, const char *name, const option *o, const void *values)
{
    scene_write_floats(w, name, ((const given_vector *)value_of(o, values))->value, 3);
    return true;
}

const value_kind value_gravity = {
    read_gravity, gravity_from_json, gravity_to_json, sizeof(given_vector), offsetof(given_vector, value), NULL};

static bool is_direction(const given_vector *v)
{
    return hone_vec3_length(v->value) > 1e-6f;
}

static bool read_direction(const option *o, const char *text, void *field)
{
    return read_gravity(o, text, field) && is_direction(field);
}

static bool direction_from_json(json_reader *j, const option *o, void *values)
{
    return gravity_from_json(j, o, values) &&
           (is_direction(value_of(o, values)) || json_fail(j, "must not be 0, 0, 0"));
}

const value_kind value_direction = {read_direction,       direction_from_json,           gravity_to_json,
                                    sizeof(given_vector), offsetof(given_vector, value), NULL};

/* ---- texts and colours ------------------------------------------------------------------------------------------ */

static bool text_from_json(json_reader *j, const option *o, void *values)
{
    const json_member member = member_of(o);
    return scene_read_text(j, &member, values);
}

static bool text_to_json(scene_writer *w, const char *name, const option *o, const void *values)
{
    return scene_write_text(w, name, *(const char *const *)value_of(o, values));
}

const value_kind value_text = {option_read_text, text_from_json, text_to_json, sizeof(const char *), 0, NULL};

static bool path_from_json(json_reader *j, const option *o, void *values)
{
    const json_member member = member_of(o);
    return scene_read_path(j, &member, values);
}

static bool path_to_json(scene_writer *w, const char *name, const option *o, const void *values)
{
    return scene_write_path(w, name, *(const char *const *)value_of(o, values));
}

const value_kind value_path = {option_read_text, path_from_json, path_to_json, sizeof(const char *), 0, NULL};

static bool colour_from_json(json_reader *j, const option *o, void *values)
{
    const json_member member = member_of(o);
    return scene_read_colour(j, &member, values);
}

static bool colour_to_json(scene_writer *w, const char *name, const option *o, const void *values)
{
    scene_write_floats(w, name, ((const colour *)value_of(o, values))->rgba, 4);
    return true;
}

const value_kind value_colour = {option_read_colour, colour_from_json,       colour_to_json,
                                 sizeof(colour),     offsetof(colour, rgba), NULL};
/* ---- sizes ------------------------------------------------------------------------------------------------------ */

static bool read_side(json_reader *j, const json_member *member, void *to)
{
    picture_size *size = to;
    double value;
    (void)member;
    if (size->width && size->height)
        return json_fail(j, "is one number too many");
    if (!json_number(j, 1, 16384, &value))
        return false;
    *(size->width ? &size->height : &size->width) = (uint32_t)value;
    return value == floor(value) || json_fail(j, "needs a whole number");
}

static bool size_from_json(json_reader *j, const option *o, void *values)
{
    picture_size *size = field_of(o, values);
    return json_read_array(j, read_side, NULL, size) && (size->height || json_fail(j, "needs a width and a height"));
}

static bool size_to_json(scene_writer *w, const char *name, const option *o, const void *values)
{
    const picture_size *size = value_of(o, values);
    scene_write_integers(w, name, (const uint32_t[]){size->width, size->height}, 2);
    return true;
}

const value_kind value_size = {option_read_size, size_from_json, size_to_json, sizeof(picture_size), 0, NULL};
