/* Cameras that are placed by what they show: the presets of the command's --camera. */
#include "tool/picture/camera_shot.h"
#include "web/actor.h"
#include "web/draw.h"
#include "web/web.h"

enum { SUBJECTS_MAX = WEB_MAX_ITEMS };
static camera_subject subjects[SUBJECTS_MAX];
static hone_affine places[SUBJECTS_MAX];
static uint32_t subject_count;

WEB_CALL(void, shot_begin, void)
{
    subject_count = 0;
}

/* The first one is that of a preset that shows one character. */
WEB_CALL(int, shot_add, web_actor *a)
{
    uint32_t i = subject_count;
    if (i == SUBJECTS_MAX)
        return hone_fail(&web_error, HONE_ERROR_ARGUMENT, i, "a shot has at most %d actors", SUBJECTS_MAX);
    places[i] = web_actor_place(a);
    subjects[i] = (camera_subject){a->actor, &places[i], NULL};
    subject_count++;
    return 1;
}

/* What the actors show now. fov: degrees; 0: 30. web_numbers: target, angles, distance, fov, orthographic. */
WEB_CALL(int, shot_camera, const char *preset, double aspect, double fov)
{
    static camera_shot shot;
    camera_shot_desc desc = {.fov = (float)fov};
    camera_subjects all = {subjects, subject_count, 0};
    if (!subject_count || !camera_preset_named(preset, &desc.preset))
        return hone_fail(&web_error, HONE_ERROR_ARGUMENT, 0, "there is no camera preset \"%.40s\", or no actor",
                         preset);
    if (!camera_subjects_find_surroundings(&all, &web_error) || !camera_shot_begin(&shot, &desc, &all, &web_error) ||
        !camera_shot_add(&shot, &web_error))
        return 0;
    camera_shot_finish(&shot, aspect);
    hone_camera camera = camera_shot_now(&shot, 0);
    web_give_camera(&camera);
    return 1;
}
