/* Measures a picture of 1, 100 and 10,000 dancers with each skinning method: one pose for all, or 64 poses. Prints the
 * least of several times, in milliseconds, for a whole picture of 64 x 64 pixels (sending, drawing and reading back,
 * without posing), so that the vertices dominate. Columns of more than INSTANCES dancers are left out: 10,000 take
 * minutes on a device in software. bench_gpu [BONES [TRIANGLES [INSTANCES]]] */
#define _POSIX_C_SOURCE 200809L
#include "tool/options/gpu_skin.h"
#include <hone/hone.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SIDE = 64, POSES = 64, INSTANCES_MAX = 10000 };
static const float HEIGHT = 20;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

static void *room(size_t count, size_t size)
{
    void *memory = calloc(count, size);
    if (!memory)
        exit(1);
    return memory;
}

typedef struct arrays {
    hone_bone *bones;
    hone_slot *slots;
    float (*positions)[3], (*normals)[3], (*uvs)[2], *edges;
    uint8_t *deforms;
    uint32_t *begin, *indices;
    hone_influence *influences;
    hone_material *material;
} arrays;

static arrays make_arrays(hone_builder *b, uint32_t bones, uint32_t vertices, uint32_t triangles)
{
    return (arrays){.bones = hone_builder_array(b, bones, sizeof(hone_bone)),
                    .slots = hone_builder_array(b, bones, sizeof(hone_slot)),
                    .positions = hone_builder_array(b, vertices, sizeof(float[3])),
                    .normals = hone_builder_array(b, vertices, sizeof(float[3])),
                    .uvs = hone_builder_array(b, vertices, sizeof(float[2])),
                    .edges = hone_builder_array(b, vertices, sizeof(float)),
                    .deforms = hone_builder_array(b, vertices, 1),
                    .begin = hone_builder_array(b, (size_t)vertices + 1, sizeof(uint32_t)),
                    .indices = hone_builder_array(b, triangles, sizeof(uint32_t[3])),
                    .influences = hone_builder_array(b, vertices, 4 * sizeof(hone_influence)),
                    .material = hone_builder_array(b, 1, sizeof(hone_material))};
}

static void fill_bones(const arrays *a, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        float y = HEIGHT * (float)i / (float)count;
        a->bones[i] = (hone_bone){.name = "bone",
                                  .parent = (int32_t)i - 1,
                                  .position = {0, y, 0},
                                  .tail_bone = HONE_NONE,
                                  .append_source = HONE_NONE,
                                  .ik = HONE_NONE};
        a->slots[i] = (hone_slot){(int32_t)i, {{{1, 0, 0, 0}, {0, 1, 0, -y}, {0, 0, 1, 0}}}};
    }
}

static void fill_vertices(const arrays *a, uint32_t count, uint32_t bone_count)
{
    for (uint32_t v = 0; v < count; v++) {
        uint32_t bone = (uint32_t)((uint64_t)v * bone_count / count);
        a->positions[v][0] = v % 2 ? 0.5f : -0.5f;
        a->positions[v][1] = HEIGHT * (float)v / (float)count;
        a->normals[v][2] = -1;
        a->deforms[v] = HONE_DEFORM_BDEF4;
        for (uint32_t i = 0; i < 4; i++)
            a->influences[4 * v + i] = (hone_influence){(int32_t)((bone + i) % bone_count), 0.25f};
        a->begin[v + 1] = 4 * (v + 1);
    }
}

/* A strip of triangles along a chain of bones; each vertex has four influences. */
static hone_model *make_model(uint32_t bone_count, uint32_t triangles, hone_error *error)
{
    uint32_t count = triangles + 2;
    hone_builder *b = hone_builder_create(NULL, 0, error);
    if (!b)
        return NULL;
    arrays a = make_arrays(b, bone_count, count, triangles);
    if (!a.material) { /* once a builder fails, all later calls fail, too */
        hone_builder_destroy(b);
        return NULL;
    }
    fill_bones(&a, bone_count);
    fill_vertices(&a, count, bone_count);
    for (uint32_t i = 0; i < 3 * triangles; i++) a.indices[i] = i / 3 + i % 3; /* both sides are visible */
    *a.material = (hone_material){.name = "strip",
                                  .diffuse = {1, 1, 1, 1},
                                  .flags = HONE_MATERIAL_DOUBLE_SIDED,
                                  .texture = HONE_NONE,
                                  .sphere_texture = HONE_NONE,
                                  .toon = HONE_NONE,
                                  .index_count = 3 * triangles};
    const hone_model_data data = {.skeleton = {.bone_count = bone_count, .bones = a.bones},
                                  .mesh = {.vertex_count = count,
                                           .positions = (const float(*)[3])a.positions,
                                           .normals = (const float(*)[3])a.normals,
                                           .uvs = (const float(*)[2])a.uvs,
                                           .edge_scales = a.edges,
                                           .deforms = a.deforms,
                                           .influence_begin = a.begin,
                                           .influence_count = 4 * count,
                                           .influences = a.influences,
                                           .slot_count = bone_count,
                                           .slots = a.slots,
                                           .index_count = 3 * triangles,
                                           .indices = a.indices},
                                  .material_count = 1,
                                  .materials = a.material};
    return hone_model_create(b, &data, NULL, error);
}

typedef struct scene {
    hone_renderer *renderer;
    hone_model *model;
    hone_instance *instances;
    hone_draw_item item;
    hone_image image;
} scene;

