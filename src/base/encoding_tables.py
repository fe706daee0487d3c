#!/usr/bin/env python3
"""Makes the tables of the encodings of Japanese and Chinese Windows out of Python's decoders: base/text/cp932_table.c and
base/text/gbk_table.c.

Usage: python3 src/base/encoding_tables.py [--check]
With --check it writes nothing, and fails if a table in the tree is another one.
"""

import pathlib
import sys

SOURCES = pathlib.Path(__file__).resolve().parent.parent
CP932_LEADS = [*range(0x81, 0xA0), *range(0xE0, 0xF0), *range(0xFA, 0xFD)]  # F0..F9 are for users: computed
CP932_TRAILS = [*range(0x40, 0x7F), *range(0x80, 0xFD)]
NEC_SELECTED = (0xED, 0xEE)  # rows that repeat IBM's; Windows reads them, and never writes them
GBK_LEADS, GBK_TRAILS = range(0x81, 0xFF), range(0x40, 0xFF)


def character(encoding, lead, trail):
    try:
        text = bytes((lead, trail)).decode(encoding)
    except UnicodeDecodeError:
        return 0
    return ord(text) if len(text) == 1 else 0


def table(name, values, form, comment=""):
    lines = [form.format(values[i]) if i % 16 else "\n    " + form.format(values[i]) for i in range(len(values))]
    return f"\n{comment}const uint16_t {name}[{len(values)}] = {{" + " ".join(lines).replace(" \n", "\n") + "\n};\n"


def begin(header):
    return f'/* Made by base/encoding_tables.py; do not edit. */\n/* clang-format off */\n#include "{header}"\n'


def gbk():
    values = [character("gbk", lead, trail) for lead in GBK_LEADS for trail in GBK_TRAILS]
    return begin("base/text/gbk_table.h") + table("hone_gbk_characters", values, "0x{:04x},")


def cp932():
    cells = [(lead, trail) for lead in CP932_LEADS for trail in CP932_TRAILS]
    characters = [character("cp932", *cell) for cell in cells]

    # If a character has several codes, Windows writes the first one (JIS X 0208, then NEC's row 13, then IBM's), and
    # those of NEC's selection of IBM's only if there is no other. Python's encoder differs here (U+FFE4, U+FF07,
    # U+FF02).
    chosen = {}
    for i in sorted(range(len(cells)), key=lambda i: (cells[i][0] in NEC_SELECTED, i)):
        if characters[i]:
            chosen.setdefault(characters[i], i)
    by_character = [chosen[c] for c in sorted(chosen)]
    return (begin("base/text/cp932_table.h") + table("hone_cp932_characters", characters, "0x{:04x},", "/* By cell. */\n") +
            table("hone_cp932_cells", by_character, "{},", "/* By character, ascending. */\n"))


def main():
    same = True
    for name, text in (("base/text/cp932_table.c", cp932()), ("base/text/gbk_table.c", gbk())):
        path = SOURCES / name
        if sys.argv[1:] != ["--check"]:
            path.write_text(text)
        elif path.read_text() != text:
            print(f"{name} is not what encoding_tables.py makes")
            same = False
    return 0 if same else 1


sys.exit(main())
