#define _POSIX_C_SOURCE 200809L
#include "tool/diff/diff_list.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void diff_add(differences *out, const char *section, difference_kind kind, const char *name, const char *detail)
{
    difference *grown = realloc(out->items, ((size_t)out->count + 1) * sizeof *grown);
    if (grown)
        out->items = grown;
    difference made = {section, kind, strdup(name), strdup(detail)};
    if (grown && made.name && made.detail) {
        grown[out->count++] = made;
        return;
    }
    out->out_of_memory = true;
    free(made.name);
    free(made.detail);
}

void differences_release(differences *d)
{
    for (uint32_t i = 0; i < d->count; i++) {
        free(d->items[i].name);
        free(d->items[i].detail);
    }
    free(d->items);
    *d = (differences){0};
}

/* ---- the text of a change ---- */

void detail_add(change_text *to, const char *format, ...)
{
    size_t used = strlen(to->text);
    va_list values;
    va_start(values, format);
    if (used && used + 2 < sizeof to->text) {
        memcpy(to->text + used, "; ", 3);
        used += 2;
    }
    vsnprintf(to->text + used, sizeof to->text - used, format, values);
    va_end(values);
}

void detail_number(change_text *to, const char *what, double a, double b)
{
    if (!(fabs(a - b) <= 1e-6 * fmax(1, fmax(fabs(a), fabs(b)))))
        detail_add(to, "%s %.6g -> %.6g", what, a, b);
}

void detail_text(change_text *to, const char *what, const char *a, const char *b)
{
    if (strcmp(a, b) != 0)
        detail_add(to, "%s %s -> %s", what, *a ? a : "(none)", *b ? b : "(none)");
}

static bool numbers_differ(const float *a, const float *b, uint32_t count)
{
    bool differ = false;
    for (uint32_t i = 0; i < count; i++)
        differ |= !(fabsf(a[i] - b[i]) <= 1e-6f * fmaxf(1, fmaxf(fabsf(a[i]), fabsf(b[i]))));
    return differ;
}

static void write_numbers(const float *values, uint32_t count, char *out, size_t size)
{
    size_t used = 0;
    for (uint32_t i = 0; i < count && used < size; i++)
        used += (size_t)snprintf(out + used, size - used, "%s%.5g", i ? "," : "", (double)values[i]);
}

void detail_numbers(change_text *to, const char *what, const float *a, const float *b, uint32_t count)
{
    char from[200] = "", into[200] = "";
    if (!numbers_differ(a, b, count))
        return;
    write_numbers(a, count, from, sizeof from);
    write_numbers(b, count, into, sizeof into);
    detail_add(to, "%s %s -> %s", what, from, into);
}

/* ---- pairs by name ---- */

typedef struct named {
    const char *name;
    uint32_t index;
} named;

static int compare(const void *a, const void *b)
{
    const named *x = a, *y = b;
    int order = strcmp(x->name, y->name);
    return order ? order : (x->index > y->index) - (x->index < y->index);
}

static named *sorted(named_items items)
{
    named *out = calloc((size_t)items.count + 1, sizeof *out);
    for (uint32_t i = 0; out && i < items.count; i++) out[i] = (named){items.name(items.data, i), i};
    if (out)
        qsort(out, items.count, sizeof *out, compare);
    return out;
}

bool pair_list_make(named_items a, named_items b, pair_list *out)
{
    named *x = sorted(a), *y = sorted(b);
    *out = (pair_list){calloc((size_t)a.count + 1, sizeof *out->of_a), calloc((size_t)b.count + 1, sizeof *out->of_b)};
    bool ok = x && y && out->of_a && out->of_b;
    for (uint32_t i = 0; ok && i < a.count; i++) out->of_a[i] = HONE_NONE;
    for (uint32_t i = 0; ok && i < b.count; i++) out->of_b[i] = HONE_NONE;
    for (uint32_t i = 0, k = 0; ok && i < a.count && k < b.count;) {
        int order = strcmp(x[i].name, y[k].name);
        if (order == 0) {
            out->of_a[x[i].index] = (int32_t)y[k].index;
            out->of_b[y[k].index] = (int32_t)x[i].index;
        }
        i += order <= 0;
        k += order >= 0;
    }
    free(x);
    free(y);
    return ok;
}

void pair_list_release(pair_list *pairs)
{
    free(pairs->of_a);
    free(pairs->of_b);
}

/* The name of an item, or its number if it has none: materials of PMD. */
static const char *shown_name(named_items items, uint32_t index, char room[16])
{
    const char *name = items.name(items.data, index);
    snprintf(room, 16, "#%u", index);
    return *name ? name : room;
}

void diff_section(const diff_kind *kind, named_items a, named_items b, const void *user, differences *out)
{
    pair_list pairs;
    bool ok = pair_list_make(a, b, &pairs);
    char room[16];
    for (uint32_t i = 0; ok && i < a.count; i++) {
        change_text text = {{0}};
        if (pairs.of_a[i] == HONE_NONE) {
            diff_add(out, kind->section, DIFFERENCE_REMOVED, shown_name(a, i, room), "");
            continue;
        }
        kind->compare(user, a.data, i, b.data, (uint32_t)pairs.of_a[i], &text);
        if (*text.text)
            diff_add(out, kind->section, DIFFERENCE_CHANGED, shown_name(a, i, room), text.text);
    }
    for (uint32_t i = 0; ok && i < b.count; i++)
        if (pairs.of_b[i] == HONE_NONE)
            diff_add(out, kind->section, DIFFERENCE_ADDED, shown_name(b, i, room), "");
    out->out_of_memory |= !ok;
    pair_list_release(&pairs);
}
