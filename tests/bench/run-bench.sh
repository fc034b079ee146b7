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
status=0
for argument; do
  case $argument in
    ui) window=yes ;;
    -*) options+=("$argument") ;;
    *) names+=("$argument") ;;
  esac
done
if [ -z "$window" ] || [ ${#names[@]} -gt 0 ]; then
  "$build/tests/bench/seidel-bench" ${options[@]+"${options[@]}"} ${names[@]+"${names[@]}"} || status=$?
fi
if [ -n "$window" ] || [ ${#names[@]} -eq 0 ]; then
  "$here/../gui/xrun.sh" "$build/tests/bench/seidel-bench-ui" ${options[@]+"${options[@]}"} || status=$?
fi
exit $status
