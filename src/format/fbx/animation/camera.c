/* The camera of a clip. */
#include "base/memory/builder.h"
#include "base/trigonometry.h"
#include "format/fbx/animation/shot.h"

#define UNITS_PER_METRE (1 / HONE_MMD_METRES) /* of the world, which has MMD's axes and units */
#define FLAT_SLOPE (12.5 / 45) /* half the height that an orthographic camera of hone sees at unit distance */
#define MILLIMETRES 25.4       /* of an inch, in which a film is measured */

enum { APERTURE_BOTH, APERTURE_HORIZONTAL, APERTURE_VERTICAL, APERTURE_FOCAL_LENGTH }; /* ApertureMode */
enum { GATE_NONE, GATE_VERTICAL, GATE_HORIZONTAL, GATE_FILL, GATE_OVERSCAN };          /* GateFit */

enum { FOCUS_MIN = 1, FOCUS_MAX = 250 }; /* units of the world: beyond it the number is a mistake */

/* The numbers of a key. */
enum { TARGET = 0, ANGLES = 3, DISTANCE = 6, FOV = 7 };

typedef struct camera_context {
    fbx_shot shot;
    int64_t aperture; /* what the field of view is given by */
    bool orthographic, by_width;
    double aspect, film_height; /* of the picture; millimetres */
    double zoom_height;         /* orthographic: half the height of the view at zoom 1, units of the world */
    double focus;               /* units of the world: from the eye to the target */
    int32_t interest, above;    /* the nodes that it looks at, and that are above it in the picture; HONE_NONE: none */
    fbx_track *lens;            /* FocalLength, or the field of view, or OrthoZoom */
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

static bool open_lens(camera_context *c, fbx_animation *animation)
{
    const char *names[] = {"FieldOfViewY", "FieldOfView", "FieldOfView", "FocalLength", "OrthoZoom"};
    const double values[] = {25, 25.115, 25.115, 34.89, 1};
    fbx_reader *reader = animation->reader;
    const fbx_object *attribute = &reader->scene.objects[c->shot.attribute];
    double width = positive(attribute, "FilmWidth", 0.816), height = positive(attribute, "FilmHeight", 0.612);
    c->aspect = positive(attribute, "AspectWidth", width) / positive(attribute, "AspectHeight", height);
    c->by_width = fits_width(attribute, c->aspect, width / height);
    c->film_height = MILLIMETRES * (c->by_width ? width / c->aspect : height);
    c->orthographic = hone_fbx_property_integer(attribute, "CameraProjectionType", 0) == 1;
    c->zoom_height = 15 * reader->scene.space.metres * UNITS_PER_METRE / (c->by_width ? c->aspect : 1);
    c->aperture = hone_fbx_property_integer(attribute, "ApertureMode", APERTURE_VERTICAL);
    if (c->aperture < APERTURE_BOTH || c->aperture > APERTURE_FOCAL_LENGTH)
        c->aperture = APERTURE_VERTICAL;
    int64_t lens = c->orthographic ? 4 : c->aperture;
    if (!hone_fbx_scratch(reader, 1, sizeof *c->lens, &c->lens))
        return false;
    c->lens->rest[0] = positive(attribute, names[lens], values[lens]);
    return hone_fbx_track_open(animation, c->shot.attribute, names[lens], c->lens);
}

/* Returns the vertical field of view in degrees; of an orthographic camera the zoom. */
static double lens_at(const camera_context *c, double time)
{
    double value[3], degrees = 180 / HONE_PI;
    hone_fbx_track_seek(c->lens, time);
    hone_fbx_track_value(c->lens, time, value);
    if (c->orthographic)
        return value[0];
    if (c->aperture == APERTURE_FOCAL_LENGTH)
        return 2 * degrees * atan(c->film_height / 2 / fmax(value[0], 0.1));
    if (c->aperture == APERTURE_HORIZONTAL)
        return 2 * degrees * atan(tan(value[0] / 2 / degrees) / c->aspect);
    return value[0];
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
    for (int r = 0; r < 3; r++) out[r] = UNITS_PER_METRE * matrix->m[r][3];
    out[2] = -out[2];
}

static void cross(const double a[3], const double b[3], double out[3])
{
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        out[i] = a[j] * b[k] - a[k] * b[j];
    }
}

static double normalise(double v[3])
{
    double length = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    for (int i = 0; i < 3 && length > 0; i++) v[i] /= length;
    return length;
}

/* Finds the angles of hone_camera: the view is Rz Rx Ry, whose rows are right, up and forward. */
static void set_angles(const double forward[3], const double up[3], double out[3])
{
    double right[3], above[3];
    cross(up, forward, right);
    normalise(right);
    cross(forward, right, above);
    out[0] = hone_asin(fmax(-1, fmin(1, forward[1])));
    out[1] = hone_atan2(-forward[0], forward[2]);
    out[2] = hone_atan2(-right[1], above[1]);
}

