#!/bin/bash
# Installs Seidel on a machine that has nothing but Debian and git, as a reader who follows the README would:
#
#   bare-machine.sh [SUITE] [--test] [--keep]      SUITE: of Debian, bookworm (12), trixie (13) or sid; the first without one
#
# --test also runs ./dev test there; --keep leaves the system in its folder.
#
# The machine is a folder, see bare-system.sh. Prints the seconds to the first result, package installation included.
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -euo pipefail

suite=bookworm
run_tests=
keep=
for option; do
  case $option in
    --test) run_tests=yes ;;
    --keep) keep=yes ;;
    bookworm | trixie | sid) suite=$option ;;
    *) echo "bare-machine.sh: unknown option $option (known: bookworm, trixie, sid, --test, --keep)"; exit 2 ;;
  esac
done

. "$(dirname "$(readlink -f "$0")")/bare-system.sh"

# What nobody asked for must not be installed.
refuse_packages () {
  local package
  for package; do
    if chroot "$root" dpkg-query -W -f='${db:Status-Status}\n' "$package" 2>/dev/null | grep -qx installed; then
      say "failed: $package is installed, which only tests, benchmarks or installing need"
      exit 1
    fi
  done
}

timed "debootstrap of $suite from $mirror" make_system

start=$EPOCHSECONDS
timed "first result, package installation included" expect 'onverged' ./dev cli solve sample:poisson
packages=$(($(stat -c %Y "$root/var/log/apt/history.log") - start))
say "of these, package installation: $packages s"
first=$seconds
refuse_packages xvfb appstream desktop-file-utils petsc-dev clang-tidy cppcheck
timed "second call" expect 'onverged' ./dev cli solve sample:truss --method cg

expect 'onverged' sh -c 'mkdir /root/pictures && cd /root/pictures && /root/seidel/dev run /root/seidel/data/poisson.mtx'
pictures=$(find "$root/root/pictures" -name '*.png' -size +1k | wc -l)
[ "$pictures" -ge 4 ] || { say "failed: ./dev run wrote $pictures pictures"; exit 1; }

touch "$folder/mark"
timed "installation" expect . ./dev install /opt/seidel
expect '[0-9]+\.[0-9]+' sh -c 'cd / && exec /opt/seidel/bin/seidel --version'
expect 'onverged' sh -c 'cd / && exec /opt/seidel/bin/seidel-cli solve sample:truss --method cg'
expect 'seidel' sh -c 'ls /opt/seidel/share/applications /opt/seidel/share/man/man1'
# What ./dev run had built was not built again, but for what has the prefix in it.
objects=$(find "$root/root/seidel/build" -name '*.o' | wc -l)
again=$(find "$root/root/seidel/build" -name '*.o' -newer "$folder/mark" | wc -l)
[ "$again" -le $((objects / 10)) ] || { say "failed: ./dev install compiled $again of $objects files again"; exit 1; }
expect . ./dev uninstall
left=$(find "$root/opt/seidel" ! -type d 2>/dev/null | head -n 5)
[ -z "$left" ] || { say "failed: ./dev uninstall left" $left; exit 1; }

# Somebody who may not write there, and who may not install anything, learns so in one sentence.
refused () {
  local pattern=$1
  shift
  if in_system setpriv --reuid=65534 --regid=65534 --clear-groups "$@" >"$folder/output" 2>&1 || [ "$(wc -l <"$folder/output")" -ne 1 ] ||
    ! grep -qE "$pattern" "$folder/output"; then
    cat "$folder/output"
    say "failed: $* (expected to end with one line like '$pattern')"
    exit 1
  fi
  say "refused: $*: $(cat "$folder/output")"
}
chmod 755 "$root/root"
refused 'cannot be written' ./dev build
refused 'cannot be written' ./dev install /opt/seidel

# On a terminal, and without /dev/pts, what is missing is installed with its progress.
chroot "$root" sh -c 'DEBIAN_FRONTEND=noninteractive apt-get -q -y purge libmatio-dev fontconfig' >"$folder/output" 2>&1 || { tail -n 20 "$folder/output"; exit 1; }
if ! wait_for script -qec "chroot '$root' env -i HOME=/root TERM=xterm PATH=/usr/sbin:/usr/bin:/sbin:/bin ${http_proxy:+http_proxy='$http_proxy'} \
    ${https_proxy:+https_proxy='$https_proxy'} sh -c 'cd /root/seidel && ./dev cli solve sample:poisson'" /dev/null </dev/null >"$folder/output" 2>&1 ||
  ! grep -q 'onverged' "$folder/output"; then
  tail -n 40 "$folder/output"
  say "failed: on a terminal"
  exit 1
fi
say "ok: on a terminal without /dev/pts, with packages to install"

# PETSc that is installed later is noticed at the next call.
expect . sh -c 'DEBIAN_FRONTEND=noninteractive apt-get -q -y --no-install-recommends install petsc-dev openmpi-bin'
timed "the engine of PETSc in addition" expect 'onverged' env OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 \
  ./dev cli solve sample:poisson --engine petsc --ranks 2

if [ -x /usr/local/cuda/bin/nvcc ]; then
  mkdir -p "$root/usr/local/cuda"
  mount --bind "$(readlink -f /usr/local/cuda)" "$root/usr/local/cuda"
  mount -o remount,bind,ro "$root/usr/local/cuda"
  if [ ! -e /dev/nvidia0 ]; then
    expect 'left out, as there is no GPU' ./dev cli --version
    [ ! -e "$root/root/seidel/build/cuda/libseidel-cuda.so" ] || { say "failed: the CUDA engine was built without a GPU"; exit 1; }
  fi
  timed "the CUDA engine in addition" expect 'onverged' ./dev --cuda cli solve sample:poisson
  awk -v first="$first" -v cuda="$seconds" 'BEGIN { printf "first result with nvcc and a GPU, package installation included: %.0f s\n", first + cuda }'
  [ -e "$root/root/seidel/build/cuda/libseidel-cuda.so" ] || { say "failed: the CUDA engine was not built"; exit 1; }
fi

if [ -n "$run_tests" ]; then
  timed "./dev test" expect '^[0-9]+ passed, 0 failed, [0-9]+ skipped$' ./dev test
  tail -n 1 "$folder/output"
fi
