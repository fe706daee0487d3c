#include "tool/options/look_options.h"
#include "tool/settings/settings.h"

#include <hone/math.h>
#include <math.h>
#include <string.h>

_Static_assert(sizeof(hone_shadows) == sizeof(int), "--shadows is a choice");

static const char *const on_off[] = {"on", "off", NULL};
static const char *const shadow_names[] = {"both", "self", "ground", "off", NULL};   /* order of hone_shadows */
static const char *const fit_names[] = {"fill", "fit", "stretch", "original", NULL}; /* order of hone_backdrop_fit */
static const char *const fit_labels[] = {"Fill the picture", "Fit into the picture", "Stretch to the picture",
                                         "Original size", NULL};
static const char *const shadow_labels[] = {N_("On each other and on the ground"), N_("On each other"),
                                            N_("On the ground"), N_("None"), NULL};
static const char *const offset_labels[] = {"X", "Backdrop X", "Y", "Backdrop Y", NULL};
static const float white[] = {1, 1, 1}, mmd_grey[] = {154 / 255.0F, 154 / 255.0F, 154 / 255.0F},
                   mmd_light[] = {-0.5F, -1, 0.5F};
static const word_or_number shadow_sizes = {{64, 8192}, {"auto", NULL}, HONE_SHADOW_SIZE_AUTO};
static const number_bounds delays = {-1e5, 1e5, 0, 0.5, 2}, offsets = {-1e5, 1e5, 0, 10, 1},
                           strengths = {0, 1, 0.5, 0.05, 2}, scales = {0.001, 1000, 1, 0.1, 3};

static bool read_background(const option *o, const char *text, void *field)
{
    enum { LONGEST_COLOUR = 16 };
    look_values *look = field;
    colour plain = {0};
    const char *comma = strchr(text, ','), *file = text;
    size_t size = comma ? (size_t)(comma - text) : strlen(text);
    char name[LONGEST_COLOUR];
    if (size < sizeof name) {
        memcpy(name, text, size);
        name[size] = '\0';
        if (option_read_colour(o, name, &plain)) {
            look->background = plain;
            look->backdrop = comma ? look->backdrop : (look_backdrop){0};
            file = comma ? comma + 1 : NULL;
        }
    }
    look->backdrop.file = file;
    return !file || strpbrk(file, "./");
}

static bool read_backdrop_place(const option *o, const char *text, void *field)
{
    enum { LARGEST = 100000 };
    (void)o;
    look_backdrop *out = field;
    double values[3] = {0, 0, 1};
    int count = 0;
    for (const char *at = text, *end; count < 3; at = end + 1) {
        end = at + strcspn(at, ",");
        if (!number_read(at, end, &values[count++]))
            return false;
        if (!*end)
            break;
        if (count == 3)
            return false;
    }
    out->offset[0] = (float)values[0], out->offset[1] = (float)values[1];
    out->scale = (float)values[2];
    return count >= 2 && fabs(values[0]) <= LARGEST && fabs(values[1]) <= LARGEST && values[2] >= 1e-3 &&
           values[2] <= 1e3;
}

bool look_backdrop_is_set(const look_backdrop *b)
{
    return b->fit || b->offset[0] != 0 || b->offset[1] != 0 || b->scale > 0 || b->delay != 0 || b->loop;
}

/* Members of hone_draw_desc without a row here: `self_shadow` and `light` are keys of motions; `ambient_light` is for
 * programs that have one, as no file of a character says it and MMD has none; `gpu_skin`, `gpu_max_slots` and
 * `distance_exponent` say how hone render draws, not what: they are its options (--gpu-skin, --gpu-bones, --exponent)
 * and no part of a scene. */
