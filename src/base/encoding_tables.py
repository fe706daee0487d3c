#!/usr/bin/env python3
"""Makes the tables of the encodings of Japanese and Chinese Windows out of Python's decoders: base/text/cp932_table.c and
base/text/gbk_table.c.

Usage: python3 src/base/encoding_tables.py [--check]
With --check it writes nothing, and fails if a table in the tree is another one.
"""

import pathlib
import sys

SOURCES = pathlib.Path(__file__).resolve().parent.parent
LEADS, TRAILS = range(0x81, 0xFF), range(0x40, 0xFF)
CP932_TRAILS = [trail for trail in range(0x40, 0xFD) if trail != 0x7F]
NEC_SELECTED = (0xED, 0xEE)  # rows that repeat IBM's; Windows reads them, and never writes them
USERS = range(0xF0, 0xFA)  # rows of CP932 for users: the begin of Unicode's private use area


def character(encoding, lead, trail):
    if encoding == "cp932" and lead in USERS and trail in CP932_TRAILS:
        return 0xE000 + (lead - USERS[0]) * len(CP932_TRAILS) + CP932_TRAILS.index(trail)
    try:
        text = bytes((lead, trail)).decode(encoding)
    except UnicodeDecodeError:
        return 0
    return ord(text) if len(text) == 1 else 0


def lines(values):
    return "\n".join("    " + " ".join(f"0x{value:04x}," for value in values[i:i + 32]) for i in range(0, len(values), 32))


def table(name, encoding):
    rows = [[character(encoding, lead, trail) for trail in TRAILS] for lead in LEADS]
    text = "".join(f"[{i}] = {{\n{lines(row)}}},\n" for i, row in enumerate(rows) if any(row))
    return f"\nconst hone_double_bytes {name} = {{\n{text}}};\n"


def begin():
    return '/* Made by base/encoding_tables.py; do not edit. */\n/* clang-format off */\n#include "base/text/double_bytes.h"\n'


def gbk():
    return begin() + table("hone_gbk", "gbk")


def cp932():
    # If a character has several codes, Windows writes the first one (JIS X 0208, then NEC's row 13, then IBM's), and
    # those of NEC's selection of IBM's only if there is no other. Python's encoder differs here (U+FFE4, U+FF07,
    # U+FF02).
    chosen = {}
    for lead, trail in sorted(((lead, trail) for lead in LEADS for trail in TRAILS), key=lambda c: (c[0] in NEC_SELECTED, c)):
        if character("cp932", lead, trail):
            chosen.setdefault(character("cp932", lead, trail), lead << 8 | trail)
    codes = [chosen[c] for c in sorted(chosen)]
    return (begin() + table("hone_cp932", "cp932") +
            f"\nconst uint16_t hone_cp932_codes[HONE_CP932_CODES] = {{\n{lines(codes)}\n}};\n" +
            f'\n_Static_assert(HONE_CP932_CODES == {len(codes)}, "all characters have a code");\n')


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
