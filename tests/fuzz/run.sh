#!/bin/sh
# Runs the libFuzzer programs of a build folder: run.sh BUILD [SECONDS [NAME…]], each for so many seconds;
# all of them when none is named. An input of more than a second or a gigabyte is a finding, too. What
# they find stays in BUILD/fuzz as NAME-crash-…; the corpus that they grow is kept there from run to run.
# With “nightly” for SECONDS they share eight hours, each corpus is then reduced to the inputs that
# matter, and the log of one that found something is kept for 30 days.
set -eu

build=$1
seconds=${2:-60}
shift $(($# < 2 ? $# : 2))
here=$(dirname "$0")
[ $# -gt 0 ] || set -- $(cd "$build/tests/fuzz" && ls -d fuzz-* | sed -n 's/^fuzz-\([a-z-]*\)$/\1/p')
nightly=
[ "$seconds" != nightly ] || { nightly=yes; seconds=$((${SEIDEL_FUZZ_NIGHT:-28800} / $#)); }

# reduce NAME: leaves of its corpus a smallest set of inputs that covers as much.
reduce () {
  rm -rf "$build/fuzz/$1.new"
  mkdir "$build/fuzz/$1.new"
  if "$build/tests/fuzz/fuzz-$1" -merge=1 -timeout="$timeout" -rss_limit_mb=1024 -artifact_prefix="$build/fuzz/$1-" \
    "$build/fuzz/$1.new" "$build/fuzz/$1" > "$build/fuzz/merge.log" 2>&1; then
    rm -rf "$build/fuzz/$1"
    mv "$build/fuzz/$1.new" "$build/fuzz/$1"
  fi
}

# Threads that wait must sleep: others may want the processors.
export OMP_WAIT_POLICY=passive OMP_NUM_THREADS=2
# MATLAB files are read by a program of the build.
SEIDEL_LIBEXEC_DIR=$(cd "$build" && pwd)/solvers
export SEIDEL_LIBEXEC_DIR
# So that the sanitizer sees each piece of memory; the memory of threads that end just then is none of ours.
export G_SLICE=always-malloc
export ASAN_OPTIONS=${ASAN_OPTIONS:-quarantine_size_mb=16:malloc_context_size=8:detect_leaks=1}
total=0
status=0
for name; do
  corpus=$build/fuzz/$name
  mkdir -p "$corpus"
  dict=$here/$name.dict
  [ -e "$dict" ] || dict=$here/market.dict
  log=$build/fuzz/$name.log
  # Which starts processes, and waits for them by the processor time that they take.
  timeout=1
  [ "$name" = mat-process ] && timeout=20
  found=
  largest=$(stat -c %s "$here/seeds/$name"/* | sort -n | tail -n 1)
  "$build/tests/fuzz/fuzz-$name" -max_total_time="$seconds" -max_len=$((largest > 4096 ? largest : 4096)) \
    -timeout=$timeout -rss_limit_mb=1024 -keep_seed=1 -dict="$dict" -artifact_prefix="$build/fuzz/$name-" \
    -print_final_stats=1 "$corpus" "$here/seeds/$name" > "$log" 2>&1 || found=yes
  if [ -n "$found" ]; then
    status=1
    [ -z "$nightly" ] || { cp "$log" "$build/fuzz/$name-$(date +%F).log"; log=$build/fuzz/$name-$(date +%F).log; }
    printf '%s: FAILED, see %s\n' "$name" "$log"
  fi
  runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
  memory=$(sed -n 's/^stat::peak_rss_mb: *//p' "$log")
  slowest=$(sed -n 's/^stat::slowest_unit_time_sec: *//p' "$log")
  printf '%-12s %12s executions, at most %s s each, %s MB\n' "$name" "${runs:-0}" "${slowest:-?}" "${memory:-?}"
  sed -n 's/^readers: /             readers: /p' "$log"
  total=$((total + ${runs:-0}))
  [ -z "$nightly" ] || reduce "$name"
done
printf '%-12s %12s executions\n' total "$total"
[ -z "$nightly" ] || find "$build/fuzz" -maxdepth 1 -name '*-????-??-??.log' -mtime +30 -delete
exit $status
