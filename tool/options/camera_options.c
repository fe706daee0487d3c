#include "tool/options/camera_options.h"
#include "tool/options/number_options.h"
#include "tool/scene/scene_rows.h"
#include "tool/settings/settings.h"

#include <hone/math.h>
#include <string.h>

static const char *const camera_words[] = {"keys", "auto", "front", "side", "back", "full", "bust", "face", NULL};
/* Their names in controls. */
static const char *const camera_labels[] = {N_("Camera of the motion"), N_("All characters"), N_("From the front"),
                                            N_("From the side"),        N_("From behind"),    N_("Whole character"),
                                            N_("Head and shoulders"),   N_("Face"),           NULL};
static const number_bounds fovs = {.low = 1, .high = 170, .unset = 30, .step = 1};

static bool read_orbit(const option *o, const char *text, void *field)
{
    camera_orbit *out = field;
    number_list list;
    double values[3] = {0};
    if (!option_read_number_list(o, text, &list) || list.count < 2 || list.count > 3)
        return false;
    number_list_values(list, values);
    *out = (camera_orbit){true, (float)values[0], (float)values[1], (float)values[2]};
    bool far_enough = list.count == 2 || (values[2] >= 1e-3 && values[2] <= 1e6);
    return fabs(values[0]) <= 3600 && fabs(values[1]) <= 90 && far_enough;
}

static bool read_target(const option *o, const char *text, void *field)
{
    camera_target *out = field;
    out->given = option_read_vector(o, text, out->point);
    out->bone = out->given ? NULL : text;
    return *text != '\0';
}

static bool orbit_from_json(json_reader *j, const option *o, void *values)
{
    float numbers[3];
    (void)o;
    if (!json_numbers(j, numbers, 3))
        return false;
    ((scene *)values)->camera.orbit = (camera_orbit){true, numbers[0], numbers[1], numbers[2]};
    bool fine = fabsf(numbers[1]) <= 90 && (numbers[2] == 0 || numbers[2] >= 1e-3f);
    return fine || json_fail(j, "needs a yaw, a pitch from -90 to 90, and a distance, or 0");
}

static bool orbit_to_json(scene_writer *w, const char *name, const option *o, const void *values)
{
    const camera_orbit *orbit = &((const scene *)values)->camera.orbit;
    (void)o;
    scene_write_floats(w, name, (const float[]){orbit->yaw, orbit->pitch, orbit->distance}, 3);
    return true;
}

static const value_kind orbit_kind = {
    read_orbit, orbit_from_json, orbit_to_json, sizeof(camera_orbit), offsetof(camera_orbit, yaw), NULL};

static bool target_from_json(json_reader *j, const option *o, void *values)
{
    camera_target *target = &((scene *)values)->camera.target;
    (void)o;
    if (json_next(j) != '[')
        return scene_read_text(j, &(json_member){.field = offsetof(scene, camera.target.bone)}, values);
    target->given = true;
    return json_numbers(j, target->point, 3);
}

static bool target_to_json(scene_writer *w, const char *name, const option *o, const void *values)
{
    const camera_target *target = &((const scene *)values)->camera.target;
    (void)o;
    if (!target->given)
        return scene_write_text(w, name, target->bone);
    scene_write_floats(w, name, target->point, 3);
    return true;
}

static const value_kind target_kind = {read_target, target_from_json, target_to_json, sizeof(camera_target), 0, NULL};

/* "auto", "keys" and other presets are words, everything else is a file. */
static bool is_word(const char *source)
{
    camera_preset preset;
    return source && (strcmp(source, "keys") == 0 || camera_preset_named(source, &preset));
}

static bool word_is_set(const option *o, const void *values)
{
    (void)o;
    return is_word(((const scene *)values)->camera.source);
}

static bool file_is_set(const option *o, const void *values)
{
    const char *source = ((const scene *)values)->camera.source;
    (void)o;
    return source && !is_word(source);
}

static bool word_from_json(json_reader *j, const option *o, void *values)
{
    return scene_read_text(j, &(json_member){.field = o->field}, values) &&
           (word_is_set(o, values) || json_fail(j, "must be keys, auto, front, side, back, full, bust or face"));
}

static bool word_to_json(scene_writer *w, const char *name, const option *o, const void *values)
{
    (void)o;
    return scene_write_text(w, name, ((const scene *)values)->camera.source);
}

static bool file_from_json(json_reader *j, const option *o, void *values)
{
    return scene_read_path(j, &(json_member){.field = o->field}, values);
}

static bool file_to_json(scene_writer *w, const char *name, const option *o, const void *values)
{
    (void)o;
    return scene_write_path(w, name, ((const scene *)values)->camera.source);
}

const value_kind value_camera = {
    option_read_word_or_file, word_from_json, word_to_json, sizeof(const char *), 0, word_is_set};
static const value_kind file_kind = {
    .from_json = file_from_json, .to_json = file_to_json, .size = sizeof(const char *), .is_set = file_is_set};

static bool read_angles(json_reader *j, const json_member *member, void *to)
{
    float *angles = (float *)(void *)((char *)to + member->field);
    if (!json_numbers(j, angles, 3))
        return false;
    for (int i = 0; i < 3; i++) angles[i] = (float)(angles[i] * (HONE_PI / 180));
    return true;
}

static bool read_fov(json_reader *j, const json_member *member, void *to)
{
    double value;
    if (!json_number(j, fovs.low, fovs.high, &value))
        return false;
    *(float *)(void *)((char *)to + member->field) = (float)value;
    return true;
}

