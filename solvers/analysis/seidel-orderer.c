/* seidel-orderer: orders or divides the vertices of one graph by AMD or METIS; see
 * analysis/seidel-ordering-process.h.
 *
 * It is here and not with the programs for people because only solvers/analysis calls it, and both
 * ends of the shared memory change together.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <metis.h>
#include <stdio.h>
#include <string.h>
#include <suitesparse/amd.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "analysis/seidel-ordering-process.h"
#include "base/seidel-helper.h"

G_STATIC_ASSERT (sizeof (idx_t) == sizeof (int32_t));

/* A fixed one: the same matrix gets the same order each time. */
#define METIS_SEED 1

/* P. R. Amestoy, T. A. Davis, I. S. Duff, "Algorithm 837: AMD, an approximate minimum degree
 * ordering algorithm", ACM TOMS 30, 2004. */
static SeidelOrdererEnd
order_by_amd (SeidelOrdererHead *head)
{
  const int end =
    amd_order (head->vertices, seidel_orderer_offsets (head), seidel_orderer_neighbours (head),
               seidel_orderer_result (head), NULL, NULL);

  return end == AMD_OK              ? SEIDEL_ORDERER_DONE
         : end == AMD_OUT_OF_MEMORY ? SEIDEL_ORDERER_NO_MEMORY
                                    : SEIDEL_ORDERER_FAILED;
}

static SeidelOrdererEnd
end_of_metis (int end)
{
  return end == METIS_OK             ? SEIDEL_ORDERER_DONE
         : end == METIS_ERROR_MEMORY ? SEIDEL_ORDERER_NO_MEMORY
                                     : SEIDEL_ORDERER_FAILED;
}

/* G. Karypis, V. Kumar, "A fast and high quality multilevel scheme for partitioning irregular
 * graphs", SIAM J. Sci. Comput. 20, 1998. */
static SeidelOrdererEnd
order_by_metis (SeidelOrdererHead *head)
{
  g_autofree idx_t *inverse = g_try_new (idx_t, head->vertices);
  idx_t options[METIS_NOPTIONS];
  int end;

  if (inverse == NULL)
    return SEIDEL_ORDERER_NO_MEMORY;
  METIS_SetDefaultOptions (options);
  options[METIS_OPTION_SEED] = METIS_SEED;
  end =
    METIS_NodeND (&head->vertices, seidel_orderer_offsets (head), seidel_orderer_neighbours (head),
                  NULL, options, seidel_orderer_result (head), inverse);
  return end_of_metis (end);
}

/* Vertices weigh as much as their rows have entries. G. Karypis, V. Kumar, "Multilevel k-way
 * partitioning scheme for irregular graphs", J. Parallel Distrib. Comput. 48, 1998. */
static SeidelOrdererEnd
divide_by_metis (SeidelOrdererHead *head)
{
  g_autofree idx_t *weights = g_try_new (idx_t, head->vertices);
  const int32_t *offsets = seidel_orderer_offsets (head);
  idx_t options[METIS_NOPTIONS];
  idx_t constraints = 1;
  idx_t cut = 0;

  if (weights == NULL)
    return SEIDEL_ORDERER_NO_MEMORY;
  for (int32_t v = 0; v < head->vertices; v++)
    weights[v] = offsets[v + 1] - offsets[v] + 1;
  METIS_SetDefaultOptions (options);
  options[METIS_OPTION_SEED] = METIS_SEED;
  return end_of_metis (
    METIS_PartGraphKway (&head->vertices, &constraints, seidel_orderer_offsets (head),
                         seidel_orderer_neighbours (head), weights, NULL, NULL, &head->parts, NULL,
                         NULL, options, &cut, seidel_orderer_result (head)));
}

static SeidelOrdererHead *
map_input (void)
{
  struct stat status;
  void *memory;

  if (fstat (STDIN_FILENO, &status) != 0 || status.st_size < (off_t) sizeof (SeidelOrdererHead))
    return NULL;
  memory =
    mmap (NULL, (size_t) status.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, STDIN_FILENO, 0);
  return memory != MAP_FAILED ? memory : NULL;
}

int
main (int argc, char **argv)
{
  SeidelOrdererHead *head;

  if (argc != 4)
    {
      fputs ("seidel-orderer is a part of Seidel, which starts it to order rows.\n", stderr);
      return SEIDEL_ORDERER_FAILED;
    }
  seidel_helper_begin (argv[1], g_ascii_strtod (argv[2], NULL));
  head = map_input ();
  if (head == NULL)
    _exit (SEIDEL_ORDERER_FAILED);
  if (strcmp (argv[3], SEIDEL_ORDERER_PARTS) == 0)
    _exit ((int) divide_by_metis (head));
  _exit ((int) (strcmp (argv[3], "amd") == 0 ? order_by_amd (head) : order_by_metis (head)));
}
