/* The names of bones in rigs of others: each scheme is a table, from which a skeleton is made. */
#include "support/make/files/make_pmx.h"
#include "support/support.h"
#include <string.h>

enum { MOST = 80 };

typedef struct named {
    const char *name;   /* "?" is L or R, "%" Left or Right, "&" left or right, "$" l or r: a bone for each side */
    const char *parent; /* the same way; NULL: a root */
    int role;           /* of the left one; HONE_NONE: none */
} named;

#define ROLE(name) HONE_HUMANOID_##name

/* ---- a skeleton of a table ------------------------------------------------------------------------------------- */

static const char *fill(const char *pattern, int side, char out[64])
{
    static const char *const words[4][2] = {{"L", "R"}, {"Left", "Right"}, {"left", "right"}, {"l", "r"}};
    size_t used = 0;
    for (; *pattern; pattern++) {
        const char *mark = strchr("?%&$", *pattern);
        const char one[2] = {*pattern, '\0'}, *text = mark ? words[mark - "?%&$"][side] : one;
        memcpy(out + used, text, strlen(text));
        used += strlen(text);
    }
    out[used] = '\0';
    return out;
}

static bool has_side(const char *pattern)
{
    return strpbrk(pattern, "?%&$") != NULL;
}

typedef struct made {
    hone_bone *bones;
    uint32_t count;
    int roles[MOST];
    hone_builder *builder;
} made;

static int32_t find(const made *m, const char *name)
{
    for (uint32_t b = 0; b < m->count; b++)
        if (strcmp(m->bones[b].name, name) == 0)
            return (int32_t)b;
    return HONE_NONE;
}

static void add(made *m, const named *n, int side)
{
    char name[64], parent[64];
    fill(n->name, side, name);
    float x = has_side(n->name) ? (side ? -0.1f : 0.1f) : 0;
    int32_t on = n->parent ? find(m, fill(n->parent, side, parent)) : HONE_NONE;
    if (n->parent && on == HONE_NONE)
        fail_msg("%s has no parent %s", name, parent);
    assert_true(m->count < MOST);
    m->roles[m->count] = n->role == HONE_NONE ? HONE_NONE : n->role + side;
    m->bones[m->count++] = (hone_bone){.name = hone_builder_text(m->builder, name, strlen(name)),
                                       .parent = on,
                                       .rest_local = hone_affine_translation((float[]){x, 0.1f, 0}),
                                       .tail_bone = HONE_NONE,
                                       .append_source = HONE_NONE,
                                       .ik = HONE_NONE};
}

static void check_scheme(const char *scheme, const named *table, size_t count)
{
    made m = {.builder = hone_builder_create(NULL, 0, NULL)};
    m.bones = hone_builder_array(m.builder, MOST, sizeof *m.bones);
    for (size_t i = 0; i < count; i++)
        for (int side = 0; side < (has_side(table[i].name) ? 2 : 1); side++) add(&m, &table[i], side);
    hone_model *model = test_model_create(
        m.builder, &(hone_model_data){.space = HONE_SPACE_GLTF, .skeleton = {m.count, m.bones, 0, NULL}});
    const hone_humanoid human = hone_model_humanoid(model);
    for (uint32_t b = 0; b < m.count; b++)
        if (m.roles[b] != HONE_NONE && human.bones[m.roles[b]] != (int32_t)b)
            fail_msg("%s: %s is not %s", scheme, hone_model_skeleton(model)->bones[b].name,
                     hone_humanoid_bone_name((hone_humanoid_bone)m.roles[b]));
    if (human.missing)
        fail_msg("%s: %u bones are missing", scheme, human.missing);
    hone_model_release(model);
}

#define CHECK_SCHEME(table) check_scheme(#table, table, sizeof table / sizeof *table)

/* ---- schemes --------------------------------------------------------------------------------------------------- */

