/* Finds nodes of a tree by their names, and returns single values. */
#include "files/format/fbx/document/document.h"
#include <string.h>

bool hone_fbx_text_is(fbx_text text, const char *wanted)
{
    return hone_fbx_same_text(text, (fbx_text){wanted, (uint32_t)strlen(wanted)});
}

bool hone_fbx_is(const fbx_node *node, const char *name)
{
    return node && hone_fbx_text_is(node->name, name);
}

const fbx_node *hone_fbx_child(const fbx_node *node, const char *name)
{
    const fbx_node *child = node ? node->first_child : NULL;
    const fbx_text wanted = {name, child ? (uint32_t)strlen(name) : 0};
    while (child && !hone_fbx_same_text(child->name, wanted)) child = child->next;
    return child;
}

const fbx_node *hone_fbx_next(const fbx_node *node)
{
    const fbx_node *next = node ? node->next : NULL;
    while (next && !hone_fbx_same_text(next->name, node->name)) next = next->next;
    return next;
}

static const fbx_value *get(const fbx_node *node, uint32_t index)
{
    return node && index < node->value_count ? &node->values[index] : NULL;
}

/* Converts to the nearest integer that there is room for; a number that is not finite gives the default. */
static int64_t to_integer(double real, int64_t otherwise)
{
    if (!(real > -9.2e18 && real < 9.2e18))
        return real >= 9.2e18 ? INT64_MAX : real <= -9.2e18 ? INT64_MIN : otherwise;
    return (int64_t)real;
}

int64_t hone_fbx_integer(const fbx_node *node, uint32_t index, int64_t otherwise)
{
    const fbx_value *value = get(node, index);
    if (value && value->kind == FBX_INTEGER)
        return value->integer;
    return value && value->kind == FBX_REAL ? to_integer(value->real, otherwise) : otherwise;
}

double hone_fbx_real(const fbx_node *node, uint32_t index, double otherwise)
{
    const fbx_value *value = get(node, index);
    if (value && value->kind == FBX_REAL)
        return value->real;
    return value && value->kind == FBX_INTEGER ? (double)value->integer : otherwise;
}

fbx_text hone_fbx_text(const fbx_node *node, uint32_t index)
{
    const fbx_value *value = get(node, index);
    return value && (value->kind == FBX_TEXT || value->kind == FBX_BYTES) ? value->text : (fbx_text){"", 0};
}

/* Returns where `part` begins in a text, or its size. */
static uint32_t find(fbx_text text, const char part[2])
{
    for (uint32_t i = 0; i + 1 < text.size; i++)
        if (text.data[i] == part[0] && text.data[i + 1] == part[1])
            return i;
    return text.size;
}

void hone_fbx_split_name(fbx_text whole, fbx_text *name, fbx_text *class_name)
{
    uint32_t at = find(whole, "\0\1");
    bool name_first = at < whole.size;
    if (!name_first)
        at = find(whole, "::");
    if (at == whole.size) {
        *name = whole;
        *class_name = (fbx_text){"", 0};
        return;
    }
    const fbx_text before = {whole.data, at}, after = {whole.data + at + 2, whole.size - at - 2};
    *name = name_first ? before : after;
    *class_name = name_first ? after : before;
}

static const fbx_value *array_of(const fbx_node *node)
{
    return node && node->value_count == 1 && node->values->kind == FBX_ARRAY ? node->values : NULL;
}

bool hone_fbx_same_array(const fbx_node *a, const fbx_node *b)
{
    const fbx_value *x = array_of(a), *y = array_of(b);
    return x && y && x->type == y->type && x->deflated == y->deflated && x->array.count == y->array.count &&
           x->array.size == y->array.size && memcmp(x->array.data, y->array.data, x->array.size) == 0;
}
