/* Every repair of PMX files: a rich model with one part spoiled, written as bytes and loaded. */
#include "support/make/files/make_pmx.h"
#include "support/make/files/raw_pmx.h"
#include "support/support.h"
#include <hone/format.h>
#include <stdlib.h>
#include <string.h>

static hone_builder *builder;
static hone_model_data data; /* spoil this, then call repaired() */
static hone_model *model;    /* the loaded model */

static int set_up(void **state)
{
    (void)state;
    make_pmx_desc desc = make_pmx_rich(42);
    desc.vertex_count = 60;
    builder = hone_builder_create(NULL, 0, NULL);
    return builder && make_pmx_data(builder, &desc, &data) ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    hone_builder_destroy(builder);
    hone_model_release(model);
    model = NULL;
    return 0;
}

static hone_bone *bone(int i)
{
    return (hone_bone *)&data.skeleton.bones[i];
}

static hone_ik *ik(int i)
{
    return (hone_ik *)&data.skeleton.iks[i];
}

static hone_material *material(int i)
{
    return (hone_material *)&data.materials[i];
}

static hone_body *body(int i)
{
    return (hone_body *)&data.bodies[i];
}

static hone_morph *morph(int i)
{
    return (hone_morph *)&data.morphs[i];
}

static hone_influence *influences(uint32_t vertex)
{
    return (hone_influence *)&data.mesh.influences[data.mesh.influence_begin[vertex]];
}

static uint32_t vertex_of_kind(hone_deform kind)
{
    uint32_t v = 0;
    while (data.mesh.deforms[v] != kind) v++;
    return v;
}

/* The bytes load with exactly this warning; strict mode refuses them. Returns the model. */
static const hone_model_data *mended_bytes(const uint8_t *bytes, size_t size, const char *warning)
{
    hone_error error = {0};
    hone_model_release(model);
    model = hone_model_load_memory(bytes, size, NULL, &error);
    assert_string_equal(error.message, "");
    hone_warnings warnings = hone_model_warnings(model);
    for (uint32_t i = 0; i < warnings.count; i++)
        if (!strstr(warnings.texts[i], warning))
            fail_msg("\"%s\" is not \"%s\"", warnings.texts[i], warning);
    assert_int_equal(warnings.count, 1);
    assert_null(hone_model_load_memory(bytes, size, &(hone_load_desc){.strict = true}, &error));
    assert_int_equal(error.code, HONE_ERROR_FORMAT);
    CHECK(strstr(error.message, warning));
    return hone_model_get(model);
}

static const hone_model_data *repaired(const char *warning)
{
    raw_pmx file = raw_pmx_write(&data);
    const hone_model_data *got = mended_bytes(file.bytes, file.size, warning);
    raw_pmx_release(&file);
    return got;
}

/* The current data loads without a warning, and is written back unchanged. */
static const hone_model_data *kept(void)
{
    hone_error error = {0};
    hone_bytes out;
    raw_pmx file = raw_pmx_write(&data);
    hone_model_release(model);
    model = hone_model_load_memory(file.bytes, file.size, &(hone_load_desc){.strict = true}, &error);
    assert_string_equal(error.message, "");
    assert_true(hone_model_write_pmx(model, NULL, &out, &error));
    assert_int_equal(out.size, file.size);
    assert_memory_equal(out.data, file.bytes, file.size);
    hone_bytes_release(&out);
    raw_pmx_release(&file);
    return hone_model_get(model);
}

static const hone_influence *influences_now(uint32_t vertex)
{
    const hone_mesh *mesh = hone_model_mesh(model);
    return &mesh->influences[mesh->influence_begin[vertex]];
}

/* ---- vertices ---- */

