/* Finds the members of objects by name, and checks the types of their values. */
#include "files/format/gltf/read/json.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool hone_gltf_json_parse(gltf_json *out, const char *text, size_t size, const hone_allocator *allocator,
                          hone_reading *file)
{
    *out = (gltf_json){.file = file};
    if (!hone_json_tokens_parse(&out->tokens, text, size, allocator, file->error))
        return false;
    if (hone_json_token_is_object(out->tokens.tokens))
        return true;
    hone_gltf_json_release(out);
    return hone_reading_fail_as(file, HONE_ERROR_FORMAT, 0, "its JSON is not an object");
}

void hone_gltf_json_release(gltf_json *json)
{
    hone_json_tokens_release(&json->tokens);
}

bool hone_gltf_fail(const gltf_object *object, const char *sentence, ...)
{
    char text[256];
    va_list arguments;
    va_start(arguments, sentence);
    vsnprintf(text, sizeof text, sentence, arguments);
    va_end(arguments);
    if (object->list)
        return hone_reading_fail_as(object->json->file, HONE_ERROR_FORMAT, object->index, "%s[%u]: %s", object->list,
                                    object->index, text);
    return hone_reading_fail_as(object->json->file, HONE_ERROR_FORMAT, 0, "%s", text);
}

/* ---- objects and arrays ---- */

gltf_object hone_gltf_root(gltf_json *json)
{
    return (gltf_object){json, json->tokens.tokens, NULL, 0};
}

static gltf_object none_of(const gltf_object *object)
{
    return (gltf_object){object->json, NULL, object->list, object->index};
}

static const hone_json_token *get_of_root(gltf_json *json, const char *key, size_t size)
{
    const hone_json_token **found = &json->root_values[(2 * (size_t)(uint8_t)*key + size) % 16];
    if (!*found || !hone_json_token_equals(&json->tokens, *found - 1, key, size)) /* the key is before the value */
        *found = hone_json_token_member(&json->tokens, json->tokens.tokens, key, size);
    return *found;
}

/* Some writers give members that they have no value for as null, so that counts as absent. */
static bool is_null(const gltf_json *json, const hone_json_token *value)
{
    return value->kind == JSON_TOKEN_LITERAL && *hone_json_token_bytes(&json->tokens, value) == 'n';
}

/* Returns the value under a key, or NULL if there is none, or no object. */
static const hone_json_token *get(const gltf_object *object, const char *key)
{
    gltf_json *json = object->json;
    if (!object->value)
        return NULL;
    const hone_json_token *value = object->value == json->tokens.tokens
                                       ? get_of_root(json, key, strlen(key))
                                       : hone_json_token_find(&json->tokens, object->value, key);
    return value && !is_null(json, value) ? value : NULL;
}

static bool is_number(const hone_json_token *value)
{
    return value && value->kind == JSON_TOKEN_NUMBER;
}

static double number_of(const gltf_object *object, const hone_json_token *value)
{
    return hone_json_token_number(&object->json->tokens, value);
}

/* Returns none if the value is NULL or not a string. */
static gltf_text text_of(const gltf_object *object, const hone_json_token *value)
{
    if (!value || !hone_json_token_is_text(value))
        return (gltf_text){0};
    return (gltf_text){hone_json_token_bytes(&object->json->tokens, value), value->size};
}

bool hone_gltf_has(const gltf_object *object, const char *key)
{
    return get(object, key) != NULL;
}

gltf_object hone_gltf_member(const gltf_object *object, const char *key)
{
    gltf_object member = none_of(object);
    const hone_json_token *value = get(object, key);
    if (value && !hone_json_token_is_object(value))
        hone_gltf_fail(object, "\"%s\" is not an object", key);
    else
        member.value = value;
    return member;
}

/* Returns the array, or NULL if it is absent. */
static const hone_json_token *list_of(const gltf_object *object, const char *key)
{
    const hone_json_token *value = get(object, key);
    if (!value || hone_json_token_is_list(value))
        return value;
    hone_gltf_fail(object, "\"%s\" is not an array", key);
    return NULL;
}

uint32_t hone_gltf_count(const gltf_object *object, const char *key)
{
    const hone_json_token *list = list_of(object, key);
    return list ? list->at : 0;
}

/* Returns an element of the array, or NULL with an error set. */
static const hone_json_token *element_of(const gltf_object *object, const char *key, uint32_t at)
{
    const hone_json_token *list = list_of(object, key);
    if (list && at < list->at)
        return hone_json_token_element(list, at);
    hone_gltf_fail(object, "\"%s\" has no element %u", key, at);
    return NULL;
}

