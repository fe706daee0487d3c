/* VRM's expressions: groups of morphs, and what they do besides. VRM 1.0 has them by name, 0.x in a list. An expression
 * without any effect is ignored. Sources: VRM 0.x and VRMC_vrm-1.0 specifications,
 * "expressions". */
#include "files/format/gltf/read/vrm/expressions.h"
#include "base/memory/builder.h"
#include "core/model/expression_presets.h"
#include "files/format/gltf/read/vrm/vrm.h"
#include <math.h>
#include <string.h>

/* ---- children of an expression ---- */

typedef struct child_list {
    gltf_reader *reader;
    const uint32_t *first_of_node;
    hone_morph_child *children; /* NULL: counts only */
    uint32_t count;
} child_list;

/* Returns HONE_NONE if the index is not valid, because exporters leave such binds behind. */
static int32_t index_of(const gltf_object *bind, const char *key, uint32_t count)
{
    double number = hone_gltf_number(bind, key, -1);
    return number >= 0 && number < count && number == floor(number) ? (int32_t)number : HONE_NONE;
}

static void add_child(child_list *list, const gltf_object *bind, uint32_t node, float ratio)
{
    uint32_t first = list->first_of_node[node];
    int32_t target = index_of(bind, "index", list->first_of_node[node + 1] - first);
    if (target == HONE_NONE)
        return;
    if (list->children)
        list->children[list->count] = (hone_morph_child){(int32_t)first + target, ratio};
    list->count++;
}

/* A bind of 1.0 refers to a node. A bind of 0.x refers to a mesh, which several nodes may show, and its weight is in
 * percent. */
static void add_bind(child_list *list, const gltf_expression *e, const gltf_object *bind)
{
    gltf_reader *reader = list->reader;
    uint32_t nodes = reader->data.skeleton.bone_count, before = list->count;
    float ratio = (float)(e->vrm0 ? hone_gltf_number(bind, "weight", 100) / 100 : hone_gltf_number(bind, "weight", 1));
    int32_t shown = index_of(bind, e->vrm0 ? "mesh" : "node", e->vrm0 ? INT32_MAX : nodes);
    if (!e->vrm0 && shown != HONE_NONE)
        add_child(list, bind, (uint32_t)shown, ratio);
    for (uint32_t n = 0; e->vrm0 && shown != HONE_NONE && n < nodes && hone_gltf_charge(reader, 1); n++)
        if (reader->nodes[n].mesh == shown)
            add_child(list, bind, n, ratio);
    if (list->count == before && !list->children)
        hone_builder_warn(reader->file.builder, "expression with a bind whose target is missing: bind dropped", e->at);
}

static const char *binds_of(const gltf_expression *e)
{
    return e->vrm0 ? "binds" : "morphTargetBinds";
}

/* Counts the children, then writes them. */
static bool read_children(child_list *list, const gltf_expression *e)
{
    uint32_t binds = hone_gltf_count(&e->object, binds_of(e));
    for (int pass = 0; pass < 2; pass++) {
        if (pass == 1 && (list->count == 0 || !hone_reading_array(&list->reader->file, list->count,
                                                                  sizeof *list->children, &list->children)))
            break;
        list->count = 0;
        for (uint32_t b = 0; b < binds && hone_gltf_charge(list->reader, 1); b++) {
            gltf_object bind = hone_gltf_element(&e->object, binds_of(e), b);
            add_bind(list, e, &bind);
        }
    }
    return !list->reader->file.failed;
}

/* ---- one expression ---- */

typedef struct expression_list {
    gltf_reader *reader;
    const uint32_t *first_of_node; /* NULL: counts only */
    hone_morph *morphs;            /* morphs of the model */
    hone_expression *expressions;
    uint32_t first, count;
} expression_list;

static hone_override override_of(const gltf_expression *e, const char *key)
{
    gltf_text kind = hone_gltf_extras_text(&e->object, key);
    if (hone_gltf_text_equals(kind, "block"))
        return HONE_OVERRIDE_BLOCK;
    return hone_gltf_text_equals(kind, "blend") ? HONE_OVERRIDE_BLEND : HONE_OVERRIDE_NONE;
}