static void mends_numbers_of_vertices_that_are_not_finite(void **state)
{
    (void)state;
    static const char warning[] = "vertex with a number that is not finite";
    float *numbers[] = {(float *)data.mesh.positions[4], (float *)data.mesh.normals[4], (float *)data.mesh.uvs[4],
                        (float *)data.mesh.extra_uvs[3][4], (float *)&data.mesh.edge_scales[4]};
    for (size_t i = 0; i < 5; i++) {
        float was = numbers[i][0];
        numbers[i][0] = i % 2 ? NAN : -INFINITY;
        const hone_mesh *mesh = &repaired(warning)->mesh;
        const float *now[] = {mesh->positions[4], mesh->normals[4], mesh->uvs[4], mesh->extra_uvs[3][4],
                              &mesh->edge_scales[4]};
        CHECK(now[i][0] == 0);
        numbers[i][0] = was;
    }
    CHECK(strstr(hone_model_warnings(model).texts[0], "at 4"));
    hone_sdef *sdef = (hone_sdef *)&data.mesh.sdefs[0];
    sdef->r0[1] = NAN;
    CHECK(repaired("SDEF vertex with a point that is not finite")->mesh.sdefs[0].r0[1] == 0);
}

static void mends_weights_outside_their_range(void **state)
{
    (void)state;
    static const struct {
        float was, first, second;
    } cases[] = {{-0.5f, 0, 1}, {1.5f, 1, 0}, {NAN, 0, 1}, {INFINITY, 0, 1}};
    static const hone_deform kinds[] = {HONE_DEFORM_BDEF2, HONE_DEFORM_SDEF};
    for (int k = 0; k < 2; k++) {
        uint32_t v = vertex_of_kind(kinds[k]);
        float was = influences(v)[0].weight;
        for (size_t i = 0; i < 4; i++) {
            influences(v)[0].weight = cases[i].was;
            repaired("weight that is not finite or outside 0..1");
            CHECK(influences_now(v)[0].weight == cases[i].first && influences_now(v)[1].weight == cases[i].second);
        }
        influences(v)[0].weight = was;
    }
    uint32_t v = vertex_of_kind(HONE_DEFORM_BDEF4);
    influences(v)[1].weight = NAN;
    repaired("weight that is not finite or outside 0..1");
    CHECK(influences_now(v)[1].weight == 0 && influences_now(v)[1].slot == influences(v)[1].slot);
}

static void mends_single_influence_without_bone(void **state)
{
    (void)state;
    uint32_t v = vertex_of_kind(HONE_DEFORM_BDEF1);
    influences(v)[0].slot = HONE_NONE;
    repaired("vertex whose bone is missing");
    CHECK(influences_now(v)[0].slot == 0 && influences_now(v)[0].weight == 1);
    influences(v)[0].slot = 20;
    repaired("vertex whose bone is missing");
    CHECK(influences_now(v)[0].slot == 0);
}

static void mends_pair_without_bone(void **state)
{
    (void)state;
    static const hone_deform kinds[] = {HONE_DEFORM_BDEF2, HONE_DEFORM_SDEF};
    for (int k = 0; k < 2; k++) {
        uint32_t v = vertex_of_kind(kinds[k]);
        hone_influence was[2] = {influences(v)[0], influences(v)[1]};
        for (int lost = 0; lost < 2; lost++) { /* all weight goes to the other one */
            influences(v)[lost].slot = HONE_NONE;
            influences(v)[0].weight = 0.25f;
            repaired("vertex whose bone is missing");
            int32_t other = was[1 - lost].slot;
            CHECK(influences_now(v)[0].slot == other && influences_now(v)[1].slot == other);
            CHECK(influences_now(v)[0].weight == 0.25f && influences_now(v)[1].weight == 0.75f);
            influences(v)[lost].slot = was[lost].slot;
        }
        influences(v)[0].slot = influences(v)[1].slot = HONE_NONE;
        repaired("vertex whose bone is missing");
        CHECK(influences_now(v)[0].slot == 0 && influences_now(v)[1].slot == 0);
        influences(v)[0] = was[0], influences(v)[1] = was[1];
        influences(v)[0].weight = 1; /* index -1 is valid if its weight is 0 */
        influences(v)[1].slot = HONE_NONE;
        kept();
        influences(v)[1].slot = was[1].slot;
    }
}

