#!/bin/bash
# What cppcheck finds in the library, the drawing and the programs.
cd "$1" || exit 1
command -v cppcheck >/dev/null || { echo "cppcheck is not installed"; exit 77; }
exec cppcheck --quiet --error-exitcode=1 --std=c11 --enable=warning,performance,portability --inline-suppr \
  --library=gtk --suppress=missingInclude --suppress=unknownMacro -j 2 \
  -I solvers -I ui -I app solvers ui app petsc
