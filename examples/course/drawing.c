#include "drawing.h"

#include <math.h>

static double across(const drawing *d, double x)
{
    return d->left + d->scale * x;
}

static double down(const drawing *d, double y)
{
    return d->top - d->scale * y;
}

bool drawing_begin(drawing *d, const char *path, int width, int height, double scale, double left, double top)
{
    *d = (drawing){fopen(path, "w"), scale, left, top};
    if (!d->file)
        return false;
    fprintf(d->file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" "
            "font-family=\"sans-serif\" font-size=\"14\" text-anchor=\"middle\" stroke-width=\"2\">\n"
            "<defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"5\" markerHeight=\"5\" "
            "orient=\"auto\"><path d=\"M0,0 L8,4 L0,8 z\" fill=\"" INK "\"/></marker></defs>\n"
            "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n",
            width, height, width, height, width, height);
    return true;
}

bool drawing_end(drawing *d)
{
    fprintf(d->file, "</svg>\n");
    return fclose(d->file) == 0;
}

static void stroke(drawing *d, const double from[2], const double to[2], const char *colour, const char *more)
{
    fprintf(d->file, "<path d=\"M%.1f,%.1f L%.1f,%.1f\" stroke=\"%s\"%s/>\n", across(d, from[0]), down(d, from[1]),
            across(d, to[0]), down(d, to[1]), colour, more);
}

void drawing_line(drawing *d, double x0, double y0, double x1, double y1, const char *colour)
{
    stroke(d, (double[]){x0, y0}, (double[]){x1, y1}, colour, "");
}

void drawing_dashed(drawing *d, double x0, double y0, double x1, double y1, const char *colour)
{
    stroke(d, (double[]){x0, y0}, (double[]){x1, y1}, colour, " stroke-dasharray=\"5 4\"");
}

void drawing_arrow(drawing *d, double x0, double y0, double x1, double y1, const char *colour)
{
    stroke(d, (double[]){x0, y0}, (double[]){x1, y1}, colour, " marker-end=\"url(#tip)\"");
}

void drawing_dot(drawing *d, double x, double y, const char *colour)
{
    fprintf(d->file, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4.5\" fill=\"%s\"/>\n", across(d, x), down(d, y), colour);
}

void drawing_circle(drawing *d, double x, double y, double radius, const char *colour)
{
    fprintf(d->file, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"none\" stroke=\"%s\"/>\n", across(d, x),
            down(d, y), d->scale * radius, colour);
}

void drawing_arc(drawing *d, double x, double y, double radius, double from, double to, const char *colour)
{
    double unit = acos(-1) / 180, r = d->scale * radius;
    fprintf(d->file, "<path d=\"M%.1f,%.1f A%.1f,%.1f 0 %d 0 %.1f,%.1f\" fill=\"none\" stroke=\"%s\"/>\n",
            across(d, x) + r * cos(unit * from), down(d, y) - r * sin(unit * from), r, r, to - from > 180,
            across(d, x) + r * cos(unit * to), down(d, y) - r * sin(unit * to), colour);
}

void drawing_box(drawing *d, double x, double y, double width, double height, const char *fill, const char *text)
{
    fprintf(d->file, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\" stroke=\"#fff\"/>\n",
            across(d, x), down(d, y + height), d->scale * width, d->scale * height, fill);
    drawing_text(d, x + width / 2, y + height / 2, 0, -5, INK, text);
}

void drawing_text(drawing *d, double x, double y, double dx, double dy, const char *colour, const char *text)
{
    /* a white edge keeps letters readable where they cross a line */
    fprintf(
        d->file,
        "<text stroke=\"#fff\" stroke-width=\"4\" paint-order=\"stroke\" x=\"%.1f\" y=\"%.1f\" fill=\"%s\">%s</text>\n",
        across(d, x) + dx, down(d, y) - dy, colour, text);
}

void drawing_curve(drawing *d, int count, double (*points)[2], bool dashed, const char *colour)
{
    fprintf(d->file, "<polyline fill=\"none\" stroke=\"%s\"%s points=\"", colour,
            dashed ? " stroke-dasharray=\"5 4\"" : "");
    for (int i = 0; i < count; i++) fprintf(d->file, "%.1f,%.1f ", across(d, points[i][0]), down(d, points[i][1]));
    fprintf(d->file, "\"/>\n");
}

void drawing_triangle(drawing *d, const double corners[3][2], const char *fill)
{
    fprintf(d->file, "<polygon points=\"");
    for (int i = 0; i < 3; i++) fprintf(d->file, "%.1f,%.1f ", across(d, corners[i][0]), down(d, corners[i][1]));
    fprintf(d->file, "\" fill=\"%s\" stroke=\"#fff\"/>\n", fill);
}
