/* The JSON of a glTF file: members by name, checked when they are read.
 *
 * Errors stick: a value of the wrong type or out of range is an error, whose message begins with its
 * position ("accessors[3]: ..."), and counts as absent. So callers check once, at the end. A member that is null counts
 * as absent, without an error. */
#ifndef HONE_SRC_FORMAT_GLTF_READ_JSON_H
#define HONE_SRC_FORMAT_GLTF_READ_JSON_H

#include "base/json/tokens.h"
#include "files/format/common/reading.h"

typedef struct gltf_json {
    hone_json_tokens tokens;
    /* those found last, by a hash of their keys; the lists are looked up often */
    const hone_json_token *root_values[16];
    hone_reading *file; /* keeps the error */
} gltf_json;

/* A JSON object, or none (value NULL), which has no members. */
typedef struct gltf_object {
    gltf_json *json;
    const hone_json_token *value;
    /* the object is, or is inside, element `index` of this array of the root; NULL: the root itself */
    const char *list;
    uint32_t index;
} gltf_object;

/* A string, without a NUL at its end, which is valid as long as the JSON; bytes NULL: there is none. */
typedef struct gltf_text {
    const char *bytes; /* [size] UTF-8 without NULs */
    size_t size;
} gltf_text;

/* Parses JSON, without a NUL at its end, whose root is an object. The text must outlive the JSON. Errors: FORMAT,
 * MEMORY, UNSUPPORTED (longer than JSON_TEXT_MAX). */
bool hone_gltf_json_parse(gltf_json *out, const char *text, size_t size, const hone_allocator *allocator,
                          hone_reading *file);
void hone_gltf_json_release(gltf_json *json);

/* Sets the error FORMAT with "LIST[INDEX]: SENTENCE". Returns false. Only the first error counts. */
HONE_PRINTF(2, 3)
bool hone_gltf_fail(const gltf_object *object, const char *sentence, ...);

gltf_object hone_gltf_root(gltf_json *json);
bool hone_gltf_has(const gltf_object *object, const char *key);

/* Returns the object with that name, or none. */
gltf_object hone_gltf_member(const gltf_object *object, const char *key);
/* Returns the number of elements of the array with that name, or 0 if it is absent. */
uint32_t hone_gltf_count(const gltf_object *object, const char *key);
/* Returns element `index`, which must exist and be an object. */
gltf_object hone_gltf_element(const gltf_object *object, const char *key, uint32_t index);
/* Returns an element of an array of the root, or none if the index is HONE_NONE. */
gltf_object hone_gltf_item(gltf_json *json, const char *list, int32_t index);

/* These two return an index less than `count`, or HONE_NONE if it is absent. */
int32_t hone_gltf_index(const gltf_object *object, const char *key, uint32_t count);
int32_t hone_gltf_index_at(const gltf_object *object, const char *key, uint32_t at, uint32_t count);
/* Returns a whole number from 0 to less than 2^53. */
uint64_t hone_gltf_whole(const gltf_object *object, const char *key, uint64_t absent);
double hone_gltf_number(const gltf_object *object, const char *key, double absent);
bool hone_gltf_flag(const gltf_object *object, const char *key);
/* Reads an array of exactly `count` numbers. Returns false and leaves `out` unchanged if it is absent. */
bool hone_gltf_floats(const gltf_object *object, const char *key, float *out, uint32_t count);
/* Returns one number of an array. */
double hone_gltf_number_at(const gltf_object *object, const char *key, uint32_t at);

gltf_text hone_gltf_text(const gltf_object *object, const char *key);
gltf_text hone_gltf_text_at(const gltf_object *object, const char *key, uint32_t at);
bool hone_gltf_text_equals(gltf_text text, const char *other); /* false if there is no text */
/* Returns whether both objects have equal values under the key, or neither has one. */
bool hone_gltf_same(const gltf_object *a, const gltf_object *b, const char *key);
/* Returns whether the object has this string under the key. */
bool hone_gltf_text_is(const gltf_object *object, const char *key, const char *text);

/* "extras" are free for applications to use: a value of an unexpected type counts as absent and is not an error. What
 * hone only looks at to say that it does not evaluate it is read in this way too. */
gltf_object hone_gltf_extras(const gltf_object *object);
gltf_object hone_gltf_extras_member(const gltf_object *extras, const char *key);
gltf_text hone_gltf_extras_text(const gltf_object *extras, const char *key);
/* Returns a whole number less than `count`, or HONE_NONE if there is none. */
int32_t hone_gltf_extras_index(const gltf_object *extras, const char *key, uint32_t count);
/* Reads an array of exactly `count` numbers within the range of floats; for a count of 1, one number. Returns false and
 * leaves `out` unchanged if there is none. count: at most 4. */
bool hone_gltf_extras_floats(const gltf_object *extras, const char *key, float *out, uint32_t count);
/* Returns the number of elements of an array; 0 if there is none. */
uint32_t hone_gltf_extras_count(const gltf_object *extras, const char *key);
/* Returns element `at` of an array of indices less than `count`, or HONE_NONE if it is none. */
int32_t hone_gltf_extras_index_at(const gltf_object *extras, const char *key, uint32_t at, uint32_t count);
bool hone_gltf_extras_flag(const gltf_object *extras, const char *key); /* whether it is true */
/* Returns element `at` of an array of objects, or none. */
gltf_object hone_gltf_extras_element(const gltf_object *extras, const char *key, uint32_t at);
/* Returns element `at` of an array of strings, or none. */
gltf_text hone_gltf_extras_text_at(const gltf_object *extras, const char *key, uint32_t at);

/* The members of an object, one by one, in the order of the file. */
typedef struct gltf_members {
    gltf_object object;
    const hone_json_token *next;
    uint32_t left;
    uint32_t element; /* of the array that is the next value: how many of its elements were visited */
} gltf_members;

gltf_members hone_gltf_members(const gltf_object *object);
/* Gets the key and value of the next member that is not null. The value must be an object. Returns false at the end. */
bool hone_gltf_next_member(gltf_members *members, gltf_text *key, gltf_object *value);
/* Gets the key and value of the next member that is a string, a number, true or false, as a text; of an array each
 * element counts. Others are passed over. Returns false at the end. */
bool hone_gltf_next_value(gltf_members *members, gltf_text *key, gltf_text *value);

#endif
