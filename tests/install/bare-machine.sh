#!/bin/bash
# Installs Seidel on a machine that has nothing but Debian and git, as a reader who follows the README would:
#
#   bare-machine.sh [SUITE] [--test] [--keep]      SUITE: of Debian, bookworm (12), trixie (13) or sid; the first without one
#
# --test also runs ./dev test there; --keep leaves the system in its folder.
#
# The machine is a folder, made by debootstrap from the mirror of this machine, with the committed tree and nothing beside
# it. What debootstrap made is kept for a day in the user's cache folder. Prints the seconds to the first result, package
# installation included. Needs root, debootstrap and a mirror; where one of them is missing it is skipped: exit status 77. Its
# mounts are in a namespace of their own and end with it.
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -euo pipefail

suite=bookworm
source=$(cd "$(dirname "$(readlink -f "$0")")/../.." && pwd)

say () { printf '%s\n' "$*"; }

skip () { say "skipped: $*"; exit 77; }

if [ -z "${BARE_MACHINE_NAMESPACE:-}" ]; then
  [ "$(id -u)" -eq 0 ] || skip "only root can make a system in a folder"
  command -v debootstrap >/dev/null || skip "debootstrap is not installed"
  unshare --mount true 2>/dev/null || skip "mounting is not permitted here"
  BARE_MACHINE_NAMESPACE=yes exec unshare --mount --propagation private "$0" "$@"
fi

run_tests=
keep=
for option; do
  case $option in
    --test) run_tests=yes ;;
    --keep) keep=yes ;;
    bookworm | trixie | sid) suite=$option ;;
    *) say "bare-machine.sh: unknown option $option (known: bookworm, trixie, sid, --test, --keep)"; exit 2 ;;
  esac
done

folder=$(mktemp -d "${TMPDIR:-/tmp}/seidel-bare.XXXXXX")
root=$folder/root

clean_up () {
  local status=$? mounted process
  trap '' HUP INT TERM
  [ -z "$(jobs -p)" ] || kill -KILL -- "-$(jobs -p)" || true
  for process in /proc/[0-9]*; do
    [ "$(readlink "$process/root")" != "$root" ] || kill -KILL "${process#/proc/}"
  done 2>/dev/null
  mounted=$(awk -v root="$root/" 'index ($2, root) == 1 { print $2 }' /proc/mounts | sort -r)
  [ -z "$mounted" ] || umount --lazy $mounted
  [ -n "$keep" ] || rm -rf --one-file-system "$folder"
  exit "$status"
}
trap clean_up EXIT
trap 'exit 1' HUP INT TERM

# apt's settings of this machine that say how to reach a mirror.
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Component: main' 2>/dev/null |
  grep -E '^https?://.*/debian/?$' | head -n 1 || true)
mirror=${mirror:-http://deb.debian.org/debian}
apt_settings=$(apt-config dump | grep -E '^Acquire::(https?|Check-|Max-|Retries|Force)' || true)
proxy=$(apt-config dump --format '%v%n' Acquire::http::Proxy)
[ -z "$proxy" ] || export http_proxy=$proxy

# wait_for COMMAND…: in the background and in a process group of its own, so that a signal can end it at once.
wait_for () {
  setsid "$@" &
  wait $!
}

# in_system COMMAND…: in the folder of the clone, with the environment of a user who has just logged in.
in_system () {
  wait_for chroot "$root" env -i HOME=/root TERM=dumb LANG=C.UTF-8 PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    ${http_proxy:+http_proxy="$http_proxy"} ${https_proxy:+https_proxy="$https_proxy"} \
    sh -c 'cd /root/seidel && exec "$@"' sh "$@" </dev/null
}

# expect PATTERN COMMAND…: the command succeeds, and prints a line that fits.
expect () {
  local pattern=$1 status=0
  shift
  in_system "$@" >"$folder/output" 2>&1 || status=$?
  if [ $status -ne 0 ] || ! grep -qE "$pattern" "$folder/output"; then
    tail -n 40 "$folder/output"
    say "failed: $* (exit status $status, expected a line like '$pattern')"
    exit 1
  fi
  say "ok: $*"
}

# timed NAME COMMAND…: with the seconds that it took in $seconds.
timed () {
  local name=$1 start=$EPOCHREALTIME cpu_start cpu
  shift
  cpu_start=$(children_cpu)
  "$@"
  seconds=$(awk -v from="$start" -v to="$EPOCHREALTIME" 'BEGIN { print to - from }')
  cpu=$(awk -v from="$cpu_start" -v to="$(children_cpu)" 'BEGIN { print to - from }')
  printf '%s: %.0f s (%.0f s of processor time on %d cores, load %s)\n' "$name" "$seconds" "$cpu" "$(nproc)" "$(cut -d ' ' -f 1 /proc/loadavg)"
}

# User and system time of the processes that ended, in seconds.
children_cpu () {
  awk -v ticks="$(getconf CLK_TCK)" '{ sub (/.*\) /, ""); print ($14 + $15) / ticks }' /proc/$$/stat
}

make_system () {
  local kept=${XDG_CACHE_HOME:-$HOME/.cache}/seidel-checks/$suite.tar
  mkdir -p "$root" "${kept%/*}"
  if [ -n "$(find "$kept" -mmin -1440 2>/dev/null)" ]; then
    wait_for tar -C "$root" -xpf "$kept"
  else
    if ! wait_for debootstrap --variant=minbase --include=git,ca-certificates "$suite" "$root" "$mirror" >"$folder/debootstrap.log" 2>&1; then
      tail -n 5 "$folder/debootstrap.log"
      grep -q '^I: Validating' "$folder/debootstrap.log" || skip "debootstrap got nothing from $mirror"
      exit 1
    fi
    wait_for tar -C "$root" -cpf "$kept.$$" .
    mv "$kept.$$" "$kept"
  fi
  printf '%s\n' "$apt_settings" >"$root/etc/apt/apt.conf.d/90mirror"
  cp -L /etc/resolv.conf /etc/hosts "$root/etc/"
  mount -t proc proc "$root/proc"
  mount -t sysfs -o ro sysfs "$root/sys"
  mkdir -p "$root/dev/shm"
  mount -t tmpfs tmpfs "$root/dev/shm"
  git clone --quiet "file://$source" "$root/root/seidel"
}

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
