/* Strips that the device cuts, brought to the host.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "sweep/strips/seidel-cuda-strips.h"

#ifdef __cplusplus
extern "C"
{
#endif

  /* Says why there is none. */
  bool strips_device_available (char *why, size_t size);

  /* As seidel_strips_init (); freed by seidel_strips_clear (). lengths receives those that the
   * device found. */
  SeidelStripsResult strips_device_init (SeidelStrips *strips,
                                         const SeidelCsrView *matrix,
                                         SeidelDirection direction,
                                         const SeidelStripsSettings *settings,
                                         SeidelSweptLengths *lengths);

#ifdef __cplusplus
}
#endif
