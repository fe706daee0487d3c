#!/bin/sh
# Checks that only the files listed here use extensions of GCC and clang, or functions of POSIX, which other compilers
# and systems lack. Files whose names end in _posix or _win32 may use those of their system. Prints every other use, and
# files of the list that use none any more. -Wpedantic and -Wvla, with which hone is built, find extensions of the
# grammar.
# A flag that threads exchange is an atomic_flag: to exchange an atomic_bool some processors need another library.
# usage: standard_c.sh SOURCE_DIR
set -eu
cd "$1"

# Vectors, attributes, and instructions of a processor. With HONE_VECTORS=0 nothing of it is compiled.
listed='bench/loops/copy.c
src/base/lanes/double_lanes.h src/base/lanes/processor.c src/base/lanes/simd16.h src/base/lanes/simd4.h src/base/lanes/simd8.h src/base/lanes/vectors.h
src/base/workers.c
src/core/clip/kernels/components_portable.h
src/files/format/vmd/fourth_bytes.h
src/core/motion/bone_parts.h src/core/motion/lanes/doubles.h src/core/motion/lanes/words.h
src/play/physics/bullet/four.hpp
src/core/skin/kernels/half.h src/core/skin/kernels/lanes/block.h src/core/skin/kernels/lanes/encode.h
src/core/skin/kernels/lanes/vectors.h '
# The preprocessor chooses another form where they are missing.
listed="$listed"'
include/hone/base.h src/base/text/float_parse.c src/base/system/threads.h tool/messages/messages.h '
# Functions of POSIX that mingw-w64 has, too: strdup, gmtime_r, fseeko.
listed="$listed"'
tool/diff/differences.c tool/manual/man_page.c tool/part/part_reader.c tool/scene/scene.c '

if grep -rnE 'atomic_bool|_Atomic bool' src include module; then
    echo "use atomic_flag or atomic_int: RISC-V exchanges an atomic_bool by functions of libatomic"
    exit 1
fi

extensions='__attribute__|__builtin_|__extension__|__typeof|__int128|__asm|alloca\('
headers='include <(sys/|unistd|pthread|dirent|dlfcn|fcntl|poll|spawn|ftw|langinfo|strings\.h|io\.h|windows)'
functions='\b(ssize_t|off_t|strn?casecmp|strn?dup|posix_memalign|fileno|fdopen|popen|getline|strtok_r|localtime_r|gmtime_r|clock_gettime|nanosleep|usleep|getpid|isatty|mkstemp|mkdtemp|fseeko|setenv|unsetenv|fmemopen|open_memstream)\b'

# The renderer and films are only built where EGL and FFmpeg are; wide.h is for files of Windows.
find include src module samples tool cmd bench -name '*.[ch]' -o -name '*.[ch]pp' |
    grep -vE '^(src/draw/render|src/draw/film|bench/programs)/|_(posix|win32)\.c$|/wide\.h$' | sort |
    xargs grep -HnE "$extensions|$headers|$functions" |
    awk -F: -v listed="$listed" '
BEGIN {
    count = split(listed, name, /[ \n]+/)
    for (i = 1; i <= count; i++) if (name[i] != "") unused[name[i]] = 1
}
$1 in unused { unused[$1] = 2; next }
$0 !~ /:[0-9]+: *(\/\*|\*|\/\/)/ { print $0 ": not standard C: list the file, or move it to one that ends in _posix"; bad++ }
END {
    for (i in unused) if (unused[i] == 1) { print i ": listed, but it uses no extension"; bad++ }
    exit bad > 0
}'
