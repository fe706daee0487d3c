/* Reads the nodes of an FBX text file: "Name: value, value { children }". */
#include "base/text/text.h"
#include "base/error.h"
#include "files/format/common/base64.h"
#include "files/format/fbx/document/scan.h"
#include "files/format/fbx/document/tree.h"
#include <hone/io.h>
#include <string.h>

typedef struct fbx_text_file {
    fbx_tree *tree;
    hone_arena *memory;
    const char *at, *end;
    fbx_value *values; /* [room] those of the node that is being read */
    uint32_t count, room;
} fbx_text_file;

static bool fail_at(const fbx_text_file *t, const char *at, const char *sentence)
{
    return hone_fbx_fail_at(t->tree->document, at, t->tree->error, sentence);
}

static bool accept(fbx_text_file *t, char wanted)
{
    t->at = hone_fbx_skip_blanks(t->at, t->end);
    bool found = t->at < t->end && *t->at == wanted;
    t->at += found;
    return found;
}

/* ---- texts ---- */

/* The texts that stand for characters; "&" has none. */
static size_t escaped(const char *at, const char *end, char *character)
{
    static const struct {
        const char *text;
        char character;
    } known[] = {{"&quot;", '"'}, {"&cr;", '\r'}, {"&lf;", '\n'}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        size_t length = strlen(known[i].text);
        if ((size_t)(end - at) >= length && memcmp(at, known[i].text, length) == 0) {
            *character = known[i].character;
            return length;
        }
    }
    *character = *at;
    return 1;
}

static bool unescape(fbx_text_file *t, fbx_text *text)
{
    const char *at = text->data, *end = at + text->size;
    if (!text->size || !memchr(at, '&', text->size))
        return true;
    char *copy = hone_arena_raw(t->memory, text->size, 1);
    if (!copy)
        return hone_arena_fail(t->memory, t->tree->error);
    *text = (fbx_text){copy, 0};
    while (at < end) at += escaped(at, end, &copy[text->size++]);
    return true;
}

/* Reads a text from its first quote on. */
static bool read_quoted(fbx_text_file *t, fbx_text *out)
{
    const char *begin = t->at + 1, *end = memchr(begin, '"', (size_t)(t->end - begin));
    if (!end)
        return fail_at(t, t->at, "a text does not end");
    if ((size_t)(end - begin) > UINT32_MAX)
        return fail_at(t, t->at, "a text is too long");
    *out = (fbx_text){begin, (uint32_t)(end - begin)};
    t->at = end + 1;
    return true;
}

/* ---- values --------------------------------------------------------------------------------------------------- */

static fbx_value *add_value(fbx_text_file *t)
{
    if (t->count == t->room) {
        const hone_allocator *allocator = hone_arena_allocator(t->memory);
        uint32_t room = t->room ? t->room * 2 : 64;
        fbx_value *values = room <= INT32_MAX ? hone_allocate(allocator, room, sizeof *values) : NULL;
        if (!values) {
            hone_fail_memory(t->tree->error);
            return NULL;
        }
        if (t->count)
            memcpy(values, t->values, t->count * sizeof *values);
        hone_deallocate(allocator, t->values, t->room, sizeof *values);
        t->values = values;
        t->room = room;
    }
    return memset(&t->values[t->count++], 0, sizeof *t->values);
}

static bool add_array(fbx_text_file *t, const char *begin, const char *end, uint64_t count)
{
    if ((size_t)(end - begin) > UINT32_MAX)
        return fail_at(t, begin, "a list of numbers is too long");
    fbx_value *value = add_value(t);
    if (!value)
        return false;
    value->kind = FBX_ARRAY;
    value->type = 't';
    value->array.data = (const uint8_t *)begin;
    value->array.size = (uint32_t)(end - begin);
    value->array.count = (uint32_t)count;
    return true;
}

/* Counts in bytes, of which a vector has many, for as long as they cannot overflow. */
static uint64_t count_commas(const char *at, const char *end)
{
    enum { MOST = 240 };
    uint64_t count = 0;
    while (at < end) {
        size_t size = end - at < MOST ? (size_t)(end - at) : MOST;
        uint8_t few = 0;
        for (size_t i = 0; i < size; i++) few = (uint8_t)(few + (at[i] == ','));
        count += few;
        at += size;
    }
    return count;
}

/* Reads "*COUNT { a: NUMBERS }" from the star on. The count may be wrong; there cannot be more numbers than commas + 1.
 */
