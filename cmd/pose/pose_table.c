#include "cmd/pose/pose_table.h"
#include "tool/output/output.h"
#include <hone/math.h>

#include <math.h>
#include <stdio.h>

enum { PARTS = 6 };

static const char *const part_names[PARTS] = {"keys", "morph", "append", "ik", "physics", "whole"};

static const hone_transform *part_of(const hone_bone_parts *parts, int index)
{
    const hone_transform *const all[PARTS] = {&parts->keys, &parts->morph,   &parts->append,
                                              &parts->ik,   &parts->physics, &parts->whole};
    return all[index];
}

/* ---- text ---- */

static void print_row(uint32_t bone, const char *part, const float place[3], const float q[4], const char *name)
{
    printf("%5u ", bone);
    if (part)
        printf("%-8s", part);
    printf("%10.4f %10.4f %10.4f  %8.5f %8.5f %8.5f %8.5f  ", (double)place[0], (double)place[1], (double)place[2],
           (double)q[0], (double)q[1], (double)q[2], (double)q[3]);
    report_print_escaped(stdout, name);
    putchar('\n');
}

/* Whether the row of a part would show anything but zeros. */
static bool shows(const hone_transform *part)
{
    bool any = false;
    for (int i = 0; i < 3; i++) any |= fabsf(part->translation[i]) >= 5e-5f || fabsf(part->rotation[i]) >= 5e-6f;
    return any;
}

static void print_parts(uint32_t bone, const hone_bone_parts *parts, const char *name)
{
    for (int i = 0; i < PARTS; i++) {
        const hone_transform *part = part_of(parts, i);
        if (i == PARTS - 1 || shows(part))
            print_row(bone, part_names[i], part->translation, part->rotation, name);
    }
}

/* The name comes last, since its width on a screen is unknown. */
static void print_bones(const pose_table *table, const hone_actor *actor, double frame)
{
    const hone_skeleton *skeleton = hone_model_skeleton(hone_actor_model(actor));
    const hone_affine *bones = hone_actor_bones(actor);
    printf("frame %g\n%5s %s%10s %10s %10s  %8s %8s %8s %8s  %s\n", frame, "bone", table->parts ? "part    " : "", "x",
           "y", "z", "qx", "qy", "qz", "qw", "name");
    for (uint32_t b = 0; b < skeleton->bone_count; b++) {
        const hone_affine *m = &bones[b];
        float q[4], place[3] = {m->m[0][3], m->m[1][3], m->m[2][3]};
        hone_quat_from_affine(m, q);
        hone_bone_parts parts = hone_actor_bone_parts(actor, b);
        if (table->parts)
            print_parts(b, &parts, skeleton->bones[b].name);
        else
            print_row(b, NULL, place, q, skeleton->bones[b].name);
    }
}

/* ---- JSON ---- */

static void add_floats(hone_json *json, const char *key, const float *values, int count)
{
    hone_json_key(json, key);
    hone_json_flat_array(json);
    for (int i = 0; i < count; i++) hone_json_float(json, values[i]);
    hone_json_end(json, ']');
}

static void add_parts(hone_json *json, const hone_bone_parts *parts)
{
    hone_json_key(json, "parts");
    hone_json_object(json);
    for (int i = 0; i < PARTS; i++) {
        const hone_transform *part = part_of(parts, i);
        hone_json_key(json, part_names[i]);
        hone_json_object(json);
        add_floats(json, "translation", part->translation, 3);
        add_floats(json, "rotation", part->rotation, 4);
        add_floats(json, "scale", part->scale, 3);
        hone_json_end(json, '}');
    }
    hone_json_end(json, '}');
}

static void add_bone(pose_table *table, const hone_actor *actor, uint32_t bone)
{
    hone_json *json = &table->json;
    const hone_affine *m = &hone_actor_bones(actor)[bone];
    float q[4], place[3] = {m->m[0][3], m->m[1][3], m->m[2][3]};
    hone_quat_from_affine(m, q);
    hone_json_object(json);
    hone_json_key(json, "bone");
    hone_json_integer(json, bone);
    hone_json_key(json, "name");
    hone_json_string(json, hone_model_skeleton(hone_actor_model(actor))->bones[bone].name);
    add_floats(json, "position", place, 3);
    add_floats(json, "rotation", q, 4);
    hone_bone_parts parts = hone_actor_bone_parts(actor, bone);
    if (table->parts)
        add_parts(json, &parts);
    hone_json_end(json, '}');
}

static void add_frame(pose_table *table, const hone_actor *actor, double frame)
{
    hone_json *json = &table->json;
    hone_json_object(json);
    hone_json_key(json, "frame");
    hone_json_number(json, frame);
    hone_json_key(json, "bones");
    hone_json_array(json);
    for (uint32_t b = 0; b < hone_model_skeleton(hone_actor_model(actor))->bone_count; b++) add_bone(table, actor, b);
    hone_json_end(json, ']');
    hone_json_end(json, '}');
}

/* ---- the table ---- */

void pose_table_begin(pose_table *table, bool as_json, bool parts)
{
    *table = (pose_table){.as_json = as_json, .parts = parts, .text = hone_writer_make(NULL)};
    table->json = hone_json_make(&table->text);
    if (!as_json)
        return;
    hone_json_object(&table->json);
    hone_json_key(&table->json, "frames");
    hone_json_array(&table->json);
}

void pose_table_add(pose_table *table, const hone_actor *actor, double frame)
{
    if (table->as_json)
        add_frame(table, actor, frame);
    else
        print_bones(table, actor, frame);
}

int pose_table_end(pose_table *table, report *r)
{
    if (!table->as_json)
        return STATUS_OK;
    hone_json_end(&table->json, ']');
    hone_json_end(&table->json, '}');
    return output_text("-", &table->text, r);
}

void pose_table_release(pose_table *table)
{
    hone_bytes rest = {0};
    hone_writer_finish(&table->text, &rest, NULL);
    hone_bytes_release(&rest);
}