static void mends_four_influences_without_bones(void **state)
{
    (void)state;
    static const hone_deform kinds[] = {HONE_DEFORM_BDEF4, HONE_DEFORM_QDEF};
    for (int k = 0; k < 2; k++) {
        uint32_t v = vertex_of_kind(kinds[k]);
        hone_influence *simd4 = influences(v), was[4];
        memcpy(was, simd4, sizeof was);
        for (int i = 0; i < 4; i++) simd4[i] = (hone_influence){i + 1, 0.25f};
        simd4[2].slot = 77;
        repaired("vertex whose bone is missing");
        CHECK(influences_now(v)[2].slot == HONE_NONE && influences_now(v)[2].weight == 0);
        CHECK(influences_now(v)[0].slot == 1 && influences_now(v)[0].weight == 0.25f);
        CHECK(influences_now(v)[1].slot == 2 && influences_now(v)[1].weight == 0.25f);
        simd4[0].weight = simd4[3].weight = 0; /* the one between them still has weight */
        repaired("vertex whose bone is missing");
        CHECK(influences_now(v)[0].slot == 1 && influences_now(v)[0].weight == 0);
        for (int i = 0; i < 4; i++) simd4[i].slot = HONE_NONE;
        repaired("vertex whose bone is missing");
        CHECK(influences_now(v)[0].slot == 0 && influences_now(v)[0].weight == 1);
        /* unusual, but kept as in the file */
        for (int i = 0; i < 4; i++) simd4[i] = (hone_influence){i, i == 0 ? -0.5f : 3};
        kept();
        memcpy(simd4, was, sizeof was);
    }
}

static void keeps_unused_influences_without_bones(void **state)
{
    (void)state;
    uint32_t v = vertex_of_kind(HONE_DEFORM_BDEF4);
    for (int i = 1; i < 4; i++) influences(v)[i] = (hone_influence){HONE_NONE, 0};
    kept();
    influences(v)[3] = (hone_influence){99, 0}; /* neither -1 nor an existing bone */
    repaired("vertex whose bone is missing");
    CHECK(influences_now(v)[3].slot == HONE_NONE);
}

static void model_without_bones_carries_no_vertex(void **state)
{
    (void)state;
    make_pmx_desc desc = {.seed = 1, .plain = true, .vertex_count = 5, .pmx = make_pmx_rich(0).pmx};
    hone_builder_destroy(builder);
    builder = hone_builder_create(NULL, 0, NULL);
    assert_true(make_pmx_data(builder, &desc, &data));
    CHECK(kept()->mesh.influence_count == 0); /* bone -1 */
    raw_pmx file = raw_pmx_write(&data);
    file.bytes[file.sections[RAW_VERTICES] + 4 + 32 + 1] = 0; /* bone 0, as some writers have it */
    const hone_mesh *mesh = &mended_bytes(file.bytes, file.size, "bone in a model without bones")->mesh;
    CHECK(mesh->influence_count == 0 && mesh->influence_begin[5] == 0 && mesh->vertex_count == 5);
    raw_pmx_release(&file);
}

/* ---- faces ---- */

static void mends_triangles_with_missing_vertices(void **state)
{
    (void)state;
    uint32_t *indices = (uint32_t *)data.mesh.indices;
    indices[30] = 60;
    indices[31] = 7;
    indices[32] = 8;
    const hone_mesh *mesh = &repaired("triangle with a vertex that is missing")->mesh;
    CHECK(mesh->indices[30] == 7 && mesh->indices[31] == 7 && mesh->indices[32] == 7);
    CHECK(mesh->indices[29] == indices[29] && mesh->indices[33] == indices[33]);
    indices[30] = indices[31] = indices[32] = 255;
    CHECK(repaired("triangle with a vertex that is missing")->mesh.indices[31] == 0);
}

static void mends_index_counts(void **state)
{
    (void)state;
    data.mesh.index_count -= 1;
    material(3)->index_count = 0;
    material(0)->index_count = 9, material(1)->index_count = 30, material(2)->index_count = 48;
    CHECK(repaired("indices with an incomplete last triangle")->mesh.index_count == 89); /* kept, not drawn */
    data.mesh.index_count += 1;
    repaired("triangles after those of the last material"); /* 87 of 90 */
    material(2)->index_count = 54;
    CHECK(repaired("material with more indices than are left")->materials[2].index_count == 51);
    material(2)->index_count = 50;
    data.mesh.index_count = 87;
    CHECK(repaired("material with an incomplete last triangle")->materials[2].index_count == 48);
}