static bool read_array(fbx_text_file *t)
{
    const char *star = t->at;
    t->at = hone_fbx_skip_blanks(t->at + 1, t->end);
    t->at = hone_fbx_token_end(t->at, t->end);
    bool begins = accept(t, '{');
    t->at = hone_fbx_token_end(hone_fbx_skip_blanks(t->at, t->end), t->end); /* "a" */
    if (!begins)
        return fail_at(t, star, "an array does not begin with a brace");
    accept(t, ':');
    const char *end = memchr(t->at, '}', (size_t)(t->end - t->at));
    uint64_t count = 1;
    if (!end)
        return fail_at(t, star, "an array does not end");
    if (memchr(t->at, ';', (size_t)(end - t->at))) /* a comment, which may contain anything */
        end = hone_fbx_skip_numbers(t->at, t->end, &count);
    else
        count += count_commas(t->at, end);
    if (end == t->end || *end != '}')
        return fail_at(t, end, "an array has something else than numbers");
    bool ok = add_array(t, t->at, end, count);
    t->at = end + 1;
    return ok;
}

/* Reads numbers as one array if they are many and the only values. Returns whether they are. */
static bool is_long_list(fbx_text_file *t)
{
    uint64_t count;
    const char *end = hone_fbx_skip_numbers(t->at, t->end, &count);
    return count > FBX_FEW && (end == t->end || (*end != '"' && *end != '*')) && add_array(t, t->at, end, count) &&
           (t->at = end);
}

static bool read_number_or_word(fbx_text_file *t)
{
    const char *begin = t->at, *end = hone_fbx_token_end(begin, t->end);
    size_t size = (size_t)(end - begin);
    fbx_number number;
    fbx_value *value = add_value(t);
    if (!value)
        return false;
    t->at = end;
    if (!hone_fbx_parse_number(begin, size, &number)) {
        if (hone_fbx_is_kind(begin, end, FBX_DIGIT))
            return fail_at(t, begin, "a number is damaged");
        value->kind = FBX_TEXT;
        value->text = (fbx_text){begin, (uint32_t)(size < UINT32_MAX ? size : UINT32_MAX)};
        return true;
    }
    value->kind = number.is_real ? FBX_REAL : FBX_INTEGER;
    if (number.is_real)
        value->real = number.real;
    else
        value->integer = number.integer;
    return true;
}

static bool read_text(fbx_text_file *t)
{
    fbx_value *value = add_value(t);
    if (!value)
        return false;
    value->kind = FBX_TEXT;
    return read_quoted(t, &value->text) && unescape(t, &value->text);
}

/* Returns whether there are any. */
static bool skip_commas(fbx_text_file *t)
{
    bool any = false;
    while (accept(t, ',')) any = true;
    return any;
}

/* Reads the next value, and the commas behind it. Returns false at the end of the values, or with *ok false. */
static bool read_value(fbx_text_file *t, bool *ok)
{
    if (t->at == t->end)
        return false;
    if (*t->at == '"')
        *ok = read_text(t);
    else if (*t->at == '*')
        *ok = read_array(t);
    else if (hone_fbx_is_kind(t->at, t->end, FBX_DIGIT | FBX_LETTER) && !hone_fbx_is_name(t->at, t->end))
        *ok = read_number_or_word(t);
    else
        return false;
    return *ok && skip_commas(t);
}

/* Joins texts in base64 to bytes. Text that is not base64 becomes no bytes. */
static bool join_bytes(fbx_text_file *t)
{
    size_t room = 0, written = 0;
    for (uint32_t i = 0; i < t->count; i++)
        room += t->values[i].kind == FBX_TEXT ? hone_base64_room(t->values[i].text.size) : 0;
    if (room == 0 || room > UINT32_MAX)
        return true;
    uint8_t *bytes = hone_arena_raw(t->memory, room, 1);
    if (!bytes)
        return hone_arena_fail(t->memory, t->tree->error);
    for (uint32_t i = 0; i < t->count; i++) {
        size_t more = 0;
        const fbx_value *value = &t->values[i];
        if (value->kind == FBX_TEXT && hone_base64_decode(value->text.data, value->text.size, bytes + written, &more))
            written += more;
    }
    t->values[0] = (fbx_value){.kind = FBX_BYTES};
    t->values[0].text = (fbx_text){(const char *)bytes, (uint32_t)written};
    t->count = 1;
    return true;
}

