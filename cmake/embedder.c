/* embedder FILE SYMBOL OUT.c: a file as a C array. Shaders (.glsl) lose comments and indentation, which nobody reads in a
 * program; their lines stay, because drivers name lines in messages. */
#include <stdio.h>
#include <string.h>

typedef struct text {
    FILE *in;
    int is_shader, in_line; /* in_line: a character of the line was read that is no space */
} text;

static int is_space(int c)
{
    return c == ' ' || c == '\t';
}

static int next(text *t)
{
    int c = getc(t->in);
    if (!t->is_shader)
        return c;
    while (!t->in_line && is_space(c)) c = getc(t->in);
    if (c == '/') {
        int after = getc(t->in);
        if (after == '/')
            while (c != '\n' && c != EOF) c = getc(t->in);
        else
            ungetc(after, t->in);
    }
    t->in_line = c != '\n';
    return c;
}

int main(int argc, char **argv)
{
    FILE *in = argc == 4 ? fopen(argv[1], "rb") : NULL;
    FILE *out = in ? fopen(argv[3], "wb") : NULL;
    if (!out)
        return fprintf(stderr, "embedder: cannot open %s\n", argc == 4 ? argv[in ? 3 : 1] : "FILE SYMBOL OUT.c"), 1;
    const char *ending = strrchr(argv[1], '.');
    text t = {in, ending && strcmp(ending, ".glsl") == 0, 0};
    unsigned long size = 0;
    fprintf(out, "#include <stddef.h>\nextern const unsigned char %s[];\nextern const size_t %s_size;\n", argv[2],
            argv[2]);
    fprintf(out, "const unsigned char %s[] = {", argv[2]);
    for (int c; (c = next(&t)) != EOF; size++) fprintf(out, "%s%d,", size % 32 ? "" : "\n", c);
    fprintf(out, "0};\nconst size_t %s_size = %luu;\n", argv[2], size);
    int failed = ferror(in) | ferror(out);
    return (fclose(in) | fclose(out) | failed) != 0;
}