gltf_object hone_gltf_element(const gltf_object *object, const char *key, uint32_t index)
{
    gltf_object element = object->list ? none_of(object) : (gltf_object){object->json, NULL, key, index};
    const hone_json_token *value = element_of(object, key, index);
    if (value && !hone_json_token_is_object(value))
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

static int32_t index_from(const gltf_object *object, const char *key, const hone_json_token *value, uint32_t count)
{
    double number = is_number(value) ? number_of(object, value) : -1;
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
    return index_from(object, key, get(object, key), count);
}

int32_t hone_gltf_index_at(const gltf_object *object, const char *key, uint32_t at, uint32_t count)
{
    return index_from(object, key, element_of(object, key, at), count);
}

uint64_t hone_gltf_whole(const gltf_object *object, const char *key, uint64_t absent)
{
    const hone_json_token *value = get(object, key);
    double number = is_number(value) ? number_of(object, value) : -1;
    if (!value)
        return absent;
    if (is_whole(number))
        return (uint64_t)number;
    hone_gltf_fail(object, "\"%s\" is not a whole number of at least 0", key);
    return absent;
}

static double number_from(const gltf_object *object, const char *key, const hone_json_token *value, double absent)
{
    if (is_number(value))
        return number_of(object, value);
    if (value)
        hone_gltf_fail(object, "\"%s\" is not a number", key);
    return absent;
}

double hone_gltf_number(const gltf_object *object, const char *key, double absent)
{
    return number_from(object, key, get(object, key), absent);
}

double hone_gltf_number_at(const gltf_object *object, const char *key, uint32_t at)
{
    return number_from(object, key, element_of(object, key, at), 0);
}

bool hone_gltf_flag(const gltf_object *object, const char *key)
{
    const hone_json_token *value = get(object, key);
    const char *word =
        value && value->kind == JSON_TOKEN_LITERAL ? hone_json_token_bytes(&object->json->tokens, value) : "";
    if (value && *word != 't' && *word != 'f')
        hone_gltf_fail(object, "\"%s\" is neither true nor false", key);
    return *word == 't';
}

bool hone_gltf_floats(const gltf_object *object, const char *key, float *out, uint32_t count)
{
    const hone_json_token *list = list_of(object, key);
    if (!list)
        return false;
    if (list->at != count)
        return hone_gltf_fail(object, "\"%s\" has %u numbers, not %u", key, list->at, count);
    for (uint32_t i = 0; i < count; i++)
        if (!is_number(hone_json_token_element(list, i)))
            return hone_gltf_fail(object, "\"%s\" has an element that is not a number", key);
    for (uint32_t i = 0; i < count; i++) out[i] = (float)number_of(object, hone_json_token_element(list, i));
    return true;
}

/* ---- strings ---- */

static gltf_text text_from(const gltf_object *object, const char *key, const hone_json_token *value)
{
    if (value && !hone_json_token_is_text(value))
        hone_gltf_fail(object, "\"%s\" is not a string", key);
    return text_of(object, value);
}

gltf_text hone_gltf_text(const gltf_object *object, const char *key)
{
    return text_from(object, key, get(object, key));
}

gltf_text hone_gltf_text_at(const gltf_object *object, const char *key, uint32_t at)
{
    return text_from(object, key, element_of(object, key, at));
}

bool hone_gltf_text_equals(gltf_text text, const char *other)
{
    return text.bytes && text.size == strlen(other) && memcmp(text.bytes, other, text.size) == 0;
}

bool hone_gltf_text_is(const gltf_object *object, const char *key, const char *text)
{
    return hone_gltf_text_equals(hone_gltf_text(object, key), text);
}

bool hone_gltf_same(const gltf_object *a, const gltf_object *b, const char *key)
{
    const hone_json_token *one = get(a, key), *other = get(b, key);
    return one == other || (one && other && hone_json_token_equal(&a->json->tokens, one, other));
}

/* ---- extras ---- */

gltf_object hone_gltf_extras(const gltf_object *object)
{
    return hone_gltf_extras_member(object, "extras");
}

gltf_object hone_gltf_extras_member(const gltf_object *extras, const char *key)
{
    gltf_object member = none_of(extras);
    const hone_json_token *value = get(extras, key);
    member.value = value && hone_json_token_is_object(value) ? value : NULL;
    return member;
}

gltf_text hone_gltf_extras_text(const gltf_object *extras, const char *key)
{
    return text_of(extras, get(extras, key));
}

static int32_t extras_index(const gltf_object *extras, const hone_json_token *value, uint32_t count)
{
    double number = is_number(value) ? number_of(extras, value) : -1;
    return is_whole(number) && number < count ? (int32_t)number : HONE_NONE;
}

int32_t hone_gltf_extras_index(const gltf_object *extras, const char *key, uint32_t count)
{
    return extras_index(extras, get(extras, key), count);
}

/* Returns an element of an array, or NULL if there is none, or no array. */
static const hone_json_token *extras_element(const hone_json_token *list, uint32_t at)
{
    return list && hone_json_token_is_list(list) && at < list->at ? hone_json_token_element(list, at) : NULL;
}

bool hone_gltf_extras_floats(const gltf_object *extras, const char *key, float *out, uint32_t count)
{
    const hone_json_token *value = get(extras, key);
    float found[4];
    if (count > 1 && (!value || !hone_json_token_is_list(value) || value->at != count))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        const hone_json_token *number = count > 1 ? extras_element(value, i) : value;
        found[i] = is_number(number) ? (float)number_of(extras, number) : INFINITY;
        if (!isfinite(found[i]))
            return false;
    }
    memcpy(out, found, count * sizeof *out);
    return true;
}