static bool keep_values(fbx_text_file *t, fbx_node *node)
{
    if (t->count == 0)
        return true;
    fbx_value *values = hone_arena_raw(t->memory, t->count, sizeof *values);
    if (!values)
        return hone_arena_fail(t->memory, t->tree->error);
    node->values = memcpy(values, t->values, t->count * sizeof *values);
    node->value_count = t->count;
    return true;
}

static bool read_values(fbx_text_file *t, fbx_node *node)
{
    bool ok = true;
    t->count = 0;
    skip_commas(t); /* Some nodes have a comma before their first value. */
    if (!hone_fbx_is_kind(t->at, t->end, FBX_DIGIT) || !is_long_list(t))
        while (read_value(t, &ok)) {
        }
    if (ok && (hone_fbx_is(node, "Content") || hone_fbx_is(node, "BinaryData")))
        ok = join_bytes(t);
    return ok && keep_values(t, node);
}

/* ---- nodes ---------------------------------------------------------------------------------------------------- */

static bool read_children(fbx_text_file *t, uint32_t depth, fbx_node *parent);

static bool read_node(fbx_text_file *t, uint32_t depth, fbx_node **out)
{
    const char *name = t->at;
    if (!hone_fbx_is_kind(name, t->end, FBX_INNER) || !hone_fbx_is_name(name, t->end))
        return fail_at(t, name, "a node has no name");
    const char *name_end = hone_fbx_token_end(name, t->end);
    t->at = name_end;
    *out = hone_fbx_add_node(t->tree, name, (size_t)(name_end - name));
    if (!*out || !accept(t, ':') || !read_values(t, *out))
        return false;
    return !accept(t, '{') || read_children(t, depth + 1, *out);
}

static bool read_children(fbx_text_file *t, uint32_t depth, fbx_node *parent)
{
    fbx_node *node = NULL;
    const fbx_node **link = &parent->first_child;
    if (depth > FBX_DEPTH)
        return fail_at(t, t->at, "nodes are nested too deeply");
    for (;;) {
        t->at = hone_fbx_skip_blanks(t->at, t->end);
        if (t->at == t->end)
            return (depth == 0 && parent->first_child) || fail_at(t, t->at, "the file is cut short");
        if (depth > 0 && accept(t, '}'))
            return true;
        if (!read_node(t, depth, &node))
            return false;
        *link = node;
        link = &node->next;
    }
}

/* ---- the version ---------------------------------------------------------------------------------------------- */

/* "; FBX 7.5.0 project file": 7500; 0 if the file does not begin so. */
static uint32_t version_of_comment(const char *text, size_t size)
{
    static const char begin[] = "; FBX ";
    size_t at = sizeof begin - 1;
    if (size < at + 5 || memcmp(text, begin, at) != 0)
        return 0;
    const char *v = text + at;
    bool good = v[0] >= '0' && v[0] <= '9' && v[1] == '.' && v[2] >= '0' && v[2] <= '9' && v[3] == '.';
    return good ? (uint32_t)((v[0] - '0') * 1000 + (v[2] - '0') * 100) : 0;
}

/* The nodes are asked only where the comment is missing. Files that do not name their version are read as 7.4. */
static bool read_version(fbx_tree *tree, uint32_t version)
{
    enum { OTHERWISE = 7400 };
    const fbx_node *header = hone_fbx_child(tree->document->root, "FBXHeaderExtension");
    int64_t named = hone_fbx_integer(hone_fbx_child(header, "FBXVersion"), 0, OTHERWISE);
    return hone_fbx_check_version(tree, version ? version : named > 0 ? (uint64_t)named : 0, 0);
}

bool hone_fbx_read_text(fbx_tree *tree)
{
    fbx_document *document = tree->document;
    const char *text = (const char *)document->bytes;
    size_t size = document->size, mark = hone_utf8_mark(text, size);
    uint32_t version = version_of_comment(text + mark, size - mark);
    fbx_node *root = hone_fbx_add_node(tree, "", 0);
    document->root = root;
    if (!root || (version && !hone_fbx_check_version(tree, version, 0)))
        return false;
    fbx_text_file t = {.tree = tree, .memory = document->memory, .at = text + mark, .end = text + size};
    bool ok = read_children(&t, 0, root);
    hone_deallocate(hone_arena_allocator(t.memory), t.values, t.room, sizeof *t.values);
    return ok && read_version(tree, version);
}
