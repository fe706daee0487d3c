/* FBX: the transforms of nodes, against products of matrices in double. */
#include "files/format/fbx/scene/node_transform.h"
#include "support/support.h"
#include <string.h>

/* ---- reference: matrices made of axis rotations, multiplied one by one ---- */

static fbx_matrix product(const fbx_matrix *parts, int count)
{
    fbx_matrix out = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}}, next;
    for (int i = 0; i < count; i++) {
        for (int r = 0; r < 3; r++)
            for (int c = 0; c < 4; c++) {
                next.m[r][c] = c == 3 ? out.m[r][3] : 0;
                for (int k = 0; k < 3; k++) next.m[r][c] += out.m[r][k] * parts[i].m[k][c];
            }
        out = next;
    }
    return out;
}

static fbx_matrix translation(const double t[3], double sign)
{
    return (fbx_matrix){{{1, 0, 0, sign * t[0]}, {0, 1, 0, sign * t[1]}, {0, 0, 1, sign * t[2]}}};
}

static fbx_matrix scaling(const double s[3])
{
    return (fbx_matrix){{{s[0], 0, 0, 0}, {0, s[1], 0, 0}, {0, 0, s[2], 0}}};
}

static fbx_matrix about_axis(int axis, double degrees)
{
    double c = cos(degrees * HONE_PI / 180), s = sin(degrees * HONE_PI / 180);
    int j = (axis + 1) % 3, k = (axis + 2) % 3;
    fbx_matrix out = {{{0}}};
    out.m[axis][axis] = 1;
    out.m[j][j] = out.m[k][k] = c;
    out.m[k][j] = s;
    out.m[j][k] = -s;
    return out;
}

/* order: the names of the axes, the first one turns first */
static fbx_matrix euler(const char *order, const double angles[3])
{
    fbx_matrix parts[3];
    for (int i = 0; i < 3; i++) parts[2 - i] = about_axis(order[i] - 'X', angles[order[i] - 'X']);
    return product(parts, 3);
}

static fbx_matrix transposed(const fbx_matrix *m)
{
    fbx_matrix out = {{{0}}};
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) out.m[r][c] = m->m[c][r];
    return out;
}

static void check_matrix(const fbx_matrix *got, const fbx_matrix *want, double tolerance)
{
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 4; c++) CHECK_NEAR(got->m[r][c], want->m[r][c], tolerance);
}

/* ---- a model with properties ---- */

enum { MOST = 32 };

typedef struct test_node {
    fbx_node list, entries[MOST];
    fbx_value values[MOST][7];
    uint32_t count;
    fbx_object object;
} test_node;

static void begin_node(test_node *node)
{
    *node = (test_node){.object = {.kind = FBX_MODEL}};
    node->object.properties = &node->list;
}

static void add_property(test_node *node, const char *name, const double *numbers, uint32_t count)
{
    fbx_node *entry = &node->entries[node->count];
    fbx_value *values = node->values[node->count];
    values[0] = (fbx_value){.kind = FBX_TEXT, .text = {name, (uint32_t)strlen(name)}};
    for (uint32_t i = 1; i < 4; i++) values[i] = (fbx_value){.kind = FBX_TEXT, .text = {"", 0}};
    for (uint32_t i = 0; i < count; i++) values[4 + i] = (fbx_value){.kind = FBX_REAL, .real = numbers[i]};
    *entry = (fbx_node){.name = {"P", 1}, .value_count = 4 + count, .values = values};
    if (node->count == 0)
        node->list.first_child = entry;
    else
        node->entries[node->count - 1].next = entry;
    node->count++;
}

static void add_number(test_node *node, const char *name, double number)
{
    add_property(node, name, &number, 1);
}

typedef struct test_transform {
    double t[3], r[3], s[3], rotation_offset[3], rotation_pivot[3], pre[3], post[3], scaling_offset[3],
        scaling_pivot[3];
} test_transform;

static void fill(test_random *random, double out[3], float low, float high)
{
    for (int i = 0; i < 3; i++) out[i] = (double)test_random_float(random, low, high);
}

static test_transform random_transform(test_random *random)
{
    test_transform out;
    double *const offsets[] = {out.t, out.rotation_offset, out.rotation_pivot, out.scaling_offset, out.scaling_pivot};
    double *const angles[] = {out.r, out.pre, out.post};
    for (int i = 0; i < 5; i++) fill(random, offsets[i], -20, 20);
    for (int i = 0; i < 3; i++) fill(random, angles[i], -400, 400);
    fill(random, out.s, -3, 3);
    return out;
}

