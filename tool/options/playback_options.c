#include "tool/options/playback_options.h"
#include "tool/settings/value_kind.h"

#include <stdio.h>
#include <string.h>

/* Accepts any kernel that is built in. Whether this CPU supports it is checked later, since that is not a usage
 * error. */
static bool read_kernel(const option *o, const char *text, void *field)
{
    (void)o;
    const char *name = NULL;
    bool available;
    for (uint32_t i = 0; strcmp(text, "auto") != 0; i++) {
        name = hone_skin_kernel_name(i, &available);
        if (!name)
            return false;
        if (strcmp(name, text) == 0)
            break;
    }
    *(const char **)field = name;
    return true;
}

/* A setting with two values; the first is the default. */
typedef struct rig_setting {
    const char *name, *values[2];
} rig_setting;

enum {
    RIG_ORDER,
    RIG_CURVE,
    RIG_FIXED_AXIS,
    RIG_IK,
    RIG_KEEP_BEST,
    RIG_TOE_START,
    RIG_APPEND_AFTER_PHYSICS,
    RIG_SETTINGS
};

static const rig_setting rig_settings[RIG_SETTINGS] = {
    [RIG_ORDER] = {"order", {"strict", "lag"}},
    [RIG_CURVE] = {"curve", {"exact", "mmd"}},
    [RIG_FIXED_AXIS] = {"fixed-axis", {"key", "sample"}},
    [RIG_IK] = {"ik", {"a", "b"}},
    [RIG_KEEP_BEST] = {"keep-best", {"off", "on"}},
    [RIG_TOE_START] = {"toe-start", {"placed", "moved"}},
    [RIG_APPEND_AFTER_PHYSICS] = {"append-after-physics", {"off", "on"}},
};

static void set_rig(hone_mmd_rules *rules, int setting, bool second)
{
    switch (setting) {
    case RIG_ORDER:
        rules->order = second ? HONE_ORDER_LAG : HONE_ORDER_STRICT;
        break;
    case RIG_CURVE:
        rules->curve = second ? HONE_CURVE_MMD : HONE_CURVE_EXACT;
        break;
    case RIG_FIXED_AXIS:
        rules->fixed_axis = second ? HONE_FIXED_AXIS_SAMPLE : HONE_FIXED_AXIS_KEY;
        break;
    case RIG_IK:
        rules->ik = second ? HONE_IK_CCD_CLAMPED : HONE_IK_CCD;
        break;
    case RIG_KEEP_BEST:
        rules->keep_best = second;
        break;
    case RIG_TOE_START:
        rules->toe_start = second ? HONE_TOE_START_MOVED : HONE_TOE_START_PLACED;
        break;
    default:
        rules->append_after_physics = second;
        break;
    }
}

static bool is_word(const char *text, size_t size, const char *word)
{
    return strlen(word) == size && memcmp(text, word, size) == 0;
}

/* Reads NAME=VALUE. */
static bool read_rig_setting(const char *text, size_t size, hone_mmd_rules *rules)
{
    const char *equals = memchr(text, '=', size);
    if (!equals)
        return false;
    size_t name = (size_t)(equals - text);
    for (int i = 0; i < RIG_SETTINGS; i++)
        for (int v = 0; v < 2; v++)
            if (is_word(text, name, rig_settings[i].name) &&
                is_word(equals + 1, size - name - 1, rig_settings[i].values[v]))
                return set_rig(rules, i, v == 1), true;
    return false;
}

static bool read_rules(const char *text, hone_mmd_rules *rules)
{
    for (;; text++) {
        size_t size = strcspn(text, ",");
        if (!read_rig_setting(text, size, rules))
            return false;
        text += size;
        if (!*text)
            return true;
    }
}

enum { PLAYBACK_RULES_SIZE = 200 };

