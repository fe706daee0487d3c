/* Overlays on the picture: where their lines are, and that memory does not grow from picture to picture. */
#include "samples/samples.h"
#include "support/make/make_bodies.h"
#include "support/support.h"
#include "tool/edit/gizmo.h"
#include "tool/edit/pick.h"
#include "tool/overlay/overlay_bones.h"
#include "tool/overlay/overlay_physics.h"
#include "tool/overlay/overlay_points.h"
#include "tool/overlay/weight_colours.h"
#include "view/camera/orbit.h"
#include "view/overlay/overlay_material.h"
#include <hone/math.h>
#include <stdlib.h>
#include <string.h>

typedef struct scene {
    hone_model *model;
    hone_actor *actor;
    camera_projection camera_projection;
    overlay lines, triangles;
} scene;

static scene make_of(hone_model *model)
{
    orbit o = ORBIT_DEFAULT;
    hone_camera camera = orbit_camera(&o);
    scene s = {.model = model, .camera_projection = camera_projection_of(&camera, 900, 700)};
    s.actor = hone_actor_create(&(hone_actor_desc){.model = model}, NULL);
    CHECK(s.actor);
    return s;
}

static void drop(scene *s)
{
    overlay_release(&s->lines);
    overlay_release(&s->triangles);
    hone_actor_destroy(s->actor);
    hone_model_release(s->model);
}

static bool ends_at(const overlay *o, const float point[3])
{
    for (uint32_t i = 0; i < o->count; i++) {
        const float *p = o->vertices[i].position;
        float d[3] = {p[0] - point[0], p[1] - point[1], p[2] - point[2]};
        if (hone_vec3_dot(d, d) < 1e-6f)
            return true;
    }
    return false;
}

static bool has_colour(const overlay *o, const uint8_t rgb[3])
{
    for (uint32_t i = 0; i < o->count; i++)
        if (memcmp(o->vertices[i].colour, rgb, 3) == 0)
            return true;
    return false;
}

static void check_numbers(const overlay *o)
{
    CHECK(!o->full && o->count > 0);
    for (uint32_t i = 0; i < o->count; i++)
        for (int k = 0; k < 3; k++) CHECK(isfinite(o->vertices[i].position[k]));
}

static void every_style_shows_every_visible_bone(void **state)
{
    (void)state;
    scene s = make_of(hone_sample_character(NULL));
    const hone_skeleton *skeleton = hone_model_skeleton(s.model);
    for (int style = OVERLAY_BONES_OCTAHEDRA; style <= OVERLAY_BONES_MMD; style++) {
        overlay_bones_desc desc = {s.actor,  &s.camera_projection, (overlay_bone_style)style, false, HONE_NONE,
                                   HONE_NONE};
        overlay_clear(&s.lines), overlay_clear(&s.triangles);
        overlay_bones(&desc, &s.lines, &s.triangles);
        check_numbers(&s.lines);
        CHECK(s.lines.count % 2 == 0 && s.triangles.count % 3 == 0);
        CHECK((s.triangles.count > 0) == (style == OVERLAY_BONES_OCTAHEDRA));
        hone_affine world = camera_projection_world(s.actor);
        for (uint32_t b = 0; b < skeleton->bone_count; b++) {
            float tail[3];
            if (skeleton->bones[b].flags & HONE_BONE_VISIBLE && overlay_bone_tail(s.actor, b, &world, tail))
                CHECK(ends_at(&s.lines, tail));
        }
        uint32_t count = s.lines.count;
        desc.hidden = true;
        overlay_clear(&s.lines);
        overlay_bones(&desc, &s.lines, NULL);
        CHECK(s.lines.count >= count);
    }
    drop(&s);
}

static void the_selected_bone_stands_out(void **state)
{
    (void)state;
    static const uint8_t red[3] = {0xff, 0x40, 0x30};
    scene s = make_of(hone_sample_character(NULL));
    overlay_bones_desc desc = {s.actor, &s.camera_projection, OVERLAY_BONES_LINES, false, HONE_NONE, HONE_NONE};
    overlay_bones(&desc, &s.lines, NULL);
    CHECK(!has_colour(&s.lines, red));
    desc.selected = 3;
    overlay_clear(&s.lines);
    overlay_bones(&desc, &s.lines, NULL);
    CHECK(has_colour(&s.lines, red));
    drop(&s);
}