const option look_settings[] = {
    {.name = "--background",
     .usual = true,
     .value = "COLOR|FILE",
     .help = "RRGGBB, RRGGBBAA, or a name: white (default), black, green, ...;\n"
             "none or transparent; a picture or film behind the characters (its\n"
             "name has a . or /); or both: COLOR,FILE",
     .field = offsetof(scene, look),
     .read = read_background,
     .expected = "a colour such as 203040, white, black, green or none, or a picture or film such as stage.jpg",
     .words = option_colour_names},
    {.label = &(const setting_label){.name = N_("Background"), .programs = CONTROL_OF_PAGE, .unset = white},
     .key = "picture.background",
     .kind = &value_colour,
     .field = offsetof(scene, look.background)},
    {.key = "picture.backdrop", .kind = &value_object},
    {.key = "picture.backdrop.file", .kind = &value_path, .field = offsetof(scene, look.backdrop.file), .needed = true},
    {.name = "--background-fit",
     .value = "fill|fit|stretch|original",
     .help = "how that picture fills the frame: fill: covers it, cut off where it is\n"
             "too long (default); fit: all of it is seen; stretch: out of\n"
             "proportion; original: pixel for pixel from the upper left corner",
     .field = offsetof(scene, look.backdrop.fit),
     .expected = "fill, fit, stretch or original",
     .detail = fit_names,
     .label =
         &(const setting_label){
             .name = "Fit of the backdrop", .text = "", .choices = fit_labels, .programs = CONTROL_OF_VIEWER},
     .key = "picture.backdrop.fit",
     .kind = &value_choice},
    {.name = "--background-at",
     .value = "X,Y[,SCALE]",
     .help = "moves it by pixels to the right and down, and scales it",
     .field = offsetof(scene, look.backdrop),
     .read = read_backdrop_place,
     .expected = "X,Y or X,Y,SCALE, such as 0,-40 or 100,0,0.5; SCALE from 0.001 to 1000"},
    {.label = &(const setting_label){.choices = offset_labels, .programs = CONTROL_OF_VIEWER},
     .key = "picture.backdrop.offset",
     .kind = &value_pair,
     .field = offsetof(scene, look.backdrop.offset),
     .detail = &offsets},
    {.label = &(const setting_label){.name = "Backdrop scale", .text = "Scale", .programs = CONTROL_OF_VIEWER},
     .key = "picture.backdrop.scale",
     .kind = &value_float,
     .field = offsetof(scene, look.backdrop.scale),
     .detail = &scales},
    {.key = "picture.backdrop.frame", .kind = &value_size, .field = offsetof(scene, look.backdrop.frame)},
    {.name = "--background-delay",
     .value = "SECONDS",
     .help = "a film in the background begins so much later than the motions;\n"
             "negative: earlier",
     .field = offsetof(scene, look.backdrop.delay),
     .expected = "a number of seconds",
     .label = &(const setting_label){.name = "Seconds of delay", .text = "Begins at", .programs = CONTROL_OF_VIEWER},
     .key = "picture.backdrop.delay",
     .kind = &value_number,
     .detail = &delays},
    {.name = "--background-loop",
     .help = "a film in the background begins again at its end; without it its\n"
             "last picture stays",
     .field = offsetof(scene, look.backdrop.loop),
     .label = &(const setting_label){.name = "Loop the backdrop", .text = "Loop", .programs = CONTROL_OF_VIEWER},
     .key = "picture.backdrop.loop",
     .kind = &value_flag},
    {.name = "--shadows",
     .value = "both|self|ground|off",
     .help = "self: of characters on each other, as in the shadow keys; ground: on\n"
             "the ground; both (default); or off",
     .field = offsetof(scene, look.draw.shadows),
     .expected = "both, self, ground or off",
     .detail = shadow_names,
     .label = &(const setting_label){.name = N_("Shadows"), .choices = shadow_labels, .programs = CONTROL_OF_PAGE},
     .key = "picture.shadows",
     .kind = &value_choice},
    {.name = "--shadow-size",
     .value = "auto|N",
     .help = "texels across the map of self-shadows: more are finer, fewer are\n"
             "faster; auto: as many as what is seen needs (default: auto, but at\n"
             "most 2048)",
     .field = offsetof(scene, look.draw.shadow_size),
     .expected = "auto or a number from 64 to 8192",
     .detail = &shadow_sizes,
     .label = &(const setting_label){.name = N_("Fineness of shadows"), .programs = CONTROL_OF_PAGE},
     .key = "picture.shadow_size",
     .kind = &value_word_or_number},
    {.key = "picture.ground_shadow", .kind = &value_object},
    {.name = "--shadow-color",
     .value = "COLOR",
     .help = "the colour of the shadow on the ground (default: the light's)",
     .field = offsetof(scene, look.ground_shadow.colour),
     .expected = OPTION_COLOUR_EXPECTED,
     .words = option_colour_names,
     .label = &(const setting_label){.name = "Colour of the ground shadow", .text = "", .unset = mmd_grey},
     .key = "picture.ground_shadow.colour",
     .kind = &value_colour},
    {.name = "--shadow-strength",
     .value = "S",
     .help = "how much of the ground that shadow hides, 0 to 1 (default: 0.5)",
     .field = offsetof(scene, look.ground_shadow.strength),
     .expected = "a number from 0 to 1",
     .label = &(const setting_label){.name = "Strength of the ground shadow", .text = "Strength"},
     .key = "picture.ground_shadow.strength",
     .kind = &value_given,
     .detail = &strengths},
    {.key = "picture.ground_shadow.of_light",
     .kind = &value_flag,
     .field = offsetof(scene, look.ground_shadow.of_light)},
    {.name = "--light",
     .value = "X,Y,Z",
     .help = "the direction from the light into the scene, in place of light keys\n"
             "(default: -0.5,-1,0.5)",
     .field = offsetof(scene, look.light_direction),
     .expected = "three numbers that are not all 0, such as -0.5,-1,0.5",
     .label =
         &(const setting_label){.name = N_("Direction of the light"), .programs = CONTROL_OF_PAGE, .unset = mmd_light},
     .key = "light.direction",
     .kind = &value_direction},
    {.name = "--light-color",
     .value = "COLOR",
     .help = "the colour of the light, in place of light keys (default: 9a9a9a)",
     .field = offsetof(scene, look.light_colour),
     .expected = OPTION_COLOUR_EXPECTED,
     .label = &(const setting_label){.name = N_("Colour of the light"), .programs = CONTROL_OF_PAGE, .unset = mmd_grey},
     .key = "light.colour",
     .kind = &value_colour},
    {.name = "--edge-scale",
     .value = "S",
     .help = "outlines are S times as wide",
     .field = offsetof(scene, look.draw.edge_scale),
     .expected = "a number from 0.001 to 1000",
     .label = &(const setting_label){.name = "Width of the outlines"},
     .key = "picture.edge_scale",
     .kind = &value_float,
     .detail = &scales},
    {.name = "--edges",
     .value = "on|off",
     .help = "outlines of the materials that have them (default: on)",
     .field = offsetof(scene, look.draw.no_edges),
     .expected = "on or off",
     .label = &(const setting_label){.name = N_("Outlines"), .programs = CONTROL_OF_PAGE},
     .key = "picture.edges",
     .kind = &value_off,
     .words = on_off},
    {.name = "--first-person",
     .help = "what the characters see of themselves: heads are left out, and of a VRM\n"
             "what its file leaves out",
     .field = offsetof(scene, look.draw.first_person),
     .label = &(const setting_label){.name = N_("First person"), .programs = CONTROL_OF_PAGE},
     .key = "picture.first_person",
     .kind = &value_flag},
    {.name = "--grid",
     .help = "draw a grid on the ground",
     .field = offsetof(scene, look.draw.grid),
     .label = &(const setting_label){.name = N_("Grid"), .programs = CONTROL_OF_PAGE},
     .key = "picture.grid",
     .kind = &value_flag},
    {0},
};