/* Only what differs from the default. */
static void write_rules(const hone_mmd_rules *rules, char text[PLAYBACK_RULES_SIZE])
{
    const bool second[RIG_SETTINGS] = {
        [RIG_ORDER] = rules->order == HONE_ORDER_LAG,
        [RIG_CURVE] = rules->curve == HONE_CURVE_MMD,
        [RIG_FIXED_AXIS] = rules->fixed_axis == HONE_FIXED_AXIS_SAMPLE,
        [RIG_IK] = rules->ik == HONE_IK_CCD_CLAMPED,
        [RIG_KEEP_BEST] = rules->keep_best,
        [RIG_TOE_START] = rules->toe_start == HONE_TOE_START_MOVED,
        [RIG_APPEND_AFTER_PHYSICS] = rules->append_after_physics,
    };
    size_t used = 0;
    text[0] = '\0';
    for (int i = 0; i < RIG_SETTINGS; i++)
        if (second[i])
            used += (size_t)snprintf(text + used, PLAYBACK_RULES_SIZE - used, "%s%s=%s", used ? "," : "",
                                     rig_settings[i].name, rig_settings[i].values[1]);
}

static bool read_rig(const option *o, const char *text, void *field)
{
    (void)o;
    return read_rules(text, field);
}

static bool read_physics(const option *o, const char *text, void *field)
{
    (void)o;
    bool on = strcmp(text, "on") == 0;
    *(int *)field = on ? PLAYBACK_PHYSICS_ON : PLAYBACK_PHYSICS_OFF;
    return on || strcmp(text, "off") == 0;
}

/* Sets the speed, and the height behind it. */
static bool set_contact(float *contact, double speed, double height)
{
    static const double most = 10;
    contact[0] = (float)speed, contact[1] = (float)height;
    return speed > 0 && speed <= most && height > 0 && height <= most;
}

/* Reads SPEED,HEIGHT. */
static bool read_contact(const option *o, const char *text, void *field)
{
    number_list list;
    double values[2] = {0};
    if (!option_read_number_list(o, text, &list) || list.count != 2)
        return false;
    number_list_values(list, values);
    return set_contact(field, values[0], values[1]);
}

static bool contact_from_json(json_reader *j, const option *o, void *values)
{
    float numbers[2];
    if (!json_numbers(j, numbers, 2))
        return false;
    return set_contact((float *)(void *)((char *)values + o->field), numbers[0], numbers[1]) ||
           json_fail(j, "needs two numbers above 0, at most 10");
}

static bool contact_to_json(scene_writer *w, const char *name, const option *o, const void *values)
{
    return value_pair.to_json(w, name, o, values);
}

static const value_kind contact_kind = {read_contact, contact_from_json, contact_to_json, 2 * sizeof(float), 0, NULL};

static bool rules_from_json(json_reader *j, const option *o, void *values)
{
    const char *text;
    if (!scene_read_text(j, &(json_member){0}, &text))
        return false;
    return read_rules(text, (hone_mmd_rules *)(void *)((char *)values + o->field)) ||
           json_fail(j, "needs what --rig takes, such as \"order=lag,curve=mmd\"");
}

static bool rules_to_json(scene_writer *w, const char *name, const option *o, const void *values)
{
    char text[PLAYBACK_RULES_SIZE];
    write_rules((const hone_mmd_rules *)(const void *)((const char *)values + o->field), text);
    return scene_write_text(w, name, text);
}

static const value_kind rules_kind = {read_rig, rules_from_json, rules_to_json, sizeof(hone_mmd_rules), 0, NULL};

static bool set_gaze(playback_gaze *gaze, bool camera)
{
    *gaze = (playback_gaze){.given = true, .camera = camera};
    return true;
}

static bool read_gaze(const option *o, const char *text, void *field)
{
    playback_gaze *out = field;
    set_gaze(out, strcmp(text, "camera") == 0);
    return out->camera || option_read_vector(o, text, out->point);
}

static bool gaze_from_json(json_reader *j, const option *o, void *values)
{
    playback_gaze *out = (playback_gaze *)(void *)((char *)values + o->field);
    const char *word;
    set_gaze(out, false);
    if (json_next(j) != '"')
        return json_numbers(j, out->point, 3);
    if (!scene_read_text(j, &(json_member){0}, &word))
        return false;
    out->camera = strcmp(word, "camera") == 0;
    return out->camera || json_fail(j, "needs a point of three numbers, or \"camera\"");
}

