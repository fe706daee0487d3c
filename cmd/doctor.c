/* hone doctor: looks for trouble in models and the motions that play on them. */
#include "cmd/commands.h"
#include "cmd/doctor/doctor_report.h"
#include "cmd/doctor/doctor_scene.h"
#include "tool/doctor/checks.h"
#include "tool/messages/progress.h"
#include "tool/play/actors.h"
#include "tool/play/timeline.h"
#include <hone/io.h>

#include <math.h>

typedef struct doctor_values {
    scene scene;      /* must be first: playback_options fill its `play` in, or a scene file all of it */
    bool json, check; /* check: always, whether it is said or not */
    int target;       /* check_target */
} doctor_values;

static const char *const targets[] = {"none", "gltf", "vrm", "game", NULL};

static const option options[] = {
    {.name = "--for",
     .former = "--target",
     .value = "TARGET",
     .help = "also tell what cannot be said in: gltf, vrm, game (none: no target)",
     .field = offsetof(doctor_values, target),
     .read = option_read_choice,
     .expected = "gltf, vrm, game or none",
     .detail = targets},
    {.name = "--json",
     .help = "print JSON: an array with an object for each model",
     .field = offsetof(doctor_values, json)},
    {.name = "--check",
     .help = "as for hone info, of which this is hone info --check",
     .field = offsetof(doctor_values, check)},
    PLAYBACK_MOTION_OPTION,
    {0},
};

/* How long a model without a motion is watched, in frames. */
enum { STILL = 5 * HONE_FRAMES_PER_SECOND };

static int watch(actor_list *actors, uint32_t member, double last, joint_gaps *gaps, report *r)
{
    const hone_physics *physics = hone_actor_get_physics(actors->members[member].actor);
    progress p = progress_begin(r, (uint32_t)last + 1);
    int status = STATUS_OK;
    for (double frame = 0; frame <= last && status == STATUS_OK; frame++) {
        status = actor_list_update_member(actors, member, frame, r);
        joint_gaps_measure(gaps, physics, frame);
        progress_show(&p, (uint32_t)frame);
    }
    progress_end(&p);
    return status;
}

static double last_frame(const actor_entry *entry)
{
    double last = 0;
    for (uint32_t i = 0; i < entry->motion_count; i++)
        last = fmax(last, hone_frame_from_seconds(hone_motion_duration(entry->motions[i])));
    return last;
}

/* Lets the bodies move with the motions, or with the model at rest, and reports joints that open. */
static int simulate(actor_list *actors, uint32_t member, findings *out, report *r)
{
    const actor_entry *entry = &actors->members[member];
    const hone_physics *physics = hone_actor_get_physics(entry->actor);
    double last = last_frame(entry);
    joint_gaps gaps;
    if (!physics || hone_model_get(entry->source->model)->joint_count == 0)
        return STATUS_OK;
    int status = STATUS_OK;
    if (joint_gaps_make(entry->source->model, &gaps))
        status = watch(actors, member, last > 0 ? last : STILL, &gaps, r);
    else
        out->out_of_memory = true;
    if (status == STATUS_OK && !out->out_of_memory)
        check_gaps(&gaps, physics, last > 0, out);
    joint_gaps_release(&gaps);
    return status;
}

/* The motions that are given for the model at `at`: those before all models, those behind this one, and of a scene
 * those that it gives for the model with this number. */
static void check_motions(const inputs *in, uint32_t at, uint32_t number, findings *out)
{
    bool before = true, behind = false;
    for (uint32_t i = 0; i < in->count; i++) {
        const input *item = &in->items[i];
        before = before && !item->model;
        behind = item->model ? i == at : behind;
        if (!item->model && (item->weighted ? inputs_plays_on(in, item, number) : before || behind)) {
            check_warnings(hone_motion_warnings(item->motion), out);
            check_motion(in->items[at].model, item->motion, out);
        }
    }
}

static int tell(const char *path, const char *format, const hone_model *model, const findings *found, doctor_report *to,
                report *r)
{
    if (found->out_of_memory)
        return report_failure(r, NULL, &(hone_error){.code = HONE_ERROR_MEMORY, .message = "out of memory"});
    doctor_report_add(to, path, format, model, found);
    return STATUS_OK;
}

static int examine_scene(const scene *s, doctor_report *to, report *r)
{
    findings found = {0};
    hone_error error = {0};
    int status = STATUS_OK;
    if (!doctor_scene_check(s, &found, &error))
        status = report_failure(r, NULL, &error);
    else
        status = tell(s->path, scene_path_is_project(s->path) ? "pmm" : "scene", NULL, &found, to, r);
    findings_release(&found);
    return status;
}