static bool read_expression(expression_list *list, const gltf_expression *e)
{
    child_list children = {list->reader, list->first_of_node, NULL, 0};
    hone_morph *morph = &list->morphs[list->first + list->count];
    hone_expression *out = &list->expressions[list->count];
    if (!read_children(&children, e))
        return false;
    *morph = (hone_morph){.name = hone_builder_text(list->reader->file.builder, e->name.bytes, e->name.size),
                          .panel = e->panel,
                          .kind = HONE_MORPH_GROUP,
                          .count = children.count,
                          .u.children = children.children};
    *out = (hone_expression){.morph = (int32_t)(list->first + list->count),
                             .group = e->group,
                             .binary = hone_gltf_flag(&e->object, "isBinary"),
                             .override_blink = (uint8_t)override_of(e, "overrideBlink"),
                             .override_look_at = (uint8_t)override_of(e, "overrideLookAt"),
                             .override_mouth = (uint8_t)override_of(e, "overrideMouth")};
    return hone_gltf_read_material_binds(list->reader, e, out);
}

/* Whether an expression of 1.0 takes from others. */
static bool overrides(const gltf_expression *e)
{
    return !e->vrm0 &&
           (override_of(e, "overrideBlink") || override_of(e, "overrideLookAt") || override_of(e, "overrideMouth"));
}

static void visit_expression(expression_list *list, const gltf_expression *e)
{
    if (hone_gltf_count(&e->object, binds_of(e)) == 0 && !hone_gltf_changes_materials(e) && !overrides(e))
        return;
    if (!list->first_of_node || read_expression(list, e))
        list->count++;
}

/* ---- all expressions ---- */

static const hone_expression_preset *find_preset(gltf_text name, bool vrm0)
{
    for (int i = 0; i < HONE_EXPRESSION_PRESETS; i++) {
        const hone_expression_preset *preset = &hone_expression_presets[i];
        if (hone_gltf_text_equals(name, vrm0 ? preset->vrm0 : preset->name))
            return preset;
    }
    return NULL;
}

/* Visits "preset": {"aa": {...}}, "custom": {"Wink": {...}}. */
static void visit_vrm1(expression_list *list, const gltf_object *vrm)
{
    static const char *const kinds[] = {"preset", "custom"};
    gltf_object all = hone_gltf_member(vrm, "expressions");
    uint32_t at = 0;
    for (int k = 0; k < 2; k++) {
        gltf_object some = hone_gltf_member(&all, kinds[k]), value;
        gltf_members members = hone_gltf_members(&some);
        gltf_text name;
        for (; !list->reader->file.failed && hone_gltf_next_member(&members, &name, &value); at++) {
            const hone_expression_preset *known = k ? NULL : find_preset(name, false);
            visit_expression(list, &(gltf_expression){value, name, known ? known->panel : HONE_PANEL_OTHER,
                                                      known ? known->group : HONE_EXPRESSION_OTHER, false, at});
        }
    }
}

/* Visits "blendShapeGroups": [{"name": "Joy", "presetName": "joy"}]; with the preset "unknown" the name is used. */
static void visit_vrm0(expression_list *list, const gltf_object *vrm)
{
    gltf_object master = hone_gltf_member(vrm, "blendShapeMaster");
    uint32_t count = hone_gltf_count(&master, "blendShapeGroups");
    for (uint32_t i = 0; i < count && !list->reader->file.failed; i++) {
        gltf_object group = hone_gltf_element(&master, "blendShapeGroups", i);
        gltf_text name = hone_gltf_text(&group, "name");
        const hone_expression_preset *known = find_preset(hone_gltf_text(&group, "presetName"), true);
        if (known)
            name = (gltf_text){known->name, strlen(known->name)};
        visit_expression(list, &(gltf_expression){group, name, known ? known->panel : HONE_PANEL_OTHER,
                                                  known ? known->group : HONE_EXPRESSION_OTHER, true, i});
    }
}

static void visit_all(expression_list *list)
{
    gltf_object vrm;
    if (hone_gltf_vrm_of(list->reader, &vrm))
        visit_vrm1(list, &vrm);
    else
        visit_vrm0(list, &vrm);
}

uint32_t hone_gltf_count_expressions(gltf_reader *reader)
{
    expression_list list = {.reader = reader};
    visit_all(&list);
    return list.count;
}

bool hone_gltf_read_expressions(gltf_reader *reader, const uint32_t *first_of_node, hone_morph *morphs)
{
    uint32_t first = first_of_node[reader->data.skeleton.bone_count];
    expression_list list = {reader, first_of_node, morphs, NULL, first, 0};
    hone_avatar *avatar = hone_gltf_avatar(reader);
    if (!avatar)
        return !reader->file.failed;
    if (!hone_reading_array(&reader->file, reader->data.morph_count - first, sizeof *list.expressions,
                            &list.expressions))
        return false;
    visit_all(&list);
    avatar->expressions = list.expressions;
    avatar->expression_count = list.count;
    return !reader->file.failed;
}