static bool gaze_to_json(scene_writer *w, const char *name, const option *o, const void *values)
{
    const playback_gaze *gaze = (const playback_gaze *)(const void *)((const char *)values + o->field);
    if (gaze->camera)
        return scene_write_text(w, name, "camera");
    scene_write_floats(w, name, gaze->point, 3);
    return true;
}

static const value_kind gaze_kind = {
    read_gaze, gaze_from_json, gaze_to_json, sizeof(playback_gaze), offsetof(playback_gaze, camera), NULL};

static const char *const gaze_words[] = {"camera", NULL};
static const char *const rig_words[] = {"order=strict",
                                        "order=lag",
                                        "curve=exact",
                                        "curve=mmd",
                                        "fixed-axis=key",
                                        "fixed-axis=sample",
                                        "ik=a",
                                        "ik=b",
                                        "keep-best=off",
                                        "keep-best=on",
                                        "toe-start=placed",
                                        "toe-start=moved",
                                        "append-after-physics=off",
                                        "append-after-physics=on",
                                        NULL};
static const char *const kernel_words[] = {"auto", "scalar", NULL};
static const char *const ik_names[] = {"on", "off", NULL};
/* In the order of hone_skin_method. */
static const char *const method_names[] = {
    "auto", "linear", "dual-quaternion", "cor", "delta-mush", "direct-delta-mush", NULL};
static const char *const retarget_names[] = {"auto", "on", "off", NULL};           /* order of PLAYBACK_RETARGET_* */
static const char *const physics_names[] = {"default", "off", "on", NULL};         /* order of PLAYBACK_PHYSICS_* */
static const char *const hands_names[] = {"turn", "reach", NULL};                  /* order of PLAYBACK_HANDS_* */
static const char *const feet_names[] = {"auto", "plant", "follow", "turn", NULL}; /* order of hone_retarget_feet */
static const char *const solver_names[] = {"corrected", "plain", NULL};            /* order of hone_physics_solver */
static const char *const floor_names[] = {"off", "on", NULL};
/* Their names in controls. */
static const char *const ik_labels[] = {N_("On"), N_("Off"), NULL};
static const char *const method_labels[] = {
    N_("As set in the model"), N_("Linear"), N_("Dual quaternion"), N_("Centres of rotation"), N_("Delta mush"),
    N_("Direct delta mush"),   NULL};
static const char *const retarget_labels[] = {N_("Where it is needed"), N_("Always"), N_("Never"), NULL};
static const char *const physics_labels[] = {N_("As usual"), N_("Off"), N_("On"), NULL};
static const char *const hands_labels[] = {N_("Arms point as in the motion"), N_("Hands that meet, meet"), NULL};
static const char *const feet_labels[] = {N_("As the motion asks for"), N_("Planted on the floor"),
                                          N_("Follow the motion"), N_("As the legs turn"), NULL};
static const char *const solver_labels[] = {N_("Closed joints"), N_("As Bullet leaves them"), NULL};
static const char *const floor_labels[] = {N_("Off"), N_("On"), NULL};
static const float mmd_gravity[] = {0, -98, 0}, still[] = {0, 0, 0};
static const number_bounds heights = {.low = -1e6, .high = 1e6}, unit_lengths = {.low = 1e-6, .high = 1000};
static const option_range thread_range = {1, 256}, rate_range = {30, HONE_PHYSICS_MAX_RATE};

/* Reads a length with its unit in metres: "25.4mm", "1cm", "1m". */
static bool read_unit(const option *o, const char *text, void *field)
{
    (void)o;
    static const struct {
        const char *name;
        double metres;
    } units[] = {{"mm", 1e-3}, {"cm", 1e-2}, {"m", 1}};
    const char *end = text + strlen(text);
    double value;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        size_t size = strlen(units[i].name);
        if ((size_t)(end - text) <= size || strcmp(end - size, units[i].name) != 0)
            continue;
        *(double *)field = number_read(text, end - size, &value) ? value * units[i].metres : 0;
        return *(double *)field >= 1e-6 && *(double *)field <= 1000;
    }
    return false;
}

