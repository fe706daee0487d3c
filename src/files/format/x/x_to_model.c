/* Types and functions that the conversions of a scene to a model and to a motion share. */
#include "files/format/x/x_to_model.h"
#include "base/memory/builder.h"

#include <string.h>

bool hone_x_build_begin(hone_x_build *build, const hone_reading *file, const hone_x_scene *scene)
{
    *build = (hone_x_build){.scene = scene, .scratch = file->scratch, .out = file->builder};
    hone_name *names = hone_arena_array(build->scratch, scene->frame_count, sizeof *names);
    if (!names && scene->frame_count)
        return false;
    uint32_t i = 0;
    for (const hone_x_frame *frame = scene->frames; names && frame; frame = frame->next, i++)
        names[i] = (hone_name){frame->name, (uint32_t)strlen(frame->name)};
    return hone_name_table_make(&build->frames, names, scene->frame_count, build->scratch);
}

int32_t hone_x_find_frame(const hone_x_build *build, const char *name)
{
    uint32_t found = hone_name_table_find(&build->frames, (hone_name){name, (uint32_t)strlen(name)});
    return found == UINT32_MAX ? HONE_NONE : (int32_t)found;
}

const char *hone_x_keep(const hone_x_build *build, const char *text)
{
    return hone_builder_text(build->out, text, strlen(text));
}

hone_affine hone_x_affine(const hone_x_build *build, const float matrix[16])
{
    hone_affine out;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 4; c++) out.m[r][c] = matrix[c * 4 + r];
    if (matrix[3] != 0 || matrix[7] != 0 || matrix[11] != 0 || matrix[15] != 1)
        hone_builder_warn(build->out, "a matrix whose last column is not 0 0 0 1: read as if it were", 0);
    return out;
}

const hone_clip *hone_x_clips(const hone_x_build *build)
{
    hone_clip *clips = hone_builder_array(build->out, build->scene->set_count, sizeof *clips), *to = clips;
    for (const hone_x_set *set = build->scene->sets; to && set; set = set->next)
        *to++ = (hone_clip){hone_x_keep(build, set->name), (double)set->last_tick / set->ticks_per_second};
    return clips;
}
