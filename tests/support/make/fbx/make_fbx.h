/* Writes FBX files node by node, in any encoding of the format. */
#ifndef HONE_TESTS_SUPPORT_MAKE_FBX_MAKE_FBX_H
#define HONE_TESTS_SUPPORT_MAKE_FBX_MAKE_FBX_H

#include "base/files/byte_writer.h"
#include <hone/io.h>

typedef struct make_fbx_kind {
    uint32_t version; /* 0: 7400. From 7500 on sizes of binary nodes have 64 bits; below 7000 arrays are plain values */
    bool text;        /* else binary */
    bool big_endian;  /* binary: big-endian */
    bool deflate;     /* binary: arrays are compressed */
} make_fbx_kind;

enum { MAKE_FBX_DEPTH = 80 };

/* A file that is being written. */
typedef struct make_fbx {
    make_fbx_kind kind;
    hone_writer out;
    uint32_t depth;
    struct {
        size_t begin, values; /* binary: where header and values begin */
        uint32_t value_count;
        bool has_values_end, has_children;
    } level[MAKE_FBX_DEPTH];
} make_fbx;

/* All encodings of version 7.4, 7.7 and 6.1 that tests should try. */
enum { MAKE_FBX_KINDS = 8 };
extern const make_fbx_kind make_fbx_kinds[MAKE_FBX_KINDS];

make_fbx make_fbx_open(const make_fbx_kind *kind);
/* Ends the file. Release the bytes. */
hone_bytes make_fbx_close(make_fbx *fbx);

/* A node: its values come first, then its children, which are nodes between these two calls. */
void make_fbx_begin(make_fbx *fbx, const char *name);
void make_fbx_end(make_fbx *fbx);

/* ---- values ---- */

void make_fbx_letter(make_fbx *fbx, char letter); /* type C */
void make_fbx_short(make_fbx *fbx, int16_t value);
void make_fbx_int(make_fbx *fbx, int32_t value);
void make_fbx_long(make_fbx *fbx, int64_t value);
void make_fbx_float(make_fbx *fbx, float value);
void make_fbx_real(make_fbx *fbx, double value);
void make_fbx_text(make_fbx *fbx, const char *text);
void make_fbx_name(make_fbx *fbx, const char *name, const char *class_name); /* of an object */
void make_fbx_bytes(make_fbx *fbx, const void *bytes, size_t size); /* of a node "Content"; a text file has base64 */

/* An array is the only value of its node. */
void make_fbx_doubles(make_fbx *fbx, const double *values, uint32_t count);
void make_fbx_floats(make_fbx *fbx, const float *values, uint32_t count);
void make_fbx_ints(make_fbx *fbx, const int32_t *values, uint32_t count);
void make_fbx_longs(make_fbx *fbx, const int64_t *values, uint32_t count);
void make_fbx_bools(make_fbx *fbx, const uint8_t *values, uint32_t count);

/* ---- whole nodes without children ---- */

void make_fbx_int_node(make_fbx *fbx, const char *name, int32_t value);
void make_fbx_real_node(make_fbx *fbx, const char *name, double value);
void make_fbx_text_node(make_fbx *fbx, const char *name, const char *text);
void make_fbx_doubles_node(make_fbx *fbx, const char *name, const double *values, uint32_t count);
void make_fbx_ints_node(make_fbx *fbx, const char *name, const int32_t *values, uint32_t count);
void make_fbx_longs_node(make_fbx *fbx, const char *name, const int64_t *values, uint32_t count);
void make_fbx_floats_node(make_fbx *fbx, const char *name, const float *values, uint32_t count);

/* FBXHeaderExtension with the version, as every file begins. */
void make_fbx_header(make_fbx *fbx);
/* "Properties70" or, below version 7000, "Properties60"; end it with make_fbx_end. */
void make_fbx_begin_properties(make_fbx *fbx);
/* A property of that node: [count] numbers, of type "double", "int", "Lcl Translation", "Vector3D", "enum", … */
void make_fbx_property(make_fbx *fbx, const char *name, const char *type, const double *values, uint32_t count);
void make_fbx_text_property(make_fbx *fbx, const char *name, const char *type, const char *text);
/* A connection of version 7: from the child to its owner. property: NULL: between objects ("OO"), else "OP". */
void make_fbx_connect(make_fbx *fbx, int64_t source, int64_t destination, const char *property);
/* A connection of version 6.1, between names such as "Model::Cube". */
void make_fbx_connect_names(make_fbx *fbx, const char *source, const char *destination, const char *property);

#endif
