/* The walk through a PMX file of the course (examples/course/pmx_walk.c) finds what hone's reader finds, field by
 * field. */
#include "../../examples/course/pmx_walk.h"
#include "support/make/files/make_pmx.h"
#include "support/make/files/raw_pmx.h"
#include "support/support.h"

#include <hone/format.h>
#include <stdlib.h>
#include <string.h>

/* ---- fields of structs ---- */

typedef enum value_kind { FLOATS, INT32, UINT32, UINT16, UINT8, BOOL } value_kind;

typedef struct member {
    const char *section, *name;
    size_t offset;
    value_kind kind;
} member;

#define MATERIAL(text, field, kind)                                                                                    \
    {                                                                                                                  \
        "materials", text, offsetof(hone_material, field), kind                                                        \
    }
#define BONE(text, field, kind)                                                                                        \
    {                                                                                                                  \
        "bones", text, offsetof(hone_bone, field), kind                                                                \
    }
#define BODY(text, field, kind)                                                                                        \
    {                                                                                                                  \
        "bodies", text, offsetof(hone_body, field), kind                                                               \
    }
#define JOINT(text, field, kind)                                                                                       \
    {                                                                                                                  \
        "joints", text, offsetof(hone_joint, field), kind                                                              \
    }

static const member members[] = {
    MATERIAL("diffuse", diffuse, FLOATS),
    MATERIAL("specular", specular, FLOATS),
    MATERIAL("specular power", specular_power, FLOATS),
    MATERIAL("ambient", ambient, FLOATS),
    MATERIAL("flags", flags, UINT8),
    MATERIAL("edge colour", edge_colour, FLOATS),
    MATERIAL("edge size", edge_size, FLOATS),
    MATERIAL("texture", texture, INT32),
    MATERIAL("sphere texture", sphere_texture, INT32),
    MATERIAL("sphere mode", sphere_mode, UINT8),
    MATERIAL("shared toon", shared_toon, BOOL),
    MATERIAL("toon", toon, INT32),
    MATERIAL("indices", index_count, UINT32),
    BONE("position", position, FLOATS),
    BONE("parent", parent, INT32),
    BONE("layer", layer, INT32),
    BONE("flags", flags, UINT16),
    BONE("append source", append_source, INT32),
    BONE("append ratio", append_ratio, FLOATS),
    BONE("fixed axis", fixed_axis, FLOATS),
    BONE("local x", local_x, FLOATS),
    BONE("local z", local_z, FLOATS),
    BONE("external parent", external_key, INT32),
    BODY("bone", bone, INT32),
    BODY("group", group, UINT8),
    BODY("mask", mask, UINT16),
    BODY("shape", shape, UINT8),
    BODY("size", size, FLOATS),
    BODY("position", position, FLOATS),
    BODY("rotation", rotation, FLOATS),
    BODY("mass", mass, FLOATS),
    BODY("linear damping", linear_damping, FLOATS),
    BODY("angular damping", angular_damping, FLOATS),
    BODY("restitution", restitution, FLOATS),
    BODY("friction", friction, FLOATS),
    BODY("mode", mode, UINT8),
    JOINT("kind", kind, UINT8),
    JOINT("body a", body_a, INT32),
    JOINT("body b", body_b, INT32),
    JOINT("position", position, FLOATS),
    JOINT("rotation", rotation, FLOATS),
    JOINT("linear lower", linear_lower, FLOATS),
    JOINT("linear upper", linear_upper, FLOATS),
    JOINT("angular lower", angular_lower, FLOATS),
    JOINT("angular upper", angular_upper, FLOATS),
    JOINT("linear spring", linear_spring, FLOATS),
    JOINT("angular spring", angular_spring, FLOATS),
};

static double value_of(const void *at, value_kind kind, int i)
{
    switch (kind) {
    case FLOATS:
        return (double)((const float *)at)[i];
    case INT32:
        return *(const int32_t *)at;
    case UINT32:
        return *(const uint32_t *)at;
    case UINT16:
        return *(const uint16_t *)at;
    case UINT8:
        return *(const uint8_t *)at;
    default:
        return *(const bool *)at;
    }
}

/* ---- comparing ---- */

typedef struct comparison {
    const hone_model_data *data;
    uint32_t influence, link, offset, extra_uv; /* numbers in the record */
    unsigned compared, sections;
} comparison;

static void compare(comparison *c, const walk_field *f, const void *at, value_kind kind)
{
    for (int i = 0; i < f->count; i++)
        if (f->values[i] != value_of(at, kind, i))
            fail_msg("%s %u %s: %g, not %g", f->section, (unsigned)f->record, f->name, f->values[i],
                     value_of(at, kind, i));
    c->compared++;
}

