/* Chapter 15: one mesh, skinned by loops that are better and better. Prints the time a vertex of each, and how far its
 * result is from that of the second.
 *
 * usage: loops MODEL MOTION SECONDS VERTICES       the model's vertices are repeated */
#define _POSIX_C_SOURCE 199309L
#include "words.h"

#include <hone/hone.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct scene {
    const hone_mesh *mesh;
    const hone_affine *bones;
    const hone_palette *palette;
    hone_skin *skin;
    hone_workers *workers;
    const char *kernel;
    uint32_t count;
    float (*positions)[3], (*normals)[3], (*out)[3], (*out_normals)[3], (*reference)[3], (*lanes)[3],
        (*lane_normals)[3];
    uint32_t *begin;
    hone_influence *influences;
} scene;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void add_scaled(hone_affine *sum, const hone_affine *matrix, float weight)
{
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 4; c++) sum->m[r][c] += weight * matrix->m[r][c];
}

/* The bones only turn and move, so that the blended matrix serves the normal, too. */
static void carry(scene *s, const hone_affine *matrix, uint32_t v)
{
    float *n = s->out_normals[v];
    hone_affine_point(matrix, s->positions[v], s->out[v]);
    hone_affine_direction(matrix, s->normals[v], n);
    hone_vec3_scale(n, 1 / hone_vec3_length(n), n);
}

/* As it is written first: the product of bone and offset matrix anew for each vertex. */
static void products_per_vertex(scene *s)
{
    for (uint32_t v = 0; v < s->count; v++) {
        hone_affine sum = {{{0}}};
        for (uint32_t i = s->begin[v]; i < s->begin[v + 1]; i++) {
            const hone_slot *slot = &s->mesh->slots[s->influences[i].slot];
            hone_affine product = hone_affine_multiply(&s->bones[slot->bone], &slot->bone_from_mesh);
            add_scaled(&sum, &product, s->influences[i].weight);
        }
        carry(s, &sum, v);
    }
}

/* The products come from the palette. */
static void palette_per_vertex(scene *s)
{
    for (uint32_t v = 0; v < s->count; v++) {
        hone_affine sum = {{{0}}};
        for (uint32_t i = s->begin[v]; i < s->begin[v + 1]; i++)
            add_scaled(&sum, &s->palette->affine[s->influences[i].slot], s->influences[i].weight);
        carry(s, &sum, v);
    }
}

/* The library's kernel, which works on sixteen vertices side by side. */
static void compiled(scene *s)
{
    hone_skin_job job = {.palette = s->palette, .method = HONE_SKIN_LINEAR, .order = HONE_SKIN_ORDER_LANES};
    job.kernel = s->kernel;
    job.positions = (hone_stream){s->lanes, hone_skin_lane_count(s->skin), sizeof *s->lanes};
    job.normals = (hone_stream){s->lane_normals, hone_skin_lane_count(s->skin), sizeof *s->lane_normals};
    hone_skin_run_on(s->workers, s->skin, &job, NULL);
}

static void gather(scene *s)
{
    const uint32_t *lanes = hone_skin_lanes(s->skin);
    for (uint32_t v = 0; v < s->count; v++) hone_vec3_copy(s->lanes[lanes[v]], s->out[v]);
}

static double time_of(scene *s, void (*loop)(scene *))
{
    double best = 1e9;
    for (int i = 0; i < 100; i++) {
        double start = now();
        loop(s);
        double seconds = now() - start;
        best = seconds < best ? seconds : best;
    }
    return 1e9 * best / s->count;
}

static double worst_difference(const scene *s)
{
    double worst = 0;
    for (uint32_t v = 0; v < s->count; v++) {
        double off = (double)hone_vec3_distance(s->out[v], s->reference[v]);
        worst = off > worst ? off : worst;
    }
    return worst;
}