const option playback_options[] = {
    {.name = "--clip",
     .section = "Motions and rig",
     .usual = true,
     .value = "N|NAME",
     .help = "the clip to play from a .x or glTF, by number from 0 or by name:\n"
             "of a motion file, else of the model's own file (default: the\n"
             "first; in stills and pose the model is at rest)",
     .field = offsetof(playback_values, clip),
     .read = option_read_text,
     .expected = "a number or a name"},
    {.name = "--ik",
     .value = "on|off",
     .help = "on (default): as in the motion; off: all chains off",
     .field = offsetof(playback_values, ik),
     .expected = "on or off",
     .detail = ik_names,
     .label =
         &(const setting_label){.name = N_("Inverse kinematics"), .choices = ik_labels, .programs = CONTROL_OF_PAGE},
     .key = "playback.ik",
     .kind = &value_choice},
    {.name = "--gaze",
     .value = "X,Y,Z|camera",
     .help = "what characters look at with their eyes: a point of the world, or\n"
             "the camera; an avatar (VRM) as its file has it (default: as in the\n"
             "motion)",
     .field = offsetof(playback_values, gaze),
     .expected = "three numbers within 10000, such as 0,20,-50, or camera",
     .words = gaze_words,
     .key = "playback.gaze",
     .kind = &gaze_kind},
    {.name = "--rig",
     .value = "NAME=VALUE[,...]",
     .help = "behaviour in which implementations differ, the default first:\n"
             "order=strict|lag, curve=exact|mmd, fixed-axis=key|sample,\n"
             "ik=a|b, keep-best=off|on, toe-start=placed|moved,\n"
             "append-after-physics=off|on",
     .field = offsetof(playback_values, rules),
     .expected = "NAME=VALUE[,...], of those that -h lists",
     .words = rig_words,
     .key = "playback.rig",
     .kind = &rules_kind},
    {.name = "--physics",
     .usual = true,
     .value = "on|off",
     .help = "whether bodies move hair and skirts, simulated from frame 0\n"
             "(default: on for films and sequences of pictures, else off)",
     .field = offsetof(playback_values, physics.mode),
     .read = read_physics,
     .expected = "on or off",
     .words = ik_names,
     .label = &(const setting_label){.name = N_("Physics"), .choices = physics_labels, .programs = CONTROL_OF_PAGE},
     .key = "playback.physics",
     .kind = &value_choice,
     .detail = physics_names},
    {.name = "--physics-rate",
     .section = "Physics",
     .value = "N",
     .help = "steps a second (default: 60, as in MMD; 120 is more precise)",
     .field = offsetof(playback_values, physics.rate),
     .expected = "a number from 30 to 1000",
     .detail = &rate_range,
     .label = &(const setting_label){.name = N_("Steps of physics a second"), .programs = CONTROL_OF_PAGE},
     .key = "playback.physics_rate",
     .kind = &value_integer},
    {.name = "--physics-solver",
     .value = "corrected|plain",
     .help = "corrected (default): joints are closed after each step;\n"
             "plain: joints as Bullet leaves them, which is livelier, but fast\n"
             "motions open them",
     .field = offsetof(playback_values, physics.solver),
     .expected = "corrected or plain",
     .detail = solver_names,
     .label =
         &(const setting_label){.name = N_("Joints of bodies"), .choices = solver_labels, .programs = CONTROL_OF_PAGE},
     .key = "playback.physics_solver",
     .kind = &value_choice},
    {.name = "--gravity",
     .value = "X,Y,Z",
     .help = "units/s^2 (default: 0,-98,0, as in MMD)",
     .field = offsetof(playback_values, physics.gravity),
     .expected = "three numbers within 10000, such as 0,-98,0",
     .label = &(const setting_label){.name = N_("Gravity"), .unset = mmd_gravity, .programs = CONTROL_OF_PAGE},
     .key = "playback.gravity",
     .kind = &value_gravity},
    {.name = "--wind",
     .value = "X,Y,Z",
     .help = "velocity of the air, units/s (default: 0,0,0)",
     .field = offsetof(playback_values, physics.wind),
     .expected = "three numbers within 10000, such as 20,0,0",
     .label = &(const setting_label){.name = N_("Wind"), .unset = still, .programs = CONTROL_OF_PAGE},
     .key = "playback.wind",
     .kind = &value_vector},
    {.name = "--floor",
     .value = "on|off",
     .help = "whether bodies collide with y = 0 (default: off)",
     .field = offsetof(playback_values, physics.floor),
     .expected = "on or off",
     .detail = floor_names,
     .label =
         &(const setting_label){.name = N_("Floor for bodies"), .choices = floor_labels, .programs = CONTROL_OF_PAGE},
     .key = "playback.floor",
     .kind = &value_choice},
    {.name = "--retarget",
     .section = "Retargeting",
     .value = "auto|on|off",
     .help = "whether motions are retargeted from humanoid to humanoid instead\n"
             "of played by bone names; auto (default): if names match too few\n"
             "bones, or if feet need IK chains that the model lacks",
     .field = offsetof(playback_values, retarget),
     .expected = "auto, on or off",
     .detail = retarget_names,
     .label =
         &(const setting_label){.name = N_("Retargeting"), .choices = retarget_labels, .programs = CONTROL_OF_PAGE},
     .key = "playback.retarget",
     .kind = &value_choice},
    {.name = "--retarget-hands",
     .value = "turn|reach",
     .help = "for retargeted motions. turn (default): arms point as in the\n"
             "motion; reach: hands that meet in the motion meet",
     .field = offsetof(playback_values, hands),
     .expected = "turn or reach",
     .detail = hands_names,
     .label = &(const setting_label){.name = N_("Hands of retargeted motions"),
                                     .choices = hands_labels,
                                     .programs = CONTROL_OF_PAGE},
     .key = "playback.retarget_hands",
     .kind = &value_choice},
    {.name = "--retarget-feet",
     .value = "auto|plant|follow|turn",
     .help = "for retargeted motions. plant: feet stay where the motion's touch\n"
             "the floor, and never enter it; follow: feet go where the motion's\n"
             "do, frame by frame; turn: legs turn as the motion's, which puts\n"
             "the feet somewhere; auto (default): turn for a VRM animation\n"
             "(.vrma), plant for others",
     .field = offsetof(playback_values, feet.kind),
     .expected = "auto, plant, follow or turn",
     .detail = feet_names,
     .label = &(const setting_label){.name = N_("Feet of retargeted motions"),
                                     .choices = feet_labels,
                                     .programs = CONTROL_OF_PAGE},
     .key = "playback.retarget_feet",
     .kind = &value_choice},
    {.name = "--retarget-contact",
     .value = "SPEED,HEIGHT",
     .help = "a foot touches the floor if it is slower and lower: leg lengths\n"
             "per second, and leg lengths (default: 0.15,0.02)",
     .field = offsetof(playback_values, feet.speed),
     .expected = "two numbers above 0, at most 10",
     .key = "playback.retarget_contact",
     .kind = &contact_kind},
    {.name = "--retarget-floor",
     .value = "HEIGHT",
     .help = "the height of the motion's floor, in its own unit (default: 0\n"
             "for a VMD, else found from the motion)",
     .field = offsetof(playback_values, feet.floor),
     .expected = "a number",
     .key = "playback.retarget_floor",
     .kind = &value_given,
     .detail = &heights},
    {.name = "--motion-model",
     .value = "FILE",
     .help = "the model that the motions were made for: they are retargeted\n"
             "from its bones and chains (default: for a VMD a human of MMD's\n"
             "usual build, for other formats the bones in the motion's file)",
     .field = offsetof(playback_values, made_for),
     .expected = "a file",
     .endings = ENDINGS_MODELS " " ENDINGS_MOTIONS,
     .key = "playback.motion_model",
     .kind = &value_path},
    {.name = "--map",
     .value = "FILE",
     .help = "for retargeting: JSON that tells which bones are which, such as\n"
             "{\"source\": {\"hips\": \"Root\"}, \"target\": {}}, where hone does not find\n"
             "it (hone info --map shows what it finds)",
     .field = offsetof(playback_values, map),
     .expected = "a file",
     .endings = "json",
     .key = "playback.map",
     .kind = &value_path},
    {.name = "--motion-unit",
     .value = "LENGTH",
     .help = "the length of a unit of BVH files, such as 1cm, 25.4mm or 1m\n"
             "(default: guessed from the size of the skeleton)",
     .field = offsetof(playback_values, motion_unit),
     .read = read_unit,
     .expected = "a length from 0.001mm to 1000m, such as 1cm",
     .key = "playback.motion_unit",
     .kind = &value_number,
     .detail = &unit_lengths},
    {.name = "--skin",
     .section = "Skinning and speed",
     .value = "METHOD",
     .help = "auto (default): each vertex by its own kind; linear: SDEF as\n"
             "BDEF2, QDEF as BDEF4; dual-quaternion: all vertices; cor: all\n"
             "turn about optimised centres of rotation; delta-mush: smoothed,\n"
             "with their details added again; direct-delta-mush: the same,\n"
             "precomputed",
     .field = offsetof(playback_values, method),
     .expected = "auto, linear, dual-quaternion, cor, delta-mush or direct-delta-mush",
     .detail = method_names,
     .label = &(const setting_label){.name = N_("Skinning"), .choices = method_labels, .programs = CONTROL_OF_PAGE},
     .key = "playback.skin",
     .kind = &value_choice},
    {.name = "--centres",
     .value = "FILE",
     .help = "where the centres of rotation of the first model are kept: read\n"
             "from this file, or else computed and written to it",
     .field = offsetof(playback_values, centres),
     .read = option_read_text,
     .expected = "a file"},
    {.name = "--kernel",
     .value = "NAME",
     .help = "auto (default), or scalar, the reference",
     .field = offsetof(playback_values, kernel),
     .read = read_kernel,
     .expected = "auto or scalar",
     .words = kernel_words},
    {.name = "--threads",
     .value = "N",
     .help = "work on N threads (default: one for each processor)",
     .field = offsetof(playback_values, threads),
     .read = option_read_integer,
     .expected = "a number from 1 to 256",
     .detail = &thread_range},
    {.name = "--allow-outside",
     .section = "Files and messages",
     .help = "allow textures, and buffers of glTF, outside the folder of the\n"
             "file that refers to them",
     .field = offsetof(playback_values, allow_outside)},
    {.name = "--strict", .help = "treat the loader's warnings as errors", .field = offsetof(playback_values, strict)},
    {.name = "--quiet", .letter = 'q', .help = "no warnings, no progress", .field = offsetof(playback_values, quiet)},
    {0},
};

