#include <hone/io.h>
#include <stdio.h>
#include <string.h>

static void print_bytes(const char *what, const uint8_t *bytes, size_t size)
{
    printf("%-8s", what);
    for (size_t i = 0; i < size; i++) printf(" %02x", (unsigned)bytes[i]);
    printf("\n");
}

/* Prints a text in the encodings of MMD's files: UTF-16 of PMX, and CP932 of PMD and VMD, cut at 15 bytes as names of
 * bones are. Then it reads both back. */
int main(int argc, char **argv)
{
    if (argc != 2 || strlen(argv[1]) > 100 || !hone_utf8_is_valid(argv[1], strlen(argv[1])))
        return fprintf(stderr, "usage: texts TEXT (UTF-8, up to 100 bytes)\n"), 2;
    uint8_t utf16[200], cp932[15];
    char again[400];
    bool lossy = false;
    size_t size = hone_utf16_from_utf8(argv[1], strlen(argv[1]), utf16, &lossy);
    print_bytes("UTF-16", utf16, size);
    printf("again    %.*s\n", (int)hone_utf8_from_utf16(utf16, size, again, &lossy), again);

    size = hone_cp932_from_utf8(argv[1], strlen(argv[1]), cp932, sizeof cp932, &lossy);
    print_bytes("CP932", cp932, size);
    printf("again    %.*s\n", (int)hone_utf8_from_cp932(cp932, size, again, &lossy), again);
    printf("%s\n", lossy ? "not all characters are in both" : "nothing is lost but what was cut");
    return 0;
}