static void compare_vertex(comparison *c, const walk_field *f)
{
    const hone_mesh *mesh = &c->data->mesh;
    uint32_t v = f->record;
    const hone_sdef *sdef = mesh->sdefs;
    for (uint32_t i = 0; i < mesh->sdef_count; i++) sdef = mesh->sdefs[i].vertex == v ? &mesh->sdefs[i] : sdef;
    const hone_influence *influence = &mesh->influences[mesh->influence_begin[v]];
    if (strcmp(f->name, "position") == 0) {
        c->influence = c->extra_uv = 0;
        compare(c, f, mesh->positions[v], FLOATS);
    } else if (strcmp(f->name, "normal") == 0) {
        compare(c, f, mesh->normals[v], FLOATS);
    } else if (strcmp(f->name, "uv") == 0) {
        compare(c, f, mesh->uvs[v], FLOATS);
    } else if (strcmp(f->name, "additional uv") == 0) {
        compare(c, f, mesh->extra_uvs[c->extra_uv++][v], FLOATS);
    } else if (strcmp(f->name, "deform") == 0) {
        compare(c, f, &mesh->deforms[v], UINT8);
    } else if (strcmp(f->name, "bone") == 0) {
        compare(c, f, &influence[c->influence++].slot, INT32);
    } else if (strcmp(f->name, "weight") == 0) {
        uint32_t bones = mesh->influence_begin[v + 1] - mesh->influence_begin[v];
        compare(c, f, &influence[bones == 2 ? 0 : c->influence++ - 4].weight, FLOATS);
    } else if (strcmp(f->name, "edge scale") == 0) {
        compare(c, f, &mesh->edge_scales[v], FLOATS);
    } else {
        compare(c, f, f->name[0] == 'C' ? sdef->c : f->name[1] == '0' ? sdef->r0 : sdef->r1, FLOATS);
    }
}

static void compare_bone(comparison *c, const walk_field *f)
{
    const hone_bone *bone = &c->data->skeleton.bones[f->record];
    const hone_ik *ik = bone->ik >= 0 ? &c->data->skeleton.iks[bone->ik] : NULL;
    if (strcmp(f->name, "tail") == 0)
        compare(c, f, f->count == 1 ? (const void *)&bone->tail_bone : bone->tail_offset,
                f->count == 1 ? INT32 : FLOATS);
    else if (strcmp(f->name, "effector") == 0)
        c->link = 0, compare(c, f, &ik->effector, INT32);
    else if (strcmp(f->name, "loops") == 0)
        compare(c, f, &ik->max_iterations, INT32);
    else if (strcmp(f->name, "unit angle") == 0)
        compare(c, f, &ik->unit_angle, FLOATS);
    else if (strcmp(f->name, "links") == 0)
        compare(c, f, &ik->link_count, UINT32);
    else if (strcmp(f->name, "link") == 0)
        compare(c, f, &ik->links[c->link++].bone, INT32);
    else if (strcmp(f->name, "limited") == 0)
        compare(c, f, &ik->links[c->link - 1].limited, BOOL);
    else
        compare(c, f, f->name[0] == 'l' ? ik->links[c->link - 1].lower : ik->links[c->link - 1].upper, FLOATS);
}

static void compare_morph(comparison *c, const walk_field *f)
{
    const hone_morph *m = &c->data->morphs[f->record];
    bool first = strcmp(f->name, "morph") == 0 || strcmp(f->name, "vertex") == 0 || strcmp(f->name, "bone") == 0 ||
                 strcmp(f->name, "material") == 0 || strcmp(f->name, "body") == 0;
    c->offset += first;
    uint32_t i = c->offset - 1;
    if (strcmp(f->name, "panel") == 0)
        compare(c, f, &m->panel, UINT8);
    else if (strcmp(f->name, "kind") == 0)
        c->offset = 0, compare(c, f, &m->kind, UINT8);
    else if (strcmp(f->name, "offsets") == 0)
        compare(c, f, &m->count, UINT32);
    else if (m->kind == HONE_MORPH_GROUP || m->kind == HONE_MORPH_FLIP)
        compare(c, f, first ? (const void *)&m->u.children[i].morph : &m->u.children[i].ratio, first ? INT32 : FLOATS);
    else if (m->kind == HONE_MORPH_VERTEX)
        compare(c, f, first ? (const void *)&m->u.vertices[i].vertex : m->u.vertices[i].offset,
                first ? UINT32 : FLOATS);
    else if (m->kind >= HONE_MORPH_UV && m->kind <= HONE_MORPH_UV4)
        compare(c, f, first ? (const void *)&m->u.uvs[i].vertex : m->u.uvs[i].offset, first ? UINT32 : FLOATS);
    else if (m->kind == HONE_MORPH_BONE)
        compare(c, f,
                first           ? (const void *)&m->u.bones[i].bone
                : f->count == 3 ? m->u.bones[i].translation
                                : m->u.bones[i].rotation,
                first ? INT32 : FLOATS);
}

