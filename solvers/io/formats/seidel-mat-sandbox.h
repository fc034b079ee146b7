/* What the reader of MATLAB files may still do once it begins with a file that others made.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

/* From now on the process can read the file on its standard input, write to what is open, and use
 * memory that holds no code; it can open no other file, start nothing, send no signals, and reach
 * no network. Any other system call fails with EPERM. Rules that the kernel does not support are
 * left out: the limits on memory and files, and a reader that validates what it receives, hold
 * without them. */
void seidel_mat_sandbox_enter (void);
