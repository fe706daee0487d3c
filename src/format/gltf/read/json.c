/* Reads the JSON of a glTF file with jansson, and checks the types of its values. */
#include "format/gltf/read/json.h"
#include "base/error.h"
#include <jansson.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- parsing ---- */

/* Estimates the memory that jansson 2.14 takes for a text on a 64-bit machine: nodes of tables and lists, and
 * strings. */
static uint64_t estimate(const char *text, size_t size)
{
    enum { OBJECT = 240, ARRAY = 144, MEMBER = 88, VALUE = 48 };
    uint64_t sum = size;
    bool inside = false; /* inside a string */
    for (size_t i = 0; i < size; i++) {
        char c = text[i];
        if (c == '"')
            inside = !inside;
        else if (inside)
            i += c == '\\';
        else
            sum += c == '{' ? OBJECT : c == '[' ? ARRAY : c == ':' ? MEMBER : c == ',' ? VALUE : 0;
    }
    return sum;
}

/* Reads whole numbers as doubles: glTF has only one number type, and some writers append ".0". */
bool hone_gltf_json_parse(gltf_json *out, const char *text, size_t size, uint64_t limit, hone_error *error)
{
    json_error_t why;
    *out = (gltf_json){.error = error};
    if (estimate(text, size) > limit)
        return hone_fail(error, HONE_ERROR_MEMORY, 0, "its JSON needs more memory than is allowed for its size");
    out->root = json_loadb(text, size, JSON_REJECT_DUPLICATES | JSON_DECODE_INT_AS_REAL, &why);
    if (!out->root && json_error_code(&why) == json_error_out_of_memory)
        return hone_fail_memory(error);
    if (!out->root)
        return hone_fail(error, HONE_ERROR_FORMAT, why.position < 0 ? 0 : (uint64_t)why.position,
                         "is not valid JSON: %s, in line %d", why.text, why.line);
    if (json_is_object(out->root))
        return true;
    hone_gltf_json_release(out);
    return hone_fail(error, HONE_ERROR_FORMAT, 0, "its JSON is not an object");
}

void hone_gltf_json_release(gltf_json *json)
{
    json_decref(json->root);
    json->root = NULL;
}

bool hone_gltf_fail(const gltf_object *object, const char *sentence, ...)
{
    if (object->json->failed)
        return false;
    char text[256];
    va_list arguments;
    va_start(arguments, sentence);
    vsnprintf(text, sizeof text, sentence, arguments);
    va_end(arguments);
    object->json->failed = true;
    if (object->list)
        return hone_fail(object->json->error, HONE_ERROR_FORMAT, object->index, "%s[%u]: %s", object->list,
                         object->index, text);
    return hone_fail(object->json->error, HONE_ERROR_FORMAT, 0, "%s", text);
}

/* ---- objects and arrays ---- */

gltf_object hone_gltf_root(gltf_json *json)
{
    return (gltf_object){json, json->root, NULL, 0};
}

static gltf_object none_of(const gltf_object *object)
{
    return (gltf_object){object->json, NULL, object->list, object->index};
}

bool hone_gltf_has(const gltf_object *object, const char *key)
{
    return json_object_get(object->value, key) != NULL; /* json_object_get accepts NULL */
}

gltf_object hone_gltf_member(const gltf_object *object, const char *key)
{
    gltf_object member = none_of(object);
    const json_t *value = json_object_get(object->value, key);
    if (value && !json_is_object(value))
        hone_gltf_fail(object, "\"%s\" is not an object", key);
    else
        member.value = value;
    return member;
}

/* Returns the array, or NULL if it is absent. */
static const json_t *list_of(const gltf_object *object, const char *key)
{
    const json_t *value = json_object_get(object->value, key);
    if (!value || json_is_array(value))
        return value;
    hone_gltf_fail(object, "\"%s\" is not an array", key);
    return NULL;
}

uint32_t hone_gltf_count(const gltf_object *object, const char *key)
{
    size_t size = json_array_size(list_of(object, key));
    if (size <= INT32_MAX)
        return (uint32_t)size;
    hone_gltf_fail(object, "\"%s\" is too long", key);
    return 0;
}

/* Returns an element of the array, or NULL with an error set. */
static const json_t *element_of(const gltf_object *object, const char *key, uint32_t at)
{
    const json_t *value = json_array_get(list_of(object, key), at);
    if (!value)
        hone_gltf_fail(object, "\"%s\" has no element %u", key, at);
    return value;
}

gltf_object hone_gltf_element(const gltf_object *object, const char *key, uint32_t index)
{
    gltf_object element = object->list ? none_of(object) : (gltf_object){object->json, NULL, key, index};
    const json_t *value = element_of(object, key, index);
    if (value && !json_is_object(value))
        hone_gltf_fail(object, "\"%s\" has an element %u that is not an object", key, index);
    else
        element.value = value;
    return element;
}

gltf_object hone_gltf_item(gltf_json *json, const char *list, int32_t index)
{
    gltf_object root = hone_gltf_root(json);
    return index < 0 ? none_of(&root) : hone_gltf_element(&root, list, (uint32_t)index);
}

/* ---- numbers -------------------------------------------------------------------------------------------------- */

static bool is_whole(double value)
{
    return value >= 0 && value < 9007199254740992.0 && value == floor(value);
}

static int32_t index_from(const gltf_object *object, const char *key, const json_t *value, uint32_t count)
{
    double number = json_is_number(value) ? json_number_value(value) : -1;
    if (!value)
        return HONE_NONE;
    if (is_whole(number) && number < count)
        return (int32_t)number;
    if (is_whole(number))
        hone_gltf_fail(object, "\"%s\" is %.0f, but there are only %u", key, number, count);
    else
        hone_gltf_fail(object, "\"%s\" is not an index", key);
    return HONE_NONE;
}

