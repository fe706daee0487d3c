#!/bin/sh
# Counts the instructions for a vertex with valgrind, by method and kernel. The result does not depend on the load of
# the machine. Valgrind does not support AVX-512.
#
# usage: bench/instructions.sh [HONE [OPTIONS of hone bench...]]
set -eu
hone=${1:-build/release/hone}
[ $# = 0 ] || shift
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT

# Prints the cost of one run of a kernel: "method kernel instructions", or nothing if it cannot run.
count() { # METHOD KERNEL FUNCTION NAME OF KERNEL [OPTIONS...]
    method=$1 kernel=$2 function=$3 name=$4
    shift 4
    valgrind --tool=callgrind --callgrind-out-file=/dev/null --toggle-collect="$function" \
        "$hone" bench --method "$method" --kernel "$kernel" --repeat 1 "$@" >"$work/out" 2>"$work/log" || return 0
    vertices=$(sed -n 's/.*: \([0-9]*\) vertices .*/\1/p' "$work/out")
    collected=$(sed -n 's/.*Collected : \([0-9]*\).*/\1/p' "$work/log")
    [ -z "$vertices" ] || awk "BEGIN { printf \"%-16s %-8s %12.1f\n\", \"$method\", \"$name\", $collected / $vertices }"
}

printf '%-16s %-8s %12s\n' skinning kernel instructions
count linear scalar hone_naive_skin naive "$@"
for method in linear dual-quaternion packed linear-file sdef; do
    for kernel in scalar sse2 avx2; do
        count $method $kernel hone_skin_run_on $kernel "$@"
    done
done
for method in positions tangents interleaved interleaved-file half normalised packed-file; do
    for kernel in scalar sse2 avx2; do
        count $method $kernel hone_skin_run_on $kernel --scene layouts "$@"
    done
done
