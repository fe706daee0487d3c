/* Chapter 11: blending rotations and translations apart, which is wrong, beside blending matrices.
 *
 * usage: apart DEGREES                           an elbow at several distances from the model's origin
 *        apart MODEL MOTION SECONDS [OUT.x]      a whole character; OUT.x: its vertices, right and wrong */
#include "blends.h"
#include "words.h"

#include <hone/hone.h>
#include <stdio.h>
#include <stdlib.h>

/* A turn about z, about a place on the x axis: what a palette has for the lower arm. */
static hone_rigid_transform elbow(float x, float degrees)
{
    float half = degrees * (float)HONE_PI / 360;
    hone_rigid_transform to = {.rotation = {0, 0, sinf(half), cosf(half)}, .translation = {x, 0, 0}};
    hone_rigid_transform from = {.rotation = {0, 0, 0, 1}, .translation = {-x, 0, 0}};
    return hone_rigid_transform_compose(&to, &from);
}

static void print_elbows(float degrees)
{
    printf("%s\n", words("elbow at   apart off by   x (1 - cos(angle / 2))",
                         "肘の位置   別々だとずれ   x (1 - cos(角度 / 2))"));
    for (int i = 0; i <= 4; i++) {
        float x = (float)(i * 5), apart[3];
        const float half[2] = {0.5f, 0.5f}, p[3] = {x, 0, 0}; /* the joint itself, which does not move */
        hone_rigid_transform upper = elbow(0, 0), lower = elbow(x, degrees);
        blend_apart((const hone_rigid_transform *[]){&upper, &lower}, half, 2, true, p, apart);
        printf("%8.0f   %12.3f   %12.3f\n", (double)x, (double)hone_vec3_distance(apart, p),
               (double)x * (1 - cos((double)degrees * HONE_PI / 360)));
    }
}

typedef struct shapes {
    uint32_t count;
    float (*right)[3], (*wrong)[3];
} shapes;

/* Skins all vertices of an actor in the wrong way, with its morphs. Prints how far they are off. */
static void skin_apart(const hone_mesh *mesh, const hone_actor *actor, bool signs, shapes *s)
{
    const float(*positions)[3] = hone_actor_morph_result(actor)->positions;
    const hone_palette *palette = hone_actor_palette(actor);
    double worst = 0, sum = 0;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        hone_rigid_transform transforms[4];
        const hone_rigid_transform *list[4];
        float weights[4];
        int count = 0;
        for (uint32_t i = mesh->influence_begin[v]; i < mesh->influence_begin[v + 1] && count < 4; i++)
            if (mesh->influences[i].weight > 0 &&
                hone_rigid_transform_from_affine(&palette->affine[mesh->influences[i].slot], &transforms[count],
                                                 NULL)) {
                list[count] = &transforms[count];
                weights[count++] = mesh->influences[i].weight;
            }
        blend_apart(list, weights, count, signs, positions[v], s->wrong[v]);
        double off = (double)hone_vec3_distance(s->wrong[v], s->right[v]);
        worst = off > worst ? off : worst, sum += off;
    }
    printf(words("%s: off by at most %.2f, on average %.3f\n", "%s: ずれは最大%.2f、平均%.3f\n"),
           signs ? words("signs made equal", "符号をそろえる") : words("signs as they are", "符号はそのまま"), worst,
           sum / mesh->vertex_count);
}

static void write_x(const hone_mesh *mesh, const shapes *s, const char *path)
{
    FILE *out = fopen(path, "w");
    if (!out)
        return;
    fprintf(out, "xof 0303txt 0032\n");
    for (int side = 0; side < 2; side++) {
        fprintf(out, "Mesh {\n%u;\n", (unsigned)s->count);
        for (uint32_t v = 0; v < s->count; v++) {
            const float *p = side ? s->wrong[v] : s->right[v];
            fprintf(out, "%.4f;%.4f;%.4f;%s\n", (double)p[0] + 14.0 * side, (double)p[1], (double)p[2],
                    v + 1 < s->count ? "," : ";");
        }
        fprintf(out, "%u;\n", (unsigned)(mesh->index_count / 3));
        for (uint32_t i = 0; i + 2 < mesh->index_count; i += 3)
            fprintf(out, "3;%u,%u,%u;%s\n", (unsigned)mesh->indices[i], (unsigned)mesh->indices[i + 1],
                    (unsigned)mesh->indices[i + 2], i + 3 < mesh->index_count ? "," : ";");
        fprintf(out, "}\n");
    }
    fclose(out);
}

static bool whole_character(char **argv, const char *path, hone_error *error)
{
    hone_model *model = hone_model_load(argv[1], NULL, error);
    hone_motion *motion = model ? hone_motion_load(argv[2], NULL, error) : NULL;
    hone_actor *actor = hone_actor_create(&(hone_actor_desc){.model = model}, error);
    shapes s = {.count = model ? hone_model_mesh(model)->vertex_count : 0};
    s.right = calloc(s.count + 1, sizeof *s.right), s.wrong = calloc(s.count + 1, sizeof *s.wrong);
    hone_skin_out out = {.positions = {s.right, s.count, sizeof *s.right}, .method = HONE_SKIN_LINEAR};
    bool ok = s.right && s.wrong && hone_actor_play(actor, motion, NULL, error).id &&
              hone_actor_update(actor, strtod(argv[3], NULL), error) && hone_actor_skin(actor, &out, error);
    if (ok) {
        skin_apart(hone_model_mesh(model), actor, false, &s);
        skin_apart(hone_model_mesh(model), actor, true, &s);
        if (path)
            write_x(hone_model_mesh(model), &s, path);
    }
    hone_actor_destroy(actor), hone_motion_release(motion), hone_model_release(model);
    free(s.right), free(s.wrong);
    return ok;
}

int main(int argc, char **argv)
{
    hone_error error = {0};
    if (argc == 2)
        return print_elbows(strtof(argv[1], NULL)), 0;
    if (argc < 4)
        return fprintf(stderr, words("usage: apart DEGREES | MODEL MOTION SECONDS [OUT.x]\n",
                                     "使い方: apart 度 | モデル モーション 秒 [出力.x]\n")),
               2;
    if (!whole_character(argv, argc > 4 ? argv[4] : NULL, &error))
        return fprintf(stderr, "%s\n", error.message), 1;
    return 0;
}
