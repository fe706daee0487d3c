/* The skeleton of one model for the mesh of another. */
#include "samples/samples.h"
#include "support/make/bodies/puppet.h"
#include "support/make/bodies/statue.h"
#include "support/support.h"
#include <hone/hone.h>
#include <string.h>

static hone_model *fit(const hone_model *mesh, const hone_model *skeleton, hone_autorig_report *report)
{
    hone_error error = {0};
    hone_model *made = hone_model_autorig(mesh, &(hone_autorig_desc){.skeleton = skeleton}, report, &error);
    if (!made)
        fail_msg("%s", error.message);
    return made;
}

static hone_model *character(void)
{
    hone_error error = {0};
    hone_model *model = hone_sample_character(&error);
    if (!model)
        fail_msg("%s", error.message);
    return model;
}

static void the_skeleton_comes_whole(void **state)
{
    (void)state;
    hone_model *model = character();
    hone_autorig_report report;
    hone_model *made = fit(model, model, &report);
    const hone_model_data *was = hone_model_get(model), *is = hone_model_get(made);
    CHECK(is->skeleton.bone_count == was->skeleton.bone_count && is->skeleton.ik_count == was->skeleton.ik_count);
    CHECK(is->body_count == was->body_count && is->joint_count == was->joint_count);
    CHECK(is->morph_count == was->morph_count && is->material_count == was->material_count);
    CHECK(report.scale == 1.0f && report.bones_bound > 100);
    for (uint32_t i = 0; i < is->skeleton.ik_count; i++) {
        const hone_ik *now = &is->skeleton.iks[i], *before = &was->skeleton.iks[i];
        CHECK(now->link_count == before->link_count && now->link_count && now->links != before->links);
        for (uint32_t k = 0; k < now->link_count; k++) CHECK(now->links[k].bone == before->links[k].bone);
    }
    for (uint32_t b = 0; b < is->skeleton.bone_count; b++) {
        assert_string_equal(is->skeleton.bones[b].name, was->skeleton.bones[b].name);
        for (int i = 0; i < 3; i++)
            CHECK_NEAR(is->skeleton.bones[b].position[i], was->skeleton.bones[b].position[i], 1e-5);
    }
    hone_model_release(made);
    hone_model_release(model);
}

static void only_bones_that_carried_something_carry(void **state)
{
    (void)state;
    hone_model *model = character(), *made = fit(model, model, NULL);
    const hone_mesh *was = hone_model_mesh(model), *is = hone_model_mesh(made);
    uint8_t *carried = test_calloc(was->slot_count, 1);
    for (uint32_t i = 0; i < was->influence_count; i++)
        if (was->influences[i].weight > 0)
            carried[was->influences[i].slot] = 1;
    for (uint32_t v = 0; v < is->vertex_count; v++) {
        double sum = 0;
        for (uint32_t i = is->influence_begin[v]; i < is->influence_begin[v + 1]; i++) {
            sum += (double)is->influences[i].weight;
            CHECK(is->influences[i].weight == 0.0f || carried[is->influences[i].slot]);
        }
        CHECK_NEAR(sum, 1, 1e-6);
    }
    test_free(carried);
    hone_model_release(made);
    hone_model_release(model);
}

/* Mean distance of vertices over a motion, relative to the height. */
static double mean_distance(hone_actor *a, hone_actor *b, uint32_t frames)
{
    hone_error error = {0};
    uint32_t count = hone_model_mesh(hone_actor_model(a))->vertex_count;
    float(*rows[2])[3] = {test_calloc(count, 12), test_calloc(count, 12)}, low = INFINITY, high = -INFINITY;
    double sum = 0;
    for (uint32_t frame = 0; frame < frames; frame += 10) {
        for (int i = 0; i < 2; i++) {
            CHECK(hone_actor_update_frame(i ? b : a, frame, NULL));
            CHECK(hone_actor_skin(i ? b : a, &(hone_skin_out){.positions = {rows[i], count, 12}}, &error));
        }
        for (uint32_t v = 0; v < count; v++) {
            double square = 0;
            for (int c = 0; c < 3; c++) square += pow((double)rows[0][v][c] - rows[1][v][c], 2);
            sum += sqrt(square) / count / ((frames + 9) / 10);
            low = fminf(low, rows[0][v][1]), high = fmaxf(high, rows[0][v][1]);
        }
    }
    test_free(rows[0]);
    test_free(rows[1]);
    return sum / (high - low);
}

