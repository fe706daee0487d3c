/* Cameras: what the file has, and the keys of the one that a clip moves. */
#include "base/trigonometry.h"
#include "files/format/common/clip_select.h"
#include "files/format/fbx/animation/shot.h"
#include <string.h>

#define MILLIMETRES 25.4 /* of an inch, in which a film is measured */

enum { APERTURE_BOTH, APERTURE_HORIZONTAL, APERTURE_VERTICAL, APERTURE_FOCAL_LENGTH }; /* ApertureMode */
enum { GATE_NONE, GATE_VERTICAL, GATE_HORIZONTAL, GATE_FILL, GATE_OVERSCAN };          /* GateFit */

enum { FOCUS_MIN = 1, FOCUS_MAX = 250 }; /* units of the world: beyond it the number is a mistake */

/* What a camera's lens is measured by. */
typedef struct camera_lens {
    const char *property; /* FocalLength, or a field of view, or OrthoZoom */
    double rest;          /* its value at rest */
    int64_t aperture;
    bool orthographic;
    double aspect, film_height; /* of the picture; millimetres */
    double zoom_height;         /* orthographic: half the height of the view at zoom 1, units of the world */
} camera_lens;

typedef struct camera_context {
    fbx_shot shot;
    camera_lens lens;
    fbx_track *track;        /* of the lens */
    double focus;            /* units of the world: from the eye to the target */
    int32_t interest, above; /* the nodes that it looks at, and that are above it in the picture; HONE_NONE: none */
} camera_context;

/* ---- lens ----------------------------------------------------------------------------------------------------- */

static double positive(const fbx_object *attribute, const char *name, double otherwise)
{
    double value = hone_fbx_property(attribute, name, otherwise);
    return value > 0 && value < 1e9 ? value : otherwise;
}

/* The picture is fitted to the film by its width or by its height. */
static bool fits_width(const fbx_object *attribute, double aspect, double film_aspect)
{
    int64_t gate = hone_fbx_property_integer(attribute, "GateFit", GATE_NONE);
    return gate == GATE_HORIZONTAL || (gate == GATE_FILL && aspect > film_aspect) ||
           (gate == GATE_OVERSCAN && aspect < film_aspect);
}

static camera_lens lens_of(const fbx_reader *reader, uint32_t attribute)
{
    const char *names[] = {"FieldOfViewY", "FieldOfView", "FieldOfView", "FocalLength", "OrthoZoom"};
    const double values[] = {25, 25.115, 25.115, 34.89, 1};
    const fbx_object *object = &reader->scene.objects[attribute];
    double width = positive(object, "FilmWidth", 0.816), height = positive(object, "FilmHeight", 0.612);
    camera_lens lens = {.orthographic = hone_fbx_property_integer(object, "CameraProjectionType", 0) == 1,
                        .aperture = hone_fbx_property_integer(object, "ApertureMode", APERTURE_VERTICAL)};
    lens.aspect = positive(object, "AspectWidth", width) / positive(object, "AspectHeight", height);
    bool by_width = fits_width(object, lens.aspect, width / height);
    lens.film_height = MILLIMETRES * (by_width ? width / lens.aspect : height);
    lens.zoom_height = hone_fbx_is_of_blender(reader) ? 0.5 : 15 * reader->scene.space.metres;
    lens.zoom_height *= HONE_SHOT_UNITS_PER_METRE / (by_width ? lens.aspect : 1);
    if (lens.aperture < APERTURE_BOTH || lens.aperture > APERTURE_FOCAL_LENGTH)
        lens.aperture = APERTURE_VERTICAL;
    int64_t kind = lens.orthographic ? 4 : lens.aperture;
    lens.property = names[kind];
    lens.rest = positive(object, names[kind], values[kind]);
    return lens;
}

/* Returns the vertical field of view in degrees; of an orthographic camera the zoom. */
static double view_of(const camera_lens *lens, double value)
{
    double degrees = 180 / HONE_PI;
    if (lens->orthographic)
        return value;
    if (lens->aperture == APERTURE_FOCAL_LENGTH)
        return 2 * degrees * atan(lens->film_height / 2 / fmax(value, 0.1));
    if (lens->aperture == APERTURE_HORIZONTAL)
        return 2 * degrees * atan(tan(value / 2 / degrees) / lens->aspect);
    return value;
}

static double view_at(const camera_context *c, double time)
{
    double value[3];
    hone_fbx_track_seek(c->track, time);
    hone_fbx_track_value(c->track, time, value);
    return view_of(&c->lens, value[0]);
}

