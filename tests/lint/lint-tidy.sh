#!/bin/bash
# What clang-tidy finds by the checks in .clang-tidy: lint-tidy.sh SOURCE_FOLDER BUILD_FOLDER
set -o pipefail
cd "$1" || exit 1
command -v clang-tidy >/dev/null || { echo "clang-tidy is not installed"; exit 77; }
# Only what this build compiles; files of tests/ lose that folder here, and so are not found.
files=$(grep -oE '"file": "[^"]*"' "$2/compile_commands.json" | grep -oE '(solvers|ui|app|petsc)/[^"]*\.c' | grep -v '\.inc\.c$' |
  sort -u | while read -r file; do [ ! -f "$file" ] || echo "$file"; done)
[ -n "$files" ] || { echo "$2/compile_commands.json names no file to check"; exit 1; }
# It counts the warnings of each file on its error output, those in headers of libraries too, which are none of ours. Whatever
# else it prints there is wrong with it or with how it was called.
printf '%s\n' "$files" | xargs -P "$(nproc)" -n 8 clang-tidy -p "$2" --quiet --warnings-as-errors='*' 2> \
  >(sed -uE '/^[0-9]+ warnings?( treated as errors?)?( generated)?\.?$/d' >&2)
