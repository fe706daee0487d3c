/* Displayed texts are in English in the code, marked with N_, and translated when they are shown. */
#ifndef HONE_VIEW_TEXT_H
#define HONE_VIEW_TEXT_H

#include <libintl.h>

#define _(text) gettext(text)
#define N_(text) text

#endif
