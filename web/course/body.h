/* A model that a figure of the course poses and skins, one step after the other: sample, rig, palette, skin. The steps
 * are hone's own; a figure calls those that it shows. */
#ifndef HONE_WEB_COURSE_BODY_H
#define HONE_WEB_COURSE_BODY_H

#include <hone/model.h>
#include <hone/motion.h>
#include <hone/rig.h>
#include <hone/skin.h>

typedef struct web_body {
    hone_model *model;
    hone_motion *motion;   /* NULL: none */
    hone_sampler *sampler; /* of the motion */
    hone_pose *pose;
    hone_rig *rig;
    hone_skin *skin;
    hone_palette *palette;
    float (*positions)[3], (*normals)[3]; /* [vertices] of the last skinning */
} web_body;

/* Takes the model, which may be NULL. NULL on failure. */
web_body *web_body_of(hone_model *model);

/* Copies bones into the model that is built, without their English names. Returns false on failure. */
bool web_copy_bones(hone_builder *builder, const hone_skeleton *from, hone_skeleton *to);

#endif