/* Computes the direction from the eye to a node. Returns its distance. */
static double look(const camera_context *c, int32_t node, double time, const double eye[3], double out[3])
{
    double at[3];
    fbx_matrix matrix;
    const fbx_shot shot = {c->shot.motion, (uint32_t)node, 0, false};
    hone_fbx_shot_matrix(&shot, time, &matrix);
    world_point(&matrix, at);
    for (int i = 0; i < 3; i++) out[i] = at[i] - eye[i];
    return normalise(out);
}

static void sample(const void *user, double time, double out[FBX_SHOT_WIDTH])
{
    const camera_context *c = user;
    double eye[3], forward[3], up[3], focus = c->focus;
    fbx_matrix matrix;
    hone_fbx_shot_matrix(&c->shot, time, &matrix);
    world_point(&matrix, eye);
    world_direction(c, &matrix, 0, forward);
    world_direction(c, &matrix, 1, up);
    normalise(forward);
    if (c->interest != HONE_NONE)
        focus = look(c, c->interest, time, eye, forward);
    if (c->interest != HONE_NONE && c->above != HONE_NONE)
        look(c, c->above, time, eye, up);
    double lens = lens_at(c, time);
    if (c->orthographic)
        focus = c->zoom_height * lens / FLAT_SLOPE;
    for (int i = 0; i < 3; i++) out[TARGET + i] = eye[i] + forward[i] * focus;
    set_angles(forward, up, out + ANGLES);
    out[DISTANCE] = -focus;
    out[FOV] = c->orthographic ? 30 : lens;
}

/* ---- keys ----------------------------------------------------------------------------------------------------- */

/* Finds the node that is connected to a property of the camera. */
static int32_t find_node(const fbx_reader *reader, uint32_t node, const char *property)
{
    uint32_t object = hone_fbx_source(&reader->scene, reader->object_of_bone[node], FBX_MODEL, property);
    int32_t found = object == UINT32_MAX ? HONE_NONE : reader->bone_of_object[object];
    int depth = 0;
    for (int32_t at = found; at != HONE_NONE; at = reader->parents[at])
        if (depth++ > 64)
            return HONE_NONE;
    return found == (int32_t)node ? HONE_NONE : found;
}

static void set_key(const double values[FBX_SHOT_WIDTH], uint32_t frame, bool orthographic, hone_camera_key *out)
{
    *out = (hone_camera_key){.frame = frame};
    for (int i = 0; i < 6; i++) out->curves[i] = (hone_curve)HONE_CURVE_LINEAR;
    for (int i = 0; i < 3; i++) {
        out->camera.target[i] = (float)values[TARGET + i];
        out->camera.angles[i] = (float)values[ANGLES + i];
    }
    out->camera.distance = (float)values[DISTANCE];
    out->camera.fov = (float)values[FOV];
    out->camera.orthographic = orthographic;
}

bool hone_fbx_read_camera_keys(const fbx_bone_motion *motion, hone_motion_data *out)
{
    fbx_reader *reader = motion->animation->reader;
    camera_context c = {.aperture = 0};
    if (!hone_fbx_find_shot(motion, "Camera", &c.shot) || hone_fbx_shot_frames(motion->animation) == 0)
        return true;
    c.interest = find_node(reader, c.shot.node, "LookAtProperty");
    c.above = find_node(reader, c.shot.node, "UpVectorProperty");
    c.focus = UNITS_PER_METRE * reader->scene.space.metres *
              positive(&reader->scene.objects[c.shot.attribute], "FocusDistance", 200);
    c.focus = fmin(fmax(c.focus, FOCUS_MIN), FOCUS_MAX);
    const fbx_shot_desc desc = {.animation = motion->animation,
                                .sample = sample,
                                .user = &c,
                                .width = FBX_SHOT_WIDTH,
                                .angles = 7u << ANGLES,
                                .tolerances = {1e-3, 1e-3, 1e-3, 1e-4, 1e-4, 1e-4, 1e-3, 1e-2}};
    double(*values)[FBX_SHOT_WIDTH];
    uint32_t *frames, count;
    hone_camera_key *keys;
    if (!open_lens(&c, motion->animation) || !hone_fbx_shot_keys(&desc, &values, &frames, &count) ||
        !hone_fbx_array(reader, count, sizeof *keys, &keys))
        return false;
    for (uint32_t k = 0; k < count; k++) set_key(values[k], frames[k], c.orthographic, &keys[k]);
    out->camera_keys = keys;
    out->camera_key_count = count;
    return true;
}