/* hips, spine, neck, head; leg and arm of one side */
#define BODY(root, hips, a, b, c, neck, head)                                                                          \
    {hips, root, ROLE(HIPS)}, {a, hips, ROLE(SPINE)}, {b, a, ROLE(CHEST)}, {c, b, ROLE(UPPER_CHEST)},                  \
        {neck, c, ROLE(NECK)},                                                                                         \
    {                                                                                                                  \
        head, neck, ROLE(HEAD)                                                                                         \
    }
#define LEG(on, thigh, shin, foot, toes)                                                                               \
    {thigh, on, ROLE(UPPER_LEG)}, {shin, thigh, ROLE(LOWER_LEG)}, {foot, shin, ROLE(FOOT)},                            \
    {                                                                                                                  \
        toes, foot, ROLE(TOES)                                                                                         \
    }
#define ARM(on, collar, upper, lower, hand)                                                                            \
    {collar, on, ROLE(SHOULDER)}, {upper, collar, ROLE(UPPER_ARM)}, {lower, upper, ROLE(LOWER_ARM)},                   \
    {                                                                                                                  \
        hand, lower, ROLE(HAND)                                                                                        \
    }
#define FINGER(on, role, a, b, c)                                                                                      \
    {a, on, ROLE(role)}, {b, a, ROLE(role) + 2},                                                                       \
    {                                                                                                                  \
        c, b, ROLE(role) + 4                                                                                           \
    }

