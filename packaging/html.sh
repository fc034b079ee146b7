#!/bin/sh
# html.sh FOLDER: the guides of doc/ as HTML, by cmark-gfm.
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -eu

mkdir -p "$1"
for page in README.md doc/*.md; do
  name=$(basename "$page" .md)
  [ "$name" != README ] || name=index
  title=$(sed -n 's/^# //p' "$page" | head -n 1)
  {
    printf '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>%s</title>\n' "$title"
    printf '<meta name="viewport" content="width=device-width">\n<style>\n'
    printf 'body { max-width: 60em; margin: 2em auto; padding: 0 1em; font-family: sans-serif; line-height: 1.5 }\n'
    printf 'table { border-collapse: collapse } td, th { border: 1px solid #999; padding: 0.2em 0.6em; text-align: left }\n'
    printf 'pre { overflow-x: auto; background: #f4f4f4; padding: 0.5em }\nimg { max-width: 100%% }\n</style>\n</head>\n<body>\n'
    cmark-gfm --unsafe -e table -e autolink -e strikethrough "$page" |
      sed -e 's|href="\(\.\./\)\{0,1\}README\.md|href="index.html|g' -e 's|href="doc/|href="|g' \
        -e 's|\(href="[A-Za-z-]*\)\.md|\1.html|g' -e 's|src="\(\.\./\)*resources/|src="pictures/|g'
    printf '</body>\n</html>\n'
  } >"$1/$name.html"
done
cp -r doc/notebook "$1/"
grep -rhoE 'resources/[A-Za-z0-9/_-]*\.(png|svg)' README.md doc/*.md | sort -u | while read -r picture; do
  mkdir -p "$1/pictures/$(dirname "${picture#resources/}")"
  cp "$picture" "$1/pictures/${picture#resources/}"
done