static void it_dances_nearly_as_the_original(void **state)
{
    (void)state;
    hone_error error = {0};
    hone_model *models[2] = {character()};
    models[1] = fit(models[0], models[0], NULL);
    hone_motion *dance = hone_sample_dance(&error);
    hone_actor *actors[2];
    for (int i = 0; i < 2; i++) {
        actors[i] = hone_actor_create(&(hone_actor_desc){.model = models[i]}, &error);
        CHECK(actors[i] && hone_actor_play(actors[i], dance, NULL, &error).id);
    }
    double distance = mean_distance(actors[0], actors[1], 240);
    print_message("mean distance over the dance: %.3f %% of the height\n", 100 * distance);
    CHECK(distance < 0.004);
    for (int i = 0; i < 2; i++) {
        hone_actor_destroy(actors[i]);
        hone_model_release(models[i]);
    }
    hone_motion_release(dance);
}

/* ---- a braid whose end is beside a heel ------------------------------------------------------------------------ */

enum { BRAID_VERTICES = 24 };

/* The vertex furthest back (+z) of the left foot. */
static uint32_t heel_of(const hone_mesh *mesh)
{
    uint32_t heel = 0;
    float most = -INFINITY;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        const float *p = mesh->positions[v];
        if (p[0] > 0 && p[1] < 1 && p[2] > most)
            most = p[2], heel = v;
    }
    return heel;
}

static void copy_bones(hone_builder *b, const hone_skeleton *from, const float end[3], hone_skeleton *out)
{
    hone_bone *bones = hone_builder_array(b, from->bone_count + 1, sizeof *bones);
    for (uint32_t i = 0; i < from->bone_count; i++) {
        bones[i] = from->bones[i];
        bones[i].name = hone_builder_text(b, from->bones[i].name, strlen(from->bones[i].name));
        bones[i].english_name = "";
        bones[i].flags &= (uint16_t)~HONE_BONE_IK;
        bones[i].ik = HONE_NONE;
    }
    hone_bone *braid = &bones[from->bone_count];
    *braid = (hone_bone){.name = "braid",
                         .english_name = "",
                         .tail_bone = HONE_NONE,
                         .append_source = HONE_NONE,
                         .ik = HONE_NONE,
                         .tail_offset = {0, -0.5f, 0}};
    for (uint32_t i = 0; i < from->bone_count; i++)
        if (strcmp(from->bones[i].name, "頭") == 0)
            braid->parent = (int32_t)i;
    memcpy(braid->position, end, sizeof braid->position);
    *out = (hone_skeleton){.bone_count = from->bone_count + 1, .bones = bones};
}

/* The character's bones and vertices, and a bone of a braid with its own vertices, behind the heel. bone_at: where the
 * bone is; NULL: at its vertices. back: how far the last vertex is behind the others. */
static hone_model *with_braid(const hone_model *model, const float *bone_at, float back)
{
    const hone_mesh *from = hone_model_mesh(model);
    hone_builder *b = hone_builder_create(NULL, 0, NULL);
    hone_model_data data = {.space = HONE_SPACE_MMD};
    uint32_t count = from->vertex_count + BRAID_VERTICES, bone = hone_model_skeleton(model)->bone_count;
    float end[3], (*positions)[3] = hone_builder_array(b, count, 12);
    memcpy(end, from->positions[heel_of(from)], sizeof end);
    end[1] += bone_at ? 0.75f : 0.25f, end[2] += 0.5f; /* above the ground if the bone is elsewhere */
    copy_bones(b, hone_model_skeleton(model), bone_at ? bone_at : end, &data.skeleton);
    uint32_t *begin = hone_builder_array(b, count + 1, sizeof *begin);
    hone_influence *influences = hone_builder_array(b, from->influence_count + BRAID_VERTICES, sizeof *influences);
    hone_slot *slots = hone_builder_array(b, from->slot_count + 1, sizeof *slots);
    memcpy(positions, from->positions, from->vertex_count * 12);
    memcpy(begin, from->influence_begin, (from->vertex_count + 1) * sizeof *begin);
    memcpy(influences, from->influences, from->influence_count * sizeof *influences);
    memcpy(slots, from->slots, from->slot_count * sizeof *slots);
    slots[from->slot_count] = (hone_slot){.bone = (int32_t)bone};
    uint8_t *deforms = hone_builder_array(b, count, 1);
    for (uint32_t v = 0; v < from->vertex_count; v++)
        deforms[v] = from->deforms[v] == HONE_DEFORM_SDEF ? HONE_DEFORM_BDEF2 : from->deforms[v];
    for (uint32_t i = 0; i < BRAID_VERTICES; i++) {
        const float place[3] = {end[0] + (i % 2 ? 0.2f : -0.2f), end[1] - 0.5f * (float)i / BRAID_VERTICES,
                                end[2] + (i / 2 % 2 ? 0.2f : 0)};
        memcpy(positions[from->vertex_count + i], place, sizeof place);
        influences[from->influence_count + i] = (hone_influence){(int32_t)from->slot_count, 1};
        begin[from->vertex_count + i + 1] = from->influence_count + i + 1;
    }
    positions[count - 1][2] += back;
    data.mesh = (hone_mesh){.vertex_count = count,
                            .positions = (const float(*)[3])positions,
                            .normals = hone_builder_array(b, count, 12),
                            .uvs = hone_builder_array(b, count, 8),
                            .edge_scales = hone_builder_array(b, count, 4),
                            .deforms = deforms,
                            .influence_begin = begin,
                            .influences = influences,
                            .influence_count = from->influence_count + BRAID_VERTICES,
                            .slots = slots,
                            .slot_count = from->slot_count + 1};
    return test_model_create(b, &data);
}

