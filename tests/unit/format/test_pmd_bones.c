/* Bones of PMD files: their kinds, IK chains, and the order of evaluation. */
#include "core/rig/order.h"
#include "support/pmd_load.h"
#include "support/support.h"
#include <stdlib.h>
#include <string.h>

enum { NONE = 0xFFFF };

/* ---- bones ---- */

static void pmd_kinds_of_bones_become_flags(void **state)
{
    (void)state;
    enum { TURNS = HONE_BONE_ROTATABLE | HONE_BONE_OPERABLE, SEEN = TURNS | HONE_BONE_VISIBLE };
    enum { TAIL = HONE_BONE_TAIL_IS_BONE };
    static const struct {
        uint16_t flags;
        int32_t tail, source;
        float ratio;
    } want[] = {{SEEN | HONE_BONE_MOVABLE | TAIL, 1, HONE_NONE, 0},
                {SEEN | TAIL, 2, HONE_NONE, 0},
                {SEEN | TAIL, 3, HONE_NONE, 0},
                {SEEN | TAIL, 4, HONE_NONE, 0},
                {SEEN, HONE_NONE, HONE_NONE, 0},
                {TURNS, HONE_NONE, HONE_NONE, 0},
                {TURNS, HONE_NONE, HONE_NONE, 0},
                {SEEN | HONE_BONE_MOVABLE | HONE_BONE_IK | TAIL, 8, HONE_NONE, 0},
                {TURNS | HONE_BONE_IK, HONE_NONE, HONE_NONE, 0}, /* hidden, but the goal of a chain */
                {SEEN | HONE_BONE_APPEND_ROTATION | TAIL, 1, 2, 1},
                {SEEN | HONE_BONE_FIXED_AXIS | TAIL, 12, HONE_NONE, 0},
                {TURNS | HONE_BONE_APPEND_ROTATION, HONE_NONE, 10, 0.5f},
                {SEEN, HONE_NONE, HONE_NONE, 0}};
    make_pmd desc = make_pmd_rich();
    hone_model *model = pmd_load(&desc);
    const hone_bone *bones = hone_model_skeleton(model)->bones;
    assert_int_equal(hone_model_skeleton(model)->bone_count, 13);
    for (uint32_t i = 0; i < 13; i++) {
        assert_int_equal(bones[i].flags, want[i].flags);
        CHECK(bones[i].tail_bone == want[i].tail && bones[i].append_source == want[i].source);
        CHECK(bones[i].append_ratio == want[i].ratio);
        check_same_floats(bones[i].position, desc.bones[i].position, 3);
        assert_int_equal(bones[i].parent, desc.bones[i].parent == NONE ? HONE_NONE : desc.bones[i].parent);
        assert_string_equal(bones[i].english_name, desc.bones[i].english);
    }
    assert_string_equal(bones[0].name, "センター");
    check_same_floats(bones[10].fixed_axis, (float[]){0.6f, 0.8f, 0}, 3);
    hone_model_release(model);
}

static void check_bone(const pmd_bone *bone, const char *warning, hone_bone *out)
{
    make_pmd desc = make_pmd_rich();
    pmd_bone bones[13];
    memcpy(bones, desc.bones, sizeof bones);
    bones[12] = *bone;
    bones[12].english = "";
    desc.bones = bones;
    hone_model *model = warning ? pmd_load_odd(&desc, warning) : pmd_load(&desc);
    *out = hone_model_skeleton(model)->bones[12];
    hone_model_release(model);
}

