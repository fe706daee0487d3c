/* hone-view: the viewer's program. Reads the same options as `hone view` and opens the window. */
#define _POSIX_C_SOURCE 200809L
#include "tool/messages/messages.h"
#include "tool/options/view_options.h"
#include "tool/play/retarget_motions.h"
#include "view/window/files/ending.h"
#include "view/window/files/recover.h"
#include "view/window/files/watch.h"
#include "view/window/scene_look.h"
#include "view/window/settings.h"
#include "view/window/window.h"
#include <hone/io.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Messages of GTK and GLib are for developers: they are printed to stderr only on request. */
static GLogWriterOutput drop_logs(GLogLevelFlags level, const GLogField *fields, gsize count, gpointer user)
{
    (void)user;
    return g_getenv("HONE_VIEW_LOG") ? g_log_writer_default(level, fields, count, NULL) : G_LOG_WRITER_HANDLED;
}

static character_rules rules_of(const viewer_stage *s)
{
    const playback_values *play = &s->shell->options.play;
    character_rules rules = {.mmd = play->rules,
                             .physics = playback_physics_options(play),
                             .mode = (character_physics)s->settings.physics,
                             .ik_off = !s->settings.ik};
    return rules;
}

/* The command line wins over the saved settings. */
static void obey(viewer_stage *s)
{
    const view_values *o = &s->shell->options;
    const char *name;
    if (o->keys != VIEW_KEYS_AUTO)
        s->settings.keys = o->keys - VIEW_KEYS_MMD;
    if (o->size.width)
        s->shell->layout.width = (int)o->size.width, s->shell->layout.height = (int)o->size.height;
    if (o->play.physics.mode == PLAYBACK_PHYSICS_OFF)
        s->settings.physics = CHARACTER_PHYSICS_OFF;
    if (o->play.ik == PLAYBACK_IK_OFF)
        s->settings.ik = 0;
    if (o->play.method != HONE_SKIN_AUTO)
        s->settings.method = o->play.method;
    if (o->play.threads)
        s->settings.threads = (int)o->play.threads;
    for (uint32_t i = 0; o->play.kernel && (name = hone_skin_kernel_name(i, NULL)); i++)
        if (strcmp(name, o->play.kernel) == 0)
            s->settings.kernel = (int)i + 1;
    if (!o->language)
        language_choose(&s->shell->language, s->settings.language);
}

static void activate(GApplication *application, viewer *v)
{
    (void)application;
    window_create(v);
    watch_begin(&v->stage);
    v->stage.document.strict = v->shell.options.play.strict;
    v->stage.document.allow_outside = v->shell.options.play.allow_outside;
    v->stage.document.play = &v->shell.options.play;
    viewer_let_document_take(v);
    play_clock_set_looping(&v->stage.clock, viewer_now(), v->stage.settings.loop);
    if (v->shell.options.demo)
        viewer_open_built_in(&v->stage);
    hone_error error = {0};
    bool moved = !v->shell.options.play.motion ||
                 document_open_as_motion(&v->stage.document, v->shell.options.play.motion, &error);
    if (v->shell.file_count)
        viewer_open(v, v->shell.files, v->shell.file_count);
    if (!moved)
        viewer_say(&v->shell, "%s", error.message);
    if (v->shell.options.sound)
        viewer_open(v, &v->shell.options.sound, 1);
    if (v->shell.options.frame > 0) {
        play_clock_seek(&v->stage.clock, viewer_now(), v->shell.options.frame / HONE_FRAMES_PER_SECOND);
        scene_look_begin_at(&v->stage, v->shell.options.frame);
    }
    viewer_opened(&v->stage);
    recover_begin(v);
    ending_work_ends();
}

/* Prepares everything except the window. */
static bool prepare(viewer_stage *s, const view_values *options, hone_error *error)
{
    memcpy(&s->shell->options, options, sizeof s->shell->options);
    s->orbit = (orbit)ORBIT_DEFAULT;
    s->clock = play_clock_make();
    s->shell->layout.width = 1280, s->shell->layout.height = 800, s->sound.volume = 100;
    language_begin(&s->shell->language, options->language);
    settings_read(s);
    obey(s);
    character_rules rules = rules_of(s);
    return document_make(&s->document, &rules, (uint32_t)s->settings.threads, error);
}

static int run(viewer *v)
{
    v->shell.application = gtk_application_new("org.hone.view", G_APPLICATION_NON_UNIQUE);
    g_signal_connect(v->shell.application, "activate", G_CALLBACK(activate), v);
    int status = g_application_run(G_APPLICATION(v->shell.application), 0, NULL);
    g_object_unref(v->shell.application);
    return status == 0 ? STATUS_OK : STATUS_FAILED;
}

static int show(const void *values, const char *const *files, uint32_t file_count, report *r)
{
    hone_error error = {0};
    viewer *v = calloc(1, sizeof *v);
    if (!v)
        return hone_fail_memory(&error), report_failure(r, "view", &error);
    *v = (viewer){.shell = {.files = files, .file_count = file_count, .report = r},
                  .stage = {.bone = HONE_NONE,
                            .lit_material = HONE_NONE,
                            .inspected = {0, HONE_NONE, HONE_NONE, HONE_NONE},
                            .settings = VIEW_SETTINGS_DEFAULT,
                            .painting = {.strength = 25, .radius = 80}}};
    viewer_begin(v);
    const view_values *options = values;
    int status = playback_check_kernel(&options->play, r);
    if (status == STATUS_OK && !getenv("HONE_VIEW_LOG"))
        report_silence_libraries(r);
    ending_watch(v);
    if (status == STATUS_OK && !prepare(&v->stage, options, &error))
        status = report_failure(r, "view", &error);
    if (status == STATUS_OK)
        status = retarget_load_source(&options->play, &v->stage.document.made_for, r);
    if (status == STATUS_OK && !gtk_init_check())
        status = report_failure(r, "view", &(hone_error){.message = "no display"});
    if (status == STATUS_OK)
        status = run(v);
    window_close(v);
    free(v);
    return status;
}

/* Parses as the command does. The command has checked the arguments, but this program may be started directly. */
static int parse(int argc, char **argv, report *r)
{
    const char **files = calloc((size_t)argc + 1, sizeof *files);
    view_values values = {0};
    uint32_t file_count = 0;
    help_kind help = HELP_NONE;
    int status = files ? options_parse(&command_view, argc - 1, argv + 1, &values, files, &file_count, &help, r)
                       : report_failure(r, "view", &(hone_error){.message = "out of memory"});
    if (status == STATUS_OK && help)
        options_print_help(&command_view, help, stdout);
    else if (status == STATUS_OK)
        status = show(&values, files, file_count, r);
    free(files);
    return status;
}

int main(int argc, char **argv)
{
    g_log_set_writer_func(drop_logs, NULL, NULL);
    messages_begin();
    report r = report_make();
    hone_error error = {0};
    int status = view_take_caller(&argc, &argv, &error) ? parse(argc > 0 ? argc : 1, argv, &r)
                                                        : report_failure(&r, "view", &error);
    report_release(&r);
    return status;
}
