/* The content of an FBX file as a tree of nodes, whichever way it is written: binary (with sizes of 32 or 64 bits,
 * little- or big-endian) or text, version 6.1 to 7.7. The tree refers to the bytes of the file, which must outlive it.
 * Arrays are decoded when they are asked for.
 *
 * Source: no official specification exists. docs/formats.md, "FBX", says what was found in files. */
#ifndef HONE_SRC_FORMAT_FBX_DOCUMENT_DOCUMENT_H
#define HONE_SRC_FORMAT_FBX_DOCUMENT_DOCUMENT_H

#include "base/inflate/inflate.h"
#include "base/memory/arena.h"
#include <string.h>

/* A text of the file: not terminated by a NUL, and not checked to be UTF-8. */
typedef struct fbx_text {
    const char *data;
    uint32_t size;
} fbx_text;

enum { FBX_FEW = 16 };

typedef enum fbx_value_kind {
    FBX_INTEGER, /* of any size; booleans too, and a word of one letter in a text file: its code, as in binary files */
    FBX_REAL,    /* of any size */
    FBX_TEXT,    /* a string, or a longer word of a text file */
    FBX_BYTES,   /* raw bytes: embedded content; of a text file decoded from base64, all strings of the node in one */
    FBX_ARRAY    /* numbers; see hone_fbx_doubles and its like. The only value of its node: where a node of 6.1 has more
                  * than FBX_FEW values, and all of them are numbers, they are one array too. */
} fbx_value_kind;

typedef struct fbx_value {
    uint8_t kind; /* fbx_value_kind */
    /* The type of an array's elements. A binary file has 'b', 'c', 'i', 'l', 'f' or 'd'. 'v' stands for values of which
     * each has its own type, 't' for text. */
    char type;
    bool deflated; /* of an array: whether it is compressed by zlib */
    union {
        int64_t integer;
        double real;
        fbx_text text; /* of TEXT and BYTES */
        struct {
            const uint8_t *data; /* as in the file */
            uint32_t size;       /* bytes in the file */
            uint32_t count;      /* of its numbers; of text the most that there can be */
        } array;
    };
} fbx_value;

typedef struct fbx_node fbx_node;
struct fbx_node {
    fbx_text name;
    uint32_t value_count;
    const fbx_value *values;            /* [value_count] */
    const fbx_node *first_child, *next; /* NULL: none */
};

typedef struct fbx_document {
    uint32_t version; /* 6100 to 7700 */
    bool big_endian, is_text;
    const uint8_t *bytes; /* the file */
    size_t size;
    const fbx_node *root; /* without a name; its children are "FBXHeaderExtension", "Objects", and so on */
    uint64_t inflated;    /* bytes of the file once its arrays are inflated: what the limit of memory is measured by */
    hone_arena *memory;   /* of the nodes; the caller's */
    hone_inflater *inflater; /* the caller's, for all arrays; NULL: none */
} fbx_document;

/* Reads the tree. memory: of the nodes; it must outlive the document. Errors: FORMAT (with the offset), UNSUPPORTED (a
 * version before 6.1; compressed arrays where hone was built without zlib), MEMORY. */
bool hone_fbx_document_read(fbx_document *document, const void *bytes, size_t size, hone_arena *memory,
                            hone_error *error);

/* Returns the first child with a name, or NULL. node: NULL has no children. */
const fbx_node *hone_fbx_child(const fbx_node *node, const char *name);
/* Returns the next sibling with the same name, or NULL. */
const fbx_node *hone_fbx_next(const fbx_node *node);
bool hone_fbx_is(const fbx_node *node, const char *name);

/* Return value `index` of a node, or the default if the node is NULL or has no such value, or one of another kind.
 * Integers and reals stand for each other. */
int64_t hone_fbx_integer(const fbx_node *node, uint32_t index, int64_t otherwise);
double hone_fbx_real(const fbx_node *node, uint32_t index, double otherwise);
fbx_text hone_fbx_text(const fbx_node *node, uint32_t index); /* {"", 0} */

/* Decode all numbers of a node: of its array, or of its plain values as 6.1 has them, into [*count] numbers. The result
 * belongs to `memory`; large arrays of the wanted type that need no decoding may point into the file. Return false,
 * with an error, if the data is damaged or memory runs out; a node that is NULL or has no numbers gives count 0. */
bool hone_fbx_doubles(const fbx_document *document, const fbx_node *node, hone_arena *memory, const double **out,
                      uint32_t *count, hone_error *error);
bool hone_fbx_floats(const fbx_document *document, const fbx_node *node, hone_arena *memory, const float **out,
                     uint32_t *count, hone_error *error);
bool hone_fbx_integers32(const fbx_document *document, const fbx_node *node, hone_arena *memory, const int32_t **out,
                         uint32_t *count, hone_error *error);
bool hone_fbx_integers64(const fbx_document *document, const fbx_node *node, hone_arena *memory, const int64_t **out,
                         uint32_t *count, hone_error *error);

/* Returns whether two nodes are arrays of the same bytes, which decode to the same numbers. NULL: has none. */
bool hone_fbx_same_array(const fbx_node *a, const fbx_node *b);

/* Most names of one length differ in their last letters. */
static inline bool hone_fbx_same_text(fbx_text a, fbx_text b)
{
    return a.size == b.size &&
           (a.size == 0 || (a.data[a.size - 1] == b.data[b.size - 1] && memcmp(a.data, b.data, a.size) == 0));
}

/* Compares with a text that ends with NUL. */
bool hone_fbx_text_is(fbx_text text, const char *wanted);

/* Splits the name of an object, which binary files write as "name\0\1class" and text files as "class::name". */
void hone_fbx_split_name(fbx_text whole, fbx_text *name, fbx_text *class_name);

#endif
