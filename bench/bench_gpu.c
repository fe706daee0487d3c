/* What a picture of 1, 100 and 10,000 dancers takes by each way of skinning: one pose for all, or 64 poses. Prints the
 * least of some, in milliseconds, of a whole picture of 64 x 64 pixels (sending, drawing and reading back; posing is
 * left out), so that vertices are what counts. bench_gpu [BONES [TRIANGLES]] */
#define _POSIX_C_SOURCE 200809L
#include <hone/hone.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SIDE = 64, POSES = 64, INSTANCES_MAX = 10000 };

static const char *const way_names[HONE_GPU_SKIN_COUNT] = {
    "off", "matrix", "quaternion", "texture", "texture-normalised", "dual-quaternion"};

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

/* A strip of triangles along a chain of bones; each vertex hangs on four. */
static hone_model *make_model(uint32_t bone_count, uint32_t triangles, hone_error *error)
{
    uint32_t count = triangles + 2;
    hone_builder *b = hone_builder_create(NULL, 0, error);
    hone_bone *bones = hone_builder_array(b, bone_count, sizeof *bones);
    hone_slot *slots = hone_builder_array(b, bone_count, sizeof *slots);
    float(*positions)[3] = hone_builder_array(b, count, sizeof *positions);
    float(*normals)[3] = hone_builder_array(b, count, sizeof *normals), (*uvs)[2] = hone_builder_array(b, count, 8);
    float *edges = hone_builder_array(b, count, sizeof *edges);
    uint8_t *deforms = hone_builder_array(b, count, 1);
    uint32_t *begin = hone_builder_array(b, (size_t)count + 1, 4);
    uint32_t *indices = hone_builder_array(b, triangles, 3 * sizeof *indices);
    hone_influence *influences = hone_builder_array(b, count, 4 * sizeof *influences);
    hone_material *material = hone_builder_array(b, 1, sizeof *material);
    if (!bones || !slots || !positions || !normals || !uvs || !edges || !deforms || !begin || !indices || !influences ||
        !material)
        return hone_builder_destroy(b), NULL;
    for (uint32_t i = 0; i < bone_count; i++) {
        float y = 20 * (float)i / (float)bone_count;
        bones[i] = (hone_bone){.name = "bone",
                               .parent = (int32_t)i - 1,
                               .position = {0, y, 0},
                               .tail_bone = HONE_NONE,
                               .append_source = HONE_NONE,
                               .ik = HONE_NONE};
        slots[i] = (hone_slot){(int32_t)i, {{{1, 0, 0, 0}, {0, 1, 0, -y}, {0, 0, 1, 0}}}};
    }
    for (uint32_t v = 0; v < count; v++) {
        uint32_t bone = (uint32_t)((uint64_t)v * bone_count / count);
        positions[v][0] = v % 2 ? 0.5f : -0.5f, positions[v][1] = 20 * (float)v / (float)count;
        normals[v][2] = -1;
        deforms[v] = HONE_DEFORM_BDEF4;
        for (uint32_t i = 0; i < 4; i++)
            influences[4 * v + i] = (hone_influence){(int32_t)((bone + i) % bone_count), 0.25f};
        begin[v + 1] = 4 * (v + 1);
    }
    for (uint32_t t = 0; t < triangles; t++)
        for (uint32_t c = 0; c < 3; c++) indices[3 * t + c] = t + (c == 0 ? 0 : t % 2 ? 3 - c : c);
    *material = (hone_material){.name = "strip",
                                .diffuse = {1, 1, 1, 1},
                                .flags = HONE_MATERIAL_DOUBLE_SIDED,
                                .texture = HONE_NONE,
                                .sphere_texture = HONE_NONE,
                                .toon = HONE_NONE,
                                .index_count = 3 * triangles};
    const hone_model_data data = {.skeleton = {.bone_count = bone_count, .bones = bones},
                                  .mesh = {.vertex_count = count,
                                           .positions = (const float(*)[3])positions,
                                           .normals = (const float(*)[3])normals,
                                           .uvs = (const float(*)[2])uvs,
                                           .edge_scales = edges,
                                           .deforms = deforms,
                                           .influence_begin = begin,
                                           .influence_count = 4 * count,
                                           .influences = influences,
                                           .slot_count = bone_count,
                                           .slots = slots,
                                           .index_count = 3 * triangles,
                                           .indices = indices},
                                  .material_count = 1,
                                  .materials = material};
    return hone_model_create(b, &data, NULL, error);
}

typedef struct scene {
    hone_renderer *renderer;
    hone_placement placement;
    hone_image image;
} scene;

