/* Colliders of springs, and the groups in which springs name them. Sources: VRMC_springBone-1.0,
 * VRMC_springBone_extended_collider-1.0. */
#include "base/memory/builder.h"
#include "files/format/gltf/read/vrm/vrm.h"
#include "files/format/gltf/vrm_words.h"
#include <string.h>

bool hone_gltf_open_colliders(gltf_reader *reader, uint64_t colliders, uint32_t groups, uint64_t members,
                              gltf_colliders *out)
{
    *out = (gltf_colliders){.group_count = groups};
    hone_reading *file = &reader->file;
    return hone_gltf_charge(reader, colliders + groups + members) &&
           hone_reading_array(file, colliders, sizeof *out->list, &out->list) &&
           hone_reading_scratch(file, (uint64_t)groups + 1, sizeof *out->group_begin, &out->group_begin) &&
           hone_reading_scratch(file, members, sizeof *out->members, &out->members) &&
           hone_reading_scratch(file, colliders, sizeof *out->used_by, &out->used_by);
}

/* ---- the colliders of a spring ---- */

/* Takes the colliders of a group that the spring does not have yet. taken: NULL: only counts them. */
static uint32_t take_group(gltf_colliders *colliders, uint32_t group, uint32_t mark, uint32_t *taken)
{
    uint32_t count = 0;
    for (uint32_t i = colliders->group_begin[group]; i < colliders->group_begin[group + 1]; i++) {
        uint32_t collider = colliders->members[i];
        if (colliders->used_by[collider] == mark)
            continue;
        colliders->used_by[collider] = mark;
        if (taken)
            taken[count] = collider;
        count++;
    }
    return count;
}

/* The first pass counts, the second one writes; each marks what it has in its own way. */
static bool take_groups(gltf_reader *reader, const gltf_object *spring, gltf_colliders *colliders, uint32_t mark,
                        uint32_t *taken, uint32_t *count)
{
    uint32_t groups = hone_gltf_extras_count(spring, "colliderGroups"), found = 0;
    for (uint32_t g = 0; g < groups; g++) {
        int32_t group = hone_gltf_extras_index_at(spring, "colliderGroups", g, colliders->group_count);
        if (group == HONE_NONE)
            continue;
        if (!hone_gltf_charge(reader, 1 + colliders->group_begin[group + 1] - colliders->group_begin[group]))
            return false;
        found += take_group(colliders, (uint32_t)group, mark, taken ? taken + found : NULL);
    }
    *count = found;
    return true;
}

static void warn_of_missing_groups(gltf_reader *reader, const gltf_object *spring, uint32_t groups, uint32_t at)
{
    for (uint32_t g = 0, count = hone_gltf_extras_count(spring, "colliderGroups"); g < count; g++)
        if (hone_gltf_extras_index_at(spring, "colliderGroups", g, groups) == HONE_NONE)
            hone_builder_warn(reader->file.builder, "spring with a group of colliders that is missing: left out", at);
}

bool hone_gltf_take_colliders(gltf_reader *reader, const gltf_object *spring, gltf_colliders *colliders, uint32_t at,
                              hone_spring *out)
{
    uint32_t *taken, count;
    warn_of_missing_groups(reader, spring, colliders->group_count, at);
    if (!take_groups(reader, spring, colliders, 2 * at + 1, NULL, &count) ||
        !hone_reading_array(&reader->file, count, sizeof *taken, &taken) ||
        (count && !take_groups(reader, spring, colliders, 2 * at + 2, taken, &count)))
        return false;
    out->collider_count = count;
    out->colliders = taken;
    return true;
}

/* ---- VRM 1.0: shapes ---- */

/* Gets the one shape that an object has. Returns whether it has one. */
static bool read_shape(const gltf_object *shape, bool extended, hone_collider *out)
{
    gltf_object sphere = hone_gltf_extras_member(shape, "sphere"), capsule = hone_gltf_extras_member(shape, "capsule"),
                plane = {0};
    if (extended)
        plane = hone_gltf_extras_member(shape, "plane");
    const gltf_object *found = sphere.value ? &sphere : capsule.value ? &capsule : &plane;
    if (!found->value)
        return false;
    bool inside = extended && hone_gltf_extras_flag(found, "inside");
    out->kind = HONE_COLLIDER_PLANE;
    if (sphere.value)
        out->kind = inside ? HONE_COLLIDER_INSIDE_SPHERE : HONE_COLLIDER_SPHERE;
    else if (capsule.value)
        out->kind = inside ? HONE_COLLIDER_INSIDE_CAPSULE : HONE_COLLIDER_CAPSULE;
    out->normal[2] = 1;
    hone_gltf_extras_floats(found, "offset", out->offset, 3);
    hone_gltf_extras_floats(found, "tail", out->tail, 3);
    hone_gltf_extras_floats(found, "normal", out->normal, 3);
    out->radius = hone_gltf_extras_number(found, "radius", 0);
    return true;
}