static float weight_on(const hone_mesh *mesh, uint32_t vertex, int32_t bone)
{
    float sum = 0;
    for (uint32_t i = mesh->influence_begin[vertex]; i < mesh->influence_begin[vertex + 1]; i++)
        if (mesh->slots[mesh->influences[i].slot].bone == bone)
            sum += mesh->influences[i].weight;
    return sum;
}

static void a_braid_carries_itself_and_nothing_of_the_body(void **state)
{
    (void)state;
    hone_model *model = character(), *braided = with_braid(model, NULL, 0);
    int32_t braid = (int32_t)hone_model_skeleton(braided)->bone_count - 1;
    hone_model *bald = fit(model, braided, NULL), *own = fit(braided, braided, NULL);
    const hone_mesh *mesh = hone_model_mesh(bald);
    for (uint32_t v = 0; v < mesh->vertex_count; v++) CHECK(weight_on(mesh, v, braid) == 0.0f);
    mesh = hone_model_mesh(own);
    for (uint32_t v = mesh->vertex_count - BRAID_VERTICES; v < mesh->vertex_count; v++)
        CHECK(weight_on(mesh, v, braid) > 0.9f);
    hone_model_release(own);
    hone_model_release(bald);
    hone_model_release(braided);
    hone_model_release(model);
}

/* Patches below the fingertips, beside the bone of the braid: only the hand above is near, so the body has them. A
 * braid that ends far behind makes the search coarse in that direction. */
static void the_body_is_looked_for_above_and_below(void **state)
{
    (void)state;
    hone_model *model = character();
    statue s = statue_of(model);
    uint32_t tip = 0, first = s.vertex_count;
    for (uint32_t v = 0; v < first; v++) tip = s.positions[v][0] > s.positions[tip][0] ? v : tip;
    for (int i = 0; i < 3 * 25; i++) {
        float p[3] = {s.positions[tip][0] + 0.3f * (float)(i / 3 % 5 - 2), s.positions[tip][1] - 1.3f,
                      s.positions[tip][2] + 0.3f * (float)(i / 15 - 2)};
        p[2 * (i % 2)] += i % 3 ? 0.01f : 0;
        statue_vertex(&s, p);
    }
    for (uint32_t v = first; v < s.vertex_count; v += 3) statue_triangle(&s, v, v + 1, v + 2);
    hone_model *mesh = statue_model(&s);
    for (int far = 0; far < 2; far++) {
        hone_model *braided = with_braid(model, s.positions[first + 36], far ? 20 : 0);
        const hone_autorig_desc desc = {.skeleton = braided, .keep_scale = far};
        hone_model *made = hone_model_autorig(mesh, &desc, NULL, NULL);
        CHECK(made);
        int32_t braid = (int32_t)hone_model_skeleton(braided)->bone_count - 1;
        for (uint32_t v = first; v < s.vertex_count; v++) CHECK(weight_on(hone_model_mesh(made), v, braid) == 0.0f);
        hone_model_release(made), hone_model_release(braided);
    }
    hone_model_release(mesh), hone_model_release(model);
    statue_release(&s);
}

