#!/bin/bash
# What cppcheck finds in the library, the drawing and the programs. It keeps what it found in each file, and looks again where
# the file or a header has changed; SEIDEL_LINT_ALL=1 lets it look at all.
cd "$1" || exit 1
command -v cppcheck >/dev/null || { echo "cppcheck is not installed"; exit 77; }
cppcheck --version | grep -q ' 2\.10' || { echo "left out: not cppcheck 2.10, by which the source is checked"; exit 77; }
known=${XDG_CACHE_HOME:-$HOME/.cache}/seidel-checks/cppcheck
[ -z "${SEIDEL_LINT_ALL:-}" ] || rm -rf "$known"
mkdir -p "$known"
# What it finds across files it prints, and ends as if that were nothing.
found=$(flock "$known" cppcheck --quiet --error-exitcode=1 --std=c11 --enable=warning,performance,portability --inline-suppr \
  --library=gtk --suppress=missingInclude --suppress=unknownMacro --cppcheck-build-dir="$known" -j 2 \
  -I solvers -I ui -I app solvers ui app petsc 2>&1)
status=$?
[ -z "$found" ] || printf '%s\n' "$found"
[ $status -eq 0 ] && [ -z "$found" ]