static void add_transform(test_node *node, const test_transform *from)
{
    add_property(node, "Lcl Translation", from->t, 3);
    add_property(node, "Lcl Rotation", from->r, 3);
    add_property(node, "Lcl Scaling", from->s, 3);
    add_property(node, "RotationOffset", from->rotation_offset, 3);
    add_property(node, "RotationPivot", from->rotation_pivot, 3);
    add_property(node, "PreRotation", from->pre, 3);
    add_property(node, "PostRotation", from->post, 3);
    add_property(node, "ScalingOffset", from->scaling_offset, 3);
    add_property(node, "ScalingPivot", from->scaling_pivot, 3);
}

/* T Roff Rp Rpre R Rpost^-1 Rp^-1 Soff Sp S Sp^-1 */
static fbx_matrix reference(const test_transform *from, const char *order, bool active)
{
    fbx_matrix identity = scaling((double[3]){1, 1, 1}), post = euler("XYZ", from->post);
    fbx_matrix parts[11] = {
        translation(from->t, 1),
        translation(from->rotation_offset, 1),
        translation(from->rotation_pivot, 1),
        active ? euler("XYZ", from->pre) : identity,
        euler(active ? order : "XYZ", from->r),
        active ? transposed(&post) : identity,
        translation(from->rotation_pivot, -1),
        translation(from->scaling_offset, 1),
        translation(from->scaling_pivot, 1),
        scaling(from->s),
        translation(from->scaling_pivot, -1),
    };
    return product(parts, 11);
}

static fbx_matrix transform_of(const test_node *node)
{
    fbx_pivots pivots;
    fbx_local rest;
    fbx_trs trs;
    fbx_matrix out;
    hone_fbx_read_pivots(&node->object, &pivots, &rest);
    hone_fbx_transform(&pivots, &rest, &trs);
    hone_fbx_matrix_from_trs(&trs, &out);
    return out;
}

static const char *const orders[] = {"XYZ", "XZY", "YZX", "YXZ", "ZXY", "ZYX"};

static void a_transform_is_the_product_of_eleven_matrices(void **state)
{
    (void)state;
    test_random random = {7};
    for (int run = 0; run < 60; run++) {
        test_transform from = random_transform(&random);
        test_node node;
        begin_node(&node);
        add_transform(&node, &from);
        add_number(&node, "RotationOrder", run % 6);
        if (run & 8)
            add_number(&node, "RotationActive", 1);
        fbx_matrix got = transform_of(&node), want = reference(&from, orders[run % 6], true);
        check_matrix(&got, &want, 1e-12 * 100);
    }
}

static void without_an_active_rotation_only_pivots_stay(void **state)
{
    (void)state;
    static const char *const switches[] = {"RotationActive", "RotationSpaceForLimitOnly"};
    test_random random = {8};
    for (int run = 0; run < 20; run++) {
        test_transform from = random_transform(&random);
        test_node node;
        begin_node(&node);
        add_transform(&node, &from);
        add_number(&node, "RotationOrder", run % 6);
        add_number(&node, switches[run % 2], run % 2);
        fbx_matrix got = transform_of(&node), want = reference(&from, "XYZ", false);
        check_matrix(&got, &want, 1e-12 * 100);
    }
}

static void odd_orders_are_read_as_xyz(void **state)
{
    (void)state;
    static const double odd[] = {6, 7, -1, 1e9};
    test_random random = {9};
    for (int i = 0; i < 4; i++) {
        test_transform from = random_transform(&random);
        test_node node;
        begin_node(&node);
        add_transform(&node, &from);
        add_number(&node, "RotationOrder", odd[i]);
        fbx_matrix got = transform_of(&node), want = reference(&from, "XYZ", true);
        check_matrix(&got, &want, 1e-12 * 100);
    }
}

static void an_empty_model_is_the_identity(void **state)
{
    (void)state;
    test_node node;
    begin_node(&node);
    fbx_matrix got = transform_of(&node), want = scaling((double[3]){1, 1, 1});
    check_matrix(&got, &want, 0);
}

