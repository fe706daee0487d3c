/* The JSON of a glTF file: members by name, checked where they are asked for.
 *
 * Errors stick: what is of the wrong type or out of range sets `failed` and the error, which says where it stands
 * ("accessors[3]: ..."), and counts as absent. So whoever reads looks once, at the end.
 */
#ifndef HONE_SRC_FORMAT_GLTF_READ_JSON_H
#define HONE_SRC_FORMAT_GLTF_READ_JSON_H

#include <hone/base.h>

typedef struct gltf_json {
    struct json_t *root; /* jansson's */
    hone_error *error;
    bool failed;
} gltf_json;

/* A JSON object, or none (value NULL), of which all members are absent. */
typedef struct gltf_object {
    gltf_json *json;
    const struct json_t *value;
    const char *list; /* it is, or is inside, element `index` of the root's list of that name; NULL: the root itself */
    uint32_t index;
} gltf_object;

/* Text without a NUL behind it as JSON whose root is an object. The library asks nobody for memory: a text that would
 * make it take more than about `limit` bytes is refused beforehand. Errors: FORMAT, MEMORY. */
bool hone_gltf_json_parse(gltf_json *out, const char *text, size_t size, uint64_t limit, hone_error *error);
void hone_gltf_json_release(gltf_json *json);

/* FORMAT, "LIST[INDEX]: SENTENCE"; returns false. Only the first counts. */
HONE_PRINTF(2, 3)
bool hone_gltf_fail(const gltf_object *object, const char *sentence, ...);

gltf_object hone_gltf_root(gltf_json *json);
bool hone_gltf_has(const gltf_object *object, const char *key);

/* The object of that name, or none. */
gltf_object hone_gltf_member(const gltf_object *object, const char *key);
/* How many elements the list of that name has; 0 where it is absent. */
uint32_t hone_gltf_count(const gltf_object *object, const char *key);
/* Element `index`, which must be there and an object. */
gltf_object hone_gltf_element(const gltf_object *object, const char *key, uint32_t index);
/* Of the root's list, or none if index is HONE_NONE. */
gltf_object hone_gltf_item(gltf_json *json, const char *list, int32_t index);

/* An index below `count`; HONE_NONE where it is absent. */
int32_t hone_gltf_index(const gltf_object *object, const char *key, uint32_t count);
int32_t hone_gltf_index_at(const gltf_object *object, const char *key, uint32_t at, uint32_t count);
/* Whole and not negative, below 2^53. */
uint64_t hone_gltf_whole(const gltf_object *object, const char *key, uint64_t absent);
double hone_gltf_number(const gltf_object *object, const char *key, double absent);
bool hone_gltf_flag(const gltf_object *object, const char *key);
/* A list of exactly `count` numbers; false, and `out` untouched, where it is absent. */
bool hone_gltf_floats(const gltf_object *object, const char *key, float *out, uint32_t count);
/* One number of a list. */
double hone_gltf_number_at(const gltf_object *object, const char *key, uint32_t at);

/* NULL where it is absent; else with a NUL behind it, as long as the JSON lives. size may be NULL. */
const char *hone_gltf_text(const gltf_object *object, const char *key, size_t *size);
const char *hone_gltf_text_at(const gltf_object *object, const char *key, uint32_t at);
/* Whether both have the same there, or neither anything. */
bool hone_gltf_same(const gltf_object *a, const gltf_object *b, const char *key);
/* Whether the text is there and this one. */
bool hone_gltf_says(const gltf_object *object, const char *key, const char *text);

/* "extras" are the application's own: what is not as expected there is absent, and no error. */
gltf_object hone_gltf_extras(const gltf_object *object);
gltf_object hone_gltf_extras_member(const gltf_object *extras, const char *key);
const char *hone_gltf_extras_text(const gltf_object *extras, const char *key, size_t *size);
/* A whole number below `count`; HONE_NONE where there is none. */
int32_t hone_gltf_extras_index(const gltf_object *extras, const char *key, uint32_t count);
/* A list of exactly `count` numbers that floats can hold, or, where count is 1, one number; false, and `out` untouched,
 * where there is none. count: at most 4. */
bool hone_gltf_extras_floats(const gltf_object *extras, const char *key, float *out, uint32_t count);
const char *hone_gltf_names(const gltf_object *extras, const char *key, uint32_t at);

/* Name after name of an object's members: pass NULL first; NULL at the end. */
const char *hone_gltf_next_key(const gltf_object *object, const char *key);

#endif
