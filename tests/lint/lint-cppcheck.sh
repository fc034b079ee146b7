#!/bin/bash
# What cppcheck finds in the library, the drawing and the programs.
cd "$1" || exit 1
command -v cppcheck >/dev/null || { echo "cppcheck is not installed"; exit 77; }
# It takes more than ten minutes for the kernels of arrays, whose variants nest; clang-tidy checks those.
exec cppcheck --quiet --error-exitcode=1 --std=c11 --enable=warning,performance,portability --inline-suppr \
  --library=gtk --suppress=missingInclude --suppress=unknownMacro -j 2 \
  -i solvers/engine/kernels/seidel-array-kernels.c -I solvers -I ui -I app solvers ui app