static void a_geometric_transform_is_translation_rotation_scale(void **state)
{
    (void)state;
    static const double t[3] = {1, 2, 3}, r[3] = {20, -70, 130}, s[3] = {2, -0.5, 3};
    test_node node;
    fbx_matrix got, parts[3] = {translation(t, 1), euler("XYZ", r), scaling(s)}, want = product(parts, 3);
    begin_node(&node);
    add_property(&node, "GeometricTranslation", t, 3);
    add_property(&node, "GeometricRotation", r, 3);
    add_property(&node, "GeometricScaling", s, 3);
    hone_fbx_read_geometric(&node.object, &got);
    check_matrix(&got, &want, 1e-14);
}

/* ---- properties ---- */

static void own_properties_come_before_those_of_the_class(void **state)
{
    (void)state;
    test_node node, class_node;
    begin_node(&node), begin_node(&class_node);
    node.object.template_node = &class_node.list;
    add_number(&class_node, "InheritType", 0), add_number(&class_node, "Show", 3);
    add_number(&node, "InheritType", 2);
    CHECK(hone_fbx_property_integer(&node.object, "InheritType", 9) == 2);
    CHECK(hone_fbx_property_integer(&node.object, "Show", 9) == 3);
    CHECK(hone_fbx_property_integer(&node.object, "Sho", 9) == 9);
    CHECK(hone_fbx_has_property(&node.object, "Show") && !hone_fbx_has_property(&node.object, "Shown"));
}

static void a_vector_that_is_not_finite_is_none(void **state)
{
    (void)state;
    static const double numbers[] = {1, 2, 3}, odd[] = {1, NAN, 3};
    double out[3] = {7, 8, 9};
    test_node node;
    begin_node(&node);
    add_property(&node, "short", numbers, 2), add_property(&node, "odd", odd, 3),
        add_property(&node, "good", numbers, 3);
    CHECK(!hone_fbx_property_vector(&node.object, "short", out) && !hone_fbx_property_vector(&node.object, "odd", out));
    CHECK(out[0] == 7 && out[1] == 8 && out[2] == 9);
    CHECK(hone_fbx_property_vector(&node.object, "good", out) && out[0] == 1 && out[1] == 2 && out[2] == 3);
}

/* ---- inherited scales ---- */

/* A chain of nodes, each below the one before. The global transforms follow the definition: the rotations of all nodes
 * are multiplied apart from their scales, where `scale` is what the inheritance makes of these. */
typedef struct test_chain {
    int count;
    uint8_t inherit[5];
    fbx_trs local[5];
    fbx_matrix global[5];
} test_chain;

/* PR: rotation of the parent in model space; PL: its whole matrix. The node's is, without translation,
 * RSrs: PL R S; RrSs: PR R (PR^-1 PL) S; Rrs: PR R (PR^-1 PL) (scale of the parent)^-1 S. */
static void evaluate_chain(test_chain *chain)
{
    fbx_matrix rotation = scaling((double[3]){1, 1, 1}), linear = rotation;
    for (int i = 0; i < chain->count; i++) {
        const fbx_trs *local = &chain->local[i];
        fbx_trs turn = {.scale = {1, 1, 1}};
        memcpy(turn.rotation, local->rotation, sizeof turn.rotation);
        fbx_matrix r, s = scaling(local->scale), back = transposed(&rotation), inverse_scale, whole;
        hone_fbx_matrix_from_trs(&turn, &r);
        const double *p = i ? chain->local[i - 1].scale : (const double[3]){1, 1, 1};
        inverse_scale = scaling((double[3]){1 / p[0], 1 / p[1], 1 / p[2]});
        fbx_matrix usual[3] = {linear, r, s}, apart[5] = {rotation, r, back, linear, s};
        fbx_matrix without[6] = {rotation, r, back, linear, inverse_scale, s};
        whole = chain->inherit[i] == FBX_INHERIT_RSrs   ? product(usual, 3)
                : chain->inherit[i] == FBX_INHERIT_RrSs ? product(apart, 5)
                                                        : product(without, 6);
        fbx_matrix place[2] = {i ? chain->global[i - 1] : scaling((double[3]){1, 1, 1}),
                               translation(local->translation, 1)};
        fbx_matrix at = product(place, 2), turned[2] = {rotation, r};
        for (int k = 0; k < 3; k++) whole.m[k][3] = at.m[k][3];
        chain->global[i] = whole;
        linear = whole;
        for (int k = 0; k < 3; k++) linear.m[k][3] = 0;
        rotation = product(turned, 2);
    }
}