static bool shoot(const scene *s, hone_gpu_skin way, double *out, hone_error *error)
{
    hone_picture_desc desc = {.width = SIDE,
                              .height = SIDE,
                              .samples = 1,
                              .background = {1, 1, 1, 1},
                              .camera = {{0, 10, 0}, {0, 0, 0}, -600, 30, false},
                              .placements = &s->placement,
                              .placement_count = 1,
                              .gpu_skin = way};
    hone_image image = s->image;
    double begin = now();
    bool ok = hone_render_picture(s->renderer, &desc, &image, error);
    *out = now() - begin;
    return ok;
}

static bool measure(const scene *s, hone_gpu_skin way, hone_error *error)
{
    double least = 1e30, all = 0, time;
    for (int i = 0; i < 12 && (i < 2 || all < 4000); i++, all += time) {
        if (!shoot(s, way, &time, error))
            return false;
        least = i && time < least ? time : least; /* the first makes buffers */
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
        hone_pose *pose = hone_actor_pose(actor);
        for (uint32_t i = 0; i < bones; i++) {
            float turn = sinf((float)p + (float)i * 0.1f) * 0.1f;
            pose->bones[i].rotation[2] = sinf(turn), pose->bones[i].rotation[3] = cosf(turn), pose->moved[i] = 1;
        }
        hone_actor_evaluate(actor);
        hone_actor_build_palette(actor);
        poses[p] = (hone_palette){.slot_count = bones,
                                  .affine = room(bones, sizeof(hone_affine)),
                                  .cofactor = room(bones, sizeof(hone_affine)),
                                  .duals = room(bones, sizeof(hone_dual_quaternion))};
        hone_palette_build(hone_model_mesh(model)->slots, hone_actor_bones(actor), bones, &poses[p]);
    }
}

static bool measure_all(scene *s, const hone_palette *poses, hone_error *error)
{
    static const uint32_t counts[] = {1, 100, INSTANCES_MAX};
    printf("%-20s %29s %29s\n%-20s", "", "one pose for all, ms", "64 poses, ms", "");
    for (int i = 0; i < 6; i++) printf(" %9u", counts[i % 3]);
    for (int way = 0; way < HONE_GPU_SKIN_COUNT; way++) {
        printf("\n%-20s", way_names[way]);
        for (int i = 0; i < 6; i++) {
            s->placement.instance_count = counts[i % 3];
            s->placement.poses = i < 3 ? NULL : poses;
            s->placement.pose_count = i < 3 ? 0 : POSES;
            if (!measure(s, (hone_gpu_skin)way, error))
                return false;
        }
    }
    printf("\n");
    return true;
}

int main(int argc, char **argv)
{
    hone_error error = {0};
    long bones = argc > 1 ? strtol(argv[1], NULL, 10) : 100, triangles = argc > 2 ? strtol(argv[2], NULL, 10) : 300;
    if (bones < 4 || bones > 10000 || triangles < 1 || triangles > 1000000)
        return fprintf(stderr, "bench_gpu [BONES [TRIANGLES]]\n"), 2;
    scene s = {.renderer = hone_renderer_create(NULL, &error)};
    hone_model *model = make_model((uint32_t)bones, (uint32_t)triangles, &error);
    hone_actor *actor = model ? hone_actor_create(&(hone_actor_desc){.model = model}, &error) : NULL;
    s.placement = (hone_placement){
        .figure = s.renderer && model ? hone_figure_create(s.renderer, model, NULL, &error) : NULL, .actor = actor};
    if (!actor || !s.placement.figure || !hone_image_create(SIDE, SIDE, NULL, &s.image, &error))
        return fprintf(stderr, "bench_gpu: %s\n", error.message), 1;
    hone_palette poses[POSES];
    make_poses(model, actor, poses);
    hone_instance *instances = room(INSTANCES_MAX, sizeof *instances);
    for (uint32_t i = 0; i < INSTANCES_MAX; i++)
        instances[i] = (hone_instance){
            {{{1, 0, 0, 2 * ((float)(i % 100) - 50)}, {0, 1, 0, 0}, {0, 0, 1, 2 * (float)(i / 100)}}}, i % POSES};
    s.placement.instances = instances;
    printf("%s\n%ld bones, %ld triangles, 4 influences a vertex\n", hone_renderer_name(s.renderer), bones, triangles);
    bool ok = measure_all(&s, poses, &error);
    if (!ok)
        fprintf(stderr, "bench_gpu: %s\n", error.message);
    for (uint32_t p = 0; p < POSES; p++) free(poses[p].affine), free(poses[p].cofactor), free(poses[p].duals);
    free(instances);
    hone_image_release(&s.image);
    hone_figure_destroy(s.placement.figure);
    hone_actor_destroy(actor);
    hone_model_release(model);
    hone_renderer_destroy(s.renderer);
    return ok ? 0 : 1;
}