uint32_t hone_gltf_extras_count(const gltf_object *extras, const char *key)
{
    const hone_json_token *list = get(extras, key);
    return list && hone_json_token_is_list(list) ? list->at : 0;
}

int32_t hone_gltf_extras_index_at(const gltf_object *extras, const char *key, uint32_t at, uint32_t count)
{
    return extras_index(extras, extras_element(get(extras, key), at), count);
}

bool hone_gltf_extras_flag(const gltf_object *extras, const char *key)
{
    const hone_json_token *value = get(extras, key);
    return value && value->kind == JSON_TOKEN_LITERAL && *hone_json_token_bytes(&extras->json->tokens, value) == 't';
}

gltf_object hone_gltf_extras_element(const gltf_object *extras, const char *key, uint32_t at)
{
    gltf_object element = none_of(extras);
    const hone_json_token *value = extras_element(get(extras, key), at);
    element.value = value && hone_json_token_is_object(value) ? value : NULL;
    return element;
}

gltf_text hone_gltf_extras_text_at(const gltf_object *extras, const char *key, uint32_t at)
{
    return text_of(extras, extras_element(get(extras, key), at));
}

/* ---- all members ---- */

gltf_members hone_gltf_members(const gltf_object *object)
{
    const hone_json_token *value = object->value;
    return (gltf_members){*object, value ? value + 1 : NULL, value ? value->at : 0, 0};
}

static const hone_json_token *take_member(gltf_members *members)
{
    const hone_json_token *name = members->next;
    members->next = hone_json_token_after(name + 1);
    members->left--;
    return name;
}

bool hone_gltf_next_member(gltf_members *members, gltf_text *key, gltf_object *value)
{
    while (members->left && is_null(members->object.json, members->next + 1)) take_member(members);
    if (members->left == 0)
        return false;
    const hone_json_token *name = take_member(members);
    *key = text_of(&members->object, name);
    *value = none_of(&members->object);
    if (hone_json_token_is_object(name + 1))
        value->value = name + 1;
    else
        hone_gltf_fail(&members->object, "\"%.*s\" is not an object", (int)(key->size < 100 ? key->size : 100),
                       key->bytes);
    return true;
}

/* Returns a string, number, true or false as a text; no text for anything else. */
static gltf_text plain_text(const gltf_object *object, const hone_json_token *value)
{
    if (!value || value->kind < JSON_TOKEN_TEXT || is_null(object->json, value))
        return (gltf_text){0};
    return (gltf_text){hone_json_token_bytes(&object->json->tokens, value), value->size};
}

bool hone_gltf_next_value(gltf_members *members, gltf_text *key, gltf_text *value)
{
    while (members->left) {
        const hone_json_token *name = members->next, *its = name + 1;
        bool list = hone_json_token_is_list(its);
        *key = text_of(&members->object, name);
        *value = plain_text(&members->object, list ? extras_element(its, members->element++) : its);
        if (!list || members->element >= its->at) {
            take_member(members);
            members->element = 0;
        }
        if (value->bytes)
            return true;
    }
    return false;
}
