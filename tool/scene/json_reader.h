/* Reads JSON whose members are known, in the order of the text: what is not known is an error. (Anybody may add
 * members to glTF; files/format/gltf/read/json.h looks for those that it knows.) A failure is one sentence that begins
 * with the line and the member: "line 7: models[1].at: needs three numbers". */
#ifndef HONE_TOOL_SCENE_JSON_READER_H
#define HONE_TOOL_SCENE_JSON_READER_H

#include "base/json/tokens.h"

#include <hone/io.h>

enum { JSON_PLACE_SIZE = 160 };

typedef struct json_reader {
    const char *text; /* [size] */
    size_t size;
    hone_json_tokens tokens;      /* while the outermost object is read */
    const hone_json_token *value; /* what the functions below read */
    const char *at;               /* where that is in the text */
    const char *counted;          /* up to here lines are counted */
    uint32_t line;
    char place[JSON_PLACE_SIZE]; /* the member that is read: "models[1].at" */
    void *user;
    hone_error *error;
} json_reader;

typedef struct json_member json_member;
typedef bool json_read_fn(json_reader *j, const json_member *member, void *to);
struct json_member {
    const char *name;   /* NULL ends the table */
    json_read_fn *read; /* reads the value into `field` of the struct */
    size_t field;       /* offsetof */
    const void *detail; /* for `read` */
};

/* text: UTF-8, need not end with NUL; must outlive the reader. user: for the functions that read members. */
json_reader json_reader_make(const char *text, size_t size, void *user, hone_error *error);

/* The number of the line that is read, from 1. */
uint32_t json_line(json_reader *j);

/* Fails with a sentence about the current member. Returns false. */
bool json_fail(json_reader *j, const char *format, ...);

/* Reads an object into `to`. A member that is null counts as absent; one that is not in the table is an error. The
 * first call parses the whole text, which must be one object, without equal keys. */
bool json_read_object(json_reader *j, const json_member *members, void *to);
/* Calls `item` for each element; `to` is passed on. */
bool json_read_array(json_reader *j, json_read_fn *item, const json_member *member, void *to);

/* Returns the first character of the value. */
char json_next(const json_reader *j);

bool json_number(json_reader *j, double low, double high, double *out);
bool json_bool(json_reader *j, bool *out);
/* A string as UTF-8 with a NUL, from malloc. Errors: no string, too long, MEMORY. */
bool json_string(json_reader *j, char **out);

/* ---- functions for tables ---- */

bool json_read_float(json_reader *j, const json_member *member, void *to); /* float, within 1e6 */
bool json_read_double(json_reader *j, const json_member *member,
                      void *to); /* double, within 2^32, as frames of motions are */
bool json_read_count(json_reader *j, const json_member *member, void *to);  /* uint32_t, whole, up to 1e9 */
bool json_read_flag(json_reader *j, const json_member *member, void *to);   /* bool */
bool json_read_vector(json_reader *j, const json_member *member, void *to); /* float[3] */
/* int: the index of a string in detail, an array of names that ends with NULL */
bool json_read_choice(json_reader *j, const json_member *member, void *to);
/* [count] numbers in an array, each within 1e6 */
bool json_numbers(json_reader *j, float *out, uint32_t count);

#endif
