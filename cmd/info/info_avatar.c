#include "cmd/info/info_avatar.h"
#include "tool/messages/report.h"
#include "tool/output/json_members.h"

#include <stdio.h>

static const char *const override_names[] = {"none", "block", "blend"};

static uint32_t count_joints(const hone_model_data *data)
{
    uint32_t count = 0;
    for (uint32_t s = 0; s < data->spring_count; s++) count += data->springs[s].joint_count;
    return count;
}

static uint32_t count_toons(const hone_model_data *data)
{
    uint32_t count = 0;
    for (uint32_t m = 0; m < data->material_count; m++) count += data->materials[m].mtoon != NULL;
    return count;
}

/* Counts the vertices of each kind of first person. */
static void count_first_person(const hone_model_data *data, uint32_t counts[HONE_FIRST_PERSON_ONLY + 1])
{
    const uint8_t *kinds = data->avatar->first_person;
    for (int k = 0; k <= HONE_FIRST_PERSON_ONLY; k++) counts[k] = 0;
    for (uint32_t v = 0; v < data->mesh.vertex_count; v++) counts[kinds ? kinds[v] : HONE_FIRST_PERSON_AUTO]++;
}

static const char *look_at_name(const hone_avatar *avatar)
{
    static const char *const kinds[] = {"none", "bone", "expression"};
    return kinds[avatar->look_at.kind];
}

/* ---- text ---- */

static void print_count(const char *what, uint32_t count)
{
    if (count)
        printf("  %-14s%10u\n", what, count);
}

static void print_expression(const hone_model_data *data, const hone_expression *e)
{
    const uint8_t kinds[] = {e->override_blink, e->override_look_at, e->override_mouth};
    static const char *const what[] = {"blink", "lookAt", "mouth"};
    printf("    ");
    report_print_escaped(stdout, data->morphs[e->morph].name);
    if (e->binary)
        printf("  binary");
    for (int i = 0; i < 3; i++)
        if (kinds[i] != HONE_OVERRIDE_NONE)
            printf("  %s: %s", what[i], override_names[kinds[i]]);
    if (e->colour_bind_count + e->texture_bind_count)
        printf("  materials: %u", e->colour_bind_count + e->texture_bind_count);
    putchar('\n');
}

/* Prints how many vertices each kind has, if the file says anything of it. */
static void print_first_person(const hone_model_data *data)
{
    static const char *const kinds[] = {"auto", "both", "only others", "only itself"};
    uint32_t counts[HONE_FIRST_PERSON_ONLY + 1];
    if (!data->avatar->first_person)
        return;
    count_first_person(data, counts);
    puts("  first person, vertices");
    for (int k = 0; k <= HONE_FIRST_PERSON_ONLY; k++)
        if (counts[k])
            printf("    %-12s%10u\n", kinds[k], counts[k]);
}

static void print_vrm(const hone_model_data *data)
{
    const hone_avatar *avatar = data->avatar;
    printf("  %-14s%10s\n", "VRM", avatar->version ? "1.0" : "0.x");
    for (uint32_t i = 0; i < avatar->meta_count; i++) {
        if (!*avatar->meta[i].value)
            continue;
        printf("    ");
        report_print_escaped(stdout, avatar->meta[i].key);
        printf(": ");
        report_print_escaped(stdout, avatar->meta[i].value);
        putchar('\n');
    }
    printf("  %-14s%10s\n", "look-at", look_at_name(avatar));
    print_first_person(data);
    print_count("expressions", avatar->expression_count);
    for (uint32_t i = 0; i < avatar->expression_count; i++) print_expression(data, &avatar->expressions[i]);
}

void info_avatar_print(const hone_model_data *data)
{
    print_count("springs", data->spring_count);
    print_count("spring joints", count_joints(data));
    print_count("colliders", data->collider_count);
    print_count("constraints", data->constraint_count);
    print_count("MToon", count_toons(data));
    if (data->avatar)
        print_vrm(data);
}

/* ---- JSON ---- */

