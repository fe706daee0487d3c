#include "cmd/info/bone_tree.h"
#include "tool/messages/report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DRAWN_DEPTH_MAX = 64 }; /* deeper bones are not indented further, so that a long chain of bones stays readable */

typedef struct family {
    int32_t *first, *next; /* [bone_count + 1]: first child, next brother; the last entry holds the roots */
} family;

static bool make_family(const hone_skeleton *skeleton, family *out)
{
    size_t count = (size_t)skeleton->bone_count + 1;
    out->first = malloc(2 * count * sizeof *out->first);
    if (!out->first)
        return false;
    out->next = out->first + count;
    for (size_t i = 0; i < 2 * count; i++) out->first[i] = HONE_NONE;
    for (uint32_t b = skeleton->bone_count; b-- > 0;) { /* backwards, so that brothers are in the order of the file */
        int32_t parent = skeleton->bones[b].parent;
        uint32_t above = parent == HONE_NONE ? skeleton->bone_count : (uint32_t)parent;
        out->next[b] = out->first[above];
        out->first[above] = (int32_t)b;
    }
    return true;
}

/* The bone that follows in depth-first order; *depth changes with it. */
static int32_t bone_after(const hone_skeleton *skeleton, const family *f, int32_t bone, uint32_t *depth)
{
    if (f->first[bone] != HONE_NONE) {
        ++*depth;
        return f->first[bone];
    }
    while (bone != HONE_NONE && f->next[bone] == HONE_NONE) {
        bone = skeleton->bones[bone].parent;
        *depth -= bone != HONE_NONE;
    }
    return bone == HONE_NONE ? HONE_NONE : f->next[bone];
}

bone_tree_entry *bone_tree_make(const hone_skeleton *skeleton)
{
    family f;
    bone_tree_entry *out = calloc(skeleton->bone_count ? skeleton->bone_count : 1, sizeof *out);
    if (!out || !make_family(skeleton, &f)) {
        free(out);
        return NULL;
    }
    uint32_t depth = 0, count = 0;
    for (int32_t b = f.first[skeleton->bone_count]; b != HONE_NONE; b = bone_after(skeleton, &f, b, &depth))
        out[count++] = (bone_tree_entry){(uint32_t)b, depth, f.next[b] == HONE_NONE};
    free(f.first);
    return out;
}

/* ---- text ---- */

static void print_name(const hone_skeleton *skeleton, int32_t bone, FILE *to)
{
    if (bone == HONE_NONE)
        fputc('?', to);
    else
        report_print_escaped(to, skeleton->bones[bone].name);
}

static void print_rules(const hone_skeleton *skeleton, const hone_bone *bone, FILE *to)
{
    if (bone->english_name[0] && strcmp(bone->english_name, bone->name) != 0) {
        fputs("  (", to);
        report_print_escaped(to, bone->english_name);
        fputc(')', to);
    }
    if (bone->append_source != HONE_NONE) {
        fprintf(to, "  append %g of ", (double)bone->append_ratio);
        print_name(skeleton, bone->append_source, to);
    }
    if (bone->ik != HONE_NONE) {
        fputs("  IK goal of ", to);
        print_name(skeleton, skeleton->iks[bone->ik].effector, to);
    }
}

bool bone_tree_print(const hone_skeleton *skeleton, FILE *to)
{
    bone_tree_entry *entries = bone_tree_make(skeleton);
    bool more[DRAWN_DEPTH_MAX + 1] = {false}; /* by depth: whether brothers follow further down */
    for (uint32_t i = 0; entries && i < skeleton->bone_count; i++) {
        const bone_tree_entry *e = &entries[i];
        uint32_t depth = e->depth < DRAWN_DEPTH_MAX ? e->depth : DRAWN_DEPTH_MAX;
        more[depth] = !e->last;
        const char *name = skeleton->bones[e->bone].name;
        fprintf(to, "  %6u%s", e->bone, depth || *name ? "  " : "");
        for (uint32_t d = 1; d < depth; d++) fputs(more[d] ? "│  " : "   ", to);
        if (depth)
            fputs(e->last ? "└─" : "├─", to);
        if (depth && *name)
            fputc(' ', to);
        report_print_escaped(to, name);
        print_rules(skeleton, &skeleton->bones[e->bone], to);
        fputc('\n', to);
    }
    free(entries);
    return entries != NULL;
}

/* ---- JSON ---- */

static void write_index(hone_json *json, const char *key, int32_t bone)
{
    hone_json_key(json, key);
    if (bone == HONE_NONE)
        hone_json_number(json, (double)NAN); /* null */
    else
        hone_json_integer(json, (uint64_t)bone);
}

bool bone_tree_write(const hone_skeleton *skeleton, hone_json *json)
{
    family f;
    bone_tree_entry *entries = bone_tree_make(skeleton);
    if (!entries || !make_family(skeleton, &f)) {
        free(entries);
        return false;
    }
    hone_json_array(json);
    for (uint32_t i = 0; i < skeleton->bone_count; i++) {
        const hone_bone *bone = &skeleton->bones[entries[i].bone];
        hone_json_object(json);
        write_index(json, "index", (int32_t)entries[i].bone);
        hone_json_key(json, "name");
        hone_json_string(json, bone->name);
        hone_json_key(json, "english_name");
        hone_json_string(json, bone->english_name);
        hone_json_key(json, "depth");
        hone_json_integer(json, entries[i].depth);
        write_index(json, "parent", bone->parent);
        hone_json_key(json, "children");
        hone_json_flat_array(json);
        for (int32_t c = f.first[entries[i].bone]; c != HONE_NONE; c = f.next[c]) hone_json_integer(json, (uint64_t)c);
        hone_json_end(json, ']');
        hone_json_end(json, '}');
    }
    hone_json_end(json, ']');
    free(f.first);
    free(entries);
    return true;
}