static void buffers_stay_where_they_are_once_grown(void **state)
{
    (void)state;
    scene s = make_of(hone_sample_character(NULL));
    const hone_overlay_vertex *lines = NULL;
    for (int picture = 0; picture < 10; picture++) {
        overlay_bones_desc desc = {s.actor, &s.camera_projection, OVERLAY_BONES_OCTAHEDRA, true, 1, 2};
        overlay_clear(&s.lines), overlay_clear(&s.triangles);
        overlay_bones(&desc, &s.lines, &s.triangles);
        overlay_chains(s.actor, &s.camera_projection, HONE_NONE, true, &s.lines);
        overlay_bodies(s.actor, 0, HONE_NONE, &s.lines);
        overlay_joints(s.actor, &s.camera_projection, HONE_NONE, true, &s.lines);
        CHECK(picture == 0 || lines == s.lines.vertices);
        lines = s.lines.vertices;
    }
    check_numbers(&s.lines);
    hone_overlay out = overlay_lines(&s.lines, 2, true);
    CHECK(out.kind == HONE_OVERLAY_LINES && out.vertices == lines && out.count == s.lines.count && out.on_top);
    drop(&s);
}

static void chains_lead_from_effector_to_root(void **state)
{
    (void)state;
    static const uint8_t grey[3] = {0x90, 0x90, 0x90};
    scene s = make_of(hone_sample_character(NULL));
    const hone_ik *ik = &hone_model_skeleton(s.model)->iks[0];
    overlay_chains(s.actor, &s.camera_projection, 0, false, &s.lines);
    for (uint32_t i = 0; i <= ik->link_count; i++) {
        const hone_affine *place = &hone_actor_bones(s.actor)[i ? ik->links[i - 1].bone : ik->effector];
        CHECK(ends_at(&s.lines, (float[]){place->m[0][3], place->m[1][3], place->m[2][3]}));
    }
    CHECK(!has_colour(&s.lines, grey));
    hone_actor_writable_pose(s.actor)->ik_enabled[0] = 0;
    overlay_clear(&s.lines);
    overlay_chains(s.actor, &s.camera_projection, 0, true, &s.lines);
    CHECK(has_colour(&s.lines, grey));
    drop(&s);
}

/* All points of an outline are on the body. */
static void outlines_lie_on_their_bodies(void **state)
{
    (void)state;
    static make_bodies bodies;
    for (uint8_t shape = HONE_BODY_SPHERE; shape <= HONE_BODY_CAPSULE; shape++) {
        make_bodies_clear(&bodies);
        make_bodies_add(&bodies, HONE_BODY_DYNAMIC, 1, 10, 0);
        bodies.bodies[0].shape = shape;
        memcpy(bodies.bodies[0].size, (float[]){2, 3, 1}, sizeof bodies.bodies[0].size);
        memcpy(bodies.bodies[0].rotation, (float[]){0.3f, 0.5f, -0.2f}, sizeof bodies.bodies[0].rotation);
        scene s = make_of(make_bodies_model(&bodies, NULL, NULL));
        overlay_bodies(s.actor, HONE_NONE, HONE_NONE, &s.lines);
        check_numbers(&s.lines);
        hone_affine place = overlay_body_place(s.actor, 0), back = hone_affine_invert_rigid(&place);
        for (uint32_t i = 0; i < s.lines.count; i++) {
            float p[3];
            hone_affine_point(&back, s.lines.vertices[i].position, p);
            if (shape == HONE_BODY_SPHERE) {
                CHECK_NEAR(sqrtf(hone_vec3_dot(p, p)), 2, 1e-4);
            } else if (shape == HONE_BODY_BOX) {
                CHECK(fabsf(p[0]) < 2.001f && fabsf(p[1]) < 3.001f && fabsf(p[2]) < 1.001f);
                CHECK(fabsf(p[0]) > 1.999f && fabsf(p[1]) > 2.999f && fabsf(p[2]) > 0.999f);
            } else {
                p[1] -= fminf(fmaxf(p[1], -1.5f), 1.5f);
                CHECK_NEAR(sqrtf(hone_vec3_dot(p, p)), 2, 1e-4);
            }
        }
        drop(&s);
    }
}

