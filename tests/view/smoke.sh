#!/bin/sh
# The window opens, plays, pauses, steps, shows bones and closes, driven by keys on a display of its own.
# usage: smoke.sh HONE
set -eu
hone=$1
for tool in Xvfb xdotool; do
    command -v $tool >/dev/null || { echo "SKIPPED: no $tool"; exit 0; }
done
work=$(mktemp -d)
number=$((90 + $$ % 400))
Xvfb ":$number" -screen 0 1280x800x24 -nolisten tcp >/dev/null 2>&1 &
server=$!
viewer=
trap 'kill $server $viewer 2>/dev/null || true; rm -rf "$work"' EXIT
export DISPLAY=":$number" GSK_RENDERER=cairo GTK_A11Y=none SDL_AUDIODRIVER=dummy XDG_CONFIG_HOME="$work"
export HONE_VIEW_STATE="$work/state.json" HONE_VIEW_SAVE="$work/saved.png"

wait_for() { # PATTERN: a line of the state
    for _ in $(seq 300); do
        grep -q "$1" "$HONE_VIEW_STATE" 2>/dev/null && return 0
        kill -0 $viewer 2>/dev/null || { echo "the viewer is gone"; cat "$work/said"; exit 1; }
        sleep 0.2
    done
    echo "never: $1"
    cat "$HONE_VIEW_STATE"
    exit 1
}
state() { sed -n "s/^  \"$1\": \([-0-9.]*\),*$/\1/p" "$HONE_VIEW_STATE"; }

for _ in $(seq 50); do xdotool getmouselocation >/dev/null 2>&1 && break; sleep 0.1; done
"$hone" view --demo --fresh --size 900x600 >/dev/null 2>"$work/said" &
viewer=$!
wait_for '"pictures": [1-9]'
wait_for '"playing": true'
window=$(xdotool search --sync --onlyvisible --name 'hone$' | tail -1)
key() { xdotool windowfocus --sync "$window"; xdotool key "$1"; }

key space
wait_for '"playing": false'
before=$(state frame)
key Right
for _ in $(seq 100); do [ "$(state frame)" = "$before" ] || break; sleep 0.1; done
[ "$(state frame)" != "$before" ] || { echo "a step did not step"; exit 1; }
key b
wait_for '"bones": 1,'
key d
wait_for '"side-by-side": 1'
key d
wait_for '"side-by-side": 0'
key F12
for _ in $(seq 100); do [ -s "$work/saved.png" ] && break; sleep 0.2; done
[ -s "$work/saved.png" ] || { echo "no picture was saved"; exit 1; }
wait_for '"error": ""'
key ctrl+q
status=0
wait $viewer || status=$?
viewer=
[ $status = 0 ] || { echo "ended with $status"; cat "$work/said"; exit 1; }
[ ! -s "$work/said" ] || { echo "said:"; cat "$work/said"; exit 1; }

# Without a display there is one line, and no more.
unset DISPLAY WAYLAND_DISPLAY
if "$hone" view 2>"$work/said"; then echo "no display, and no failure"; exit 1; fi
[ "$(cat "$work/said")" = "hone: view: no display" ] || { cat "$work/said"; exit 1; }