/* ---- materials ---- */

static void mends_materials(void **state)
{
    (void)state;
    hone_material was = *material(1);
    material(1)->texture = 4;
    CHECK(repaired("material whose texture is missing")->materials[1].texture == HONE_NONE);
    *material(1) = was;
    material(1)->sphere_texture = 100;
    CHECK(repaired("material whose texture is missing")->materials[1].sphere_texture == HONE_NONE);
    *material(1) = was;
    material(1)->sphere_mode = 0xFF;
    CHECK(repaired("unknown sphere mode")->materials[1].sphere_mode == HONE_SPHERE_OFF);
    *material(1) = was;
    material(1)->shared_toon = true;
    material(1)->toon = 10;
    CHECK(repaired("shared toon beyond the tenth")->materials[1].toon == HONE_NONE);
    CHECK(!hone_model_get(model)->materials[1].shared_toon);
    material(1)->shared_toon = false;
    CHECK(repaired("material whose texture is missing")->materials[1].toon == HONE_NONE);
    *material(1) = was;
    material(1)->edge_colour[2] = NAN;
    CHECK(repaired("material with a number that is not finite")->materials[1].edge_colour[2] == 0);
}

/* ---- bones ---- */

static void mends_parents(void **state)
{
    (void)state;
    int32_t was = bone(5)->parent;
    bone(5)->parent = 5;
    CHECK(repaired("cycle of parent bones")->skeleton.bones[5].parent == HONE_NONE);
    bone(5)->parent = 20;
    CHECK(repaired("bone whose parent is missing")->skeleton.bones[5].parent == HONE_NONE);
    bone(5)->parent = was;
    /* parents may come later in the file; a circle is an error */
    for (int i = 0; i < 20; i++) bone(i)->parent = (i + 1) % 20;
    const hone_bone *bones = repaired("cycle of parent bones")->skeleton.bones;
    CHECK(bones[19].parent == HONE_NONE && bones[0].parent == 1 && bones[18].parent == 19);
    for (int k = 0; k < 3; k++) CHECK(bones[3].rest_local.m[k][3] == bones[3].position[k] - bones[4].position[k]);
}

static void mends_append(void **state)
{
    (void)state;
    for (int i = 0; i < 20; i++) bone(i)->flags |= HONE_BONE_APPEND_ROTATION;
    int32_t was = bone(6)->append_source;
    bone(6)->append_source = 6;
    CHECK(repaired("cycle of append bones")->skeleton.bones[6].append_source == HONE_NONE);
    bone(6)->append_source = 200;
    CHECK(repaired("append source is missing")->skeleton.bones[6].append_source == HONE_NONE);
    bone(6)->append_source = HONE_NONE;
    kept();
    bone(6)->append_source = was;
    for (int i = 0; i < 20; i++) bone(i)->append_source = (i + 1) % 20;
    const hone_bone *bones = repaired("cycle of append bones")->skeleton.bones;
    CHECK(bones[19].append_source == HONE_NONE && bones[18].append_source == 19);
}

static void mends_what_else_bones_name(void **state)
{
    (void)state;
    bone(2)->flags |= HONE_BONE_TAIL_IS_BONE;
    bone(2)->tail_bone = 20;
    CHECK(repaired("tail bone is missing")->skeleton.bones[2].tail_bone == HONE_NONE);
    bone(2)->flags &= (uint16_t)~HONE_BONE_TAIL_IS_BONE;
    bone(2)->tail_offset[2] = NAN;
    CHECK(repaired("bone with a number that is not finite")->skeleton.bones[2].tail_offset[2] == 0);
    bone(2)->tail_offset[2] = 0;
    bone(2)->flags |= HONE_BONE_FIXED_AXIS;
    memset(bone(2)->fixed_axis, 0, sizeof bone(2)->fixed_axis);
    CHECK(!(repaired("fixed axis has no direction")->skeleton.bones[2].flags & HONE_BONE_FIXED_AXIS));
    bone(2)->flags &= (uint16_t)~HONE_BONE_FIXED_AXIS;
    bone(2)->flags |= HONE_BONE_LOCAL_AXES;
    memset(bone(2)->local_z, 0, sizeof bone(2)->local_z);
    CHECK(!(repaired("local axes have no direction")->skeleton.bones[2].flags & HONE_BONE_LOCAL_AXES));
}

