#include "view/paint/symmetry.h"
#include <hone/io.h>
#include <hone/math.h>
#include <stdlib.h>
#include <string.h>

/* ---- bones ---- */

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* "L" and "R" count as sides only if they stand alone, as in "Arm_L", "arm.l" and "L_arm". */
static bool stands_alone(const char *name, const char *at, size_t size)
{
    char before = at > name ? at[-1] : '_', after = at[size];
    bool begins = !is_letter(before), ends = !is_letter(after);
    return begins && ends && (before == '_' || before == '.' || before == '-' || before == ' ') &&
           (after == '\0' || after == '_' || after == '.' || after == '-' || after == ' ');
}

bool symmetry_mirror_name(const char *name, char *out, size_t size)
{
    static const struct {
        const char *from, *to;
        bool alone;
    } sides[] = {{"左", "右", false},      {"右", "左", false},      {"Left", "Right", false}, {"Right", "Left", false},
                 {"left", "right", false}, {"right", "left", false}, {"LEFT", "RIGHT", false}, {"RIGHT", "LEFT", false},
                 {"L", "R", true},         {"R", "L", true},         {"l", "r", true},         {"r", "l", true}};
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
        size_t from = strlen(sides[i].from), to = strlen(sides[i].to);
        for (const char *at = strstr(name, sides[i].from); at; at = strstr(at + 1, sides[i].from)) {
            if (sides[i].alone && !stands_alone(name, at, from))
                continue;
            size_t head = (size_t)(at - name), tail = strlen(at + from) + 1;
            if (head + to + tail > size)
                return false;
            memcpy(out, name, head);
            memcpy(out + head, sides[i].to, to);
            memcpy(out + head + to, at + from, tail);
            return true;
        }
    }
    return false;
}

static void mirror_bones(const hone_model *model, int32_t *out)
{
    const hone_skeleton *skeleton = hone_model_skeleton(model);
    hone_humanoid human = hone_model_humanoid(model);
    char name[256];
    for (uint32_t b = 0; b < skeleton->bone_count; b++) {
        out[b] = (int32_t)b;
        if (!symmetry_mirror_name(skeleton->bones[b].name, name, sizeof name))
            continue;
        int32_t other = hone_model_find_bone(model, name);
        out[b] = other != HONE_NONE ? other : (int32_t)b;
    }
    for (int h = HONE_HUMANOID_EYE; h + 1 < HONE_HUMANOID_COUNT; h += 2) {
        int32_t left = human.bones[h], right = human.bones[h + 1];
        if (left != HONE_NONE && right != HONE_NONE)
            out[left] = right, out[right] = left;
    }
}

/* ---- vertices ---- */

typedef struct keyed {
    float key; /* the same for a vertex and its mirror image */
    uint32_t vertex;
} keyed;

static int compare(const void *a, const void *b)
{
    const keyed *p = a, *q = b;
    return p->key != q->key ? (p->key < q->key ? -1 : 1) : p->vertex < q->vertex ? -1 : 1;
}

static const float slope = 0.6180340f; /* so that few vertices have the same key */

static uint32_t first_from(const keyed *all, uint32_t count, float key)
{
    uint32_t low = 0, high = count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (all[middle].key < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static float model_size(const hone_mesh *mesh)
{
    float low[3] = {0}, high[3] = {0};
    for (uint32_t v = 0; v < mesh->vertex_count; v++)
        for (int i = 0; i < 3; i++) {
            low[i] = v ? fminf(low[i], mesh->positions[v][i]) : mesh->positions[v][i];
            high[i] = v ? fmaxf(high[i], mesh->positions[v][i]) : mesh->positions[v][i];
        }
    return hone_vec3_distance(low, high);
}

static int32_t find_image(const hone_mesh *mesh, const keyed *all, uint32_t vertex, float tolerance)
{
    const float *own = mesh->positions[vertex], *n = mesh->normals ? mesh->normals[vertex] : NULL;
    const float image[3] = {-own[0], own[1], own[2]};
    float key = own[1] + slope * own[2], reach = 2 * tolerance, best = INFINITY;
    int32_t found = HONE_NONE;
    if (fabsf(own[0]) <= tolerance / 2)
        return (int32_t)vertex;
    for (uint32_t i = first_from(all, mesh->vertex_count, key - reach);
         i < mesh->vertex_count && all[i].key <= key + reach; i++) {
        uint32_t other = all[i].vertex;
        float off = hone_vec3_distance(image, mesh->positions[other]);
        if (!(off <= tolerance))
            continue;
        const float *m = n ? mesh->normals[other] : NULL;
        float turned = m ? 1 - (-n[0] * m[0] + n[1] * m[1] + n[2] * m[2]) : 0;
        float rating = off + turned * tolerance;
        if (rating < best)
            best = rating, found = (int32_t)other;
    }
    return found;
}

static bool mirror_vertices(const hone_mesh *mesh, int32_t *out)
{
    float tolerance = model_size(mesh) / 2000;
    keyed *all = calloc((size_t)mesh->vertex_count + 1, sizeof *all);
    for (uint32_t v = 0; all && v < mesh->vertex_count; v++)
        all[v] = (keyed){mesh->positions[v][1] + slope * mesh->positions[v][2], v};
    if (all)
        qsort(all, mesh->vertex_count, sizeof *all, compare);
    for (uint32_t v = 0; all && v < mesh->vertex_count; v++) out[v] = find_image(mesh, all, v, tolerance);
    free(all);
    return all != NULL;
}

bool symmetry_make(const hone_model *model, symmetry *out, hone_error *error)
{
    const hone_mesh *mesh = hone_model_mesh(model);
    out->vertices = calloc((size_t)mesh->vertex_count + 1, sizeof *out->vertices);
    out->bones = calloc((size_t)hone_model_skeleton(model)->bone_count + 1, sizeof *out->bones);
    if (!out->vertices || !out->bones || !mirror_vertices(mesh, out->vertices)) {
        symmetry_release(out);
        return hone_fail_memory(error);
    }
    mirror_bones(model, out->bones);
    return true;
}

void symmetry_release(symmetry *s)
{
    free(s->vertices);
    free(s->bones);
    *s = (symmetry){0};
}