static int32_t moved_on(int32_t bone, int32_t by)
{
    return bone == HONE_NONE ? HONE_NONE : bone + by;
}

/* The character with a bone that copies the rotation of the left leg and has its vertices, as the first or as the last
 * bone. It shares arrays with `model`. */
static hone_model *with_copy(const hone_model *model, bool first)
{
    const hone_skeleton *from = hone_model_skeleton(model);
    hone_builder *b = hone_builder_create(NULL, 0, NULL);
    hone_bone *bones = hone_builder_array(b, from->bone_count + 1, sizeof *bones);
    int32_t by = first, leg = hone_model_find_bone(model, "左足"), copy = first ? 0 : (int32_t)from->bone_count;
    for (uint32_t i = 0; i < from->bone_count; i++) {
        hone_bone *bone = &bones[(int32_t)i + by];
        *bone = from->bones[i];
        bone->parent = moved_on(bone->parent, by), bone->tail_bone = moved_on(bone->tail_bone, by);
        bone->append_source = moved_on(bone->append_source, by);
        bone->flags &= (uint16_t)~HONE_BONE_IK, bone->ik = HONE_NONE;
    }
    bones[copy] = bones[leg + by];
    bones[copy].name = "左足D", bones[copy].flags |= HONE_BONE_APPEND_ROTATION;
    bones[copy].append_source = leg + by, bones[copy].append_ratio = 1;
    hone_model_data data = {.space = HONE_SPACE_MMD, .mesh = *hone_model_mesh(model)};
    data.skeleton = (hone_skeleton){.bone_count = from->bone_count + 1, .bones = bones};
    hone_influence *influences = hone_builder_array(b, data.mesh.influence_count, sizeof *influences);
    for (uint32_t i = 0; i < data.mesh.influence_count; i++) { /* in MMD's space, slots are bones */
        influences[i] = data.mesh.influences[i];
        influences[i].slot = influences[i].slot == leg ? copy : moved_on(influences[i].slot, by);
    }
    data.mesh.influences = influences, data.mesh.index_count = 0;
    return test_model_create(b, &data);
}

/* Bones that copy the body belong to it, so that the vertices of a thicker leg may have them: the first bone, too. */
static void copies_of_the_body_may_be_anywhere(void **state)
{
    (void)state;
    hone_model *model = character(), *made[2];
    statue s = statue_of(model);
    for (uint32_t v = 0; v < s.vertex_count; v++) s.positions[v][2] *= 2;
    hone_model *mesh = statue_model(&s);
    for (int first = 0; first < 2; first++) {
        hone_model *skeleton = with_copy(model, first);
        made[first] = fit(mesh, skeleton, NULL);
        hone_model_release(skeleton);
    }
    int32_t last = (int32_t)hone_model_skeleton(model)->bone_count;
    uint32_t bound = 0;
    for (uint32_t v = 0; v < s.vertex_count; v++) {
        float weight = weight_on(hone_model_mesh(made[0]), v, last);
        CHECK_NEAR(weight_on(hone_model_mesh(made[1]), v, 0), weight, 0.1);
        bound += weight > 0.5f;
    }
    CHECK(bound > 20);
    hone_model_release(made[0]), hone_model_release(made[1]), hone_model_release(mesh), hone_model_release(model);
    statue_release(&s);
}

/* An arm along x, a bone without a length in its middle, and on that a bone to the arm's end. */
static hone_model *twisted_arm(void)
{
    enum { BONES = 3 };
    static const char *const names[BONES] = {"arm", "holder", "twist"};
    static const float begins[BONES] = {0, 5, 5}, lengths[BONES] = {10, 0, 5};
    hone_builder *b = hone_builder_create(NULL, 0, NULL);
    hone_bone *bones = hone_builder_array(b, BONES, sizeof *bones);
    for (int i = 0; i < BONES; i++)
        bones[i] = (hone_bone){.name = names[i],
                               .english_name = "",
                               .parent = i - 1,
                               .position = {begins[i], 0, 0},
                               .tail_offset = {lengths[i], 0, 0},
                               .tail_bone = HONE_NONE,
                               .append_source = HONE_NONE,
                               .ik = HONE_NONE};
    hone_model_data data = {.space = HONE_SPACE_MMD, .skeleton = {.bone_count = BONES, .bones = bones}};
    return test_model_create(b, &data);
}

