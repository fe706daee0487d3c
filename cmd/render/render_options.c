#include "cmd/render/render_options.h"
#include "cmd/render/render_part.h"
#include "tool/options/crowd_options.h"
#include "tool/options/gpu_skin.h"
#include "tool/output/output.h"
#include "tool/picture/picture_jobs.h"
#include "tool/picture/renderer_session.h"
#include "tool/settings/settings.h"
#include <hone/io.h>
#include <hone/motion.h>
#include <math.h>
#include <string.h>

static bool read_frame(const option *o, const char *text, void *field)
{
    number_list one;
    number_range *out = field;
    if (!option_read_number_list(o, text, &one) || one.count != 1)
        return false;
    *out = (number_range){.step = 1, .count = 1};
    number_list_values(one, &out->first);
    return true;
}

enum { LONGEST = 1000000 }; /* frames */

static double frame_of(double seconds)
{
    double frame = seconds * HONE_FRAMES_PER_SECOND, whole = round(frame);
    return fabs(frame - whole) < 1e-6 ? whole : frame;
}

static bool read_time(const option *o, const char *text, void *field)
{
    render_time *out = field;
    number_range *range = &out->range;
    out->part = !read_frame(o, text, range);
    if (out->part && !option_read_number_range(o, text, range))
        return false;
    range->first = frame_of(range->first), range->last = frame_of(range->last);
    range->step = range->stepped ? range->step * HONE_FRAMES_PER_SECOND : 1;
    double steps = out->part ? (range->last - range->first) / range->step : 0;
    range->count = steps < LONGEST ? (uint32_t)(steps + 1e-6) + 1 : 0;
    return range->count > 0;
}

/* 0 and 1 both mean one sample a pixel. */
static bool read_samples(const option *o, const char *text, void *field)
{
    uint32_t *samples = field;
    if (!option_read_integer(o, text, samples))
        return false;
    bool power = (*samples & (*samples - 1)) == 0;
    *samples = *samples ? *samples : 1;
    return power;
}

static const word_or_number texture_sizes = {{16, 8192}, {"full", NULL}, HONE_TEXTURE_SIZE_FULL};

static bool read_frame_over(const option *o, const char *text, void *field)
{
    frame_over *out = field;
    out->all = strcmp(text, "all") == 0;
    return out->all || (option_read_number_range(o, text, &out->range) && !out->range.stepped);
}

static const option_range sample_range = {0, 64}, quality_range = {1, 100}, supersample_range = {1, 8},
                          job_range = {1, PICTURE_JOBS_MAX},
                          gpu_bone_range = {3 * HONE_SKIN_SHADER_MAX_INFLUENCES, 65536}, crowd_rate_range = {1, 1000};