static hone_ik_link *three_links(void)
{
    hone_ik_link *links = hone_builder_array(builder, 3, sizeof *links);
    ik(0)->links = links;
    ik(0)->link_count = 3;
    ik(0)->effector = 4;
    for (int i = 0; i < 3; i++) links[i] = (hone_ik_link){.bone = 3 - i, .limited = true, .upper = {1, 1, 1}};
    return links;
}

static void mends_ik(void **state)
{
    (void)state;
    hone_ik_link *links = three_links();
    kept();
    ik(0)->max_iterations = 257;
    CHECK(repaired("IK loop count outside")->skeleton.iks[0].max_iterations == 256);
    ik(0)->max_iterations = -1;
    CHECK(repaired("IK loop count outside")->skeleton.iks[0].max_iterations == 0);
    ik(0)->max_iterations = 40;
    links[1].bone = 50;
    CHECK(repaired("IK link that is missing")->skeleton.iks[0].link_count == 2);
    CHECK(hone_model_skeleton(model)->iks[0].links[1].bone == 1);
    links[1].bone = 4;
    CHECK(repaired("IK effector among the links")->skeleton.iks[0].link_count == 2);
    links[1].bone = 2;
    links[2].lower[1] = 3;
    const hone_ik_link *link = &repaired("bounds are swapped")->skeleton.iks[0].links[2];
    CHECK(link->lower[1] == 1 && link->upper[1] == 3 && link->lower[0] == 0);
    links[2].lower[1] = NAN;
    CHECK(repaired("IK limit that is not finite")->skeleton.iks[0].links[2].lower[1] == 0);
    links[2].lower[1] = 0;
    ik(0)->effector = 99;
    CHECK(repaired("IK effector is missing")->skeleton.iks[0].effector == HONE_NONE);
    CHECK(hone_model_skeleton(model)->iks[0].link_count == 0);
}

/* ---- morphs ---- */

/* The morph of a kind, with two elements. */
static hone_morph *two_parts(hone_morph_kind kind, size_t size)
{
    hone_morph *m = morph((int)kind + HONE_MORPH_VALUE);
    m->count = 2;
    m->u.children = hone_builder_array(builder, 2, size); /* all members of the union are pointers */
    return m;
}

static void drops_parts_of_morphs_that_move_nothing(void **state)
{
    (void)state;
    static const char missing[] = "morph with an offset whose target is missing";
    hone_morph *group = two_parts(HONE_MORPH_GROUP, sizeof(hone_morph_child));
    ((hone_morph_child *)group->u.children)[0].morph = 22;
    CHECK(repaired(missing)->morphs[11].count == 1);
    group->count = 0;
    hone_morph *m = two_parts(HONE_MORPH_VERTEX, sizeof(hone_morph_vertex));
    ((hone_morph_vertex *)m->u.vertices)[0].vertex = 60;
    CHECK(repaired(missing)->morphs[12].count == 1);
    m->count = 0;
    m = two_parts(HONE_MORPH_BONE, sizeof(hone_morph_bone));
    ((hone_morph_bone *)m->u.bones)[0].bone = HONE_NONE;
    CHECK(repaired(missing)->morphs[13].count == 1);
    m->count = 0;
    m = two_parts(HONE_MORPH_UV, sizeof(hone_morph_uv));
    ((hone_morph_uv *)m->u.uvs)[1].vertex = 61;
    CHECK(repaired(missing)->morphs[14].count == 1);
    m->count = 0;
    m = two_parts(HONE_MORPH_MATERIAL, sizeof(hone_morph_material));
    ((hone_morph_material *)m->u.materials)[0].material = 4;
    CHECK(repaired(missing)->morphs[19].count == 1);
    ((hone_morph_material *)m->u.materials)[0].material = HONE_NONE; /* all of them */
    kept();
    m = two_parts(HONE_MORPH_IMPULSE, sizeof(hone_morph_impulse));
    ((hone_morph_impulse *)m->u.impulses)[0].body = 5;
    CHECK(repaired(missing)->morphs[21].count == 1);
}