static void a_twist_bone_takes_the_rest_of_its_arm(void **state)
{
    (void)state;
    statue s = {0};
    for (int i = 0; i < 20; i++)
        statue_box(&s, (const float[3]){0.5f * (float)i, -1, -1}, (const float[3]){0.5f * (float)(i + 1), 1, 1});
    hone_model *mesh = statue_model(&s), *skeleton = twisted_arm(), *made = fit(mesh, skeleton, NULL);
    int32_t arm = hone_model_find_bone(made, "arm"), twist = hone_model_find_bone(made, "twist");
    for (uint32_t v = 0; v < s.vertex_count; v++) {
        float x = s.positions[v][0];
        CHECK(x < 8 || weight_on(hone_model_mesh(made), v, arm) < 0.1f);
        CHECK(x > 2 || weight_on(hone_model_mesh(made), v, twist) < 0.1f);
    }
    hone_model_release(made), hone_model_release(skeleton), hone_model_release(mesh);
    statue_release(&s);
}

/* The puppet, k times as large and moved. */
static hone_model *large_puppet(float k, float x, float y)
{
    hone_error error = {0};
    hone_model *puppet = puppet_make(&(puppet_desc){0}, &error);
    hone_builder *builder = hone_builder_create(NULL, 0, &error);
    hone_model_data data = {.space = HONE_SPACE_MMD};
    const hone_mesh *from = hone_model_mesh(puppet);
    hone_bone *bone = hone_builder_array(builder, 1, sizeof *bone);
    *bone = (hone_bone){.name = "only", .parent = HONE_NONE, .tail_bone = HONE_NONE, .append_source = HONE_NONE};
    data.skeleton = (hone_skeleton){.bone_count = 1, .bones = bone};
    float(*positions)[3] = hone_builder_array(builder, from->vertex_count, sizeof *positions);
    for (uint32_t v = 0; v < from->vertex_count; v++)
        for (int i = 0; i < 3; i++) positions[v][i] = k * from->positions[v][i] + (i == 0 ? x : i == 1 ? y : 0);
    data.mesh.vertex_count = from->vertex_count;
    data.mesh.positions = (const float(*)[3])positions;
    data.mesh.normals = hone_builder_array(builder, from->vertex_count, 12);
    data.mesh.uvs = hone_builder_array(builder, from->vertex_count, 8);
    data.mesh.edge_scales = hone_builder_array(builder, from->vertex_count, 4);
    data.mesh.deforms = hone_builder_array(builder, from->vertex_count, 1);
    uint32_t *begin = hone_builder_array(builder, from->vertex_count + 1, 4);
    hone_influence *influences = hone_builder_array(builder, from->vertex_count, sizeof *influences);
    for (uint32_t v = 0; v < from->vertex_count; v++) begin[v + 1] = v + 1, influences[v].weight = 1;
    data.mesh.influence_begin = begin;
    data.mesh.influences = influences;
    data.mesh.influence_count = from->vertex_count;
    data.mesh.slots = hone_builder_array(builder, 1, sizeof *data.mesh.slots);
    data.mesh.slot_count = 1;
    hone_model *made = hone_model_create(builder, &data, NULL, &error);
    hone_model_release(puppet);
    if (!made)
        fail_msg("%s", error.message);
    return made;
}

static void it_is_scaled_to_the_mesh_and_put_on_its_ground(void **state)
{
    (void)state;
    hone_error error = {0};
    hone_model *puppet = puppet_make(&(puppet_desc){0}, &error), *mesh = large_puppet(3, 5, -7);
    hone_autorig_report report;
    hone_model *made = fit(mesh, puppet, &report);
    const hone_skeleton *was = hone_model_skeleton(puppet), *is = hone_model_skeleton(made);
    CHECK_NEAR(report.scale, 3, 1e-5);
    for (uint32_t b = 0; b < is->bone_count; b++) {
        CHECK_NEAR(is->bones[b].position[0], 3 * was->bones[b].position[0] + 5, 1e-4);
        CHECK_NEAR(is->bones[b].position[1], 3 * was->bones[b].position[1] - 7, 1e-4);
    }
    hone_model_release(made);
    made = hone_model_autorig(mesh, &(hone_autorig_desc){.skeleton = puppet, .keep_scale = true}, &report, &error);
    CHECK(made && report.scale == 1.0f);
    CHECK(hone_model_skeleton(made)->bones[1].position[1] == was->bones[1].position[1]);
    hone_model_release(made);
    hone_model_release(mesh);
    hone_model_release(puppet);
}