static void check_chain(test_chain *chain, double tolerance)
{
    fbx_inherited_scale scale = FBX_INHERITED_SCALE_NONE;
    fbx_matrix whole = scaling((double[3]){1, 1, 1});
    evaluate_chain(chain);
    for (int i = 0; i < chain->count; i++) {
        fbx_trs trs = chain->local[i];
        fbx_inherited_scale own;
        CHECK(hone_fbx_inherit_scale(&(fbx_pivots){.inherit = chain->inherit[i]}, &scale, &trs, &own));
        fbx_matrix parts[2] = {whole};
        hone_fbx_matrix_from_trs(&trs, &parts[1]);
        whole = product(parts, 2);
        check_matrix(&whole, &chain->global[i], tolerance);
        scale = own;
    }
}

static void any_chain_with_even_scales_is_exact(void **state)
{
    (void)state;
    test_random random = {11};
    for (int run = 0; run < 200; run++) {
        test_chain chain = {.count = 5};
        for (int i = 0; i < 5; i++) {
            double angles[3];
            fill(&random, angles, -180, 180);
            fill(&random, chain.local[i].translation, -5, 5);
            hone_fbx_quat_from_angles(0, angles, chain.local[i].rotation);
            double scale = (double)test_random_float(&random, 0.3f, 3);
            for (int k = 0; k < 3; k++) chain.local[i].scale[k] = scale;
            chain.inherit[i] = (uint8_t)(test_random_u32(&random) % 3);
        }
        check_chain(&chain, 1e-10);
    }
}

/* Quarter turns only swap axes, so no node needs shear. */
static void quarter_turns_with_uneven_scales_are_exact(void **state)
{
    (void)state;
    test_random random = {12};
    for (int run = 0; run < 200; run++) {
        test_chain chain = {.count = 3};
        for (int i = 0; i < 3; i++) {
            double angles[3];
            for (int k = 0; k < 3; k++) angles[k] = 90.0 * (double)(test_random_u32(&random) % 4);
            fill(&random, chain.local[i].translation, -5, 5);
            hone_fbx_quat_from_angles(0, angles, chain.local[i].rotation);
            fill(&random, chain.local[i].scale, 0.3f, 3);
            chain.inherit[i] = i == 0 ? FBX_INHERIT_RSrs : (uint8_t)(test_random_u32(&random) % 3);
        }
        if (chain.inherit[1] == FBX_INHERIT_RSrs)
            chain.inherit[2] = FBX_INHERIT_RSrs; /* elsewhere the definition itself has shear */
        check_chain(&chain, 1e-10);
    }
}

static void shear_is_reported_and_left_out(void **state)
{
    (void)state;
    fbx_inherited_scale parent = {{1, 2, 1}, {1, 1, 1}, false}, own;
    const fbx_pivots pivots = {.inherit = FBX_INHERIT_Rrs};
    fbx_trs trs = FBX_TRS_IDENTITY;
    hone_fbx_quat_from_angles(0, (double[3]){0, 0, 45}, trs.rotation);
    CHECK(!hone_fbx_inherit_scale(&pivots, &parent, &trs, &own));
    double square = 0;
    for (int i = 0; i < 4; i++) square += trs.rotation[i] * trs.rotation[i];
    CHECK_NEAR(square, 1, 1e-12);
    for (int i = 0; i < 3; i++) CHECK_NEAR(own.own[i], 1, 1e-15);
    /* the columns of diag(1, 1/2, 1) times a turn by 45 degrees are that long */
    CHECK_NEAR(trs.scale[0], sqrt(0.625), 1e-12);
    CHECK_NEAR(trs.scale[1], sqrt(0.625), 1e-12);
    CHECK_NEAR(trs.scale[2], 1, 1e-12);
}

/* The definition of Maya: a node that compensates the scale of its parent is divided by it before its own rotation. */
static void evaluate_maya_chain(test_chain *chain)
{
    fbx_matrix whole = scaling((double[3]){1, 1, 1});
    for (int i = 0; i < chain->count; i++) {
        const fbx_trs *local = &chain->local[i];
        const double *p =
            i && chain->inherit[i] == FBX_INHERIT_Rrs ? chain->local[i - 1].scale : (const double[3]){1, 1, 1};
        fbx_trs turn = {.scale = {1, 1, 1}};
        memcpy(turn.rotation, local->rotation, sizeof turn.rotation);
        fbx_matrix parts[5] = {whole, translation(local->translation, 1),
                               scaling((double[3]){1 / p[0], 1 / p[1], 1 / p[2]})};
        hone_fbx_matrix_from_trs(&turn, &parts[3]);
        parts[4] = scaling(local->scale);
        chain->global[i] = whole = product(parts, 5);
    }
}