/* The shape of VRMC_springBone is for programs that do not know the other one. */
static bool read_collider(gltf_reader *reader, const gltf_object *collider, uint32_t at, hone_collider *out)
{
    gltf_object shape = hone_gltf_extras_member(collider, "shape"),
                extended = hone_gltf_extension_in(collider, GLTF_EXTENDED_COLLIDER),
                better = hone_gltf_extras_member(&extended, "shape");
    *out = (hone_collider){.bone = hone_gltf_extras_index(collider, "node", reader->data.skeleton.bone_count)};
    if (out->bone == HONE_NONE)
        return hone_builder_warn(reader->file.builder, "collider whose node is missing: left out", at), false;
    if (extended.value)
        hone_gltf_check_version(reader, &extended, "extended collider of no known version: read as one of 1.0", at);
    if (read_shape(&better, true, out)) {
        if (!shape.value)
            hone_builder_warn(reader->file.builder,
                              "collider without the shape for programs that do not know extended ones: repaired", at);
        return true;
    }
    return read_shape(&shape, false, out) ||
           (hone_builder_warn(reader->file.builder, "collider without a shape: left out", at), false);
}

/* ---- VRM 1.0: all ---- */

/* where: [] the place of each collider of the file in the list, or HONE_NONE. */
static void read_list(gltf_reader *reader, const gltf_object *extension, int32_t *where, gltf_colliders *out)
{
    for (uint32_t i = 0, count = hone_gltf_extras_count(extension, "colliders"); i < count; i++) {
        gltf_object collider = hone_gltf_extras_element(extension, "colliders", i);
        bool valid = read_collider(reader, &collider, i, &out->list[out->count]);
        where[i] = valid ? (int32_t)out->count++ : HONE_NONE;
    }
}

static void read_groups(gltf_reader *reader, const gltf_object *extension, const int32_t *where, gltf_colliders *out)
{
    uint32_t at = 0, colliders = hone_gltf_extras_count(extension, "colliders");
    for (uint32_t g = 0; g < out->group_count; g++) {
        gltf_object group = hone_gltf_extras_element(extension, "colliderGroups", g);
        for (uint32_t i = 0, count = hone_gltf_extras_count(&group, "colliders"); i < count; i++) {
            int32_t collider = hone_gltf_extras_index_at(&group, "colliders", i, colliders);
            if (collider == HONE_NONE)
                hone_builder_warn(reader->file.builder, "group with a collider that is missing: left out", g);
            else if (where[collider] != HONE_NONE)
                out->members[at++] = (uint32_t)where[collider];
        }
        out->group_begin[g + 1] = at;
    }
}

bool hone_gltf_read_colliders_vrm1(gltf_reader *reader, const gltf_object *extension, gltf_colliders *out)
{
    uint32_t colliders = hone_gltf_extras_count(extension, "colliders"),
             groups = hone_gltf_extras_count(extension, "colliderGroups");
    uint64_t members = 0;
    int32_t *where;
    for (uint32_t g = 0; g < groups; g++) {
        gltf_object group = hone_gltf_extras_element(extension, "colliderGroups", g);
        members += hone_gltf_extras_count(&group, "colliders");
    }
    if (!hone_gltf_open_colliders(reader, colliders, groups, members, out) ||
        !hone_reading_scratch(&reader->file, colliders, sizeof *where, &where))
        return false;
    read_list(reader, extension, where, out);
    read_groups(reader, extension, where, out);
    return true;
}

void hone_gltf_set_springs(gltf_reader *reader, const hone_spring *springs, uint32_t count,
                           const gltf_colliders *colliders)
{
    reader->data.colliders = colliders->list;
    reader->data.collider_count = colliders->count;
    reader->data.springs = springs;
    reader->data.spring_count = count;
}
