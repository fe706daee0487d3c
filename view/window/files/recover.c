#define _POSIX_C_SOURCE 200809L
#include "view/window/files/recover.h"
#include "view/document/document_changes.h"
#include "view/document/document_step.h"
#include "view/recovery/recovery.h"
#include "view/window/files/ask.h"
#include "view/window/files/ending.h"
#include "view/window/scene_look.h"

#include <stdlib.h>
#include <sys/stat.h>

enum { SECONDS = 60 };

struct recover {
    recovery *own;
    GPtrArray *found;        /* folders of work that others left, the next one last */
    recovery_folder claimed; /* the one that is asked about */
    guint timer;
    bool failed; /* that it cannot be written was said */
};

/* ---- writing ---------------------------------------------------------------------------------------------------- */

static void write_work(viewer *v, bool wait)
{
    hone_error error = {0};
    scene_look_saved saved;
    if (!v->recover || !v->recover->own)
        return;
    const document_shown shown = scene_look_shown(&v->stage, &saved);
    bool ok = recovery_save(v->recover->own, &v->stage.document, &shown, v->stage.scene.path, wait, &error);
    if (!ok && !v->recover->failed)
        viewer_say(&v->shell, _("unsaved work cannot be kept for recovery: %s"), error.message);
    v->recover->failed = !ok;
}

static gboolean write_in_turn(gpointer user)
{
    write_work(user, false);
    return G_SOURCE_CONTINUE;
}

void recover_write(viewer *v)
{
    write_work(v, true);
}

/* ---- asking ----------------------------------------------------------------------------------------------------- */

static void ask_next(viewer *v);

static gboolean ask_soon(gpointer user)
{
    ask_next(user);
    return G_SOURCE_REMOVE;
}

static void next(viewer *v)
{
    recovery_folder_leave(&v->recover->claimed);
    g_idle_add(ask_soon, v); /* the question is still being closed */
}

static void later(viewer *v, uint32_t unused)
{
    (void)unused;
    next(v);
}

static void discard(viewer *v, uint32_t unused)
{
    (void)unused;
    recovery_folder_remove(&v->recover->claimed);
    next(v);
}

/* What cannot be opened whole is not opened, and stays on disk. */
static void open_work(viewer *v, uint32_t unused)
{
    struct recover *r = v->recover;
    hone_error error = {0};
    char *opened = NULL;
    (void)unused;
    ending_work_begins(v);
    bool empty = !v->stage.document.model_count && !v->stage.document.motion_count;
    document_step *step = document_step_begin(&v->stage.document, true);
    bool ok = recovery_open(&v->stage.document, r->claimed.path, &opened, &error);
    document_step_end(step, ok, N_("Recover unsaved work"));
    if (!ok && empty)
        document_close_all(&v->stage.document);
    if (ok) {
        recovery_adopt(r->own, &r->claimed);
        viewer_show_scene(&v->stage, opened, NULL);
    } else {
        viewer_opened(&v->stage);
        viewer_say(&v->shell, _("the unsaved work cannot be opened, and is kept: %s"), error.message);
    }
    free(opened);
    ending_work_ends();
    next(v);
}

/* "14:32", and the day before it if that is not today. */
static char *time_of(const char *folder)
{
    char path[HONE_PATH_SIZE];
    struct stat about;
    if (!recovery_folder_path(folder, RECOVERY_FILE, path) || stat(path, &about) != 0)
        return g_strdup("?");
    GDateTime *then = g_date_time_new_from_unix_local(about.st_mtime), *now = g_date_time_new_now_local();
    bool today = g_date_time_get_year(then) == g_date_time_get_year(now) &&
                 g_date_time_get_day_of_year(then) == g_date_time_get_day_of_year(now);
    char *text = g_date_time_format(then, today ? "%H:%M" : "%Y-%m-%d %H:%M");
    g_date_time_unref(then);
    g_date_time_unref(now);
    return text;
}

static void ask_about(viewer *v, const char *folder)
{
    char *time = time_of(folder), *title = g_strdup_printf(_("Recover unsaved work of %s?"), time);
    ask(v, &(ask_desc){.title = title,
                       .text = _("The program ended without being closed. Its unsaved changes were kept."),
                       .keep = _("_Later"),
                       .kept = later,
                       .go = _("_Discard"),
                       .then = discard,
                       .also = _("_Recover"),
                       .also_then = open_work,
                       .also_is_best = true});
    g_free(title);
    g_free(time);
}

static void ask_next(viewer *v)
{
    struct recover *r = v->recover;
    while (r && r->found->len && !v->leaving) {
        char *folder = g_ptr_array_steal_index(r->found, r->found->len - 1);
        bool claimed = recovery_folder_claim(folder, &r->claimed); /* another window may ask about it, too */
        if (claimed)
            ask_about(v, folder);
        g_free(folder);
        if (claimed)
            return;
    }
}

/* ---- beginning and ending --------------------------------------------------------------------------------------- */

static void add_found(void *user, const char *path)
{
    g_ptr_array_add(user, g_strdup(path));
}

static int compare_times(const void *a, const void *b)
{
    struct stat one = {0}, other = {0};
    stat(*(char *const *)a, &one);
    stat(*(char *const *)b, &other);
    return (one.st_mtime > other.st_mtime) - (one.st_mtime < other.st_mtime);
}

static guint seconds_between(void)
{
    const char *asked = g_getenv("HONE_VIEW_RECOVERY");
    return asked && atoi(asked) > 0 ? (guint)atoi(asked) : SECONDS;
}

void recover_begin(viewer *v)
{
    hone_error error = {0};
    struct recover *r = v->recover = g_new0(struct recover, 1);
    char *root = g_build_filename(g_get_user_state_dir(), "hone", "recovery", NULL);
    r->claimed.lock = -1;
    r->found = g_ptr_array_new_with_free_func(g_free);
    r->own = recovery_create(root, &error);
    r->timer = g_timeout_add_seconds(seconds_between(), write_in_turn, v);
    if (!v->shell.options.fresh)
        recovery_folders_find(root, add_found, r->found);
    g_ptr_array_sort(r->found, compare_times);
    g_free(root);
    ask_next(v);
}

void recover_end(viewer *v)
{
    struct recover *r = v->recover;
    if (!r)
        return;
    v->recover = NULL;
    g_source_remove(r->timer);
    recovery_folder_leave(&r->claimed);
    if (r->own)
        recovery_forget(r->own);
    recovery_destroy(r->own);
    g_ptr_array_free(r->found, TRUE);
    g_free(r);
}