static void drops_uv_morphs_of_sets_that_are_missing(void **state)
{
    (void)state;
    data.mesh.extra_uv_count = 2;
    morph(7)->count = morph(17)->count = morph(18)->count = 0;
    hone_morph *m = two_parts(HONE_MORPH_UV2, sizeof(hone_morph_uv));
    morph(6)->count = 0;
    kept();
    m->kind = HONE_MORPH_UV3;
    CHECK(repaired("morph with an offset whose target is missing")->morphs[16].count == 0);
}

static void lets_go_of_groups_in_a_circle(void **state)
{
    (void)state;
    hone_morph_child *flip = (hone_morph_child *)two_parts(HONE_MORPH_FLIP, sizeof *flip)->u.children;
    hone_morph_child *group = (hone_morph_child *)two_parts(HONE_MORPH_GROUP, sizeof *group)->u.children;
    group[0] = (hone_morph_child){11, 1}; /* itself */
    CHECK(repaired("cycle of group morphs")->morphs[11].count == 1);
    group[0].morph = 20; /* another group before it, which leads back to this one */
    group[1] = (hone_morph_child){11, 1};
    CHECK(repaired("cycle of group morphs")->morphs[11].count == 1);
    group[1].morph = 0;
    group[0] = (hone_morph_child){20, 1}; /* the flip morph, which holds the group */
    flip[1] = (hone_morph_child){11, 1};
    const hone_morph *morphs = repaired("cycle of group morphs")->morphs;
    CHECK(morphs[11].count == 2 && morphs[20].count == 1 && morphs[20].u.children[0].morph == 0);
    flip[1].morph = 1;
    kept(); /* nested, the same one twice, but no circle */
}

static void mends_panels_and_numbers_of_morphs(void **state)
{
    (void)state;
    morph(3)->panel = 5;
    CHECK(repaired("unknown panel")->morphs[3].panel == 4);
    morph(3)->panel = 0;
    hone_morph_bone *parts = (hone_morph_bone *)two_parts(HONE_MORPH_BONE, sizeof *parts)->u.bones;
    kept(); /* zero rotations mean no rotation, as in the file */
    parts[1].rotation[3] = NAN;
    CHECK(repaired("morph with a number that is not finite")->morphs[13].u.bones[1].rotation[3] == 0);
}

/* ---- display frames, bodies, joints, soft bodies ---- */

static void drops_items_that_are_missing(void **state)
{
    (void)state;
    hone_display_frame *frame = (hone_display_frame *)&data.display_frames[0];
    hone_frame_item *items = hone_builder_array(builder, 3, sizeof *items);
    frame->item_count = 3;
    frame->items = items;
    items[0] = (hone_frame_item){true, 22};
    items[1] = (hone_frame_item){false, HONE_NONE};
    items[2] = (hone_frame_item){true, 21};
    const hone_display_frame *now = &repaired("display frame with an item")->display_frames[0];
    CHECK(now->item_count == 1 && now->items[0].index == 21 && now->items[0].is_morph);
}

static void mends_bodies(void **state)
{
    (void)state;
    hone_body was = *body(2);
    body(2)->bone = 20;
    CHECK(repaired("body whose bone is missing")->bodies[2].bone == HONE_NONE);
    *body(2) = was;
    body(2)->group = 0x1F;
    CHECK(repaired("group beyond 15")->bodies[2].group == 15);
    *body(2) = was;
    body(2)->shape = 3;
    CHECK(repaired("body with an unknown shape")->bodies[2].shape == HONE_BODY_SPHERE);
    *body(2) = was;
    body(2)->mode = 3;
    CHECK(repaired("body with an unknown mode")->bodies[2].mode == HONE_BODY_FOLLOWS);
    *body(2) = was;
    body(2)->rotation[1] = NAN;
    CHECK(repaired("body with a number that is not finite")->bodies[2].rotation[1] == 0);
}

