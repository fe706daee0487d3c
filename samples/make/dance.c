#include "dance.h"
hone_motion *dance_make(const hone_model *model)
{
    (void)model;
    hone_builder *b = hone_builder_create(NULL, 0, NULL);
    hone_motion_data data = {.space = HONE_SPACE_MMD, .model_name = "ホネ"};
    return hone_motion_create(b, &data, NULL, NULL);
}
hone_motion *camera_make(void)
{
    return dance_make(NULL);
}
