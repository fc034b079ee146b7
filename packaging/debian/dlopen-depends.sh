#!/bin/sh
# dlopen-depends.sh LIBRARY: the packages of what it opens by itself, as a line of substvars.
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -eu

note=$(mktemp)
trap 'rm -f "$note"' EXIT
objcopy -O binary --only-section=.note.dlopen --set-section-flags .note.dlopen=alloc "$1" "$note"
packages=
for name in $(grep -ao 'lib[a-z]*\.so\.[0-9]*' "$note"); do
  package=$(dpkg-query -S "*/$name" 2>/dev/null | sed -n '1s/:.*//p')
  case $name in libopenblas.*) package='libopenblas0-openmp | libopenblas0' ;; esac
  [ -n "$package" ] || { echo "dlopen-depends.sh: no package has $name" >&2; exit 1; }
  packages="${packages:+$packages, }$package"
done
[ -n "$packages" ] || { echo "dlopen-depends.sh: $1 has no note of what it opens" >&2; exit 1; }
echo "dlopen:Depends=$packages"