static void joints_stand_where_the_model_says(void **state)
{
    (void)state;
    static make_bodies bodies;
    make_bodies_clear(&bodies);
    make_bodies_add(&bodies, HONE_BODY_FOLLOWS, 0, 10, 0);
    make_bodies_add(&bodies, HONE_BODY_DYNAMIC, 2, 10, 0);
    make_bodies_join(&bodies, 0, 1, 1, 10, 0);
    scene s = make_of(make_bodies_model(&bodies, NULL, NULL));
    hone_affine place = overlay_joint_place(s.actor, 0);
    CHECK_NEAR(place.m[0][3], 1, 1e-5);
    CHECK_NEAR(place.m[1][3], 10, 1e-5);
    overlay_joints(s.actor, &s.camera_projection, HONE_NONE, true, &s.lines);
    CHECK(ends_at(&s.lines, (float[]){1, 10, 0}) && ends_at(&s.lines, (float[]){2, 10, 0}));
    drop(&s);
}

static void points_are_at_their_vertices_and_of_one_size(void **state)
{
    (void)state;
    scene s = make_of(hone_sample_character(NULL));
    const hone_mesh *mesh = hone_model_mesh(s.model);
    overlay_points(s.actor, mesh->positions, &s.camera_projection, 3, &s.lines);
    check_numbers(&s.lines);
    assert_int_equal(s.lines.count, 2 * mesh->vertex_count);
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        float from[3], to[3], middle[3];
        CHECK(camera_projection_project(&s.camera_projection, s.lines.vertices[2 * v].position, from));
        CHECK(camera_projection_project(&s.camera_projection, s.lines.vertices[2 * v + 1].position, to));
        CHECK(camera_projection_project(&s.camera_projection, mesh->positions[v], middle));
        CHECK_NEAR(to[0] - from[0], 3, 0.02);
        CHECK_NEAR(to[1], from[1], 0.02);
        CHECK_NEAR((from[0] + to[0]) / 2, middle[0], 0.02);
    }
    drop(&s);
}

static void axes_are_those_of_the_bones(void **state)
{
    (void)state;
    scene s = make_of(hone_sample_character(NULL));
    const hone_skeleton *skeleton = hone_model_skeleton(s.model);
    uint32_t visible = 0;
    for (uint32_t b = 0; b < skeleton->bone_count; b++) visible += (skeleton->bones[b].flags & HONE_BONE_VISIBLE) != 0;
    overlay_axes(s.actor, &s.camera_projection, false, HONE_NONE, &s.lines);
    check_numbers(&s.lines);
    assert_int_equal(s.lines.count, 6 * visible);
    overlay_clear(&s.lines);
    overlay_axes(s.actor, &s.camera_projection, true, HONE_NONE, &s.lines);
    assert_int_equal(s.lines.count, 6 * skeleton->bone_count);
    overlay_clear(&s.lines);
    overlay_axes(s.actor, &s.camera_projection, false, 3, &s.lines);
    assert_int_equal(s.lines.count, 6);
    const hone_affine *place = &hone_actor_bones(s.actor)[3];
    for (int axis = 0; axis < 3; axis++) {
        float way[3];
        hone_vec3_subtract(s.lines.vertices[2 * axis + 1].position, s.lines.vertices[2 * axis].position, way);
        CHECK(hone_vec3_normalise(way, way));
        for (int i = 0; i < 3; i++) CHECK_NEAR(way[i], place->m[i][axis], 1e-3);
        CHECK(s.lines.vertices[2 * axis].colour[axis] > 150); /* x red, y green, z blue */
    }
    drop(&s);
}

