/* The wording of texts is compared with one golden file per library or program, and nowhere else:
 * tests/solvers/libseidel.golden and tests/ui/seidel.golden. A test that compares texts is listed
 * in worded_tests or worded_ui_tests of its meson.build. “ninja update-golden” rewrites the files.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

/* Compares a text with the next entry of the running test: its first call with entry 1, and so on.
 */
void test_assert_wording (const char *text);

/* Compares it with the entry of this key, for texts that appear several times or in an order that
 * depends on the machine. The key contains no “: ”. */
void test_assert_wording_of (const char *key, const char *text);