int32_t hone_gltf_index(const gltf_object *object, const char *key, uint32_t count)
{
    return index_from(object, key, json_object_get(object->value, key), count);
}

int32_t hone_gltf_index_at(const gltf_object *object, const char *key, uint32_t at, uint32_t count)
{
    return index_from(object, key, element_of(object, key, at), count);
}

uint64_t hone_gltf_whole(const gltf_object *object, const char *key, uint64_t absent)
{
    const json_t *value = json_object_get(object->value, key);
    double number = json_is_number(value) ? json_number_value(value) : -1;
    if (!value)
        return absent;
    if (is_whole(number))
        return (uint64_t)number;
    hone_gltf_fail(object, "\"%s\" is not a whole number of at least 0", key);
    return absent;
}

static double number_from(const gltf_object *object, const char *key, const json_t *value, double absent)
{
    if (json_is_number(value))
        return json_number_value(value);
    if (value)
        hone_gltf_fail(object, "\"%s\" is not a number", key);
    return absent;
}

double hone_gltf_number(const gltf_object *object, const char *key, double absent)
{
    return number_from(object, key, json_object_get(object->value, key), absent);
}

double hone_gltf_number_at(const gltf_object *object, const char *key, uint32_t at)
{
    return number_from(object, key, element_of(object, key, at), 0);
}

bool hone_gltf_flag(const gltf_object *object, const char *key)
{
    const json_t *value = json_object_get(object->value, key);
    if (value && !json_is_boolean(value))
        hone_gltf_fail(object, "\"%s\" is neither true nor false", key);
    return json_is_true(value);
}

bool hone_gltf_floats(const gltf_object *object, const char *key, float *out, uint32_t count)
{
    const json_t *list = list_of(object, key);
    if (!list)
        return false;
    if (json_array_size(list) != count)
        return hone_gltf_fail(object, "\"%s\" has %zu numbers, not %u", key, json_array_size(list), count);
    for (uint32_t i = 0; i < count; i++) {
        const json_t *value = json_array_get(list, i);
        if (!json_is_number(value))
            return hone_gltf_fail(object, "\"%s\" has an element that is not a number", key);
    }
    for (uint32_t i = 0; i < count; i++) out[i] = (float)json_number_value(json_array_get(list, i));
    return true;
}

/* ---- strings ---- */

static const char *text_from(const gltf_object *object, const char *key, const json_t *value, size_t *size)
{
    if (value && !json_is_string(value))
        hone_gltf_fail(object, "\"%s\" is not a string", key);
    if (size)
        *size = json_string_length(value);
    return json_string_value(value);
}

const char *hone_gltf_text(const gltf_object *object, const char *key, size_t *size)
{
    return text_from(object, key, json_object_get(object->value, key), size);
}

const char *hone_gltf_text_at(const gltf_object *object, const char *key, uint32_t at)
{
    return text_from(object, key, element_of(object, key, at), NULL);
}

bool hone_gltf_same(const gltf_object *a, const gltf_object *b, const char *key)
{
    const json_t *one = json_object_get(a->value, key), *other = json_object_get(b->value, key);
    return one == other || json_equal(one, other);
}

bool hone_gltf_text_is(const gltf_object *object, const char *key, const char *text)
{
    const char *said = hone_gltf_text(object, key, NULL);
    return said && strcmp(said, text) == 0;
}

gltf_object hone_gltf_extras(const gltf_object *object)
{
    gltf_object extras = none_of(object);
    extras.value = json_object_get(object->value, "extras");
    return extras;
}

gltf_object hone_gltf_extras_member(const gltf_object *extras, const char *key)
{
    gltf_object member = none_of(extras);
    const json_t *value = json_object_get(extras->value, key);
    member.value = json_is_object(value) ? value : NULL;
    return member;
}

const char *hone_gltf_extras_text(const gltf_object *extras, const char *key, size_t *size)
{
    const json_t *value = json_object_get(extras->value, key);
    if (size)
        *size = json_string_length(value);
    return json_string_value(value);
}

int32_t hone_gltf_extras_index(const gltf_object *extras, const char *key, uint32_t count)
{
    const json_t *value = json_object_get(extras->value, key);
    double number = json_is_number(value) ? json_number_value(value) : -1;
    return is_whole(number) && number < count ? (int32_t)number : HONE_NONE;
}

bool hone_gltf_extras_floats(const gltf_object *extras, const char *key, float *out, uint32_t count)
{
    const json_t *value = json_object_get(extras->value, key);
    float found[4];
    if (count > 1 && json_array_size(value) != count) /* the size is 0 if it is not an array */
        return false;
    for (uint32_t i = 0; i < count; i++) {
        const json_t *number = count > 1 ? json_array_get(value, i) : value;
        found[i] = json_is_number(number) ? (float)json_number_value(number) : INFINITY;
        if (!isfinite(found[i]))
            return false;
    }
    memcpy(out, found, count * sizeof *out);
    return true;
}

const char *hone_gltf_names(const gltf_object *extras, const char *key, uint32_t at)
{
    return json_string_value(json_array_get(json_object_get(extras->value, key), at)); /* all of them accept NULL */
}

const char *hone_gltf_next_key(const gltf_object *object, const char *key)
{
    json_t *value = (json_t *)object->value; /* the value is not changed */
    void *at = !value ? NULL
               : key  ? json_object_iter_next(value, json_object_iter_at(value, key))
                      : json_object_iter(value);
    return json_object_iter_key(at);
}