static void normals_stand_on_their_vertices(void **state)
{
    (void)state;
    scene s = make_of(hone_sample_character(NULL));
    const hone_mesh *mesh = hone_model_mesh(s.model);
    overlay_normals(s.actor, mesh->positions, mesh->normals, 0.5f, &s.lines);
    CHECK(s.lines.count == 2 * mesh->vertex_count);
    for (uint32_t v = 0; v < mesh->vertex_count; v += 50) {
        const float *a = s.lines.vertices[2 * v].position, *b = s.lines.vertices[2 * v + 1].position;
        float d[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
        CHECK_NEAR(sqrtf(hone_vec3_dot(d, d)), 0.5, 1e-4);
        CHECK(hone_vec3_dot(d, mesh->normals[v]) > 0);
    }
    drop(&s);
}

static void heat_shows_weights_counts_and_kinds(void **state)
{
    (void)state;
    hone_model *model = hone_sample_character(NULL);
    const hone_mesh *mesh = hone_model_mesh(model);
    uint8_t(*colours)[4] = calloc(mesh->vertex_count, sizeof *colours);
    int32_t bone = hone_model_find_bone(model, "頭");
    overlay_colour zero, one, kind;
    CHECK(weight_colours_legend(WEIGHT_COLOURS_BONE, 0, &zero) && weight_colours_legend(WEIGHT_COLOURS_BONE, 4, &one) &&
          !weight_colours_legend(WEIGHT_COLOURS_BONE, 5, &one));
    CHECK(one.rgba[0] == 255 && one.rgba[1] == 0 && one.rgba[2] == 0);
    weight_colours_fill(model, WEIGHT_COLOURS_BONE, bone, colours);
    uint32_t zeros = 0, ones = 0;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        float weight = 0;
        for (uint32_t i = mesh->influence_begin[v]; i < mesh->influence_begin[v + 1]; i++)
            /* PMX: one slot for each bone */
            weight += mesh->influences[i].slot == bone ? mesh->influences[i].weight : 0;
        CHECK((weight <= 0) == (memcmp(colours[v], zero.rgba, 4) == 0));
        CHECK((weight >= 1) <= (memcmp(colours[v], one.rgba, 4) == 0));
        zeros += weight <= 0, ones += weight >= 1;
    }
    CHECK(zeros > 0 && ones > 0);
    weight_colours_fill(model, WEIGHT_COLOURS_DEFORM, HONE_NONE, colours);
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        CHECK(weight_colours_legend(WEIGHT_COLOURS_DEFORM, mesh->deforms[v], &kind));
        CHECK(memcmp(colours[v], kind.rgba, 4) == 0);
    }
    weight_colours_fill(model, WEIGHT_COLOURS_INFLUENCES, HONE_NONE, colours);
    CHECK(weight_colours_legend(WEIGHT_COLOURS_INFLUENCES, 1, &kind));
    for (uint32_t v = 0; v < mesh->vertex_count; v++)
        CHECK(mesh->deforms[v] != HONE_DEFORM_BDEF1 || memcmp(colours[v], kind.rgba, 4) == 0);
    free(colours);
    hone_model_release(model);
}