/* All scales have bones of their own, so that any chain is exact. */
static void chains_of_scale_bones_are_exact(void **state)
{
    (void)state;
    test_random random = {15};
    for (int run = 0; run < 200; run++) {
        test_chain chain = {.count = 5};
        fbx_inherited_scale scale = FBX_INHERITED_SCALE_NONE;
        fbx_matrix whole = scaling((double[3]){1, 1, 1}), without = whole; /* of the parent */
        for (int i = 0; i < 5; i++) {
            double angles[3];
            fill(&random, angles, -180, 180), fill(&random, chain.local[i].translation, -5, 5);
            hone_fbx_quat_from_angles(0, angles, chain.local[i].rotation);
            fill(&random, chain.local[i].scale, 0.3f, 3);
            chain.inherit[i] = i == 0 ? FBX_INHERIT_RSrs : (uint8_t)(1 + test_random_u32(&random) % 2);
        }
        evaluate_maya_chain(&chain);
        for (int i = 0; i < 5; i++) {
            fbx_pivots pivots = {.inherit = chain.inherit[i], .apart = true};
            fbx_inherited_scale own;
            fbx_trs trs = chain.local[i];
            CHECK(hone_fbx_inherit_scale(&pivots, &scale, &trs, &own));
            fbx_matrix parts[2] = {pivots.inherit == FBX_INHERIT_RSrs ? whole : without}, scaled[2];
            scaled[1] = scaling(trs.scale);
            for (int k = 0; k < 3; k++) trs.scale[k] = 1;
            hone_fbx_matrix_from_trs(&trs, &parts[1]);
            scaled[0] = without = product(parts, 2);
            whole = product(scaled, 2);
            check_matrix(&whole, &chain.global[i], 1e-9);
            scale = own;
        }
    }
}

/* ---- axes ---- */

static fbx_space space_of(int coordinate, int up, int front, int signs, double unit)
{
    static const char *const names[3][2] = {
        {"CoordAxis", "CoordAxisSign"}, {"UpAxis", "UpAxisSign"}, {"FrontAxis", "FrontAxisSign"}};
    const int axes[3] = {coordinate, up, front};
    test_node node;
    fbx_space space;
    hone_error error;
    hone_builder *builder = hone_builder_create(NULL, 0, &error);
    begin_node(&node);
    for (int i = 0; i < 3; i++) {
        add_number(&node, names[i][0], axes[i]);
        add_number(&node, names[i][1], signs >> i & 1 ? -1 : 1);
    }
    add_number(&node, "UnitScaleFactor", unit);
    hone_fbx_space_read(&space, &node.list, builder);
    hone_builder_destroy(builder);
    return space;
}

static void check_space(const fbx_space *space, const fbx_trs *file)
{
    fbx_trs got_trs;
    fbx_matrix matrix, got, change = {{{0}}}, want;
    hone_affine affine;
    for (int i = 0; i < 3; i++) change.m[i][space->axis[i]] = space->sign[i];
    double determinant = 0;
    for (int i = 0; i < 3; i++)
        determinant += change.m[0][i] * (change.m[1][(i + 1) % 3] * change.m[2][(i + 2) % 3] -
                                         change.m[1][(i + 2) % 3] * change.m[2][(i + 1) % 3]);
    CHECK(space->mirrored == (determinant < 0));
    hone_fbx_matrix_from_trs(file, &matrix);
    for (int r = 0; r < 3; r++) matrix.m[r][3] *= space->metres;
    fbx_matrix parts[3] = {change, matrix, transposed(&change)};
    want = product(parts, 3);
    hone_fbx_trs_to_hone(space, file, &got_trs);
    hone_fbx_matrix_from_trs(&got_trs, &got);
    check_matrix(&got, &want, 1e-12);
    hone_fbx_matrix_from_trs(file, &matrix);
    hone_fbx_matrix_to_hone(space, &matrix, &affine);
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 4; c++) CHECK_NEAR(affine.m[r][c], want.m[r][c], 1e-5);
}

