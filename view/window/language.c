#define _POSIX_C_SOURCE 200809L
#include "view/window/language.h"
#include "tool/messages/messages.h"
#include "view/document/view_settings.h"
#include <hone/io.h>

#include <glib.h>
#include <libintl.h>
#include <locale.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The language in the environment, found as gettext does, such as "ja_JP.UTF-8"; "": none. */
static const char *of_environment(void)
{
    static const char *const names[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
        const char *value = getenv(names[i]);
        if (value && *value)
            return value;
    }
    return "";
}

/* In the locale C gettext translates nothing, and setlocale leaves that locale if the system lacks the requested one.
 * Then uses C.UTF-8, and takes the language from the requested name. */
static void set_locale(language *l)
{
    const char *wanted = of_environment();
    bool named = *wanted && strcmp(wanted, "C") != 0 && strcmp(wanted, "POSIX") != 0;
    if (setlocale(LC_ALL, "") && strcmp(setlocale(LC_MESSAGES, NULL), "C") != 0)
        return;
    if (named && !*l->system)
        g_strlcpy(l->system, wanted, sizeof l->system);
    setenv("LC_ALL", "C.UTF-8", 1);
    setlocale(LC_ALL, "");
}

/* Finds the translations: beside a program in its build folder, else where they are installed. */
static void find_texts(void)
{
    char self[HONE_PATH_SIZE] = "", folder[HONE_PATH_SIZE] = "";
    ssize_t size = readlink("/proc/self/exe", self, sizeof self - 1);
    self[size > 0 ? size : 0] = '\0';
    hone_path_folder(self, folder);
    char *built = g_build_filename(folder, "locale", NULL);
    char *installed = g_build_filename(folder, "..", "share", "locale", NULL);
    bindtextdomain("hone", g_file_test(built, G_FILE_TEST_IS_DIR) ? built : installed);
    bind_textdomain_codeset("hone", "UTF-8");
    g_free(built);
    g_free(installed);
}

static void set_language(const char *what)
{
    setenv("LANGUAGE", what, 1);
    textdomain("hone"); /* drops gettext's cache */
    messages_begin();
}

void language_begin(language *l, const char *asked)
{
    const char *now = getenv("LANGUAGE");
    g_strlcpy(l->system, now ? now : "", sizeof l->system);
    set_locale(l);
    find_texts();
    set_language(asked ? asked : l->system);
}

void language_choose(const language *l, int choice)
{
    set_language(choice == VIEW_LANGUAGE_ENGLISH ? "en" : choice == VIEW_LANGUAGE_JAPANESE ? "ja" : l->system);
}
