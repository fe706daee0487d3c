/* hone-view: the viewer's program. Reads what it is told, as `hone view` does, and opens the window. */
#define _POSIX_C_SOURCE 200809L
#include "cmd/commands.h"
#include "window.h"

#include "base/error.h"
#include "base/file.h"

#include <fcntl.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What GTK and GLib have to say is for who builds the viewer: it is on stderr only if asked for. */
static GLogWriterOutput drop_logs(GLogLevelFlags level, const GLogField *fields, gsize count, gpointer user)
{
    (void)user;
    return g_getenv("HONE_VIEW_LOG") ? g_log_writer_standard_streams(level, fields, count, NULL) : G_LOG_WRITER_HANDLED;
}

/* Translations: beside a program that is still in its build folder, else where an install has them. */
static void find_language(const char *language)
{
    char self[HONE_PATH_SIZE] = "", folder[HONE_PATH_SIZE] = "";
    ssize_t size = readlink("/proc/self/exe", self, sizeof self - 1);
    self[size > 0 ? size : 0] = '\0';
    hone_folder_of(self, folder);
    char *built = g_build_filename(folder, "locale", NULL);
    char *installed = g_build_filename(folder, "..", "share", "locale", NULL);
    if (language) {
        setenv("LANGUAGE", language, 1);
        setlocale(LC_ALL, "");
        if (strcmp(setlocale(LC_MESSAGES, NULL), "C") == 0) /* there nothing is translated */
            setenv("LC_ALL", "C.UTF-8", 1);
    }
    setlocale(LC_ALL, "");
    bindtextdomain("hone-view", g_file_test(built, G_FILE_TEST_IS_DIR) ? built : installed);
    bind_textdomain_codeset("hone-view", "UTF-8");
    textdomain("hone-view");
    g_free(built);
    g_free(installed);
}

static character_rules rules_of(const viewer *v)
{
    const play_values *play = &v->options.play;
    character_rules rules = {.curve = play->rig.curve,
                             .fixed_axis = play->rig.fixed_axis,
                             .rig = play->rig.options,
                             .physics = play_physics_options(play),
                             .mode = (character_physics)v->look.physics,
                             .ik_off = !v->look.ik};
    return rules;
}

static void activate(GApplication *application, viewer *v)
{
    (void)application;
    hone_error error = {0};
    window_create(v);
    if (v->options.play.physics.said == PLAY_PHYSICS_OFF)
        v->look.physics = CHARACTER_PHYSICS_OFF;
    v->look.ik = v->options.play.ik == PLAY_IK_OFF ? 0 : v->look.ik;
    v->document.strict = v->options.play.strict;
    v->document.allow_outside = v->options.play.allow_outside;
    character_rules rules = rules_of(v);
    if (!document_set_rules(&v->document, &rules, &error))
        viewer_say(v, "%s", error.message);
    play_clock_set_looping(&v->clock, viewer_now(), v->look.loop);
    if (v->options.demo)
        viewer_open_built_in(v);
    if (v->file_count)
        viewer_open(v, v->files, v->file_count);
    if (v->options.sound)
        viewer_open(v, &v->options.sound, 1);
    if (v->options.frame > 0)
        play_clock_seek(&v->clock, viewer_now(), v->options.frame / HONE_FRAMES_PER_SECOND);
    viewer_opened(v);
}

static int show(const void *values, const char *const *files, uint32_t file_count, report *r)
{
    hone_error error = {0};
    viewer *v = calloc(1, sizeof *v);
    if (!v)
        return hone_fail_memory(&error), report_failure(r, "view", &error);
    *v = (viewer){.files = files, .file_count = file_count, .report = r, .bone = HONE_NONE, .look = LOOK_DEFAULT};
    memcpy(&v->options, values, sizeof v->options);
    v->orbit = (orbit)ORBIT_DEFAULT;
    v->clock = play_clock_make();
    int status = play_check_kernel(&v->options.play, r);
    if (status == STATUS_OK && !getenv("HONE_VIEW_LOG"))
        report_silence_libraries(r);
    find_language(v->options.language);
    if (status == STATUS_OK && !gtk_init_check())
        status = report_failure(r, "view", &(hone_error){.message = "no display"});
    character_rules rules = rules_of(v);
    if (status == STATUS_OK && !document_make(&v->document, &rules, v->options.play.threads, &error))
        status = report_failure(r, "view", &error);
    if (status == STATUS_OK) {
        v->application = gtk_application_new("org.hone.view", G_APPLICATION_NON_UNIQUE);
        g_signal_connect(v->application, "activate", G_CALLBACK(activate), v);
        status = g_application_run(G_APPLICATION(v->application), 0, NULL) == 0 ? STATUS_OK : STATUS_FAILED;
        g_object_unref(v->application);
    }
    window_close(v);
    free(v);
    return status;
}

/* As the command parses it: what it handed on is right, but this may be run by itself. */
static int parse(int argc, char **argv, report *r)
{
    const char **files = calloc((size_t)argc + 1, sizeof *files);
    view_values values = {0};
    uint32_t file_count = 0;
    bool help = false;
    int status = files ? options_parse(&command_view, argc - 1, argv + 1, &values, files, &file_count, &help, r)
                       : report_failure(r, "view", &(hone_error){.message = "out of memory"});
    if (status == STATUS_OK && help)
        options_print_help(&command_view, stdout);
    else if (status == STATUS_OK)
        status = show(&values, files, file_count, r);
    free(files);
    return status;
}

int main(int argc, char **argv)
{
    g_log_set_writer_func(drop_logs, NULL, NULL);
    report r = report_make();
    int status = parse(argc > 0 ? argc : 1, argv, &r);
    report_release(&r);
    return status;
}
