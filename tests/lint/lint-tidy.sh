#!/bin/bash
# What clang-tidy finds by the checks in .clang-tidy: lint-tidy.sh SOURCE_FOLDER BUILD_FOLDER
cd "$1" || exit 1
command -v clang-tidy >/dev/null || { echo "clang-tidy is not installed"; exit 77; }
# Only what this build compiles; files of tests/ lose that folder here, and so are not found.
grep -oE '"file": "[^"]*"' "$2/compile_commands.json" | grep -oE '(solvers|ui|app)/[^"]*\.c' | grep -v '\.inc\.c$' |
  sort -u | while read -r file; do [ -f "$file" ] && echo "$file"; done |
  xargs -P "$(nproc)" -n 8 clang-tidy -p "$2" --quiet --warnings-as-errors='*' 2>/dev/null
