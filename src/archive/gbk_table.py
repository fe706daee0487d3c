#!/usr/bin/env python3
"""Makes gbk_table.c, the characters of GBK (CP936), out of Python's decoder.

Usage: python3 gbk_table.py > gbk_table.c
"""


def character(lead, trail):
    try:
        text = bytes((lead, trail)).decode("gbk")
    except UnicodeDecodeError:
        return 0
    return ord(text) if len(text) == 1 else 0


def main():
    values = [character(lead, trail) for lead in range(0x81, 0xFF) for trail in range(0x40, 0xFF)]
    print("/* Made by gbk_table.py; do not edit. */\n/* clang-format off */")
    print('#include "archive/gbk_table.h"')
    print(f"\nconst uint16_t hone_gbk_characters[{len(values)}] = {{")
    for i in range(0, len(values), 16):
        print("    " + " ".join(f"0x{v:04x}," for v in values[i:i + 16]))
    print("};")


main()