static void vertices_far_from_every_bone_are_told(void **state)
{
    (void)state;
    hone_error error = {0};
    hone_model *puppet = puppet_make(&(puppet_desc){0}, &error), *mesh = large_puppet(1, 40, 0);
    uint8_t doubts[PUPPET_VERTICES] = {0};
    hone_autorig_report report;
    hone_autorig_desc desc = {.skeleton = puppet, .keep_scale = true, .vertex_warnings = doubts};
    hone_model *made = hone_model_autorig(mesh, &desc, &report, &error);
    CHECK(made && report.far_count == PUPPET_VERTICES);
    for (int v = 0; v < PUPPET_VERTICES; v++) CHECK(doubts[v] & HONE_AUTORIG_WARN_FAR);
    hone_model_release(made);
    hone_model_release(mesh);
    hone_model_release(puppet);
}

/* The model with x and y exchanged. It shares arrays with `model`. */
static hone_model *make_lying(const hone_model *model)
{
    hone_builder *builder = hone_builder_create(NULL, 0, NULL);
    hone_model_data data = *hone_model_get(model);
    float(*positions)[3] = hone_builder_array(builder, data.mesh.vertex_count, sizeof *positions);
    hone_bone *bones = hone_builder_array(builder, data.skeleton.bone_count, sizeof *bones);
    for (uint32_t v = 0; v < data.mesh.vertex_count; v++)
        for (int i = 0; i < 3; i++) positions[v][i] = data.mesh.positions[v][i < 2 ? 1 - i : i];
    for (uint32_t b = 0; b < data.skeleton.bone_count; b++) {
        bones[b] = data.skeleton.bones[b];
        for (int i = 0; i < 2; i++) bones[b].position[i] = data.skeleton.bones[b].position[1 - i];
    }
    data.mesh.positions = (const float(*)[3])positions;
    data.skeleton.bones = bones;
    return test_model_create(builder, &data);
}

static void far_is_a_part_of_the_largest_extent(void **state)
{
    (void)state;
    hone_model *standing = puppet_make(&(puppet_desc){0}, NULL), *lying = make_lying(standing);
    hone_model *models[2] = {standing, lying};
    hone_autorig_report reports[2];
    for (int i = 0; i < 2; i++) {
        const hone_autorig_desc desc = {.skeleton = models[i], .keep_scale = true, .euclidean_weights = true};
        hone_model *made = hone_model_autorig(models[i], &desc, &reports[i], NULL);
        CHECK(made);
        hone_model_release(made);
    }
    assert_int_equal(reports[0].far_count, reports[1].far_count);
    hone_model_release(lying);
    hone_model_release(standing);
}

static hone_model *weigh(const hone_model *model, uint32_t most, float exponent)
{
    const hone_autorig_desc desc = {
        .skeleton = model, .keep_scale = true, .euclidean_weights = true, .max_influences = most, .exponent = exponent};
    hone_model *made = hone_model_autorig(model, &desc, NULL, NULL);
    CHECK(made);
    return made;
}

static uint32_t most_influences(const hone_model *model)
{
    const hone_mesh *mesh = hone_model_mesh(model);
    uint32_t most = 0;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        uint32_t count = mesh->influence_begin[v + 1] - mesh->influence_begin[v];
        double sum = 0;
        for (uint32_t i = mesh->influence_begin[v]; i < mesh->influence_begin[v + 1]; i++)
            sum += (double)mesh->influences[i].weight;
        CHECK_NEAR(sum, 1, 1e-6);
        CHECK((count > 4) == (mesh->deforms[v] == HONE_DEFORM_LINEAR));
        most = count > most ? count : most;
    }
    return most;
}

