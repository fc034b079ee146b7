#!/bin/bash
# Every C file is formatted as .clang-format says.
cd "$1" || exit 1
command -v clang-format >/dev/null || { echo "clang-format is not installed"; exit 77; }
# Every version formats a little differently.
clang-format --version | grep -q 'version 14\.' || { echo "left out: not clang-format 14, by which the files are formatted"; exit 77; }
find app ui solvers cuda petsc examples tests -name '*.[ch]' -o -name '*.cu' -o -name '*.cuh' | sort |
  xargs clang-format --dry-run -Werror
