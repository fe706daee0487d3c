#!/bin/sh
# Checks that objects of Bullet call no function of the C library whose result depends on the machine. Those whose result
# is exact (square root, rounding, absolute value) are allowed.
# usage: own_functions.sh NM OBJECT...
set -eu
nm=$1
shift
found=$("$nm" -u "$@" | grep -E '(^| )_*(sin|cos|sincos|tan|asin|acos|atan|atan2|sinh|cosh|tanh|exp|exp2|expm1|log|log2|log10|log1p|pow|fmod|remainder|hypot|cbrt)[fl]?$' || true)
[ -z "$found" ] || { echo "functions of the C library:"; echo "$found"; exit 1; }
"$nm" -u "$@" | grep -qE '(^| )_*hone_sinf$' || { echo "hone_sinf is not called: are these the right files?"; exit 1; }
