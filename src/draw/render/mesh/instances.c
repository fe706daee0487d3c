#include "draw/render/mesh/instances.h"
#include "base/error.h"
#include "draw/render/mesh/vertex_buffers.h"
#include <hone/math.h>
#include <string.h>

static bool make_room(hone_instances *out, uint32_t count, uint32_t poses, const hone_allocator *allocator)
{
    if (count > out->capacity) {
        hone_instance_data *staging = hone_allocate(allocator, count, sizeof *staging);
        if (!staging)
            return false;
        hone_deallocate(allocator, out->staging, out->capacity, sizeof *out->staging);
        out->staging = staging, out->capacity = count;
    }
    if (poses > out->pose_capacity) {
        uint32_t *begin = hone_allocate(allocator, (size_t)poses + 1, sizeof *begin);
        if (!begin)
            return false;
        if (out->begin)
            hone_deallocate(allocator, out->begin, (size_t)out->pose_capacity + 1, sizeof *out->begin);
        out->begin = begin, out->pose_capacity = poses;
    }
    return true;
}

/* Counting sort. begin[p] advances while pose p is filled, so at the end it is where p + 1 begins; then it is
 * shifted back. */
static void sort(hone_instances *out, const hone_draw_item *item, const hone_affine *world_from_model)
{
    uint32_t poses = item->pose_count;
    memset(out->begin, 0, (poses + (size_t)1) * sizeof *out->begin);
    for (uint32_t i = 0; i < item->instance_count; i++) out->begin[item->instances[i].pose + 1]++;
    for (uint32_t p = 0; p < poses; p++) out->begin[p + 1] += out->begin[p];
    for (uint32_t i = 0; i < item->instance_count; i++) {
        const hone_instance *in = &item->instances[i];
        out->staging[out->begin[in->pose]++] =
            (hone_instance_data){hone_affine_multiply(&in->world, world_from_model), 0};
    }
    memmove(out->begin + 1, out->begin, poses * sizeof *out->begin);
    out->begin[0] = 0;
}

static void copy(hone_instances *out, const hone_draw_item *item, const hone_affine *world_from_model)
{
    for (uint32_t i = 0; i < item->instance_count; i++) {
        const hone_instance *in = &item->instances[i];
        out->staging[i] =
            (hone_instance_data){hone_affine_multiply(&in->world, world_from_model), item->pose_count ? in->pose : 0};
    }
}

static void fill(hone_instances *out, const hone_draw_entry *entry, bool sorted)
{
    if (!entry->item->instances)
        out->staging[0] = (hone_instance_data){entry->world_from_model, 0};
    else if (sorted)
        sort(out, entry->item, &entry->world_from_model);
    else
        copy(out, entry->item, &entry->world_from_model);
}

/* A single instance that stays where it is, is not sent again in each picture. */
bool hone_instances_send(hone_instances *out, const hone_draw_entry *entry, bool sorted,
                         const hone_allocator *allocator, hone_error *error)
{
    const hone_draw_item *item = entry->item;
    uint32_t count = item->instances ? item->instance_count : 1;
    if (!make_room(out, count, sorted ? item->pose_count : 0, allocator))
        return hone_fail_memory(error);
    bool one = count == 1 && out->count == 1 && out->buffer;
    hone_instance_data sent = one ? out->staging[0] : (hone_instance_data){0};
    fill(out, entry, sorted);
    if (one && memcmp(&sent, out->staging, sizeof sent) == 0)
        return true;
    out->count = count;
    if (!out->buffer)
        glGenBuffers(1, &out->buffer);
    glBindBuffer(GL_ARRAY_BUFFER, out->buffer);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)((size_t)count * sizeof *out->staging), out->staging, GL_STREAM_DRAW);
    return true;
}

void hone_instances_use(const hone_instances *instances, uint32_t first)
{
    size_t stride = sizeof *instances->staging, at = first * stride;
    glBindBuffer(GL_ARRAY_BUFFER, instances->buffer);
    for (GLuint row = 0; row < 3; row++) {
        hone_attribute_set(HONE_ATTRIBUTE_WORLD + row, 4, stride,
                           at + offsetof(hone_instance_data, world.m) + row * sizeof(float[4]));
        glVertexAttribDivisor(HONE_ATTRIBUTE_WORLD + row, 1);
    }
    hone_attribute_set_integer(HONE_ATTRIBUTE_POSE, 1, stride, at + offsetof(hone_instance_data, pose));
    glVertexAttribDivisor(HONE_ATTRIBUTE_POSE, 1);
}

void hone_instances_destroy(hone_instances *instances, const hone_allocator *allocator)
{
    hone_deallocate(allocator, instances->staging, instances->capacity, sizeof *instances->staging);
    if (instances->begin)
        hone_deallocate(allocator, instances->begin, (size_t)instances->pose_capacity + 1, sizeof *instances->begin);
    if (instances->buffer)
        glDeleteBuffers(1, &instances->buffer);
    *instances = (hone_instances){0};
}
