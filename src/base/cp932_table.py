#!/usr/bin/env python3
"""Makes cp932_table.c, Microsoft's Shift-JIS, out of Python's decoder.

Usage: python3 cp932_table.py > cp932_table.c
"""

LEADS = [*range(0x81, 0xA0), *range(0xE0, 0xF0), *range(0xFA, 0xFD)]  # F0..F9 are for users: computed, not looked up
TRAILS = [*range(0x40, 0x7F), *range(0x80, 0xFD)]
NEC_SELECTED = (0xED, 0xEE)  # rows that repeat IBM's; Windows reads them, and never writes them


def character(lead, trail):
    try:
        text = bytes((lead, trail)).decode("cp932")
    except UnicodeDecodeError:
        return 0
    return ord(text) if len(text) == 1 else 0


def table(kind, name, comment, values, form):
    print(f"\n/* {comment} */\n{kind} {name}[{len(values)}] = {{")
    for i in range(0, len(values), 16):
        print("    " + " ".join(form.format(v) + "," for v in values[i:i + 16]))
    print("};")


def main():
    cells = [(lead, trail) for lead in LEADS for trail in TRAILS]
    characters = [character(*cell) for cell in cells]

    # If a character has several codes, Windows writes the first one (JIS X 0208, then NEC's row 13, then IBM's), and
    # those of NEC's selection of IBM's only if there is no other. Python's encoder differs here (U+FFE4, U+FF07,
    # U+FF02).
    chosen = {}
    for i in sorted(range(len(cells)), key=lambda i: (cells[i][0] in NEC_SELECTED, i)):
        if characters[i]:
            chosen.setdefault(characters[i], i)

    print("/* Made by cp932_table.py; do not edit. */\n/* clang-format off */")
    print('#include "base/cp932_table.h"')
    table("const uint16_t", "hone_cp932_characters", "By cell.", characters, "0x{:04x}")
    table("const uint16_t", "hone_cp932_cells", "By character, ascending.", [chosen[c] for c in sorted(chosen)], "{}")


main()