static const named mixamo[] = {
    BODY(NULL, "mixamorig:Hips", "mixamorig:Spine", "mixamorig:Spine1", "mixamorig:Spine2", "mixamorig:Neck",
         "mixamorig:Head"),
    {"mixamorig:HeadTop_End", "mixamorig:Head", HONE_NONE},
    LEG("mixamorig:Hips", "mixamorig:%UpLeg", "mixamorig:%Leg", "mixamorig:%Foot", "mixamorig:%ToeBase"),
    ARM("mixamorig:Spine2", "mixamorig:%Shoulder", "mixamorig:%Arm", "mixamorig:%ForeArm", "mixamorig:%Hand"),
    FINGER("mixamorig:%Hand", THUMB, "mixamorig:%HandThumb1", "mixamorig:%HandThumb2", "mixamorig:%HandThumb3"),
    FINGER("mixamorig:%Hand", INDEX, "mixamorig:%HandIndex1", "mixamorig:%HandIndex2", "mixamorig:%HandIndex3"),
    FINGER("mixamorig:%Hand", LITTLE, "mixamorig:%HandPinky1", "mixamorig:%HandPinky2", "mixamorig:%HandPinky3"),
};
/* hone's reader of FBX adds bones that only scale what is below a node */
static const named scaled[] = {
    {"Hips", NULL, ROLE(HIPS)},
    {"Hips scale", "Hips", HONE_NONE},
    {"Spine", "Hips scale", ROLE(SPINE)},
    {"Spine scale", "Spine", HONE_NONE},
    {"Spine1", "Spine scale", ROLE(CHEST)},
    {"Spine1 scale", "Spine1", HONE_NONE},
    {"Neck", "Spine1 scale", ROLE(NECK)},
    {"Head", "Neck", ROLE(HEAD)},
    LEG("Hips scale", "%UpLeg", "%Leg", "%Foot", "%ToeBase"),
    ARM("Spine1 scale", "%Shoulder", "%Arm", "%ForeArm", "%Hand"),
};
static const named unity[] = {
    BODY(NULL, "Hips", "Spine", "Chest", "UpperChest", "Neck", "Head"),
    LEG("Hips", "%UpperLeg", "%LowerLeg", "%Foot", "%Toes"),
    ARM("UpperChest", "%Shoulder", "%UpperArm", "%LowerArm", "%Hand"),
    FINGER("%Hand", THUMB, "% Thumb Proximal", "% Thumb Intermediate", "% Thumb Distal"),
    FINGER("%Hand", LITTLE, "% Little Proximal", "% Little Intermediate", "% Little Distal"),
};
static const named unreal[] = {
    {"root", NULL, HONE_NONE},
    BODY("root", "pelvis", "spine_01", "spine_02", "spine_03", "neck_01", "head"),
    LEG("pelvis", "thigh_$", "calf_$", "foot_$", "ball_$"),
    ARM("spine_03", "clavicle_$", "upperarm_$", "lowerarm_$", "hand_$"),
    {"upperarm_twist_01_$", "upperarm_$", HONE_NONE},
    {"lowerarm_twist_01_$", "lowerarm_$", HONE_NONE},
    {"thigh_twist_01_$", "thigh_$", HONE_NONE},
    {"calf_twist_01_$", "calf_$", HONE_NONE},
    {"index_metacarpal_$", "hand_$", HONE_NONE},
    FINGER("hand_$", THUMB, "thumb_01_$", "thumb_02_$", "thumb_03_$"),
    FINGER("index_metacarpal_$", INDEX, "index_01_$", "index_02_$", "index_03_$"),
    FINGER("hand_$", LITTLE, "pinky_01_$", "pinky_02_$", "pinky_03_$"),
};
static const named rigify[] = {
    BODY(NULL, "DEF-spine", "DEF-spine.001", "DEF-spine.002", "DEF-spine.003", "DEF-spine.004", "DEF-spine.006"),
    {"DEF-pelvis.?", "DEF-spine", HONE_NONE},
    LEG("DEF-spine", "DEF-thigh.?", "DEF-shin.?", "DEF-foot.?", "DEF-toe.?"),
    ARM("DEF-spine.003", "DEF-shoulder.?", "DEF-upper_arm.?", "DEF-forearm.?", "DEF-hand.?"),
    FINGER("DEF-hand.?", THUMB, "DEF-thumb.01.?", "DEF-thumb.02.?", "DEF-thumb.03.?"),
    FINGER("DEF-hand.?", MIDDLE, "DEF-f_middle.01.?", "DEF-f_middle.02.?", "DEF-f_middle.03.?"),
};
static const named cmu[] = {
    {"Hips", NULL, ROLE(HIPS)},
    {"LowerBack", "Hips", ROLE(SPINE)},
    {"Spine", "LowerBack", ROLE(CHEST)},
    {"Spine1", "Spine", ROLE(UPPER_CHEST)},
    {"Neck", "Spine1", ROLE(NECK)},
    {"Neck1", "Neck", HONE_NONE},
    {"Head", "Neck1", ROLE(HEAD)},
    {"?HipJoint", "Hips", HONE_NONE},
    LEG("?HipJoint", "%UpLeg", "%Leg", "%Foot", "%ToeBase"),
    ARM("Spine1", "%Shoulder", "%Arm", "%ForeArm", "%Hand"),
    {"?Thumb", "%Hand", ROLE(THUMB)},
};
static const named motionbuilder[] = {
    {"Character1_Reference", NULL, HONE_NONE},
    BODY("Character1_Reference", "Character1_Hips", "Character1_Spine", "Character1_Spine1", "Character1_Spine2",
         "Character1_Neck", "Character1_Head"),
    LEG("Character1_Hips", "Character1_%UpLeg", "Character1_%Leg", "Character1_%Foot", "Character1_%ToeBase"),
    ARM("Character1_Spine2", "Character1_%Shoulder", "Character1_%Arm", "Character1_%ForeArm", "Character1_%Hand"),
    FINGER("Character1_%Hand", RING, "Character1_%HandRing1", "Character1_%HandRing2", "Character1_%HandRing3"),
};
static const named rokoko[] = {
    BODY(NULL, "Hips", "Spine1", "Spine2", "Spine3", "Neck", "Head"),
    LEG("Hips", "%Thigh", "%Shin", "%Foot", "%Toe"),
    ARM("Spine3", "%Shoulder", "%Arm", "%Forearm", "%Hand"),
    FINGER("%Hand", THUMB, "%Finger1Metacarpal", "%Finger1Proximal", "%Finger1Distal"),
    FINGER("%Hand", INDEX, "%Finger2Proximal", "%Finger2Medial", "%Finger2Distal"),
    FINGER("%Hand", LITTLE, "%Finger5Proximal", "%Finger5Medial", "%Finger5Distal"),
};
static const named daz[] = {
    BODY(NULL, "hip", "abdomenLower", "abdomenUpper", "chestLower", "neckLower", "head"),
    {"pelvis", "hip", HONE_NONE},
    {"lowerJaw", "head", ROLE(JAW)},
    {"$Eye", "head", ROLE(EYE)},
    {"$ThighBend", "pelvis", ROLE(UPPER_LEG)},
    {"$ThighTwist", "$ThighBend", HONE_NONE},
    {"$Shin", "$ThighTwist", ROLE(LOWER_LEG)},
    {"$Foot", "$Shin", ROLE(FOOT)},
    {"$Metatarsals", "$Foot", HONE_NONE},
    {"$Toe", "$Metatarsals", ROLE(TOES)},
    {"$Collar", "chestLower", ROLE(SHOULDER)},
    {"$ShldrBend", "$Collar", ROLE(UPPER_ARM)},
    {"$ShldrTwist", "$ShldrBend", HONE_NONE},
    {"$ForearmBend", "$ShldrTwist", ROLE(LOWER_ARM)},
    {"$ForearmTwist", "$ForearmBend", HONE_NONE},
    {"$Hand", "$ForearmTwist", ROLE(HAND)},
    FINGER("$Hand", THUMB, "$Thumb1", "$Thumb2", "$Thumb3"),
    FINGER("$Hand", MIDDLE, "$Mid1", "$Mid2", "$Mid3"),
};
static const named bandai[] = {
    {"joint_Root", NULL, HONE_NONE},
    {"Hips", "joint_Root", ROLE(HIPS)},
    {"Spine", "Hips", ROLE(SPINE)},
    {"Chest", "Spine", ROLE(CHEST)},
    {"Neck", "Chest", ROLE(NECK)},
    {"Head", "Neck", ROLE(HEAD)},
    LEG("Hips", "UpperLeg_?", "LowerLeg_?", "Foot_?", "Toes_?"),
    ARM("Chest", "Shoulder_?", "UpperArm_?", "LowerArm_?", "Hand_?"),
};
static const named biped[] = {
    {"Bip001", NULL, HONE_NONE},
    BODY("Bip001", "Bip001 Pelvis", "Bip001 Spine", "Bip001 Spine1", "Bip001 Spine2", "Bip001 Neck", "Bip001 Head"),
    LEG("Bip001 Spine", "Bip001 ? Thigh", "Bip001 ? Calf", "Bip001 ? Foot", "Bip001 ? Toe0"),
    ARM("Bip001 Neck", "Bip001 ? Clavicle", "Bip001 ? UpperArm", "Bip001 ? Forearm", "Bip001 ? Hand"),
    FINGER("Bip001 ? Hand", THUMB, "Bip001 ? Finger0", "Bip001 ? Finger01", "Bip001 ? Finger02"),
    FINGER("Bip001 ? Hand", INDEX, "Bip001 ? Finger1", "Bip001 ? Finger11", "Bip001 ? Finger12"),
    FINGER("Bip001 ? Hand", LITTLE, "Bip001 ? Finger4", "Bip001 ? Finger41", "Bip001 ? Finger42"),
};
static const named xsens[] = {
    BODY(NULL, "Hips", "Chest", "Chest2", "Chest4", "Neck", "Head"),
    LEG("Hips", "%Hip", "%Knee", "%Ankle", "%Toe"),
    ARM("Chest4", "%Collar", "%Shoulder", "%Elbow", "%Wrist"),
};
static const named smpl[] = {
    BODY(NULL, "Pelvis", "Spine1", "Spine2", "Spine3", "Neck", "Head"),
    LEG("Pelvis", "?_Hip", "?_Knee", "?_Ankle", "?_Foot"),
    ARM("Spine3", "?_Collar", "?_Shoulder", "?_Elbow", "?_Wrist"),
    {"?_Hand", "?_Wrist", HONE_NONE},
};
static const named vroid[] = {
    {"Root", NULL, HONE_NONE},
    BODY("Root", "J_Bip_C_Hips", "J_Bip_C_Spine", "J_Bip_C_Chest", "J_Bip_C_UpperChest", "J_Bip_C_Neck",
         "J_Bip_C_Head"),
    LEG("J_Bip_C_Hips", "J_Bip_?_UpperLeg", "J_Bip_?_LowerLeg", "J_Bip_?_Foot", "J_Bip_?_ToeBase"),
    ARM("J_Bip_C_UpperChest", "J_Bip_?_Shoulder", "J_Bip_?_UpperArm", "J_Bip_?_LowerArm", "J_Bip_?_Hand"),
    FINGER("J_Bip_?_Hand", LITTLE, "J_Bip_?_Little1", "J_Bip_?_Little2", "J_Bip_?_Little3"),
};
static const named acclaim[] = {
    BODY(NULL, "root", "lowerback", "upperback", "thorax", "lowerneck", "head"),
    {"$hipjoint", "root", HONE_NONE},
    LEG("$hipjoint", "$femur", "$tibia", "$foot", "$toes"),
    ARM("thorax", "$clavicle", "$humerus", "$radius", "$wrist"),
    {"$hand", "$wrist", HONE_NONE},
};
static const named kinect[] = {
    BODY(NULL, "SpineBase", "SpineMid", "SpineChest", "SpineShoulder", "Neck", "Head"),
    LEG("SpineBase", "Hip%", "Knee%", "Ankle%", "Foot%"),
    {"Shoulder%", "SpineShoulder", ROLE(UPPER_ARM)},
    {"Elbow%", "Shoulder%", ROLE(LOWER_ARM)},
    {"Wrist%", "Elbow%", ROLE(HAND)},
};

