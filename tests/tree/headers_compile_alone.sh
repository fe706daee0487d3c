#!/bin/sh
# Checks that every public header compiles alone, as C11 and (if there is a compiler) as C++11.
# usage: headers_compile_alone.sh SOURCE_DIR CC
set -eu
for header in "$1"/include/hone/*.h; do
    echo "#include <hone/$(basename "$header")>" |
        "$2" -std=c11 -Wall -Wextra -Wpedantic -Werror -I"$1/include" -fsyntax-only -x c -
    ! command -v c++ >/dev/null || echo "#include <hone/$(basename "$header")>" |
        c++ -std=c++11 -Wall -Wextra -Wconversion -Wpedantic -Werror -I"$1/include" -fsyntax-only -x c++ -
done
