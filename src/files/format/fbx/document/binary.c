/* Reads the nodes of a binary FBX file. A node has a header (where it ends, the number and size of its values, its
 * name), its values, and its children; an empty header ends the children. */
#include "base/error.h"
#include "base/files/byte_reader.h"
#include "files/format/fbx/document/tree.h"
#include "files/format/fbx/document/words.h"

typedef struct fbx_binary {
    fbx_tree *tree;
    hone_reader in;
    bool big_endian;
    bool wide; /* sizes of nodes have 64 bits */
} fbx_binary;

static bool fail_at(const fbx_binary *b, const void *at, const char *sentence)
{
    return hone_fbx_fail_at(b->tree->document, at, b->tree->error, sentence);
}

/* ---- values --------------------------------------------------------------------------------------------------- */

static const uint8_t *take(fbx_binary *b, size_t size, const uint8_t *end)
{
    const uint8_t *bytes = b->in.at;
    if ((size_t)(end - bytes) < size) {
        fail_at(b, bytes, "a value is longer than its node");
        return NULL;
    }
    b->in.at += size;
    return bytes;
}

static uint32_t array_item_size(uint8_t type)
{
    return type == 'd' || type == 'l' ? 8 : type == 'f' || type == 'i' ? 4 : type == 'b' || type == 'c' ? 1 : 0;
}

static bool read_array(fbx_binary *b, uint8_t type, const uint8_t *end, fbx_value *out)
{
    const uint8_t *header = take(b, 12, end);
    if (!header)
        return false;
    uint32_t count = hone_fbx_u32(header, b->big_endian), encoding = hone_fbx_u32(header + 4, b->big_endian);
    uint32_t size = hone_fbx_u32(header + 8, b->big_endian);
    uint64_t whole = (uint64_t)count * array_item_size(type);
    if (encoding > 1)
        return fail_at(b, header, "an array has an encoding that does not exist");
    if (encoding == 0 && whole != size && whole > UINT32_MAX)
        return fail_at(b, header, "an array is longer than its node");
    size = encoding ? size : (uint32_t)whole; /* some writers leave the size of a plain array 0 */
    const uint8_t *data = take(b, size, end);
    *out = (fbx_value){.kind = FBX_ARRAY, .type = (char)type, .deflated = encoding == 1};
    out->array.data = data;
    out->array.size = size;
    out->array.count = count;
    return data && (encoding == 0 || hone_fbx_charge_array(b->tree, header, size, whole));
}

static bool read_text(fbx_binary *b, uint8_t type, const uint8_t *end, fbx_value *out)
{
    const uint8_t *header = take(b, 4, end);
    uint32_t size = header ? hone_fbx_u32(header, b->big_endian) : 0;
    const uint8_t *data = header ? take(b, size, end) : NULL;
    *out = (fbx_value){.kind = type == 'S' ? FBX_TEXT : FBX_BYTES};
    out->text = (fbx_text){(const char *)data, size};
    return data != NULL;
}

static bool read_value(fbx_binary *b, const uint8_t *end, fbx_value *out)
{
    const uint8_t *letter = take(b, 1, end);
    if (!letter)
        return false;
    uint8_t type = *letter;
    uint32_t size = hone_fbx_number_size(type);
    if (size == 0) {
        if (type == 'S' || type == 'R')
            return read_text(b, type, end, out);
        return array_item_size(type) ? read_array(b, type, end, out)
                                     : fail_at(b, letter, "a value has a type that does not exist");
    }
    const uint8_t *bytes = take(b, size, end);
    if (!bytes)
        return false;
    *out = (fbx_value){.kind = hone_fbx_number_is_real(type) ? FBX_REAL : FBX_INTEGER};
    if (out->kind == FBX_REAL)
        out->real = hone_fbx_real_at(type, bytes, b->big_endian);
    else
        out->integer = hone_fbx_integer_at(type, bytes, b->big_endian);
    return true;
}

/* Returns whether the values are numbers only. */
static bool are_numbers(const uint8_t *at, const uint8_t *end, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t size = at < end ? hone_fbx_number_size(*at) : 0;
        if (size == 0 || (size_t)(end - at) <= size)
            return false;
        at += 1 + size;
    }
    return true;
}