static void take(void *user, const walk_field *f)
{
    comparison *c = user;
    const struct {
        const char *section;
        const void *array;
        size_t stride;
    } arrays[] = {{"materials", c->data->materials, sizeof(hone_material)},
                  {"bones", c->data->skeleton.bones, sizeof(hone_bone)},
                  {"bodies", c->data->bodies, sizeof(hone_body)},
                  {"joints", c->data->joints, sizeof(hone_joint)}};
    if (f->count == 0 || strcmp(f->name, "count") == 0)
        return;
    for (size_t m = 0; m < sizeof members / sizeof *members; m++)
        if (strcmp(members[m].section, f->section) == 0 && strcmp(members[m].name, f->name) == 0)
            for (size_t a = 0; a < sizeof arrays / sizeof *arrays; a++)
                if (strcmp(arrays[a].section, f->section) == 0) {
                    const char *record = (const char *)arrays[a].array + f->record * arrays[a].stride;
                    compare(c, f, record + members[m].offset, members[m].kind);
                    return;
                }
    if (strcmp(f->section, "vertices") == 0)
        compare_vertex(c, f);
    else if (strcmp(f->section, "faces") == 0)
        compare(c, f, &c->data->mesh.indices[f->record], UINT32);
    else if (strcmp(f->section, "bones") == 0)
        compare_bone(c, f);
    else if (strcmp(f->section, "morphs") == 0)
        compare_morph(c, f);
    else
        assert_true(strcmp(f->section, "header") == 0 || strcmp(f->section, "frames") == 0);
}

static void count_section(void *user, const char *name, size_t offset, uint32_t count)
{
    (void)name, (void)offset, (void)count;
    ((comparison *)user)->sections++;
}

static raw_pmx make_file(uint64_t seed)
{
    static const uint8_t sizes[] = {1, 2, 4};
    make_pmx_desc desc = make_pmx_rich(seed);
    desc.pmx.encoding = seed % 2;
    desc.extra_uv_count = (uint32_t)(seed % 5);
    for (int i = 0; i < 6; i++) desc.pmx.index_sizes[i] = sizes[(seed + (uint64_t)i) % 3];
    hone_builder *builder = hone_builder_create(NULL, 0, NULL);
    hone_model_data data;
    assert_true(make_pmx_data(builder, &desc, &data));
    raw_pmx file = raw_pmx_write(&data);
    hone_builder_destroy(builder);
    return file;
}

static void every_field_is_as_the_reader_has_it(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 30; seed++) {
        raw_pmx file = make_file(seed);
        hone_error error = {0};
        hone_model *model = hone_model_load_memory(file.bytes, file.size, NULL, &error);
        assert_non_null(model);
        comparison c = {.data = hone_model_get(model)};
        assert_true(pmx_walk(file.bytes, file.size, &(walk_visitor){&c, take, count_section}));
        assert_true(c.compared > 300 && c.sections == 10);
        hone_model_release(model);
        raw_pmx_release(&file);
    }
}

static void ignore(void *user, const walk_field *f)
{
    (void)user, (void)f;
}

static void a_file_that_ends_early_is_noticed(void **state)
{
    (void)state;
    raw_pmx file = make_file(4);
    const walk_visitor visitor = {NULL, ignore, NULL};
    size_t joints_end = 0;
    for (size_t size = 0; size < file.size; size++) {
        uint8_t *cut = malloc(size + 1); /* so that AddressSanitizer sees reads beyond it */
        memcpy(cut, file.bytes, size);
        uint8_t *exact = realloc(cut, size ? size : 1);
        bool whole = pmx_walk(exact, size, &visitor);
        joints_end = whole && !joints_end ? size : joints_end;
        assert_true(!whole || joints_end > 0); /* soft bodies come last, and are not walked through */
        free(exact);
    }
    assert_true(joints_end > file.size / 2);
    raw_pmx_release(&file);
}

TEST_GROUP(test_pmx_walk)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_field_is_as_the_reader_has_it),
        cmocka_unit_test(a_file_that_ends_early_is_noticed),
    };
    return cmocka_run_group_tests_name("course, PMX", tests, NULL, NULL);
}
