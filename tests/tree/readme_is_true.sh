#!/bin/sh
# The C program in the README is examples/play.c, to the letter.
# usage: readme_is_true.sh SOURCE_DIR
set -eu
cd "$1"
awk '/^```c$/ { inside = 1; next } /^```$/ { if (inside) exit } inside' README.md | diff - examples/play.c