static void pmd_odd_bones_are_mended(void **state)
{
    (void)state;
    hone_bone got;
    check_bone(&(pmd_bone){"x", 0, 0, 10, 0, {0, 0, 0}, NULL}, "unknown kind", &got);
    check_bone(&(pmd_bone){"x", 77, 0, 0, 0, {0, 0, 0}, NULL}, "parent is missing", &got);
    CHECK(got.parent == HONE_NONE);
    check_bone(&(pmd_bone){"x", 0, 77, 0, 0, {0, 0, 0}, NULL}, "tail bone is missing", &got);
    check_bone(&(pmd_bone){"x", 0, 0, 8, 0, {0, 0, 0}, NULL}, "axis has no direction", &got);
    CHECK(!(got.flags & HONE_BONE_FIXED_AXIS));
    check_bone(&(pmd_bone){"x", 0, 0, 2, 0, {0, 0, 0}, NULL}, "without a chain", &got);
    check_bone(&(pmd_bone){"x", 0, 0, 5, 77, {0, 0, 0}, NULL}, "append source is missing", &got);
    CHECK(got.append_source == HONE_NONE);
    check_bone(&(pmd_bone){"x", 0, 0, 5, NONE, {0, 0, 0}, NULL}, NULL, &got);
    CHECK(got.append_source == HONE_NONE);
    check_bone(&(pmd_bone){"x", 0, NONE, 9, 100, {0, 0, 0}, NULL}, NULL, &got);
    CHECK(got.append_source == HONE_NONE && got.append_ratio == 1);
    check_bone(&(pmd_bone){"x", 0, 3, 9, 65436, {0, 0, 0}, NULL}, NULL, &got); /* -100 */
    CHECK(got.append_source == 3 && got.append_ratio == -1);
    check_bone(&(pmd_bone){"12345678901234567890", 0, 0, 0, 0, {0, 0, 0}, NULL}, NULL, &got);
    make_pmd desc = make_pmd_rich();
    pmd_bone bones[13];
    memcpy(bones, desc.bones, sizeof bones);
    desc.bones = bones;
    bones[12].name = "1234567890123456789\x83"; /* half a character */
    hone_model *model = pmd_load_odd(&desc, "cut inside a character");
    assert_string_equal(hone_model_skeleton(model)->bones[12].name, "1234567890123456789");
    hone_model_release(model);
}

static void pmd_chains_are_pmx_chains(void **state)
{
    (void)state;
    make_pmd desc = make_pmd_rich();
    hone_model *model = pmd_load(&desc);
    const hone_skeleton *skeleton = hone_model_skeleton(model);
    assert_int_equal(skeleton->ik_count, 2);
    const hone_ik *ik = &skeleton->iks[0];
    CHECK(ik->bone == 7 && ik->effector == 6 && ik->max_iterations == 40 && ik->unit_angle == 2 && ik->link_count == 2);
    CHECK(ik->links[0].bone == 3 && ik->links[0].limited && ik->links[1].bone == 2 && !ik->links[1].limited);
    CHECK_NEAR(ik->links[0].lower[0], -3.14159265358979, 1e-6);
    CHECK_NEAR(ik->links[0].upper[0], -0.00872664625997165, 1e-9);
    CHECK(ik->links[0].lower[1] == 0 && ik->links[0].lower[2] == 0 && ik->links[0].upper[1] == 0 &&
          ik->links[0].upper[2] == 0);
    CHECK(skeleton->iks[1].bone == 8 && skeleton->iks[1].unit_angle == 4 && !skeleton->iks[1].links[0].limited);
    hone_model_release(model);
}

static void pmd_knees_are_known_by_their_whole_names(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        bool knee;
    } cases[] = {{"\x8D\xB6\x82\xD0\x82\xB4", true},
                 {"\x89\x45\x82\xD0\x82\xB4", true}, /* 左ひざ, 右ひざ */
                 {"\x82\xD0\x82\xB4", false},
                 {"\x8D\xB6\x82\xD0\x82\xB4"
                  "D",
                  false},
                 {"x\x8D\xB6\x82\xD0\x82\xB4", false},
                 {"knee", false}};
    make_pmd desc = make_pmd_rich();
    pmd_bone bones[13];
    memcpy(bones, desc.bones, sizeof bones);
    desc.bones = bones;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bones[3].name = cases[i].name;
        hone_model *model = pmd_load(&desc);
        assert_int_equal(hone_model_skeleton(model)->iks[0].links[0].limited, cases[i].knee);
        hone_model_release(model);
    }
}

