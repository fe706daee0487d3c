#!/usr/bin/env python3
"""Writes basis_table.c: for each number of samples 2..16 the discrete Legendre (Gram) polynomials of the samples 0..n-1,
orthonormal, computed exactly and rounded once.
usage: basis_table.py > basis_table.c"""
from decimal import Decimal, getcontext
from fractions import Fraction

getcontext().prec = 60
MOST = 16


def polynomials(n):
    """Gram-Schmidt over exact fractions; each row is divided by the root of its exact length at the end."""
    rows = []
    for degree in range(n):
        row = [Fraction(2 * i - (n - 1)) ** degree for i in range(n)]
        for other, square in rows:
            factor = sum(a * b for a, b in zip(row, other)) / square
            row = [a - factor * b for a, b in zip(row, other)]
        rows.append((row, sum(a * a for a in row)))
    out = []
    for row, square in rows:
        length = (Decimal(square.numerator) / Decimal(square.denominator)).sqrt()
        out.append([float(Decimal(a.numerator) / Decimal(a.denominator) / length) for a in row])
    return out


print("/* Made by basis_table.py. One row for each sample of each number of samples 2..16: the polynomials of degree 0,\n"
      " * 1, …, 15 at this sample. Missing ones are 0. */")
print("/* clang-format off */")
print('#include "core/clip/basis.h"\n')
print("const float hone_clip_basis_table[HONE_CLIP_BASIS_ROWS][HONE_CLIP_SEGMENT] = {")
for n in range(2, MOST + 1):
    rows = polynomials(n)
    for i in range(n):
        values = [0.0] * MOST
        for k in range(n):
            values[k] = rows[k][i]
        print("    {%s}," % ", ".join("%.9gf" % v if v != int(v) else "%d" % v for v in values))
print("};")
print("/* clang-format on */")