static void add_springs(hone_json *json, const hone_model_data *data)
{
    hone_json_key(json, "springs");
    hone_json_array(json);
    for (uint32_t s = 0; s < data->spring_count; s++) {
        const hone_spring *spring = &data->springs[s];
        hone_json_object(json);
        json_string(json, "name", spring->name);
        json_string(json, "center", spring->center == HONE_NONE ? "" : data->skeleton.bones[spring->center].name);
        json_integer(json, "colliders", spring->collider_count);
        hone_json_key(json, "joints");
        hone_json_array(json);
        for (uint32_t j = 0; j < spring->joint_count; j++)
            hone_json_string(json, data->skeleton.bones[spring->joints[j].bone].name);
        hone_json_end(json, ']');
        hone_json_end(json, '}');
    }
    hone_json_end(json, ']');
}

static void add_colliders(hone_json *json, const hone_model_data *data)
{
    static const char *const kinds[] = {"sphere", "capsule", "inside-sphere", "inside-capsule", "plane"};
    hone_json_key(json, "colliders");
    hone_json_array(json);
    for (uint32_t c = 0; c < data->collider_count; c++) {
        const hone_collider *collider = &data->colliders[c];
        hone_json_object(json);
        json_string(json, "bone", collider->bone == HONE_NONE ? "" : data->skeleton.bones[collider->bone].name);
        json_string(json, "kind", kinds[collider->kind]);
        hone_json_end(json, '}');
    }
    hone_json_end(json, ']');
}

static void add_constraints(hone_json *json, const hone_model_data *data)
{
    static const char *const kinds[] = {"roll", "aim", "rotation"};
    hone_json_key(json, "constraints");
    hone_json_array(json);
    for (uint32_t c = 0; c < data->constraint_count; c++) {
        const hone_constraint *constraint = &data->constraints[c];
        hone_json_object(json);
        json_string(json, "bone", data->skeleton.bones[constraint->bone].name);
        json_string(json, "source", data->skeleton.bones[constraint->source].name);
        json_string(json, "kind", kinds[constraint->kind]);
        hone_json_end(json, '}');
    }
    hone_json_end(json, ']');
}

static void add_expressions(hone_json *json, const hone_model_data *data)
{
    hone_json_key(json, "expressions");
    hone_json_array(json);
    for (uint32_t i = 0; i < data->avatar->expression_count; i++) {
        const hone_expression *e = &data->avatar->expressions[i];
        hone_json_object(json);
        json_string(json, "name", data->morphs[e->morph].name);
        hone_json_key(json, "binary");
        hone_json_bool(json, e->binary);
        json_string(json, "override_blink", override_names[e->override_blink]);
        json_string(json, "override_look_at", override_names[e->override_look_at]);
        json_string(json, "override_mouth", override_names[e->override_mouth]);
        json_integer(json, "material_changes", e->colour_bind_count + e->texture_bind_count);
        hone_json_end(json, '}');
    }
    hone_json_end(json, ']');
}

static void add_vrm(hone_json *json, const hone_model_data *data)
{
    static const char *const kinds[] = {"auto", "both", "third_person_only", "first_person_only"};
    const hone_avatar *avatar = data->avatar;
    uint32_t counts[HONE_FIRST_PERSON_ONLY + 1];
    count_first_person(data, counts);
    hone_json_key(json, "vrm");
    hone_json_object(json);
    json_string(json, "version", avatar->version ? "1.0" : "0.x");
    hone_json_key(json, "meta");
    hone_json_array(json);
    for (uint32_t i = 0; i < avatar->meta_count; i++) {
        hone_json_object(json);
        json_string(json, "key", avatar->meta[i].key);
        json_string(json, "value", avatar->meta[i].value);
        hone_json_end(json, '}');
    }
    hone_json_end(json, ']');
    json_string(json, "look_at", look_at_name(avatar));
    hone_json_key(json, "first_person_vertices");
    hone_json_object(json);
    for (int k = 0; k <= HONE_FIRST_PERSON_ONLY; k++) json_integer(json, kinds[k], counts[k]);
    hone_json_end(json, '}');
    add_expressions(json, data);
    hone_json_end(json, '}');
}

void info_avatar_write(const hone_model_data *data, hone_json *json)
{
    if (data->spring_count + data->collider_count + data->constraint_count) {
        add_springs(json, data);
        add_colliders(json, data);
        add_constraints(json, data);
    }
    if (count_toons(data))
        json_integer(json, "mtoon_materials", count_toons(data));
    if (data->avatar)
        add_vrm(json, data);
}
