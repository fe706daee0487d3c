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


def run(encoding, lead):
    """The trails of a lead byte whose characters ascend: they have bits in place of numbers."""
    if encoding == "cp932":
        return range(0x40, 0xFD) if lead in USERS else range(0)
    return range(0x40, 0xFF) if lead < 0xA1 else range(0) if lead < 0xAA or lead == 0xFE else range(0x40, 0x9C if lead == 0xFD else 0xA1)


def table_trails(encoding, lead):
    """The trails of a lead byte that have numbers: from the first to the last that is in no run and has a character."""
    others = [t for t in TRAILS if (t not in run(encoding, lead) or t == 0x7F) and character(encoding, lead, t)]
    return range(others[0], others[-1] + 1) if others else range(0)


def lines(values, form="0x{:04x},"):
    return "\n".join("    " + " ".join(map(form.format, values[i:i + 32])) for i in range(0, len(values), 32))


def array(kind, name, values, form="0x{:04x},"):
    return f"\nstatic const {kind} {name}[] = {{\n{lines(values, form)}\n}};\n"


def table(name, encoding):
    rows, characters, ascending = [], [], []
    for lead in LEADS:
        trails = [t for t in run(encoding, lead) if t != 0x7F]
        numbers = table_trails(encoding, lead)
        rows.append((len(characters), len(ascending), numbers.start, len(numbers), trails[0] if trails else 0, trails[-1] + 1 - trails[0] if trails else 0))
        characters += [character(encoding, lead, t) for t in numbers]
        ascending += [character(encoding, lead, t) for t in trails]
    assert ascending == sorted(set(ascending))
    base = ascending[0] // 32 * 32
    words = [0] * ((ascending[-1] - base) // 32 + 1)
    for value in ascending:
        words[(value - base) // 32] |= 1 << (value - base) % 32
    before = [sum(bin(word).count("1") for word in words[:w]) for w in range(len(words))]
    texts = ["{{%d, %d, 0x%02x, %d, 0x%02x, %d}}," % row for row in rows]
    return (array("uint16_t", "characters", characters) + array("uint32_t", "bits", words, "0x{:08x},") +
            array("uint16_t", "before", before, "{},") +
            f"\nconst hone_double_bytes {name} = {{\n    characters, bits, before, {len(words)}, 0x{base:04x}, {{\n" +
            "\n".join("        " + text for text in texts).replace("{{", "{").replace("}}", "}") + "\n    }\n};\n")


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
    cells, at = {}, 0
    for lead in LEADS:
        for trail in table_trails("cp932", lead):
            cells[lead << 8 | trail] = at
            at += 1
    codes = [cells[chosen[c]] for c in sorted(chosen) if chosen[c] in cells and chosen[c] >> 8 not in USERS]
    return (begin() + table("hone_cp932", "cp932") +
            f"\nconst uint16_t hone_cp932_cells[HONE_CP932_CELLS] = {{\n{lines(codes)}\n}};\n" +
            f'\n_Static_assert(HONE_CP932_CELLS == {len(codes)}, "all characters have a cell");\n')


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
