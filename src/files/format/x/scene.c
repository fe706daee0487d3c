/* Reads the scene of a .x file: its frames and top-level objects. */
#include "files/format/x/scene.h"

enum { DEFAULT_TICKS = 4800 };

static int32_t open_frame(hone_x_reader *reader, hone_x_scene *scene, int32_t parent)
{
    hone_x_frame *frame;
    if (!hone_reading_scratch(&reader->file, 1, sizeof *frame, &frame))
        return HONE_NONE;
    *frame = (hone_x_frame){.name = hone_x_utf8(reader), .parent = parent};
    for (int i = 0; i < 16; i++) frame->matrix[i] = i % 5 == 0 ? 1.0f : 0.0f;
    *scene->frame_end = frame;
    scene->frame_end = &frame->next;
    return (int32_t)scene->frame_count++;
}

/* Reads a Frame. Frames are the only objects that can be nested to any depth. */
static void read_frame(hone_x_reader *reader, hone_x_scene *scene, int32_t parent)
{
    hone_x_frame **link = scene->frame_end;
    int32_t index = open_frame(reader, scene, parent);
    hone_x_frame *frame = *link;
    for (;;) {
        hone_x_child child = hone_x_next_child(reader);
        if (child == HONE_X_NO_CHILD)
            return;
        if (child == HONE_X_REFERENCE) {
            hone_x_warn(reader, "a reference in a Frame was ignored");
        } else if (hone_x_is(reader, "Frame")) {
            read_frame(reader, scene, index);
        } else if (hone_x_is(reader, "FrameTransformMatrix")) {
            hone_x_matrix(reader, frame->matrix);
            hone_x_end(reader);
        } else if (hone_x_is(reader, "Mesh")) {
            hone_x_read_mesh(reader, scene, index);
        } else {
            hone_x_skip(reader);
        }
    }
}

static void read_object(hone_x_reader *reader, hone_x_scene *scene)
{
    if (hone_x_is(reader, "Frame"))
        read_frame(reader, scene, HONE_NONE);
    else if (hone_x_is(reader, "Mesh"))
        hone_x_read_mesh(reader, scene, HONE_NONE);
    else if (hone_x_is(reader, "Material"))
        hone_x_read_material(reader, scene);
    else if (hone_x_is(reader, "AnimationSet"))
        hone_x_read_animation_set(reader, scene);
    else if (hone_x_is(reader, "AnimTicksPerSecond"))
        hone_x_read_ticks(reader, &scene->ticks_per_second);
    else
        hone_x_skip(reader);
}

/* A set without ticks of its own uses the last value that the file gives before it, or if there is none, after it. */
static void set_ticks(hone_x_scene *scene)
{
    for (hone_x_set *set = scene->sets; set; set = set->next)
        if (set->ticks_per_second == 0)
            set->ticks_per_second = scene->ticks_per_second ? scene->ticks_per_second : DEFAULT_TICKS;
}

bool hone_x_read_scene(hone_x_reader *reader, hone_x_scene *scene)
{
    scene->frame_end = &scene->frames;
    scene->mesh_end = &scene->meshes;
    scene->material_end = &scene->materials;
    scene->set_end = &scene->sets;
    for (hone_x_child child; (child = hone_x_next_child(reader)) != HONE_X_NO_CHILD;)
        if (child == HONE_X_OBJECT)
            read_object(reader, scene);
    uint64_t size = reader->file.offset + (uint64_t)(reader->file.in.end - reader->file.in.begin);
    if (!reader->file.failed && reader->promised && size != reader->promised)
        hone_x_warn(reader, "the file does not have the size that its header gives");
    set_ticks(scene);
    return !reader->file.failed;
}