/* PMX allows one chain per bone. */
static void pmd_second_chain_of_a_bone_gets_a_helper(void **state)
{
    (void)state;
    static const pmd_ik iks[] = {
        {7, 6, 40, 0.5f, 2, {3, 2}}, {8, 5, 3, 1, 1, {4}}, {7, 5, 10, 0.25f, 1, {4}}, {7, 4, 11, 0.75f, 1, {3}}};
    make_pmd desc = make_pmd_rich();
    desc.iks = iks, desc.ik_count = 4;
    hone_model *model = pmd_load(&desc);
    const hone_skeleton *skeleton = hone_model_skeleton(model);
    CHECK(skeleton->bone_count == 15 && skeleton->ik_count == 4);
    for (uint32_t i = 13; i < 15; i++) {
        const hone_bone *helper = &skeleton->bones[i];
        CHECK(helper->parent == 7 && helper->ik == (int32_t)i - 11 && helper->flags & HONE_BONE_IK);
        assert_string_equal(helper->name, "leg IK");
        assert_string_equal(helper->english_name, "leg IK_L");
        check_same_floats(helper->position, desc.bones[7].position, 3);
    }
    CHECK(skeleton->iks[2].bone == 13 && skeleton->iks[2].max_iterations == 10 && skeleton->iks[2].effector == 5);
    CHECK(skeleton->iks[3].bone == 14 && skeleton->iks[3].max_iterations == 11 && skeleton->iks[3].unit_angle == 3);
    hone_model_release(model);
}

static void pmd_chains_of_missing_bones_are_dropped(void **state)
{
    (void)state;
    static const pmd_ik wrong[] = {{77, 6, 1, 1, 1, {3}},
                                   {7, 77, 1, 1, 1, {3}},
                                   {7, 6, 1, 1, 2, {3, 77}},
                                   {NONE, 6, 1, 1, 1, {3}},
                                   {7, NONE, 1, 1, 1, {3}}};
    make_pmd desc = make_pmd_rich();
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        pmd_ik iks[3] = {wrong[i], desc.iks[0], desc.iks[1]};
        make_pmd odd = desc;
        odd.iks = iks, odd.ik_count = 3;
        hone_model *model = pmd_load_odd(&odd, "IK chain with a bone that is missing");
        CHECK(hone_model_skeleton(model)->ik_count == 2 && hone_model_skeleton(model)->bone_count == 13);
        hone_model_release(model);
    }
}

/* ---- the order of evaluation ---- */

/* MMD's rule for a bone of the file: pass 0, 1 or 2, at least the parent's. */
static int level_of(const make_pmd *desc, uint32_t bone)
{
    int level = 0;
    for (uint32_t steps = 0; bone < desc->bone_count && steps <= desc->bone_count; steps++) {
        int own = desc->bones[bone].kind == 2 ? 1 : 0;
        for (uint32_t i = 0; i < desc->ik_count; i++) own = desc->iks[i].goal == bone ? 1 : own;
        own = desc->bones[bone].kind == 5 || desc->bones[bone].kind == 9 ? 2 : own;
        level = own > level ? own : level;
        bone = desc->bones[bone].parent;
    }
    return level;
}

static uint32_t list_place(const make_pmd *desc, uint32_t bone)
{
    for (uint32_t i = 0; i < desc->ik_count; i++)
        if (desc->iks[i].goal == bone)
            return i;
    return UINT32_MAX;
}

static bool comes_first(const make_pmd *desc, uint32_t a, uint32_t b)
{
    int level_a = level_of(desc, a), level_b = level_of(desc, b);
    uint32_t place_a = list_place(desc, a), place_b = list_place(desc, b);
    if (level_a != level_b)
        return level_a < level_b;
    return place_a != place_b ? place_a < place_b : a < b;
}

static uint32_t source_of(const pmd_bone *bone)
{
    return bone->kind == 5 ? bone->reference : bone->kind == 9 ? bone->tail : NONE;
}

/* Repeatedly takes the first bone whose parent and source are done. */
static void expected_order(const make_pmd *desc, uint32_t *order)
{
    bool done[64] = {false};
    for (uint32_t n = 0; n < desc->bone_count; n++) {
        uint32_t best = UINT32_MAX;
        for (uint32_t b = 0; b < desc->bone_count; b++) {
            uint32_t parent = desc->bones[b].parent, source = source_of(&desc->bones[b]);
            bool waits = (parent < desc->bone_count && !done[parent]) || (source < desc->bone_count && !done[source]);
            if (!done[b] && !waits && (best == UINT32_MAX || comes_first(desc, b, best)))
                best = b;
        }
        assert_true(best != UINT32_MAX);
        done[best] = true;
        order[n] = best;
    }
}

