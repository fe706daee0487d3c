#!/bin/sh
# The jobs of examples/slurm, one after the other in this shell, without Slurm: the joined pictures are those of one
# run; after a failure only what is missing is made; files.py writes each line of its manifest once.
# usage: without_slurm.sh SOURCE_DIR HONE SAMPLES
set -eu
source=$1
HONE=$2
samples=$3
export HONE
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
fail() { echo "$*" >&2; exit 1; }

# ---- pictures ----
"$HONE" render "$samples/character.pmx" --frame 0 --size 16x16 -q -o probe.png 2>/dev/null ||
    { echo "SKIPPED: this machine cannot draw"; exit 77; }
film() { # mode; then arguments of hone render
    for i in "" 1 2 3; do
        SLURM_ARRAY_TASK_ID=$i sh "$source/examples/slurm/step.sbatch" o/f-%04d.png 3 "$samples/character.pmx" \
            "$samples/dance.vmd" --frames 295:312 --size 48x64 >>log 2>&1 || return 1
    done
    sh "$source/examples/slurm/join.sbatch" o/f-%04d.png 3 >>log 2>&1
}
mkdir -p o o/f-%04d.png.parts one
"$HONE" render "$samples/character.pmx" "$samples/dance.vmd" --frames 295:312 --size 48x64 -q -o one/f-%04d.png
film || fail "the film failed: $(cat log)"
[ "$(grep -c "is made by" log)" = 4 ] || fail "not one simulation and three parts: $(cat log)"
rm -f log "o/f-%04d.png.parts/f-%04d.png.2-of-3.part" o/*.png
printf x >>"o/f-%04d.png.parts/f-%04d.png.3-of-3.part" # damaged
film || fail "resuming failed: $(cat log)"
[ "$(grep -c "part [23] of 3 is made" log)" = 2 ] && [ "$(grep -c "is made by" log)" = 2 ] ||
    fail "not just two parts are made again: $(cat log)"
[ "$(ls o/*.png | wc -l)" = 18 ] || fail "not 18 pictures"
for picture in one/*.png; do cmp "$picture" "o/${picture#one/}"; done

# ---- a job that is killed: an sbatch that runs jobs at once, and loses part 2 the first time ----
mkdir bin
cat >bin/sbatch <<'END'
#!/bin/sh
tasks=""
while [ "${1#--}" != "$1" ]; do
    case $1 in --array=1-*) tasks=$(seq "${1#--array=1-}") ;; esac
    shift
done
export SLURM_JOB_ID=7
for task in ${tasks:-none}; do
    [ "$task" != 2 ] || [ -e lost ] || { : >lost; continue; }
    SLURM_ARRAY_TASK_ID=${task#none} sh "$@" >>log 2>&1 || echo "a job failed" >>log
done
echo 7
END
chmod +x bin/sbatch
rm -rf log o/*
PATH=$work/bin:$PATH sh "$source/examples/slurm/film.sh" 3 o/g-%04d.png "$samples/character.pmx" "$samples/dance.vmd" \
    --frames 0:5 --size 48x64 >/dev/null
grep -q "parts are missing ( 2 ): submitted again" log || fail "the lost part is not noticed: $(cat log)"
[ "$(grep -c "part . of 3 is made" log)" = 3 ] || fail "not every part is made once: $(cat log)"
[ "$(ls o/*.png | wc -l)" = 6 ] || fail "not 6 pictures"
mkdir two
"$HONE" render "$samples/character.pmx" "$samples/dance.vmd" --frames 0:5 --size 48x64 -q -o two/g-%04d.png
for picture in two/*.png; do cmp "$picture" "o/${picture#two/}"; done
rm -f log
PATH=$work/bin:$PATH sh "$source/examples/slurm/film.sh" 2 o/h-%04d.png "$samples/character.pmx" --nonsense >/dev/null
! grep -q "submitted again" log || fail "wrong usage is tried again: $(cat log)"

# ---- many files ----
command -v python3 >/dev/null || exit 0
for i in 1 2 3 4 5 6 7 8; do echo "convert $samples/dance.vmd $samples/character.pmx --frame $i -o 'out/a $i.vpd'"; done >list
echo "convert missing.pmx -o out/missing.glb" >>list
files() { python3 "$source/examples/slurm/files.py" list manifest "$@"; }
files --part 1/3 & first=$!
files --part 2/3 & second=$!
! files --part 3/3 || fail "the missing file is no failure"
wait "$first" && wait "$second" || fail "a part failed: $(cat manifest)"
python3 - <<'END'
import json
entries = [json.loads(line) for line in open("manifest", encoding="utf-8")]
assert sorted(e["line"] for e in entries) == list(range(1, 10)), entries
assert all(e["status"] == (1 if e["line"] == 9 else 0) for e in entries), entries
assert all(e["seconds"] >= 0 and e["node"] and (e["output"] or e["error"]) for e in entries), entries
END
printf x >>"out/a 5.vpd" # a damaged output
rm "out/a 6.vpd"
files || true
[ "$(wc -l <manifest)" = 12 ] || fail "not lines 5, 6 and 9 alone were run again: $(cat manifest)"
echo "the same without Slurm"
