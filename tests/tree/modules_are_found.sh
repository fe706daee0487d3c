#!/bin/sh
# Checks the modules of the command (module/module.h): that the command and the viewer link none of their libraries, that
# the command finds them wherever it is, that nobody else can give it one, and what it says if there is none.
# usage: modules_are_found.sh BUILD_DIR CC [FLAGS...]
set -eu
build=$1 cc=$2
shift 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
    echo "$1"
    exit 1
}

# ---- what is linked

for program in hone hone-view; do
    [ -e "$build/$program" ] || continue
    linked=$(readelf -d "$build/$program" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p')
    case $program in hone) others='libepoxy|libEGL|libGL|libgtk|libSDL|' ;; *) others= ;; esac
    [ ! -e "$build/libhone.so" ] || others= # which links the renderer and physics
    case $others in ?*) others="${others}libBullet|libstdc|libgcc|libpng|libjpeg|libwebp|libdeflate|libz\\.|" ;; esac
    ! echo "$linked" | grep -E "^(${others}libav|libsw)" || fail "$program links this"
    echo "$linked" | grep -q '^libc\.' || fail "readelf shows nothing of $program"
done

if [ -e "$build/hone-view" ]; then # which hone starts with its version
    if "$build/hone-view" --called-by-hone=0.0.1 2>"$work/said"; then fail "hone-view does not look at the version"; fi
    grep -q '^hone: view: hone-view is of hone .*, but the command is of hone 0.0.1$' "$work/said" ||
        fail "hone-view: $(cat "$work/said")"
fi

mkdir "$work/alone"
cp "$build/hone" "$work/alone"
[ "$("$work/alone/hone" --version | grep viewer)" = "  viewer          not built in" ] || fail "hone --version finds a viewer"
if "$work/alone/hone" view 2>"$work/said"; then fail "hone view works without hone-view"; fi
grep -q '^hone: view: .* \./dev build builds it .* package hone-viewer installs it$' "$work/said" ||
    fail "without hone-view: $(cat "$work/said")"

# ---- where modules are found

if [ -e "$build/modules/physics.so" ]; then
    module=physics.so
    use() { # HONE: does what needs the module
        "$1" pose "$build/samples/made/character.pmx" --physics on --frame 3 --bones - --format csv
    }
elif [ -e "$build/modules/film.so" ] && "$build/hone" --version | grep -q '^  render  *built in'; then
    module=film.so
    use() {
        "$1" render "$build/samples/made/character.pmx" --size 16x16 --frames 0:0 -o - --format gif
    }
else
    echo "SKIPPED: this build has no module that the command needs for this"
    exit 0
fi
same() { # HONE: does what the command of the build does
    use "$1" >"$work/out" 2>"$work/said" || fail "$1 failed: $(cat "$work/said")"
    cmp "$work/out" "$work/expected"
}
use "$build/hone" >"$work/expected"

mkdir "$work/links" "$work/links/modules" "$work/lib" "$work/lib/hone"
echo "not a module" >"$work/links/modules/$module"
cp "$work/links/modules/$module" "$work/lib/hone"
ln -s "$build/hone" "$work/links/hone"
cd "$work/links"
same ./hone
same "$build/hone"

mkdir "$work/moved"
cp -R "$build/hone" "$build/modules" "$work/moved"
[ ! -e "$build/libhone.so" ] || cp -P "$build"/libhone.so* "$work/moved"
same "$work/moved/hone"
(cd "$work" && same moved/hone)
cmake --install "$build" --prefix "$work/first" >/dev/null
mv "$work/first" "$work/usr"
same "$work/usr/bin/hone"
rm -r "$work/lib"

# ---- --version opens no module

"$work/moved/hone" --version | grep -q "module $work/moved/modules/$module\$" || fail "--version does not list $module"
LD_DEBUG=files LD_DEBUG_OUTPUT=$work/opened "$work/moved/hone" --version >/dev/null
! grep "$work/moved/modules/" "$work"/opened.* || fail "--version opens a module"
rm "$work"/opened.*
LD_DEBUG=files LD_DEBUG_OUTPUT=$work/opened use "$work/moved/hone" >/dev/null
grep -q "$work/moved/modules/$module" "$work"/opened.* || fail "LD_DEBUG shows no $module"

# ---- modules that are not loaded

refuses() { # TEXT: the command fails with this line
    if use "$work/moved/hone" >"$work/out" 2>"$work/said"; then fail "was not refused: $1"; fi
    [ "$(wc -l <"$work/said")" = 1 ] && grep -q "^hone: .*$1" "$work/said" || fail "$1: $(cat "$work/said")"
}
export LC_ALL=C
cd "$work/moved/modules"
chmod o+w $module
refuses "$module is not loaded: another user can change it"
chmod o-w,g+w $module
refuses "$module is not loaded: another user can change it"
chmod g+w "$work/moved/hone" # then its group may change both
same "$work/moved/hone"
chmod g-w "$work/moved/hone" $module
for mode in o+w g+w; do
    chmod $mode .
    refuses "$module is not loaded: another user can change its folder"
    chmod go-w .
done
chmod o+w,+t . # as in /tmp
same "$work/moved/hone"
chmod o-w,-t .
echo "not a module" >$module.new
mv $module.new $module
refuses "$module is not a module of this build of hone "
for version in 0.0.1 "$("$build/hone" --version | sed -n '1s/hone //p')"; do
    cat >"$work/old.c" <<END2
#include <stdlib.h>
__attribute__((constructor)) static void run(void) { abort(); } /* code that a refused module must not run */
struct { char version[24]; unsigned size, layout; } hone_module_table = {"$version", 32, 0};
END2
    rm -f $module
    "$cc" "$@" -shared -fPIC "$work/old.c" -o $module
    refuses "$module is not a module of this build of hone "
done
rm $module
refuses "the module $module is not installed"
"$work/moved/hone" --version | grep -q "module $module is not installed" || fail "--version does not miss $module"
if [ -e "$build/locale/ja" ]; then
    cp -R "$build/locale" "$work/moved"
    export LC_ALL=ja_JP.UTF-8 LANGUAGE=
    refuses "モジュール $module が .* にインストールされていません"
fi
