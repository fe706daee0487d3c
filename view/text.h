/* What people read is written in English, marked N_ where it stands and translated where it is shown. */
#ifndef HONE_VIEW_TEXT_H
#define HONE_VIEW_TEXT_H

#include <libintl.h>

#define _(text) gettext(text)
#define N_(text) text

#endif