static void vertices_may_have_any_number_of_bones(void **state)
{
    (void)state;
    hone_error error = {0};
    hone_bytes bytes = {0};
    hone_model *model = character(), *usual = weigh(model, 0, 2), *four = weigh(model, 4, 2);
    hone_model *seven = weigh(model, 7, 2), *all = weigh(model, UINT32_MAX, 2);
    CHECK(most_influences(usual) == 4 && most_influences(four) == 4 && most_influences(seven) == 7);
    CHECK(most_influences(all) > 30); /* nearly all bones of the body, since the weights fall slowly */
    CHECK(hone_model_mesh(usual)->influence_count == hone_model_mesh(four)->influence_count);
    CHECK(memcmp(hone_model_mesh(usual)->influences, hone_model_mesh(four)->influences,
                 hone_model_mesh(four)->influence_count * sizeof(hone_influence)) == 0);
    CHECK(!hone_model_write_pmx(seven, NULL, &bytes, &error) && strstr(error.message, "PMX has at most 4"));
    hone_model_release(model), hone_model_release(usual), hone_model_release(four);
    hone_model_release(seven), hone_model_release(all);
}

/* The part of the nearest bone, on average. */
static double mean_first(const hone_model *model)
{
    const hone_mesh *mesh = hone_model_mesh(model);
    double sum = 0;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) sum += (double)mesh->influences[mesh->influence_begin[v]].weight;
    return sum / mesh->vertex_count;
}

static void a_larger_exponent_gives_more_to_the_nearest_bone(void **state)
{
    (void)state;
    hone_model *model = character(), *made[4];
    static const float exponents[] = {2, 16, 64, 0};
    for (int i = 0; i < 4; i++) made[i] = weigh(model, 0, exponents[i]);
    CHECK(mean_first(made[0]) + 0.1 < mean_first(made[1]) && mean_first(made[1]) + 0.05 < mean_first(made[2]));
    CHECK_NEAR(mean_first(made[3]), mean_first(made[1]), 0); /* 0 is 16 */
    for (int i = 0; i < 4; i++) hone_model_release(made[i]);
    hone_model_release(model);
}

static void slips_are_errors(void **state)
{
    (void)state;
    hone_error error = {0};
    hone_model *puppet = puppet_make(&(puppet_desc){0}, &error);
    CHECK(!hone_model_autorig(puppet, &(hone_autorig_desc){0}, NULL, &error) && error.code == HONE_ERROR_ARGUMENT);
    hone_autorig_desc desc = {.skeleton = puppet, .exponent = -1};
    CHECK(!hone_model_autorig(puppet, &desc, NULL, &error) && error.code == HONE_ERROR_ARGUMENT);
    hone_builder *builder = hone_builder_create(NULL, 0, &error);
    hone_model *empty = hone_model_create(builder, &(hone_model_data){0}, NULL, &error);
    CHECK(empty && !hone_model_autorig(empty, &(hone_autorig_desc){.skeleton = puppet}, NULL, &error));
    CHECK(strstr(error.message, "no vertices"));
    CHECK(!hone_model_autorig(puppet, &(hone_autorig_desc){.skeleton = empty}, NULL, &error));
    hone_model_release(empty);
    hone_model_release(puppet);
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    hone_error error = {0};
    hone_model *puppet = puppet_make(&(puppet_desc){.ik = true, .body = true}, &error), *made = NULL;
    for (uint64_t n = 0; !made; n++) {
        test_allocator a;
        test_allocator_make(&a, n);
        made = hone_model_autorig(puppet, &(hone_autorig_desc){.skeleton = puppet, .allocator = &a.allocator}, NULL,
                                  &error);
        CHECK(made || error.code == HONE_ERROR_MEMORY);
        hone_model_release(made);
        CHECK(a.live == 0);
    }
    hone_model_release(puppet);
}

TEST_GROUP(test_autorig_skeleton)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_skeleton_comes_whole),
        cmocka_unit_test(only_bones_that_carried_something_carry),
        cmocka_unit_test(it_dances_nearly_as_the_original),
        cmocka_unit_test(a_braid_carries_itself_and_nothing_of_the_body),
        cmocka_unit_test(the_body_is_looked_for_above_and_below),
        cmocka_unit_test(copies_of_the_body_may_be_anywhere),
        cmocka_unit_test(a_twist_bone_takes_the_rest_of_its_arm),
        cmocka_unit_test(it_is_scaled_to_the_mesh_and_put_on_its_ground),
        cmocka_unit_test(vertices_far_from_every_bone_are_told),
        cmocka_unit_test(far_is_a_part_of_the_largest_extent),
        cmocka_unit_test(vertices_may_have_any_number_of_bones),
        cmocka_unit_test(a_larger_exponent_gives_more_to_the_nearest_bone),
        cmocka_unit_test(slips_are_errors),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
