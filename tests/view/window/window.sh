#!/bin/sh
# Tests the real window of hone-view on a separate display: SCRIPT.py has the scenarios, window.py their shared code.
# usage: window.sh BUILD_DIR SCRIPT [SCENARIO...]; KEEP=FOLDER keeps screenshots there
set -eu
here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "$1" && pwd)
script=$2
shift 2
skip() {
    echo "SKIPPED: the window's scenarios: no $1"
    exit 0
}
for tool in Xvfb xdotool convert openbox dbus-run-session /usr/bin/python3; do
    command -v $tool >/dev/null || skip $tool
done
/usr/bin/python3 -c "import numpy, Xlib, gi; gi.require_version('Atspi', '2.0')" 2>/dev/null ||
    skip "python3-numpy, python3-xlib, python3-gi or Atspi"

work=$(mktemp -d)
server=
clean() {
    [ -z "$server" ] || kill "$server" 2>/dev/null || :
    rm -rf "$work"
}
trap clean EXIT
trap 'exit 130' INT TERM

# The server takes a free display and writes its number to the third descriptor when it listens.
mkfifo "$work/display"
Xvfb -displayfd 3 -screen 0 1280x900x24 -nolisten tcp 3>"$work/display" >/dev/null 2>&1 &
server=$!
read -r number <"$work/display"

mkdir -p "$work/home/config/gtk-4.0" "$work/run"
chmod 700 "$work/run"
printf '[Settings]\ngtk-enable-animations=false\n' >"$work/home/config/gtk-4.0/settings.ini"
status=0
env -u WAYLAND_DISPLAY -u LANGUAGE DISPLAY=":$number" GDK_BACKEND=x11 GSK_RENDERER=cairo SDL_AUDIODRIVER=dummy \
    LC_ALL=C.UTF-8 HOME="$work/home" XDG_CONFIG_HOME="$work/home/config" XDG_DATA_HOME="$work/home/data" \
    XDG_STATE_HOME="$work/home/state" \
    XDG_CACHE_HOME="$work/home/cache" XDG_RUNTIME_DIR="$work/run" LIBGL_ALWAYS_SOFTWARE=1 \
    MESA_SHADER_CACHE_DIR="${MESA_SHADER_CACHE_DIR:-$build/tests/shaders}" \
    PYTHONDONTWRITEBYTECODE=1 dbus-run-session -- sh -c 'openbox >/dev/null 2>&1 & exec "$@"' sh \
    /usr/bin/python3 "$here/$script.py" "$build" "$work" "$@" || status=$?
exit $status