static void mends_bodies_that_cannot_be_simulated(void **state)
{
    (void)state;
    body(2)->shape = HONE_BODY_BOX;
    body(2)->size[2] = 0;
    CHECK(repaired("body without a size")->bodies[2].size[2] == 1e-4f);
    body(2)->shape = HONE_BODY_CAPSULE; /* a capsule has no third size */
    kept();
    body(2)->size[1] = -1;
    CHECK(repaired("body without a size")->bodies[2].size[1] == 1e-4f);
    body(2)->shape = HONE_BODY_SPHERE;
    kept();
    body(2)->mass = 0;
    body(2)->mode = HONE_BODY_FOLLOWS;
    kept();
    body(2)->mode = HONE_BODY_DYNAMIC;
    CHECK(repaired("dynamic body without mass")->bodies[2].mass == 1e-4f);
}

static void mends_joints(void **state)
{
    (void)state;
    hone_joint *joint = (hone_joint *)&data.joints[1];
    joint->body_a = joint->body_b = HONE_NONE; /* the simulation will skip it */
    kept();
    joint->body_a = joint->body_b = 2;
    kept();
    joint->body_b = 5;
    CHECK(repaired("joint whose body is missing")->joints[1].body_b == HONE_NONE);
    joint->body_b = 2;
    joint->kind = 6;
    CHECK(repaired("joint of an unknown kind")->joints[1].kind == HONE_JOINT_SPRING_6DOF);
    joint->kind = HONE_JOINT_HINGE;
    joint->rotation[0] = NAN;
    CHECK(repaired("joint with a number that is not finite")->joints[1].rotation[0] == 0);
}

static void mends_soft_bodies(void **state)
{
    (void)state;
    hone_soft_body *soft = (hone_soft_body *)&data.soft_bodies[0];
    hone_soft_anchor *anchors = hone_builder_array(builder, 2, sizeof *anchors);
    uint32_t *pins = hone_builder_array(builder, 2, sizeof *pins);
    soft->anchors = anchors, soft->anchor_count = 2;
    soft->pins = pins, soft->pin_count = 2;
    kept();
    soft->material = 4;
    CHECK(repaired("soft body whose material is missing")->soft_bodies[0].material == HONE_NONE);
    soft->material = 0;
    soft->group = 16;
    CHECK(repaired("group beyond 15")->soft_bodies[0].group == 0);
    soft->group = 0;
    soft->shape = 2;
    CHECK(repaired("soft body with an unknown shape")->soft_bodies[0].shape == 0);
    soft->shape = 1;
    soft->config[11] = NAN;
    CHECK(repaired("soft body with a number that is not finite")->soft_bodies[0].config[11] == 0);
    soft->config[11] = 1;
    anchors[0].vertex = 60, anchors[1].body = 2, pins[0] = 60, pins[1] = 59;
    const hone_soft_body *now = &repaired("soft body with an anchor or pin that is missing")->soft_bodies[0];
    CHECK(now->anchor_count == 1 && now->anchors[0].body == 2 && now->pin_count == 1 && now->pins[0] == 59);
}

TEST_GROUP(test_pmx_repairs)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(mends_numbers_of_vertices_that_are_not_finite),
        TEST(mends_weights_outside_their_range),
        TEST(mends_single_influence_without_bone),
        TEST(mends_pair_without_bone),
        TEST(mends_four_influences_without_bones),
        TEST(keeps_unused_influences_without_bones),
        TEST(model_without_bones_carries_no_vertex),
        TEST(mends_triangles_with_missing_vertices),
        TEST(mends_index_counts),
        TEST(mends_materials),
        TEST(mends_parents),
        TEST(mends_append),
        TEST(mends_what_else_bones_name),
        TEST(mends_ik),
        TEST(drops_parts_of_morphs_that_move_nothing),
        TEST(drops_uv_morphs_of_sets_that_are_missing),
        TEST(lets_go_of_groups_in_a_circle),
        TEST(mends_panels_and_numbers_of_morphs),
        TEST(drops_items_that_are_missing),
        TEST(mends_bodies),
        TEST(mends_bodies_that_cannot_be_simulated),
        TEST(mends_joints),
        TEST(mends_soft_bodies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
