#!/bin/sh
# Draws a film, or a sequence of pictures, on a Slurm cluster: one job simulates, an array of jobs draws the parts, and
# one job joins them. Jobs that fail or die with their node are tried again by themselves. Slurm does not do that for a
# job that a signal has killed, such as one that took too much memory: if parts are missing, the last job submits all of
# this again, twice at most. Run the same line again after a failure: what is finished is kept.
#
# usage: film.sh PARTS OUT ARGUMENTS OF hone render, without -o
#   film.sh 100 /shared/dance.mp4 /shared/miku.pmx /shared/dance.vmd --audio /shared/song.mp3 --size 1920x1080
#
# All paths must be the same on all nodes. HONE names the program (default: hone); SBATCH_* variables are those of
# sbatch. Prints the number of the last job.
set -eu
[ $# -ge 3 ] || { sed -n '2,/^set/s/^# \{0,1\}//p' "$0" >&2; exit 2; }
parts=$1
out=$2
shift 2
here=$(cd "$(dirname "$0")" && pwd)
work=$out.parts
mkdir -p "$work"
rm -f "$work/refused"
export HONE_FILM="$here/film.sh" HONE_FILM_ROUND="${HONE_FILM_ROUND:-1}"
submit() { sbatch --parsable --requeue --open-mode=append --kill-on-invalid-dep=yes "$@"; }

steps=$(submit --job-name=hone-steps --output="$work/steps.log" "$here/step.sbatch" "$out" "$parts" "$@")
array=$(submit --job-name=hone-part --output="$work/part-%a.log" --array="1-$parts" --dependency="afterok:$steps" \
    "$here/step.sbatch" "$out" "$parts" "$@")
submit --job-name=hone-join --output="$work/join.log" --dependency="afterany:$array" "$here/join.sbatch" "$out" "$parts" \
    "$@"