static bool shoot(const scene *s, hone_gpu_skin gpu_skin, double *out, hone_error *error)
{
    hone_draw_desc desc = {.width = SIDE,
                           .height = SIDE,
                           .samples = 1,
                           .background = {1, 1, 1, 1},
                           .camera = {{0, 10, 0}, {0, 0, 0}, -600, 30, false},
                           .items = &s->item,
                           .item_count = 1,
                           .gpu_skin = gpu_skin};
    hone_image image = s->image;
    double begin = now();
    bool ok = hone_renderer_draw_image(s->renderer, &desc, &image, error);
    *out = now() - begin;
    return ok;
}

static bool measure(const scene *s, hone_gpu_skin gpu_skin, hone_error *error)
{
    double least = 1e30, all = 0, time;
    for (int i = 0; i < 12 && (i < 2 || all < 4000); i++, all += time) {
        if (!shoot(s, gpu_skin, &time, error))
            return false;
        least = i && time < least ? time : least; /* the first picture also creates buffers */
    }
    printf(" %9.2f", least);
    fflush(stdout);
    return true;
}

static void make_poses(const hone_model *model, hone_actor *actor, hone_palette poses[POSES])
{
    uint32_t bones = hone_model_skeleton(model)->bone_count;
    for (uint32_t p = 0; p < POSES; p++) {
        hone_actor_sample_frame(actor, 0);
        hone_pose *pose = hone_actor_writable_pose(actor);
        for (uint32_t i = 0; i < bones; i++) {
            float turn = sinf((float)p + (float)i * 0.1f) * 0.1f;
            pose->bones[i].rotation[2] = sinf(turn), pose->bones[i].rotation[3] = cosf(turn), pose->animated[i] = 1;
        }
        hone_actor_evaluate(actor, NULL); /* has no physics */
        hone_actor_apply_morphs(actor);
        hone_actor_build_palette(actor);
        poses[p] = (hone_palette){.slot_count = bones,
                                  .affine = room(bones, sizeof(hone_affine)),
                                  .cofactor = room(bones, sizeof(hone_affine)),
                                  .duals = room(bones, sizeof(hone_dual_quaternion))};
        hone_palette_build(hone_model_mesh(model)->slots, hone_actor_bones(actor), bones, &poses[p]);
    }
}

/* The first columns have one pose for all, the last POSES. */
static bool measure_all(scene *s, const hone_palette *poses, uint32_t instances, hone_error *error)
{
    static const uint32_t counts[] = {1, 100, INSTANCES_MAX};
    int columns = instances >= counts[2] ? 3 : instances >= counts[1] ? 2 : 1;
    printf("%-30s %*s %*s\n%-30s", "", 10 * columns - 1, "1 pose, ms", 10 * columns - 1, "64 poses", "instances");
    for (int i = 0; i < 2 * columns; i++) printf(" %9u", counts[i % columns]);
    for (int gpu_skin = 0; gpu_skin < HONE_GPU_SKIN_COUNT; gpu_skin++) {
        printf("\n%-30s", option_gpu_skin_names[gpu_skin]);
        for (int i = 0; i < 2 * columns; i++) {
            s->item.instance_count = counts[i % columns];
            s->item.poses = i < columns ? NULL : poses;
            s->item.pose_count = i < columns ? 0 : POSES;
            if (!measure(s, (hone_gpu_skin)gpu_skin, error))
                return false;
        }
    }
    printf("\n");
    return true;
}

static bool make_scene(scene *s, uint32_t bones, uint32_t triangles, hone_error *error)
{
    s->renderer = hone_renderer_create(NULL, error);
    s->model = s->renderer ? make_model(bones, triangles, error) : NULL;
    s->item.actor = s->model ? hone_actor_create(&(hone_actor_desc){.model = s->model}, error) : NULL;
    s->item.gpu_model = s->item.actor ? hone_gpu_model_create(s->renderer, s->model, NULL, error) : NULL;
    s->instances = room(INSTANCES_MAX, sizeof *s->instances);
    s->item.instances = s->instances;
    for (uint32_t i = 0; i < INSTANCES_MAX; i++) {
        float x = 2 * ((float)(i % 100) - 50), z = 2 * (float)(i / 100);
        s->instances[i] = (hone_instance){{{{1, 0, 0, x}, {0, 1, 0, 0}, {0, 0, 1, z}}}, i % POSES};
    }
    return s->item.gpu_model && hone_image_create(SIDE, SIDE, NULL, &s->image, error);
}

static void release(scene *s)
{
    free(s->instances);
    hone_image_release(&s->image);
    hone_gpu_model_destroy(s->item.gpu_model);
    hone_actor_destroy(s->item.actor);
    hone_model_release(s->model);
    hone_renderer_destroy(s->renderer);
}

int main(int argc, char **argv)
{
    hone_error error = {0};
    long bones = argc > 1 ? strtol(argv[1], NULL, 10) : 100, triangles = argc > 2 ? strtol(argv[2], NULL, 10) : 300;
    long instances = argc > 3 ? strtol(argv[3], NULL, 10) : INSTANCES_MAX;
    if (bones < 4 || bones > 10000 || triangles < 1 || triangles > 1000000 || instances < 1)
        return fprintf(stderr, "bench_gpu [BONES [TRIANGLES [INSTANCES]]]\n"), 2;
    scene s = {0};
    hone_palette poses[POSES] = {0};
    bool ok = make_scene(&s, (uint32_t)bones, (uint32_t)triangles, &error);
    if (ok) {
        make_poses(s.model, s.item.actor, poses);
        printf("%s\n%ld bones, %ld triangles, 4 influences a vertex\n", hone_renderer_name(s.renderer), bones,
               triangles);
        ok = measure_all(&s, poses, (uint32_t)instances, &error);
    }
    if (!ok)
        fprintf(stderr, "bench_gpu: %s\n", error.message);
    for (uint32_t p = 0; p < POSES; p++) free(poses[p].affine), free(poses[p].cofactor), free(poses[p].duals);
    release(&s);
    return ok ? 0 : 1;
}