const option render_options[] = {
    {.name = "--output",
     .output = true,
     .letter = 'o',
     .value = "OUT",
     .help = "NAME.png or .jpg; f-%04d.png, f-####.png or f-{frame:04}.png (the\n"
             "frame), or f-{index:04}.png (from 0) for a sequence;\n"
             "NAME.mp4, .webm, .mov, .mkv, .gif, .apng or .webp for a film; - for\n"
             "stdout",
     .field = offsetof(render_values, output.path),
     .read = output_read_picture,
     .expected = OUTPUT_PICTURE_EXPECTED,
     .endings = ENDINGS_PICTURES},
    {.name = "--frame",
     .section = "Time and motions",
     .usual = true,
     .value = "F",
     .help = "one frame, at 30 a second; fractions are allowed (default: 0)",
     .field = offsetof(render_values, frame),
     .read = read_frame,
     .expected = "a number"},
    {.name = "--frames",
     .usual = true,
     .value = "A:B[:STEP]",
     .help = "a sequence or a part of a film, at 30 frames a second, both ends\n"
             "included (default: the whole duration of the motions, or of the\n"
             "first clip in the model's own file); a picture every STEP frames",
     .field = offsetof(render_values, frames),
     .read = option_read_number_range,
     .expected = OPTION_RANGE_EXPECTED},
    {.name = "--time",
     .value = "T|A:B[:STEP]",
     .help = "instead of --frame or --frames: a time, or a part, in seconds",
     .field = offsetof(render_values, time),
     .read = read_time,
     .expected = "a number, or " OPTION_RANGE_EXPECTED},
    PLAYBACK_MOTION_OPTION,
    {.include = film_settings},
    {.name = "--quality",
     .value = "N",
     .help = "quality of mp4, mkv, webm, webp and jpg, 1 to 100 (default: 80; jpg\n"
             "90)",
     .field = offsetof(render_values, scene.film.quality),
     .read = option_read_integer,
     .expected = "a number from 1 to 100",
     .detail = &quality_range},
    {.name = "--bitrate",
     .value = "N",
     .help = "bits a second of mp4, mkv and webm, instead of a quality: 800k, 4M",
     .field = offsetof(render_values, scene.film.bit_rate),
     .read = film_read_bit_rate,
     .expected = "a number of bits a second, such as 800k or 4M"},
    {.name = "--codec",
     .value = "auto|h264|h265",
     .help = "how the pictures of mp4 and mkv are compressed: h264 (default) plays\n"
             "everywhere, h265 takes fewer bytes and more time",
     .field = offsetof(render_values, scene.film.codec),
     .read = option_read_choice,
     .expected = "auto, h264 or h265",
     .detail = film_codec_names},
    {.name = "--format",
     .value = "FORMAT",
     .help = "the format of -: png, jpg, mp4 and mov (in fragments), webm, mkv, gif,\n"
             "apng, webp",
     .field = offsetof(render_values, output.format),
     .read = option_read_choice,
     .expected = OUTPUT_FORMAT_EXPECTED,
     .detail = output_picture_formats},
    PLACEMENT_OPTIONS(render_values, places),
    {.name = "--save-scene",
     .output = true,
     .value = "FILE",
     .help = "also write all this as a scene file (.json), which render and view\n"
             "open; -o may be left out then",
     .field = offsetof(render_values, save_scene),
     .read = option_read_text,
     .expected = "a file",
     .endings = "json"},
    {.include = camera_settings},
    {.name = "--frame-over",
     .value = "A:B|all",
     .help = "the frames in which the automatic camera has all characters in view\n"
             "(default: the rendered ones); if you render a film in parts, give\n"
             "the whole film's range",
     .field = offsetof(render_values, over),
     .read = read_frame_over,
     .expected = "A:B, A not above B, or all"},
    {.name = "--msaa",
     .section = "Picture",
     .value = "N",
     .help = "samples for each pixel (default: 4)",
     .field = offsetof(scene, look.draw.samples),
     .read = read_samples,
     .expected = "0 or a power of two up to 64",
     .detail = &sample_range},
    {.name = "--supersample",
     .value = "N",
     .help = "draw N times as wide and high, then scale down (default: 1)",
     .field = offsetof(render_values, supersample),
     .read = option_read_integer,
     .expected = "a number from 1 to 8",
     .detail = &supersample_range},
    {.include = look_settings},
    {.name = "--pass",
     .section = "Depth and masks",
     .value = "color|depth|models|materials",
     .help = "what a pixel shows: color (default); depth: the distance from the eye\n"
             "along the line of sight, as a grey of 16 bits; models, materials: a\n"
             "colour for each of them, black where there is none. Into .png only",
     .field = offsetof(render_values, pass.pass),
     .read = option_read_choice,
     .expected = "color, depth, models or materials",
     .detail = pass_names},
    {.name = "--depth-range",
     .value = "NEAR:FAR",
     .help = "the distances that are black and white in --pass depth; white where\n"
             "there is nothing (default: 0:200)",
     .field = offsetof(render_values, pass.depth),
     .read = pass_read_range,
     .expected = PASS_RANGE_EXPECTED},
    {.name = "--pass-ids",
     .value = "FILE",
     .help = "also write as JSON which model or material has which colour; - for\n"
             "stdout",
     .field = offsetof(render_values, pass.ids),
     .read = option_read_text,
     .expected = "a file",
     .output = true},
    {.name = "--show",
     .section = "Overlays and comparisons",
     .value = "WHAT[,...]",
     .help = "draw over the characters: bones, axes (of bones: x red, y green,\n"
             "z blue), wire (sides of triangles), points (vertices), bodies and\n"
             "joints (of physics), chains (of IK), weights=BONE (vertices in\n"
             "colours from grey, 0, over blue and green to red, 1). BONE: a name,\n"
             "an English name, a role such as rightUpperArm, or #INDEX",
     .field = offsetof(render_values, show),
     .read = option_read_show,
     .expected = SHOW_EXPECTED,
     .words = option_show_words},
    {.name = "--compare",
     .value = "METHOD,METHOD[,...]",
     .help = "several pictures side by side in one, each with its name below: auto,\n"
             "linear, dual-quaternion, cor, delta-mush, direct-delta-mush, sdef\n"
             "(as auto), the methods of --gpu-skin (gpu-dual-quaternion)",
     .field = offsetof(render_values, compare),
     .read = compare_read,
     .expected = COMPARE_EXPECTED,
     .words = option_compare_words,
     .detail = option_gpu_skin_names},
    {.name = "--gpu-skin",
     .section = "Ways of drawing",
     .value = "METHOD",
     .help = "off (default): vertices are skinned on the CPU; matrix, quaternion,\n"
             "dual-quaternion: on the GPU, with bones in uniforms; texture,\n"
             "texture-quaternion: with bones in a texture, both also with\n"
             "-normalised (coordinates from 0 to 1) or -half (half floats, less\n"
             "precise); buffer, buffer-quaternion: in a buffer texture. All draw\n"
             "the same. distance: weights by the distance to\n"
             "each bone, computed on the GPU, in place of the model's",
     .field = offsetof(render_values, gpu_skin),
     .read = option_read_gpu_skin,
     .expected = "matrix, quaternion, dual-quaternion, texture, texture-normalised, texture-half, texture-quaternion, "
                 "texture-quaternion-normalised, texture-quaternion-half, buffer, buffer-quaternion, distance or off",
     .words = option_gpu_skin_names,
     .detail = option_gpu_skin_names},
    {.name = "--exponent",
     .value = "C",
     .help = "of --gpu-skin distance: a weight is 1 / (1 + d/h)^C, d the distance,\n"
             "h a twentieth of the mesh's diagonal (default: 16)",
     .field = offsetof(scene, look.draw.distance_exponent),
     .read = option_read_exponent,
     .expected = OPTION_EXPONENT_EXPECTED},
    {.name = "--gpu-bones",
     .value = "N",
     .help = "number of bones in uniforms: meshes that use more are split\n"
             "(default: what the device supports; 117 is the limit of\n"
             "Direct3D 9 for quaternions)",
     .field = offsetof(scene, look.draw.gpu_max_slots),
     .read = option_read_integer,
     .expected = "a number from 12 to 65536",
     .detail = &gpu_bone_range},
    {.name = "--crowd",
     .value = "N",
     .help = "draw N dancers on a grid, each at its own moment of the dance\n"
             "(--gpu-skin is texture by default then: one draw for each material)",
     .field = offsetof(scene, crowd),
     .read = option_read_integer,
     .expected = "a number from 1 to 100000",
     .detail = &option_crowd_range},
    {.name = "--crowd-rate",
     .value = "N",
     .help = "the GPU poses the dancers from an animation texture with N frames a\n"
             "second: thousands of them take no longer than a few",
     .field = offsetof(scene, crowd_rate),
     .read = option_read_integer,
     .expected = "a number from 1 to 1000",
     .detail = &crowd_rate_range},
    {.name = "--texture-size",
     .value = "N|full",
     .help = "make textures smaller until no side is longer than N; full: keep them\n"
             "whatever memory they take (default: all textures together get 1 GiB)",
     .field = offsetof(render_values, texture_size),
     .kind = &value_word_or_number,
     .expected = "full or a number from 16 to 8192",
     .detail = &texture_sizes},
    {.name = "--jobs",
     .value = "N",
     .help = "draw the pictures of a film or sequence in N processes; they are the\n"
             "same (default: one for each processor if the device is software)",
     .field = offsetof(render_values, output.jobs),
     .read = option_read_integer,
     .expected = "a number from 1 to 64",
     .detail = &job_range},
    {.name = "--part",
     .value = "I/N",
     .help = "draw only the I-th of N parts of the film or sequence, into\n"
             "OUT.I-of-N.part, so that N machines can share the work; hone join\n"
             "makes OUT of them. A part that is there and whole is not drawn again",
     .field = offsetof(render_values, part),
     .read = render_part_read,
     .expected = RENDER_PART_EXPECTED},
    {.name = "--checkpoints",
     .output = true,
     .value = "FILE",
     .help = "without --part: draw nothing, only simulate, and write FILE. With\n"
             "--part: begin from that file, so that physics need not be simulated\n"
             "from frame 0 for each part; the pictures are the same",
     .field = offsetof(render_values, checkpoints),
     .read = option_read_text,
     .expected = "a file"},
    {0},
};