static void rigs_of_others_are_known_by_their_names(void **state)
{
    (void)state;
    CHECK_SCHEME(mixamo);
    CHECK_SCHEME(scaled);
    CHECK_SCHEME(unity);
    CHECK_SCHEME(unreal);
    CHECK_SCHEME(rigify);
    CHECK_SCHEME(motionbuilder);
    CHECK_SCHEME(daz);
    CHECK_SCHEME(bandai);
    CHECK_SCHEME(biped);
    CHECK_SCHEME(xsens);
    CHECK_SCHEME(smpl);
    CHECK_SCHEME(vroid);
    CHECK_SCHEME(acclaim);
    CHECK_SCHEME(kinect);
    CHECK_SCHEME(rokoko);
    CHECK_SCHEME(cmu);
}

/* ---- maps of the user ------------------------------------------------------------------------------------------ */

static void a_map_of_the_user_comes_before_names(void **state)
{
    (void)state;
    made m = {.builder = hone_builder_create(NULL, 0, NULL)};
    m.bones = hone_builder_array(m.builder, MOST, sizeof *m.bones);
    for (size_t i = 0; i < sizeof bandai / sizeof *bandai; i++)
        for (int side = 0; side < (has_side(bandai[i].name) ? 2 : 1); side++) add(&m, &bandai[i], side);
    hone_error error = {0};
    hone_model *model = test_model_create(
        m.builder, &(hone_model_data){.space = HONE_SPACE_GLTF, .skeleton = {m.count, m.bones, 0, NULL}});
    hone_humanoid human;
    for (int h = 0; h < HONE_HUMANOID_COUNT; h++) human.bones[h] = HONE_NONE;
    assert_null(hone_model_with_humanoid(model, &human, NULL, &error));
    human.bones[ROLE(SPINE)] = hone_model_find_bone(model, "Chest");
    hone_model *mapped = hone_model_with_humanoid(model, &human, NULL, &error);
    const hone_humanoid found = hone_model_humanoid(mapped);
    CHECK(found.bones[ROLE(SPINE)] == human.bones[ROLE(SPINE)] && found.missing == 0);
    CHECK(found.bones[ROLE(FOOT)] == hone_model_find_bone(model, "Foot_L"));
    human.bones[ROLE(SPINE)] = 99;
    assert_null(hone_model_with_humanoid(model, &human, NULL, &error));
    hone_model_release(model);
    hone_model_release(mapped);
}

