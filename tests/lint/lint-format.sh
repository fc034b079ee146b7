#!/bin/bash
# Every C file is formatted as .clang-format says.
cd "$1" || exit 1
command -v clang-format >/dev/null || { echo "clang-format is not installed"; exit 77; }
find app ui solvers cuda petsc examples tests -name '*.[ch]' -o -name '*.cu' -o -name '*.cuh' | sort |
  xargs clang-format --dry-run -Werror
