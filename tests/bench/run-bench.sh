#!/bin/bash
# run-bench.sh BUILD [OPTION…] [NAME…]: the figures of the library, then those of the window on a private X
# server. The names “ui” and “cluster” stand for the window and for ranks under MPI; without names everything is measured.
set -u
build=$1
shift
here=$(dirname "$0")
options=()
names=()
window=
library=
cluster=
status=0
# Files are read to be measured, and nothing is written beside; the part about the cache turns it on.
export SEIDEL_CACHE=off
# Some orderings are made by a program of the build tree.
SEIDEL_LIBEXEC_DIR=$(realpath "$build")/solvers
export SEIDEL_LIBEXEC_DIR
# Of the window.
GSETTINGS_SCHEMA_DIR=$(realpath "$build")/resources
export GSETTINGS_SCHEMA_DIR
while [ $# -gt 0 ]; do
  case $1 in
    ui) window=yes ;;
    cluster) cluster=yes ;;
    # What the window knows nothing of concerns the library alone.
    -h | --help | --engine=* | --file=* | --only=*) library=yes; options+=("$1") ;;
    --engine) library=yes; options+=("$1" "${2:?--engine: name an engine}"); shift ;;
    --only) library=yes; options+=("$1" "${2:?--only: name a part of a title}"); shift ;;
    --file) library=yes; options+=("$1" "${2:?--file: name a file}"); shift ;;
    -*) options+=("$1") ;;
    *) names+=("$1") ;;
  esac
  shift
done
if [ -z "$window$cluster" ] || [ -n "$library" ] || [ ${#names[@]} -gt 0 ]; then
  "$build/tests/bench/seidel-bench" ${options[@]+"${options[@]}"} ${names[@]+"${names[@]}"} || status=$?
fi
if [ -z "$library" ] && { [ -n "$window" ] || [ -z "$cluster" -a ${#names[@]} -eq 0 ]; }; then
  "$here/../gui/xrun.sh" "$build/tests/bench/seidel-bench-ui" ${options[@]+"${options[@]}"} || status=$?
fi
# CG by ranks, 27-point grid of 128³ points, beside PETSc's KSP: as many ranks as there are processors, and half of that.
if [ -z "$library" ] && { [ -n "$cluster" ] || [ -z "$window" -a ${#names[@]} -eq 0 ]; }; then
  if [ -x "$build/tests/bench/seidel-bench-cluster" ] && command -v mpirun > /dev/null; then
    echo "CG on ranks, 27-point 128³: an iteration"
    export HWLOC_COMPONENTS=-gl
    [ "$(id -u)" -ne 0 ] || export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
    export OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1
    for ((ranks = 1; ranks <= $(nproc); ranks *= 2)); do
      mpirun -n "$ranks" "$build/tests/bench/seidel-bench-cluster" 128 30 5 || status=$?
    done
  else
    echo "CG on ranks: not measured, PETSc or mpirun is not installed (petsc-dev)"
  fi
fi
exit $status