/* Bones whose parents and sources are in any order, without circles: in a shuffled list each comes after both. */
static void make_random_skeleton(test_random *random, pmd_bone *bones, uint16_t bone_count, pmd_ik *iks,
                                 uint16_t ik_count)
{
    uint16_t shuffled[64];
    bool taken[64] = {false};
    for (uint16_t i = 0; i < bone_count; i++) shuffled[i] = i;
    for (uint16_t i = bone_count; i-- > 1;) {
        uint32_t k = test_random_u32(random) % (i + 1u);
        uint16_t swap = shuffled[i];
        shuffled[i] = shuffled[k], shuffled[k] = swap;
    }
    for (uint16_t i = 0; i < bone_count; i++) {
        static const uint8_t kinds[] = {0, 0, 1, 4, 5, 9, 7};
        uint16_t parent = i && test_random_u32(random) % 8 ? shuffled[test_random_u32(random) % i] : NONE;
        uint16_t source = i ? shuffled[test_random_u32(random) % i] : NONE;
        uint8_t kind = i ? kinds[test_random_u32(random) % 7] : 0;
        bones[shuffled[i]] =
            (pmd_bone){"bone", parent, kind == 9 ? source : 0, kind, kind == 5 ? source : 0, {0, 0, 0}, ""};
    }
    for (uint16_t i = 0; i < ik_count; i++) {
        uint32_t goal = test_random_u32(random) % bone_count;
        while (taken[goal]) goal = (goal + 1) % bone_count;
        taken[goal] = true;
        iks[i] = (pmd_ik){
            (uint16_t)goal, (uint16_t)((goal + 1) % bone_count), 1, 1, 1, {(uint16_t)((goal + 2) % bone_count)}};
    }
}

static void pmd_bones_come_in_mmds_order(void **state)
{
    (void)state;
    test_random random = {11};
    for (int round = 0; round < 500; round++) {
        pmd_bone bones[64];
        pmd_ik iks[16];
        uint32_t want[64], got[64], pass2;
        uint16_t bone_count = (uint16_t)(3 + test_random_u32(&random) % 40);
        uint16_t ik_count = (uint16_t)(test_random_u32(&random) % (bone_count < 16 ? 3u : 16u));
        make_random_skeleton(&random, bones, bone_count, iks, ik_count);
        make_pmd desc = {.version = 1, .bones = bones, .bone_count = bone_count, .iks = iks, .ik_count = ik_count};
        hone_model *model = pmd_load(&desc);
        CHECK(hone_rig_sort(hone_model_skeleton(model), HONE_SPACE_MMD, HONE_ORDER_STRICT, NULL, got, &pass2, NULL));
        expected_order(&desc, want);
        CHECK(pass2 == bone_count);
        for (uint32_t i = 0; i < bone_count; i++) assert_int_equal(got[i], want[i]);
        hone_model_release(model);
    }
}

static void pmd_helpers_pull_when_their_chain_is_due(void **state)
{
    (void)state;
    static const pmd_ik iks[] = {{8, 5, 3, 1, 1, {4}}, {7, 6, 40, 0.5f, 2, {3, 2}}, {7, 5, 10, 0.25f, 1, {4}}};
    make_pmd desc = make_pmd_rich();
    desc.iks = iks, desc.ik_count = 3;
    hone_model *model = pmd_load(&desc);
    uint32_t order[14], pass2, place[14];
    CHECK(hone_rig_sort(hone_model_skeleton(model), HONE_SPACE_MMD, HONE_ORDER_STRICT, NULL, order, &pass2, NULL));
    for (uint32_t i = 0; i < 14; i++) place[order[i]] = i;
    /* 8 is first in the list but needs 7; then 13, which is 7's helper; then bones that follow a rotation */
    CHECK(place[4] < place[7] && place[7] < place[8] && place[8] < place[13] && place[13] < place[9]);
    hone_model_release(model);
}

TEST_GROUP(test_pmd_bones)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pmd_kinds_of_bones_become_flags),
        cmocka_unit_test(pmd_odd_bones_are_mended),
        cmocka_unit_test(pmd_chains_are_pmx_chains),
        cmocka_unit_test(pmd_knees_are_known_by_their_whole_names),
        cmocka_unit_test(pmd_second_chain_of_a_bone_gets_a_helper),
        cmocka_unit_test(pmd_chains_of_missing_bones_are_dropped),
        cmocka_unit_test(pmd_bones_come_in_mmds_order),
        cmocka_unit_test(pmd_helpers_pull_when_their_chain_is_due),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
