/* Transforms and cameras as a mirror shows them. */
#include <hone/motion_edit.h>

void hone_mirror_offset(float translation[3], float rotation[4])
{
    translation[0] = -translation[0];
    rotation[1] = -rotation[1];
    rotation[2] = -rotation[2];
}

void hone_mirror_camera(hone_camera *camera)
{
    camera->target[0] = -camera->target[0];
    camera->angles[1] = -camera->angles[1];
    camera->angles[2] = -camera->angles[2];
}
