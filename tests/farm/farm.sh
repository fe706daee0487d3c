#!/bin/bash
# Runs examples/slurm on a real Slurm with three nodes on this machine. One node dies while parts are drawn; at the end
# nothing is missing, nothing was made twice, and the film is that of one run, byte for byte.
# usage: farm.sh SOURCE_DIR HONE SAMPLES
set -eu
source=$1
export HONE=$2
samples=$3
work=$(mktemp -d /tmp/hone-farm-XXXXXX)
host=$(hostname -s)
export SLURM_CONF=$work/slurm.conf
nodes="n1 n2 n3"
fail() {
    echo "farm: $*" >&2
    tail -n 60 "$work"/*.log "$work"/o/*.parts/*.log >&2 2>/dev/null || true
    exit 1
}

# The processes of this farm carry its configuration in their environment.
processes_of() { # texts that are in the environment
    list=$(grep -lzxF "$1" /proc/[0-9]*/environ 2>/dev/null || true)
    for file in $list; do
        [ -z "${2:-}" ] || grep -qzxF "$2" "$file" 2>/dev/null || continue
        file=${file#/proc/}
        echo "${file%/environ}"
    done
}
end() {
    trap - EXIT
    for process in $(processes_of "SLURM_CONF=$SLURM_CONF"); do
        [ "$process" = $$ ] || kill -9 "$process" 2>/dev/null || true
    done
    rm -rf "$work"
}
trap end EXIT
trap 'exit 1' INT TERM

# ---- munge, slurmctld, slurmd ----
mkdir -p "$work/state" "$work/o"
chmod 755 "$work"
head -c 1024 /dev/urandom >"$work/key"
chmod 600 "$work/key"
munged --force --key-file="$work/key" --socket="$work/munge" --pid-file="$work/munged.pid" \
    --log-file="$work/munged.log" --seed-file="$work/seed" || fail "munged does not start"
base=$((20000 + $$ % 20000))
cat >"$SLURM_CONF" <<END
ClusterName=hone
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$base
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
AuthType=auth/munge
AuthInfo=socket=$work/munge
CredType=cred/munge
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/%n
SlurmdPidFile=$work/%n.pid
SlurmctldPidFile=$work/slurmctld.pid
SlurmdLogFile=$work/%n.log
SlurmctldLogFile=$work/slurmctld.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
SelectType=select/linear
ReturnToService=2
SlurmdTimeout=5
InactiveLimit=0
KillWait=5
MinJobAge=600
SchedulerParameters=sched_interval=2,bf_interval=2,batch_sched_delay=0
SlurmdParameters=config_overrides
END
port=$base
for node in $nodes; do
    port=$((port + 1))
    echo "NodeName=$node NodeAddr=127.0.0.1 NodeHostname=$host Port=$port CPUs=1 State=UNKNOWN" >>"$SLURM_CONF"
done
echo "PartitionName=main Nodes=n[1-3] Default=YES MaxTime=INFINITE State=UP" >>"$SLURM_CONF"
slurmctld -D -c >"$work/ctld.out.log" 2>&1 &
for node in $nodes; do
    mkdir -p "$work/$node"
    HONE_FARM_NODE=$work/$node slurmd -D -N "$node" >"$work/$node.out.log" 2>&1 &
    disown
done
wait_for() { # seconds, what, command...
    left=$1 what=$2
    shift 2
    until "$@"; do
        left=$((left - 1))
        [ "$left" -gt 0 ] || fail "$what takes too long: $(sinfo 2>&1; squeue 2>&1)"
        sleep 1
    done
}
all_idle() { [ "$(sinfo -h -N -o %t 2>/dev/null | grep -c '^idle$')" = 3 ]; }
wait_for 60 "starting three nodes" all_idle

# ---- a film, while a node dies ----
parts=12
arguments="$samples/character.pmx $samples/dance.vmd $samples/camera.vmd --frames 0:599 --size 320x240"
cd "$work"
last=$("$source/examples/slurm/film.sh" "$parts" "$work/o/dance.mov" $arguments)
running_on_n2() { [ -n "$(squeue -h -t R -w n2 -n hone-part -o %i)" ]; }
some_parts() { [ "$(ls "$work"/o/dance.mov.parts/*.part 2>/dev/null | wc -l)" -ge 2 ]; }
wait_for 200 "drawing two parts" some_parts
wait_for 100 "a part on node n2" running_on_n2
echo "node n2 dies with job $(squeue -h -t R -w n2 -o '%i %j')"
# As if the machine lost its power: nobody is left to report that the job has ended.
jobs=$(processes_of "SLURMD_NODENAME=n2" "SLURM_CONF=$SLURM_CONF")
guards=""
for process in $jobs; do
    parent=$(awk '/^PPid/ { print $2 }' "/proc/$process/status" 2>/dev/null || true)
    [ "$(cat "/proc/$parent/comm" 2>/dev/null)" != slurmstepd ] || guards="$guards $parent"
done
for process in $(processes_of "HONE_FARM_NODE=$work/n2") $guards $jobs; do
    kill -9 "$process" 2>/dev/null || true
done
# A job on a living node is killed by a signal, as by the kernel that is out of memory: Slurm does not try it again.
running_on_n1() { [ -n "$(squeue -h -t R -w n1 -n hone-part -o %i)" ]; }
if running_on_n1; then
    echo "on node n1 job $(squeue -h -t R -w n1 -o '%i %j') is killed"
    for process in $(processes_of "SLURMD_NODENAME=n1" "SLURM_CONF=$SLURM_CONF"); do
        kill -9 "$process" 2>/dev/null || true
    done
fi
gone() { [ -z "$(squeue -h -j "$last" 2>/dev/null)" ]; }
joined() { [ -f "$work/o/dance.mov" ] && [ -z "$(squeue -h 2>/dev/null)" ]; }
wait_for 500 "the film" joined
[ -f "$work/o/dance.mov" ] || fail "there is no film: $(cat o/dance.mov.parts/*.log)"
cat "$work"/o/dance.mov.parts/*.log >made
for part in $(seq "$parts"); do
    [ "$(grep -c "^part $part of $parts is made by" made)" = 1 ] || fail "part $part was not made once: $(cat made)"
done
"$HONE" render $arguments -q -o "$work/o/one.mov"
cmp "$work/o/one.mov" "$work/o/dance.mov" || fail "the films differ"
echo "the film of $parts parts is that of one run"

# ---- the same line again: nothing is made ----
last=$("$source/examples/slurm/film.sh" "$parts" "$work/o/dance.mov" $arguments)
wait_for 200 "the second run" gone
[ "$(cat "$work"/o/dance.mov.parts/*.log | grep -c "is made by")" = $((parts + 1)) ] || fail "parts were made again"

# ---- many files ----
for i in $(seq 30); do
    echo "convert $samples/character.pmx $samples/dance.vmd --frame $i -o $work/o/poses/$i.vpd"
done >list
last=$(sbatch --parsable --array=1-6 --requeue --output="$work/files-%a.log" \
    --wrap "python3 $source/examples/slurm/files.py $work/list $work/manifest --part \$SLURM_ARRAY_TASK_ID/6")
wait_for 200 "the files" gone
[ "$(wc -l <manifest)" = 30 ] || fail "not 30 lines in the manifest: $(cat manifest)"
[ "$(grep -c '"status": 0' manifest)" = 30 ] || fail "a file failed: $(cat manifest)"
[ "$(ls o/poses | wc -l)" = 30 ] || fail "not 30 files"
echo "30 files are converted, each once"
