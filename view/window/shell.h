/* The window itself, and what it tells the user. */
#ifndef HONE_VIEW_WINDOW_SHELL_H
#define HONE_VIEW_WINDOW_SHELL_H

#include "tool/options/view_options.h"
#include "view/text.h"
#include "view/window/language.h"

#include <gtk/gtk.h>

/* Its menus and messages, and what the program was started with. */
typedef struct viewer_shell {
    GtkApplication *application;
    GtkWidget *window;
    struct {
        GtkWidget *bar, *text;
        char *said; /* shown in the bar; NULL: none */
    } error;
    struct {
        GtkWidget *box, *text, *show;
        guint timer;
    } toast;
    struct {
        GtkWidget *paned, *menus, *main_menu, *undo_buttons, *recent_button; /* what narrow windows fold */
        GtkWidget *split;                                                    /* the picture above the dopesheet */
        bool folded;                                                         /* the menus are in the main menu */
        bool narrow;                                                         /* too narrow for the side pane */
        int fitted_width;  /* the window width for which it is folded */
        bool pane_small;   /* the side pane has less than its width */
        int width, height; /* of the window when it opens */
    } layout;
    language language;
    GMenu *recent_menu;
    char *recent[10];
    GActionMap *actions;
    GtkEventController *keys; /* of the preset */
    GtkWidget *asking;        /* the open question; NULL: none */
    view_values options;
    const char *const *files;
    uint32_t file_count;
    report *report;
    int status;
} viewer_shell;

void viewer_say(viewer_shell *w, const char *format, ...) G_GNUC_PRINTF(2, 3);  /* in the bar, in red */
void viewer_note(viewer_shell *w, const char *format, ...) G_GNUC_PRINTF(2, 3); /* for a short time */
void viewer_warn(viewer_shell *w, uint32_t count);                              /* shows the number of warnings */
void viewer_end_note(viewer_shell *w);                                          /* removes the note at once */
void viewer_hush(viewer_shell *w);

#endif