static void every_choice_of_axes_is_a_change_of_basis(void **state)
{
    (void)state;
    test_random random = {13};
    int right_handed = 0;
    for (int coordinate = 0; coordinate < 3; coordinate++)
        for (int way = 1; way < 3; way++)
            for (int signs = 0; signs < 8; signs++) {
                fbx_trs file;
                double angles[3];
                fill(&random, angles, -180, 180), fill(&random, file.translation, -9, 9),
                    fill(&random, file.scale, -2, 2);
                hone_fbx_quat_from_angles(0, angles, file.rotation);
                fbx_space space = space_of(coordinate, (coordinate + way) % 3, (coordinate + 3 - way) % 3, signs, 2.54);
                CHECK_NEAR(space.metres, 0.0254, 1e-15);
                right_handed += !space.mirrored;
                check_space(&space, &file);
            }
    CHECK(right_handed == 24);
}

static void a_file_without_axes_is_y_up_in_centimetres(void **state)
{
    (void)state;
    fbx_space space;
    double p[3] = {1, 2, 3};
    hone_fbx_space_read(&space, NULL, NULL);
    hone_fbx_point(&space, p, p);
    CHECK_NEAR(p[0], 0.01, 1e-15);
    CHECK_NEAR(p[1], 0.02, 1e-15);
    CHECK_NEAR(p[2], 0.03, 1e-15);
    CHECK(!space.mirrored);
}

static void z_up_becomes_y_up(void **state)
{
    (void)state;
    double p[3] = {1, 2, 3};
    fbx_space space = space_of(0, 2, 1, 4, 100); /* front is -y, as in 3ds Max */
    hone_fbx_point(&space, p, p);
    CHECK(p[0] == 1 && p[1] == 3 && p[2] == -2 && !space.mirrored);
}

static void axes_that_repeat_are_read_as_y_up(void **state)
{
    (void)state;
    fbx_space space = space_of(1, 1, 2, 7, -5);
    for (uint8_t i = 0; i < 3; i++) CHECK(space.axis[i] == i && space.sign[i] == 1);
    CHECK_NEAR(space.metres, 0.01, 1e-15);
    CHECK(!space.mirrored);
}

/* ---- inverse ---- */

static void a_matrix_times_its_inverse_is_the_identity(void **state)
{
    (void)state;
    test_random random = {14};
    fbx_matrix identity = scaling((double[3]){1, 1, 1});
    for (int run = 0; run < 50; run++) {
        fbx_matrix m, back, both;
        for (int r = 0; r < 3; r++)
            for (int c = 0; c < 4; c++) m.m[r][c] = (double)test_random_float(&random, -2, 2) + (r == c ? 5 : 0);
        CHECK(hone_fbx_matrix_invert(&m, &back));
        hone_fbx_matrix_multiply(&m, &back, &both);
        check_matrix(&both, &identity, 1e-12);
    }
    fbx_matrix flat = scaling((double[3]){1, 0, 1}), untouched = identity;
    CHECK(!hone_fbx_matrix_invert(&flat, &untouched));
    check_matrix(&untouched, &identity, 0);
}

TEST_GROUP(test_fbx_transform)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_transform_is_the_product_of_eleven_matrices),
        cmocka_unit_test(without_an_active_rotation_only_pivots_stay),
        cmocka_unit_test(odd_orders_are_read_as_xyz),
        cmocka_unit_test(an_empty_model_is_the_identity),
        cmocka_unit_test(a_geometric_transform_is_translation_rotation_scale),
        cmocka_unit_test(own_properties_come_before_those_of_the_class),
        cmocka_unit_test(a_vector_that_is_not_finite_is_none),
        cmocka_unit_test(any_chain_with_even_scales_is_exact),
        cmocka_unit_test(quarter_turns_with_uneven_scales_are_exact),
        cmocka_unit_test(shear_is_reported_and_left_out),
        cmocka_unit_test(chains_of_scale_bones_are_exact),
        cmocka_unit_test(every_choice_of_axes_is_a_change_of_basis),
        cmocka_unit_test(a_file_without_axes_is_y_up_in_centimetres),
        cmocka_unit_test(z_up_becomes_y_up),
        cmocka_unit_test(axes_that_repeat_are_read_as_y_up),
        cmocka_unit_test(a_matrix_times_its_inverse_is_the_identity),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