static void the_gizmo_draws_its_handles(void **state)
{
    (void)state;
    scene s = make_of(hone_sample_character(NULL));
    edit *e = edit_create(s.model, NULL);
    for (int mode = GIZMO_TURN; mode <= GIZMO_MOVE; mode++) {
        gizmo g;
        gizmo_drag drag;
        CHECK(gizmo_place(&g, &s.camera_projection, s.actor, (uint32_t)hone_model_find_bone(s.model, "センター"),
                          (gizmo_mode)mode, GIZMO_MODEL, 0));
        overlay_clear(&s.lines), overlay_clear(&s.triangles);
        gizmo_draw(&g, &s.camera_projection, GIZMO_X, NULL, &s.lines, &s.triangles);
        check_numbers(&s.lines);
        uint32_t all = s.lines.count;
        for (uint32_t i = 0; i < s.lines.count; i++) { /* nothing is farther than the outer ring's square */
            const float *p = s.lines.vertices[i].position;
            float d[3] = {p[0] - g.origin[0], p[1] - g.origin[1], p[2] - g.origin[2]};
            CHECK(hone_vec3_dot(d, d) < 1.5f * g.size * g.size);
        }
        float at[3];
        CHECK(camera_projection_project(&s.camera_projection, g.origin, at));
        at[0] += 60;
        CHECK(gizmo_grab(&drag, &g, GIZMO_SCREEN, &s.camera_projection, e, s.actor, at));
        at[1] += 30;
        gizmo_drag_to(&drag, &s.camera_projection, at, false);
        overlay_clear(&s.lines);
        gizmo_draw(&g, &s.camera_projection, GIZMO_NONE, &drag, &s.lines, &s.triangles);
        check_numbers(&s.lines);
        CHECK(s.lines.count < all);
    }
    edit_destroy(e);
    drop(&s);
}

static void the_gizmo_is_seen_on_a_light_background(void **state)
{
    static const uint8_t white[3] = {0xe0, 0xe0, 0xe0}, dark[3] = {0x38, 0x3e, 0x48};
    (void)state;
    scene s = make_of(hone_sample_character(NULL));
    gizmo g;
    CHECK(gizmo_place(&g, &s.camera_projection, s.actor, 3, GIZMO_TURN, GIZMO_LOCAL, 0));
    gizmo_draw(&g, &s.camera_projection, GIZMO_NONE, NULL, &s.lines, &s.triangles);
    CHECK(has_colour(&s.lines, white) && !has_colour(&s.lines, dark));
    overlay_clear(&s.lines);
    g.on_light = true;
    gizmo_draw(&g, &s.camera_projection, GIZMO_NONE, NULL, &s.lines, &s.triangles);
    CHECK(has_colour(&s.lines, dark) && !has_colour(&s.lines, white));
    drop(&s);
}

/* All materials together cover every index of the mesh once; a missing material covers nothing. */
static void a_material_is_lit_where_it_is(void **state)
{
    (void)state;
    scene s = make_of(hone_sample_character(NULL));
    const hone_model_data *data = hone_model_get(s.model);
    float(*positions)[3] = calloc(data->mesh.vertex_count, sizeof *positions);
    CHECK(positions &&
          hone_actor_skin(
              s.actor, &(hone_skin_out){.positions = {positions, data->mesh.vertex_count, sizeof *positions}}, NULL));
    uint32_t all = 0;
    for (uint32_t m = 0; m < data->material_count; m++) {
        overlay_clear(&s.triangles);
        overlay_material(s.actor, (const float(*)[3])positions, m, &s.triangles);
        CHECK(s.triangles.count == data->materials[m].index_count);
        CHECK(ends_at(&s.triangles, positions[data->mesh.indices[all]]));
        all += s.triangles.count;
    }
    CHECK(all == data->mesh.index_count);
    overlay_clear(&s.triangles);
    overlay_material(s.actor, (const float(*)[3])positions, data->material_count, &s.triangles);
    CHECK(s.triangles.count == 0);
    free(positions);
    drop(&s);
}

TEST_GROUP(test_view_overlay)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_style_shows_every_visible_bone),
        cmocka_unit_test(the_selected_bone_stands_out),
        cmocka_unit_test(buffers_stay_where_they_are_once_grown),
        cmocka_unit_test(chains_lead_from_effector_to_root),
        cmocka_unit_test(outlines_lie_on_their_bodies),
        cmocka_unit_test(joints_stand_where_the_model_says),
        cmocka_unit_test(points_are_at_their_vertices_and_of_one_size),
        cmocka_unit_test(axes_are_those_of_the_bones),
        cmocka_unit_test(normals_stand_on_their_vertices),
        cmocka_unit_test(heat_shows_weights_counts_and_kinds),
        cmocka_unit_test(the_gizmo_draws_its_handles),
        cmocka_unit_test(the_gizmo_is_seen_on_a_light_background),
        cmocka_unit_test(a_material_is_lit_where_it_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
