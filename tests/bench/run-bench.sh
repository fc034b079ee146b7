#!/bin/bash
# run-bench.sh BUILD [OPTION…] [NAME…]: the figures of the library, then those of the window on a private X
# server. The name “ui” stands for the window; without names everything is measured.
set -u
build=$1
shift
here=$(dirname "$0")
options=()
names=()
window=
library=
status=0
# Files are read to be measured, and nothing is written beside; the part about the cache turns it on.
export SEIDEL_CACHE=off
while [ $# -gt 0 ]; do
  case $1 in
    ui) window=yes ;;
    # What the window knows nothing of concerns the library alone.
    -h | --help | --engine=* | --file=*) library=yes; options+=("$1") ;;
    --engine) library=yes; options+=("$1" "${2:?--engine: name an engine}"); shift ;;
    --file) library=yes; options+=("$1" "${2:?--file: name a file}"); shift ;;
    -*) options+=("$1") ;;
    *) names+=("$1") ;;
  esac
  shift
done
if [ -z "$window" ] || [ -n "$library" ] || [ ${#names[@]} -gt 0 ]; then
  "$build/tests/bench/seidel-bench" ${options[@]+"${options[@]}"} ${names[@]+"${names[@]}"} || status=$?
fi
if [ -z "$library" ] && { [ -n "$window" ] || [ ${#names[@]} -eq 0 ]; }; then
  "$here/../gui/xrun.sh" "$build/tests/bench/seidel-bench-ui" ${options[@]+"${options[@]}"} || status=$?
fi
exit $status
