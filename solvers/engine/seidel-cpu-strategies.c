/* The sweep strategies of the CPU engine, and the choice between them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>
#include <stdio.h>

#include "engine/seidel-cpu-sweep-private.h"
#include "base/seidel-translatable.h"

/* What levels of triangles of factors must gain, whose rows wait less for each other than those of
 * a whole matrix, which are counted on: fitted to ILU(1) and ILU(2) of 27-, 7- and 5-point grids
 * and of convection, 4·10⁴ to 9·10⁴ rows, where levels are slower at an expected gain of 2.3 and no
 * slower at 3.2. */
#define LEAST_DIVIDED_GAIN 2.5

const SeidelStrategy seidel_cpu_strategies[SEIDEL_CPU_N_STRATEGIES] = {
  [SEIDEL_CPU_SERIAL] = {
    .id = "serial",
    .name = N_ ("Serial"),
    .sentence = N_ ("One row after the other on one thread. Nothing to prepare; best for thin levels "
                "and small matrices."),
    .arithmetics = SEIDEL_ARITHMETIC_FUSED | SEIDEL_ARITHMETIC_COMPENSATED,
  },
  [SEIDEL_CPU_LEVELS] = {
    .id = "levels",
    .name = N_ ("Level sets"),
    .sentence = N_ ("The rows of one level at once on all threads, a barrier after each level; thin "
                "neighbouring levels are run by one thread. The same bits as serial; sums over "
                "vectors, in Krylov methods, are in the order of the levels."),
    .order = SEIDEL_ORDER_LEVEL,
    .stored = SEIDEL_STORED_RUNS,
    .waits = SEIDEL_WAITS_BARRIER,
    .needs_levels = true,
    .measures = SEIDEL_MEASURES_LEVELS,
    .any_levels = true,
    .arithmetics = SEIDEL_ARITHMETIC_FUSED | SEIDEL_ARITHMETIC_COMPENSATED,
  },
  [SEIDEL_CPU_POINT_TO_POINT] = {
    .id = "point-to-point",
    .name = N_ ("Point to point"),
    .sentence = N_ ("Like level sets, but instead of waiting for all threads after each level a thread "
                "waits only for those whose rows its own depend on; serial where that is not "
                "slower. The same bits as serial; sums over vectors, in Krylov methods, are in the "
                "order of the levels."),
    .order = SEIDEL_ORDER_LEVEL,
    .stored = SEIDEL_STORED_RUNS,
    .waits = SEIDEL_WAITS_FLAGS,
    .needs_levels = true,
    .measures = SEIDEL_MEASURES_LEVELS,
    .arithmetics = SEIDEL_ARITHMETIC_FUSED | SEIDEL_ARITHMETIC_COMPENSATED,
  },
  [SEIDEL_CPU_PASSES] = {
    .id = "passes",
    .name = N_ ("Repeated passes"),
    .sentence = N_ ("Goes through all rows repeatedly, and each pass updates those whose dependencies "
                "an earlier one updated: as simple GPU programs do it, for demonstration. The same "
                "bits as serial."),
    .waits = SEIDEL_WAITS_REPETITION,
    .measures = SEIDEL_MEASURES_PASSES,
    .demonstration = true,
    .arithmetics = SEIDEL_ARITHMETIC_FUSED | SEIDEL_ARITHMETIC_COMPENSATED,
  },
};

SeidelSweepTeam
seidel_cpu_best_team (const SeidelCsrView *matrix, const SeidelLevelsView *levels, int threads)
{
  SeidelSweepProfile profile;

  seidel_sweep_profile_init (&profile, matrix, levels);
  return seidel_sweep_team (&profile, matrix, levels, seidel_machine_usual (), threads);
}

int
seidel_cpu_choose_strategy (const SeidelCsrView *matrix,
                            const SeidelLevelsView *levels,
                            int threads,
                            char *why,
                            size_t size,
                            SeidelSweepForecast *forecast)
{
  char profile[100];
  SeidelSweepProfile counts;
  SeidelSweepTeam team;

  if (forecast != NULL)
    *forecast = (SeidelSweepForecast){ NAN, levels != NULL ? levels->count : 0 };
  if (levels == NULL || levels->count == 0)
    {
      snprintf (why, size, "%s",
                threads < 2      ? seidel_text ("there is one thread to work with")
                : levels == NULL ? seidel_text ("its levels are not known")
                                 : seidel_text ("it has no rows"));
      return SEIDEL_CPU_SERIAL;
    }
  seidel_sweep_profile_init (&counts, matrix, levels);
  team = seidel_sweep_team (&counts, matrix, levels, seidel_machine_usual (), threads);
  if (counts.divided && team.gain < LEAST_DIVIDED_GAIN)
    team.threads = 0;
  if (forecast != NULL)
    forecast->seconds = team.seconds;
  snprintf (profile, sizeof profile, seidel_text ("levels hold %.1f rows on average"),
            (double) matrix->rows / levels->count);
  if (team.threads == 0 && threads < 2)
    snprintf (why, size, "%s", seidel_text ("there is one thread to work with"));
  else if (team.threads == 0)
    snprintf (why, size, seidel_text ("%s: too thin for %d threads to gain"), profile, threads);
  else if (team.threads == 1)
    snprintf (why, size,
              seidel_text ("%s: computing rows of a level together, by vector instructions, should "
                           "make one thread %.1f × as fast"),
              profile, team.gain);
  else
    snprintf (why, size,
              seidel_text (
                "%s: %d threads should gain %.1f ×, in the way that measurements find fastest"),
              profile, team.threads, team.gain);
  return team.threads == 0 ? SEIDEL_CPU_SERIAL : SEIDEL_CPU_POINT_TO_POINT;
}