static bool prepare(scene *s, hone_error *error)
{
    uint32_t have = s->mesh->vertex_count, total = 0;
    size_t n = (size_t)s->count + 1;
    s->positions = calloc(n, sizeof *s->positions), s->normals = calloc(n, sizeof *s->normals);
    s->out_normals = calloc(n, sizeof *s->out_normals), s->out = calloc(n, sizeof *s->out);
    s->reference = calloc(n, sizeof *s->reference), s->begin = calloc(n, sizeof *s->begin);
    s->influences = calloc(n * 4, sizeof *s->influences);
    if (!s->positions || !s->normals || !s->out_normals || !s->out || !s->reference || !s->begin || !s->influences)
        return hone_fail_memory(error);
    for (uint32_t v = 0; v < s->count; v++) {
        uint32_t from = v % have;
        hone_vec3_copy(s->mesh->positions[from], s->positions[v]);
        hone_vec3_copy(s->mesh->normals[from], s->normals[v]);
        for (uint32_t i = s->mesh->influence_begin[from]; i < s->mesh->influence_begin[from + 1]; i++)
            if (s->mesh->influences[i].weight > 0)
                s->influences[total++] = s->mesh->influences[i];
        s->begin[v + 1] = total;
    }
    hone_skin_desc desc = {.vertex_count = s->count, .slot_count = s->mesh->slot_count, .influence_begin = s->begin};
    desc.influences = s->influences;
    desc.positions = (hone_stream){s->positions, s->count, sizeof *s->positions};
    desc.normals = (hone_stream){s->normals, s->count, sizeof *s->normals};
    s->skin = hone_skin_compile(&desc, error);
    s->lanes = s->skin ? calloc(hone_skin_lane_count(s->skin), sizeof *s->lanes) : NULL;
    s->lane_normals = s->lanes ? calloc(hone_skin_lane_count(s->skin), sizeof *s->lane_normals) : NULL;
    return s->skin && (s->lane_normals || hone_fail_memory(error));
}

static void print_row(const char *what, double ns, double first, double off)
{
    printf(words("%-*s %9.2f ns a vertex %9.2f x   %s\n", "%-*s %9.2f ns (頂点あたり) %9.2f倍   %s\n"),
           columns(42, what), what, ns, first / ns,
           off > 1e-4 ? words("ANOTHER RESULT", "結果が違う") : words("same result", "結果は同じ"));
}

static void compare(scene *s)
{
    palette_per_vertex(s);
    memcpy(s->reference, s->out, s->count * sizeof *s->out);
    double first = time_of(s, products_per_vertex);
    printf(words("%u vertices, %u influences\n", "頂点%u個、影響%u個\n"), (unsigned)s->count,
           (unsigned)s->begin[s->count]);
    print_row(words("matrix products for each vertex", "頂点ごとに行列を掛ける"), first, first, worst_difference(s));
    print_row(words("a palette, made once", "パレットを一度だけ作る"), time_of(s, palette_per_vertex), first, 0);
    static const char *const kernels[] = {"scalar", NULL};
    const char *const names[] = {words("compiled, one at a time", "コンパイル済み、一つずつ"),
                                 words("compiled, many side by side", "コンパイル済み、いくつも並べて")};
    for (int k = 0; k < 2; k++) {
        s->kernel = kernels[k];
        double ns = time_of(s, compiled);
        gather(s);
        print_row(names[k], ns, first, worst_difference(s));
    }
    s->workers = hone_workers_create(2, NULL, NULL);
    double ns = time_of(s, compiled);
    gather(s);
    print_row(words("and by two threads", "さらに二つのスレッドで"), ns, first, worst_difference(s));
    hone_workers_destroy(s->workers);
}

int main(int argc, char **argv)
{
    if (argc != 5)
        return fprintf(stderr, words("usage: loops MODEL MOTION SECONDS VERTICES\n",
                                     "使い方: loops モデル モーション 秒 頂点の数\n")),
               2;
    hone_error error = {0};
    hone_model *model = hone_model_load(argv[1], NULL, &error);
    hone_motion *motion = model ? hone_motion_load(argv[2], NULL, &error) : NULL;
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model}, &error);
    scene s = {.count = (uint32_t)strtoul(argv[4], NULL, 10)};
    bool ok =
        hone_actor_play(actor, motion, NULL, &error).id && hone_actor_update(actor, strtod(argv[3], NULL), &error);
    if (ok)
        s.mesh = hone_model_mesh(model), s.bones = hone_actor_bones(actor), s.palette = hone_actor_palette(actor);
    ok = ok && prepare(&s, &error);
    if (ok)
        compare(&s);
    else
        fprintf(stderr, "%s\n", error.message);
    free(s.positions), free(s.out), free(s.reference), free(s.lanes), free(s.begin), free(s.influences);
    free(s.normals), free(s.out_normals), free(s.lane_normals);
    hone_skin_release(s.skin);
    hone_actor_destroy(actor), hone_motion_release(motion), hone_model_release(model);
    return !ok;
}
