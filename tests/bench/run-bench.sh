#!/bin/bash
# run-bench.sh BUILD [NAME…]: the figures of the library, then those of the window under a private X server.
# Options and names go to both programs; each knows which rows are its own.
set -u
build=$1
shift
here=$(dirname "$0")
status=0
"$build/tests/bench/seidel-bench" "$@" || status=$?
if [ -x "$build/tests/bench/seidel-bench-ui" ]; then
  "$here/../gui/xrun.sh" "$build/tests/bench/seidel-bench-ui" "$@" || status=$?
fi
exit $status