int playback_check_kernel(const playback_values *v, report *r)
{
    const char *name;
    bool available = true;
    for (uint32_t i = 0; v->kernel && (name = hone_skin_kernel_name(i, &available)); i++)
        if (strcmp(name, v->kernel) == 0)
            break;
    if (available)
        return STATUS_OK;
    return report_failure(r, v->kernel, &(hone_error){.message = "this CPU does not support the kernel"});
}

bool playback_simulates(const playback_values *v, bool by_default)
{
    if (v->physics.mode != PLAYBACK_PHYSICS_DEFAULT)
        return v->physics.mode == PLAYBACK_PHYSICS_ON;
    return by_default;
}

hone_physics_options playback_physics_options(const playback_values *v)
{
    const float *gravity = v->physics.gravity.value;
    bool none = gravity[0] == 0 && gravity[1] == 0 && gravity[2] == 0;
    hone_physics_options options = {.exact = true,
                                    .rate = v->physics.rate,
                                    .floor = v->physics.floor,
                                    .solver = (hone_physics_solver)v->physics.solver};
    options.weightless = v->physics.gravity.given && none;
    options.gravity_keys = v->physics.gravity_keys;
    options.gravity_key_count = v->physics.gravity_key_count;
    memcpy(options.gravity, gravity, sizeof options.gravity);
    memcpy(options.wind, v->physics.wind, sizeof options.wind);
    return options;
}