static int examine(const inputs *in, uint32_t at, actor_list *actors, uint32_t member, const doctor_values *v,
                   doctor_report *to, report *r)
{
    const input *item = &in->items[at];
    findings found = {0};
    char folder[HONE_PATH_SIZE] = "";
    hone_path_folder(item->path, folder);
    check_model(item->model, folder, (check_target)v->target, &found);
    check_motions(in, at, member + 1, &found);
    int status = simulate(actors, member, &found, r);
    if (status == STATUS_OK)
        status = tell(item->path, hone_format_name(item->format), item->model, &found, to, r);
    findings_release(&found);
    return status;
}

static int examine_all(const inputs *in, actor_list *actors, const doctor_values *v, doctor_report *to, report *r)
{
    int status = STATUS_OK;
    uint32_t member = 0;
    for (uint32_t i = 0; i < in->count && status == STATUS_OK; i++)
        if (in->items[i].model)
            status = examine(in, i, actors, member++, v, to, r);
    return status;
}

/* Examines all files. present: the scene, if there is one, without what is missing. incomplete: out: files could not
 * be read, which was reported. */
static int doctor(const doctor_values *v, const scene *present, const char *const *files, uint32_t file_count,
                  doctor_report *to, bool *incomplete, report *r)
{
    inputs in;
    actor_list actors = {0};
    playback_values play = present->play;
    play.strict = false; /* of the command, not of the loaders: repairs are findings */
    const input_settings settings = {.allow_outside = play.allow_outside,
                                     .keep_going = true,
                                     .skeletons = SKELETONS_PLAY,
                                     .clip = play.clip,
                                     .motion = play.motion,
                                     .scene = present->path ? present : NULL,
                                     .scene_path = present->path};
    int status = inputs_load(files, file_count, &settings, &in, r);
    if (status == STATUS_OK && in.model_count == 0 && !in.incomplete && !present->path)
        status = report_usage(r, "doctor: no model given (hone doctor -h)");
    if (status == STATUS_OK && present->path)
        status = examine_scene(&v->scene, to, r);
    if (status == STATUS_OK && in.model_count)
        status = actor_list_make(&in, &play, playback_simulates(&play, true), &actors, r);
    if (status == STATUS_OK)
        status = examine_all(&in, &actors, v, to, r);
    *incomplete = in.incomplete;
    actor_list_release(&actors);
    inputs_release(&in);
    return status;
}

static int run(const void *values, const char *const *files, uint32_t file_count, report *r)
{
    const doctor_values *v = values;
    scene present;
    hone_error error = {0};
    if (file_count == 0)
        return report_usage(r, "doctor: no model given (hone doctor -h)");
    r->quiet = true; /* warnings are findings */
    doctor_report to = doctor_report_begin(v->json);
    bool incomplete = false;
    int status = doctor_scene_present(&v->scene, &present, &error)
                     ? doctor(v, &present, files, file_count, &to, &incomplete, r)
                     : report_failure(r, NULL, &error);
    bool sound = doctor_report_is_sound(&to);
    if (status == STATUS_OK)
        status = doctor_report_finish(&to, r);
    doctor_report_release(&to);
    doctor_scene_release_present(&present);
    if (status == STATUS_OK && incomplete)
        return STATUS_FAILED;
    return status == STATUS_OK && v->scene.play.strict && !sound
               ? report_failure(r, NULL, &(hone_error){.message = "there are faults or warnings"})
               : status;
}

const command command_doctor = {
    .name = "doctor",
    .arguments = "MODEL... [MOTION...] [options]",
    .summary = "look for trouble in models, and what of a motion does not fit them",
    .notes = "Checks textures, names, weights, normals, IK chains, bodies and joints, and lets "
             "physics run through the\n"
             "motions, or for five seconds at rest. Notes are worth knowing; warnings look or move "
             "differently from what\n"
             "the author meant; faults have no effect or cannot be read. With --strict the exit "
             "status is 1 if there are\n"
             "faults or warnings. A file that cannot be read is told on stderr; the others are examined, "
             "and the exit\n"
             "status is 1.",
    .options = options,
    .common = playback_options,
    .values_size = sizeof(doctor_values),
    .run = run,
    .endings = ENDINGS_MODELS " " ENDINGS_MOTIONS " " ENDINGS_SCENES,
    .scenes = true,
    .lenient = true,
};
