/* embedder FILE SYMBOL OUT.c: a file as a C array. */
#include <stdio.h>

int main(int argc, char **argv)
{
    FILE *in = argc == 4 ? fopen(argv[1], "rb") : NULL;
    FILE *out = in ? fopen(argv[3], "wb") : NULL;
    if (!out)
        return fprintf(stderr, "embedder: cannot open %s\n", argc == 4 ? argv[in ? 3 : 1] : "FILE SYMBOL OUT.c"), 1;
    unsigned long size = 0;
    fprintf(out, "#include <stddef.h>\nextern const unsigned char %s[];\nextern const size_t %s_size;\n", argv[2],
            argv[2]);
    fprintf(out, "const unsigned char %s[] = {", argv[2]);
    for (int c; (c = getc(in)) != EOF; size++) fprintf(out, "%s%d,", size % 32 ? "" : "\n", c);
    fprintf(out, "0};\nconst size_t %s_size = %luu;\n", argv[2], size);
    int failed = ferror(in) | ferror(out);
    return (fclose(in) | fclose(out) | failed) != 0;
}