static bool fixed_from_json(json_reader *j, const option *o, void *values)
{
    static const json_member members[] = {
        {"target", json_read_vector, offsetof(hone_camera, target), NULL},
        {"angles", read_angles, offsetof(hone_camera, angles), NULL},
        {"radians", json_read_vector, offsetof(hone_camera, angles), NULL},
        {"distance", json_read_float, offsetof(hone_camera, distance), NULL},
        {"fov", read_fov, offsetof(hone_camera, fov), NULL},
        {"orthographic", json_read_flag, offsetof(hone_camera, orthographic), NULL},
        {0},
    };
    camera_values *camera = &((scene *)values)->camera;
    (void)o;
    camera->is_fixed = true;
    camera->fixed = (hone_camera)HONE_CAMERA_DEFAULT;
    return json_read_object(j, members, &camera->fixed);
}

static bool fixed_to_json(scene_writer *w, const char *name, const option *o, const void *values)
{
    const hone_camera *camera = &((const scene *)values)->camera.fixed;
    (void)o;
    hone_json_key(w->json, name);
    hone_json_object(w->json);
    scene_write_floats(w, "target", camera->target, 3);
    scene_write_floats(w, "radians", camera->angles, 3); /* degrees would be rounded */
    scene_write_float(w, "distance", camera->distance);
    scene_write_float(w, "fov", camera->fov);
    if (camera->orthographic)
        scene_write_bool(w, "orthographic", true);
    hone_json_end(w->json, '}');
    return true;
}

static const value_kind fixed_kind = {.from_json = fixed_from_json, .to_json = fixed_to_json, .size = sizeof(bool)};

const option camera_settings[] = {
    {.name = "--size",
     .section = "Camera",
     .usual = true,
     .value = "WxH",
     .help = "size of the picture, or its width, for 16:9 (default: 1280x720)",
     .field = offsetof(scene, size),
     .expected = OPTION_SIZE_EXPECTED,
     .key = "picture.size",
     .kind = &value_size},
    {.name = "--camera",
     .usual = true,
     .value = "keys|PRESET|FILE",
     .help = "keys: the camera keys of the motions; or a file with camera keys\n"
             "(./NAME if it is called like a preset). Presets: auto: a fixed camera\n"
             "that has all characters in view; front, side, back: the same, level,\n"
             "and from that side of the first character; full, bust, face: shots\n"
             "that follow it (default: keys if there are any, else auto)",
     .field = offsetof(scene, camera.source),
     .read = option_read_word_or_file,
     .expected = "keys, a preset or a file",
     .endings = "vmd pmm glb gltf fbx",
     .words = camera_words,
     .label = &(const setting_label){.name = N_("Camera"), .choices = camera_labels, .programs = CONTROL_OF_PAGE},
     .key = "camera.source",
     .kind = &value_camera},
    {.key = "camera.file", .kind = &file_kind, .field = offsetof(scene, camera.source)},
    {.name = "--camera-name",
     .value = "N|NAME",
     .help = "which camera of a glTF or FBX, by number or name, as hone info lists\n"
             "them (default: the first that moves)",
     .field = offsetof(scene, camera.name),
     .expected = "a number or a name",
     .key = "camera.name",
     .kind = &value_text},
    {.name = "--camera-orbit",
     .value = "YAW,PITCH[,DIST]",
     .help = "degrees from the first character's front to its left, and from the\n"
             "level to above; the distance is in world units (default: so that all\n"
             "is in view)",
     .field = offsetof(scene, camera.orbit),
     .expected = "YAW,PITCH or YAW,PITCH,DISTANCE, such as 30,10; PITCH from -90 to 90",
     .key = "camera.orbit",
     .kind = &orbit_kind},
    {.name = "--look-at",
     .value = "BONE|X,Y,Z",
     .help = "what is in the middle of the picture: a bone, which the camera\n"
             "follows, or a point of the world",
     .field = offsetof(scene, camera.target),
     .expected = "a bone, or a point such as 0,10,0",
     .key = "camera.look_at",
     .kind = &target_kind},
    {.name = "--fov",
     .value = "DEGREES",
     .help = "vertical field of view (default: 30, or that of the camera keys)",
     .field = offsetof(scene, camera.fov),
     .expected = "a number from 1 to 170",
     .label = &(const setting_label){.name = N_("Field of view (degrees)"), .programs = CONTROL_OF_PAGE},
     .key = "camera.fov",
     .kind = &value_float,
     .detail = &fovs},
    {.name = "--turntable",
     .help = "the camera turns once about the characters over the length of the\n"
             "film (without a motion: four seconds)",
     .field = offsetof(scene, camera.turntable),
     .key = "camera.turntable",
     .kind = &value_flag},
    {.key = "camera.fixed", .kind = &fixed_kind, .field = offsetof(scene, camera.is_fixed)},
    {.key = "camera.parents", .kind = &value_list, .detail = &scene_camera_parent_rows},
    {0},
};

bool camera_is_placed(const camera_values *v)
{
    return v->orbit.given || v->target.given || v->target.bone || v->turntable;
}

camera_shot_desc camera_shot_wanted(const camera_values *v)
{
    const float radians = (float)(HONE_PI / 180);
    camera_shot_desc out = {.orbit = v->orbit.given,
                            .yaw = v->orbit.yaw * radians,
                            .pitch = v->orbit.pitch * radians,
                            .distance = v->orbit.distance,
                            .look_at_bone = v->target.bone,
                            .look_at = v->target.given ? v->target.point : NULL,
                            .fov = v->fov,
                            .turntable = v->turntable};
    if (v->source)
        camera_preset_named(v->source, &out.preset);
    return out;
}
