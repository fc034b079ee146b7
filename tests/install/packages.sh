#!/bin/bash
# Makes the packages on a machine that has nothing but Debian and git, and installs each alone on another one, where it does
# its job by the tests in packaging/debian/tests; autopkgtest runs these, too:
#
#   packages.sh [SUITE] [--made FOLDER] [--keep]      SUITE: bookworm (12), trixie (13) or sid; the first without one
#
# --made: those in a folder, as ./dev package and ./dev package --portable leave them, instead of new ones. The portable folder
# and the wheel of Debian 12 run on newer systems, too.
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -euo pipefail

suite=bookworm
made=
keep=
arguments=("$@")
while [ $# -gt 0 ]; do
  case $1 in
    --made) made=$(readlink -f "$2"); shift ;;
    --keep) keep=yes ;;
    bookworm | trixie | sid) suite=$1 ;;
    *) echo "packages.sh: unknown option $1 (known: bookworm, trixie, sid, --made, --keep)"; exit 2 ;;
  esac
  shift
done
set -- "${arguments[@]}"

. "$(dirname "$(readlink -f "$0")")/bare-system.sh"

# A new system without the clone, where apt knows the packages.
renew_system () {
  local mounted
  mounted=$(awk -v root="$root/" 'index ($2, root) == 1 { print $2 }' /proc/mounts | sort -r)
  [ -z "$mounted" ] || umount --lazy $mounted
  rm -rf --one-file-system "$root"
  make_system
  rm -rf "$root/root/seidel"
  mkdir -p "$root/root/seidel" "$root/packages"
  cp "$made"/* "$root/packages/"
  mkdir -p "$root/packages/tests"
  find "$source"/packaging/debian{,-cuda}/tests -type f ! -name control -exec cp {} "$root/packages/tests/" \;
  # Whom this machine trusts on the way to PyPI.
  cp -L /etc/ssl/certs/ca-certificates.crt "$root/packages/authorities.crt"
  [ ! -e "$made/Packages" ] || echo 'deb [trusted=yes] file:/packages ./' >"$root/etc/apt/sources.list.d/seidel.list"
  expect '' apt-get -q update
}

if [ -z "$made" ]; then
  make_system
  # The CUDA engine is packaged where nvcc is there; for one GPU, as its package takes long for all.
  cuda=()
  if [ -x /usr/local/cuda/bin/nvcc ]; then
    mkdir -p "$root/usr/local/cuda"
    mount --bind "$(readlink -f /usr/local/cuda)" "$root/usr/local/cuda"
    cuda=(env GPUS=75)
  fi
  timed "packages" expect '\.whl$' ${cuda[@]+"${cuda[@]}"} ./dev ${cuda:+--cuda} package
  made=$folder/made
  mkdir "$made"
  cp "$root"/root/seidel/build-packages/*.{deb,whl} "$made/"
  timed "portable folder" expect '\.tar\.xz$' ./dev package --portable
  cp "$root"/root/seidel/build-packages/*.tar.xz "$made/"
fi
if ls "$made"/*.deb >/dev/null 2>&1; then
  command -v dpkg-scanpackages >/dev/null || skip "dpkg-scanpackages (dpkg-dev) is not installed"
  (cd "$made" && dpkg-scanpackages --multiversion . 2>/dev/null >Packages)
  # Each test of Debian's on a new system that has nothing but the packages that it names; then all of them as Debian runs them.
  while read -r tests depends; do
    [[ $depends != *seidel-cuda* ]] || ls "$made"/seidel-cuda_*.deb >/dev/null 2>&1 || continue
    renew_system
    expect . sh -c "DEBIAN_FRONTEND=noninteractive apt-get -q -y --no-install-recommends install $depends"
    for test in $tests; do expect '' "/packages/tests/$test"; done
  done < <(cat "$source"/packaging/debian{,-cuda}/tests/control | sed -n 's/, / /g; s/^Tests: //p; s/^Depends: //p' | paste -d ' ' - -)
  renew_system
  expect . sh -c 'DEBIAN_FRONTEND=noninteractive apt-get -q -y --no-install-recommends install autopkgtest'
  mkdir -p "$root/root/tree"
  cp -r "$source/packaging/debian" "$root/root/tree/"
  expect 'PASS' sh -c 'autopkgtest --no-built-binaries /packages/*.deb /root/tree -- null 2>&1'
  cat "$folder/output" | grep -E ' (PASS|FAIL|SKIP)' || true
fi
if ls "$made"/*.tar.xz >/dev/null 2>&1; then
  renew_system
  tar -C "$root/opt" -xf "$made"/*.tar.xz
  expect 'onverged' /opt/seidel/seidel-cli solve sample:truss
  expect 'onverged' /opt/seidel/seidel-cli solve sample:poisson --method cholmod
  expect 'onverged' sh -c 'cd /tmp && exec /opt/seidel/seidel /opt/seidel/share/seidel/samples/poisson.mtx'
  # The licences of what it has from others.
  expect 'LGPL' sh -c 'cd /opt/seidel/share/doc && cat libopenblas*/copyright libgtk-4-*/copyright common-licenses/LGPL-2.1'
fi
if ls "$made"/*.whl >/dev/null 2>&1; then
  renew_system
  expect . sh -c 'DEBIAN_FRONTEND=noninteractive apt-get -q -y --no-install-recommends install python3-venv'
  expect . sh -c 'python3 -m venv /tmp/venv && /tmp/venv/bin/pip install -q --cert /packages/authorities.crt /packages/*.whl && /tmp/venv/bin/pip list'
  expect . sh -c 'cat /tmp/venv/lib/python3*/site-packages/seidel-*.dist-info/licenses/libopenblas*/copyright'
  expect '^solved' /tmp/venv/bin/python -c '
import numpy, scipy.sparse, seidel
a = scipy.sparse.diags([-1.0, 4.0, -1.0], [-1, 0, 1], shape=(1000, 1000), format="csr")
print("solved", seidel.solve(a, numpy.ones(1000)).reason, seidel.levels(a))'
fi