/* Checks that a changed model keeps what it shares with models that are gone. */
static void check_changed(hone_model *changed, const hone_model *plain, bool mapped)
{
    const hone_model_data *data = hone_model_get(changed);
    assert_non_null(changed);
    assert_int_equal(data->humanoid_map_count, mapped);
    CHECK(!mapped || (data->humanoid_map[0].bone == 1 && strcmp(data->humanoid_map[0].role, "spine") == 0));
    const hone_mesh *mesh = hone_model_mesh(changed), *before = hone_model_mesh(plain);
    assert_memory_equal(mesh->deforms, before->deforms, before->vertex_count);
    assert_memory_equal(mesh->influences, before->influences, before->influence_count * sizeof *before->influences);
    hone_model_release(changed);
}

/* A map that gives bone 1 a role. */
static hone_humanoid one_role(void)
{
    hone_humanoid human;
    for (int h = 0; h < HONE_HUMANOID_COUNT; h++) human.bones[h] = HONE_NONE;
    human.bones[ROLE(SPINE)] = 1;
    return human;
}

static void maps_and_weights_change_in_any_order(void **state)
{
    (void)state;
    make_pmx_desc desc = make_pmx_rich(5);
    hone_model *model = make_pmx_model(&desc, NULL, NULL);
    const hone_mesh *mesh = hone_model_mesh(model);
    const hone_weights weights = {mesh->deforms, mesh->influence_begin, mesh->influences, mesh->sdef_count,
                                  mesh->sdefs};
    const hone_humanoid human = one_role();
    for (int order = 0; order < 8; order++) {
        hone_model *changed = hone_model_retain(model);
        for (int step = 0; step < 3; step++) {
            hone_model *before = changed;
            changed = order >> step & 1 ? hone_model_with_humanoid(before, &human, NULL, NULL)
                                        : hone_model_with_weights(before, &weights, NULL, NULL);
            hone_model_release(before);
        }
        check_changed(changed, model, order != 0);
    }
    hone_model_release(model);
}

static void a_map_of_the_user_reports_every_failed_allocation(void **state)
{
    (void)state;
    make_pmx_desc desc = make_pmx_rich(5);
    hone_model *model = make_pmx_model(&desc, NULL, NULL), *mapped = NULL;
    const hone_humanoid human = one_role();
    uint64_t failures = 0;
    for (; !mapped; failures++) {
        test_allocator a;
        hone_error error = {0};
        test_allocator_make(&a, failures);
        mapped = hone_model_with_humanoid(model, &human, &a.allocator, &error);
        CHECK(mapped || error.code == HONE_ERROR_MEMORY);
        hone_model_release(mapped);
        assert_int_equal(a.live, 0);
    }
    CHECK(failures > 1);
    hone_model_release(model);
}

TEST_GROUP(test_humanoid_names)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rigs_of_others_are_known_by_their_names),
        cmocka_unit_test(a_map_of_the_user_comes_before_names),
        cmocka_unit_test(maps_and_weights_change_in_any_order),
        cmocka_unit_test(a_map_of_the_user_reports_every_failed_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
