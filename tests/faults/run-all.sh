#!/bin/bash
# run-all.sh PYTHON LIMITS_TEST FAULTS_TEST SEIDEL_CLI FAULTS_LIBRARY: both tests of faults, in full.
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
"$1" "$3" "$4" "$5" --full
status=$?
"$1" "$2" "$4" --full && exit $status