/* ---- place ---------------------------------------------------------------------------------------------------- */

/* Turns a direction of a node, along an axis of the file, into the world. */
static void world_direction(const camera_context *c, const fbx_matrix *matrix, int axis, double out[3])
{
    double file[3] = {0}, local[3];
    file[axis] = 1;
    hone_fbx_direction(&c->shot.motion->animation->reader->scene.space, file, local);
    for (int r = 0; r < 3; r++) {
        out[r] = 0;
        for (int k = 0; k < 3; k++) out[r] += matrix->m[r][k] * local[k];
    }
    out[2] = -out[2];
}

static void world_point(const fbx_matrix *matrix, double out[3])
{
    for (int r = 0; r < 3; r++) out[r] = HONE_SHOT_UNITS_PER_METRE * matrix->m[r][3];
    out[2] = -out[2];
}

/* Computes the direction from the eye to a node. Returns its distance. */
static double look(const camera_context *c, int32_t node, double time, const double eye[3], double out[3])
{
    double at[3], square = 0;
    fbx_matrix matrix;
    const fbx_shot shot = {c->shot.motion, (uint32_t)node, 0};
    hone_fbx_shot_matrix(&shot, time, &matrix);
    world_point(&matrix, at);
    for (int i = 0; i < 3; i++) {
        out[i] = at[i] - eye[i];
        square += out[i] * out[i];
    }
    return sqrt(square);
}

/* A camera of FBX looks along its x axis. */
static void sample(const void *user, double frame, double out[HONE_SHOT_WIDTH])
{
    const camera_context *c = user;
    double eye[3], forward[3], up[3], focus = c->focus, time = hone_fbx_shot_time(c->shot.motion->animation, frame);
    fbx_matrix matrix;
    hone_fbx_shot_matrix(&c->shot, time, &matrix);
    world_point(&matrix, eye);
    world_direction(c, &matrix, 0, forward);
    world_direction(c, &matrix, 1, up);
    if (c->interest != HONE_NONE)
        focus = look(c, c->interest, time, eye, forward);
    if (c->interest != HONE_NONE && c->above != HONE_NONE)
        look(c, c->above, time, eye, up);
    double view = view_at(c, time);
    if (c->lens.orthographic)
        focus = c->lens.zoom_height * view / HONE_SHOT_FLAT_SLOPE;
    hone_shot_camera(eye, forward, up, focus, view, out);
}

/* ---- the cameras of the file ---------------------------------------------------------------------------------- */

static bool moves(const fbx_reader *reader, const fbx_animation *animation, uint32_t node, uint32_t attribute)
{
    int32_t interest = hone_fbx_shot_target(reader, node, "LookAtProperty");
    int32_t above = hone_fbx_shot_target(reader, node, "UpVectorProperty");
    return hone_fbx_object_moves(reader, animation, attribute) ||
           hone_fbx_chain_moves(reader, animation, (int32_t)node) ||
           hone_fbx_chain_moves(reader, animation, interest) || hone_fbx_chain_moves(reader, animation, above);
}

static bool set_camera(fbx_reader *reader, uint32_t node, uint32_t attribute, hone_file_camera *out)
{
    const fbx_scene *scene = &reader->scene;
    const camera_lens lens = lens_of(reader, attribute);
    fbx_text name = scene->objects[reader->object_of_bone[node]].name;
    *out = (hone_file_camera){.name = hone_fbx_keep(reader, name.size ? name : scene->objects[attribute].name),
                              .bone = (int32_t)node,
                              .fov = lens.orthographic ? 30 : (float)view_of(&lens, lens.rest),
                              .orthographic = lens.orthographic,
                              .moves = moves(reader, NULL, node, attribute)};
    return out->name || hone_reading_is_fine(&reader->file);
}

bool hone_fbx_read_cameras(fbx_reader *reader)
{
    uint32_t node, attribute, count = 0;
    hone_file_camera *cameras;
    for (int32_t at = HONE_NONE; hone_fbx_next_shot(reader, "Camera", at, &node, &attribute); at = (int32_t)node)
        count++;
    if (!hone_reading_array(&reader->file, count, sizeof *cameras, &cameras))
        return false;
    reader->data.cameras = cameras;
    for (int32_t at = HONE_NONE; hone_fbx_next_shot(reader, "Camera", at, &node, &attribute); at = (int32_t)node)
        if (!set_camera(reader, node, attribute, &cameras[reader->data.camera_count++]))
            return false;
    return true;
}

/* ---- keys ----------------------------------------------------------------------------------------------------- */