static bool read_values(fbx_binary *b, uint64_t count, const uint8_t *end, fbx_node *node)
{
    const uint8_t *begin = b->in.at;
    size_t size = (size_t)(end - begin);
    if (count == 0)
        return true;
    if (count > size || count > UINT32_MAX)
        return fail_at(b, begin, "a node has more values than bytes for them");
    bool list = count > FBX_FEW && size <= UINT32_MAX && are_numbers(begin, end, (uint32_t)count);
    node->value_count = list ? 1 : (uint32_t)count;
    fbx_value *values = hone_arena_raw(b->tree->document->memory, node->value_count, sizeof *values);
    node->values = values;
    if (!values)
        return hone_arena_fail(b->tree->document->memory, b->tree->error);
    if (list) {
        *values = (fbx_value){.kind = FBX_ARRAY, .type = 'v'};
        values->array.data = begin;
        values->array.size = (uint32_t)size;
        values->array.count = (uint32_t)count;
        return true;
    }
    for (uint32_t i = 0; i < count; i++)
        if (!read_value(b, end, &values[i]))
            return false;
    return true;
}

/* ---- nodes ---------------------------------------------------------------------------------------------------- */

typedef struct node_header {
    uint64_t end, value_count, values_size;
    const uint8_t *name;
    uint8_t name_size;
} node_header;

static bool read_header(fbx_binary *b, const uint8_t *end, node_header *out)
{
    size_t word = b->wide ? 8 : 4, size = 3 * word + 1;
    const uint8_t *at = b->in.at;
    if ((size_t)(end - at) < size || (size_t)(end - at) - size < at[size - 1])
        return fail_at(b, at, "the header of a node is cut short");
    for (int i = 0; i < 3; i++) {
        uint64_t value = b->wide ? hone_fbx_u64(at + 8 * i, b->big_endian) : hone_fbx_u32(at + 4 * i, b->big_endian);
        *(i == 0 ? &out->end : i == 1 ? &out->value_count : &out->values_size) = value;
    }
    out->name_size = at[size - 1];
    out->name = at + size;
    b->in.at += size + out->name_size;
    return true;
}

static bool read_children(fbx_binary *b, const uint8_t *end, uint32_t depth, fbx_node *parent);

/* Reads a node, or the empty header behind the last one: then *out is NULL. */
static bool read_node(fbx_binary *b, const uint8_t *end, uint32_t depth, fbx_node **out)
{
    const uint8_t *begin = b->in.at;
    node_header header = {0};
    *out = NULL;
    if (!read_header(b, end, &header))
        return false;
    if (header.end == 0 && header.name_size == 0)
        return true;
    uint64_t at = hone_reader_offset(&b->in), limit = (uint64_t)(end - b->in.begin);
    if (header.end > limit || header.values_size > limit - at)
        return fail_at(b, begin, "a node ends behind its parent or the file");
    if (header.end == 0) /* some nodes without children do not say where they end */
        header.end = at + header.values_size;
    if (header.end < at + header.values_size)
        return fail_at(b, begin, "a node ends before its values");
    *out = hone_fbx_add_node(b->tree, header.name, header.name_size);
    const uint8_t *values_end = b->in.at + header.values_size, *node_end = b->in.begin + header.end;
    if (!*out || !read_values(b, header.value_count, values_end, *out))
        return false;
    b->in.at = values_end;
    bool ok = values_end == node_end || read_children(b, node_end, depth + 1, *out);
    b->in.at = node_end;
    return ok;
}

static bool read_children(fbx_binary *b, const uint8_t *end, uint32_t depth, fbx_node *parent)
{
    fbx_node *node = NULL;
    const fbx_node **link = &parent->first_child;
    if (depth > FBX_DEPTH)
        return fail_at(b, b->in.at, "nodes are nested too deeply");
    while (b->in.at < end) {
        if (!read_node(b, end, depth, &node))
            return false;
        if (!node)
            return true;
        *link = node;
        link = &node->next;
    }
    return depth > 0 || fail_at(b, b->in.at, "the file is cut short");
}

/* The file begins with a text of 21 bytes with its NUL, 0x1A, the order of bytes, and the version. */
bool hone_fbx_read_binary(fbx_tree *tree)
{
    enum { ORDER = 22, VERSION = 23, HEADER = 27, FIRST_WIDE = 7500 };
    fbx_document *document = tree->document;
    fbx_binary b = {.tree = tree, .in = hone_reader_make(document->bytes, document->size)};
    if (!hone_read_bytes(&b.in, HEADER))
        return fail_at(&b, b.in.end, "the file is cut short");
    b.big_endian = document->big_endian = document->bytes[ORDER] != 0;
    uint32_t version = hone_fbx_u32(document->bytes + VERSION, b.big_endian);
    fbx_node *root = hone_fbx_add_node(tree, "", 0);
    document->root = root;
    b.wide = version >= FIRST_WIDE;
    return root && hone_fbx_check_version(tree, version, VERSION) && read_children(&b, b.in.end, 0, root);
}