static bool open_camera(const fbx_bone_motion *motion, uint32_t node, uint32_t attribute, camera_context *c)
{
    fbx_reader *reader = motion->animation->reader;
    *c = (camera_context){.shot = {motion, node, attribute},
                          .lens = lens_of(reader, attribute),
                          .interest = hone_fbx_shot_target(reader, node, "LookAtProperty"),
                          .above = hone_fbx_shot_target(reader, node, "UpVectorProperty")};
    c->focus = HONE_SHOT_UNITS_PER_METRE * reader->scene.space.metres *
               positive(&reader->scene.objects[attribute], "FocusDistance", 200);
    c->focus = fmin(fmax(c->focus, FOCUS_MIN), FOCUS_MAX);
    if (!hone_reading_scratch(&reader->file, 1, sizeof *c->track, &c->track))
        return false;
    c->track->rest[0] = c->lens.rest;
    return hone_fbx_track_open(motion->animation, attribute, c->lens.property, c->track);
}

static void warn_of_shift(const fbx_reader *reader, uint32_t attribute)
{
    const fbx_object *object = &reader->scene.objects[attribute];
    if (hone_fbx_property(object, "FilmOffsetX", 0) != 0 || hone_fbx_property(object, "FilmOffsetY", 0) != 0)
        hone_fbx_warn(reader, "camera whose film is shifted: it looks straight ahead", attribute);
}

/* left: how many frames may still be sampled. */
static bool add_keys(const fbx_bone_motion *motion, uint32_t node, uint32_t attribute, bool still, uint32_t *left,
                     hone_motion_data *out)
{
    fbx_reader *reader = motion->animation->reader;
    camera_context c;
    uint32_t frames = hone_fbx_shot_frames(motion->animation);
    if (frames == 0 || frames > *left)
        return true;
    *left -= frames;
    if (!open_camera(motion, node, attribute, &c))
        return false;
    hone_shot_desc desc = {.sample = sample,
                           .user = &c,
                           .width = HONE_SHOT_WIDTH,
                           .angles = HONE_SHOT_ANGLES,
                           .frames = frames,
                           .still = still};
    memcpy(desc.tolerances, hone_shot_camera_tolerances, sizeof desc.tolerances);
    uint32_t room = hone_fbx_shot_room(motion->animation, sizeof(hone_camera_key) + sizeof(hone_shot_key));
    if (!hone_shot_camera_keys(&desc, c.lens.orthographic, room, reader->file.builder, out, reader->file.error))
        return false;
    if (out->camera_key_count)
        warn_of_shift(reader, attribute);
    return true;
}

static bool add_wanted(const fbx_bone_motion *motion, const char *wanted, hone_motion_data *out)
{
    fbx_reader *reader = motion->animation->reader;
    uint32_t index, left = HONE_SHOT_FRAMES_MAX;
    if (!hone_fbx_read_cameras(reader) ||
        !hone_camera_select(reader->data.cameras, reader->data.camera_count, wanted, &index, reader->file.error))
        return false;
    uint32_t node = (uint32_t)reader->data.cameras[index].bone;
    uint32_t attribute = hone_fbx_source(&reader->scene, reader->object_of_bone[node], FBX_NODE_ATTRIBUTE, "");
    return add_keys(motion, node, attribute, true, &left, out);
}

/* Adds the keys of the default camera, or of those that are not, if the clip moves it. Stops at the first with keys. */
static bool add_moving(const fbx_bone_motion *motion, bool is_default, hone_motion_data *out)
{
    const fbx_reader *reader = motion->animation->reader;
    const fbx_object settings = {.properties = reader->scene.settings};
    fbx_text chosen = hone_fbx_property_text(&settings, "DefaultCamera");
    uint32_t node, attribute, left = HONE_SHOT_FRAMES_MAX;
    for (int32_t at = HONE_NONE; hone_fbx_next_shot(reader, "Camera", at, &node, &attribute); at = (int32_t)node) {
        bool same = hone_fbx_same_text(reader->scene.objects[reader->object_of_bone[node]].name, chosen);
        if (same != is_default || !moves(reader, motion->animation, node, attribute))
            continue;
        if (!add_keys(motion, node, attribute, false, &left, out))
            return false;
        if (out->camera_key_count)
            return true;
    }
    return true;
}

bool hone_fbx_read_camera_keys(const fbx_bone_motion *motion, const char *wanted, hone_motion_data *out)
{
    if (wanted)
        return add_wanted(motion, wanted, out);
    if (!add_moving(motion, true, out))
        return false;
    return out->camera_key_count || add_moving(motion, false, out);
}
