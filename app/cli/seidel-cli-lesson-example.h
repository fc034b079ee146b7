/* The lesson that “seidel-cli lesson new” writes.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#define SEIDEL_CLI_LESSON_EXAMPLE                                                                    \
  "{\n"                                                                                              \
  "  \"schema\": \"seidel-lesson/1\",\n"                                                             \
  "  \"id\": \"my-lesson\",\n"                                                                       \
  "  \"title\": {\n"                                                                                 \
  "    \"en\": \"My lesson\"\n"                                                                      \
  "  },\n"                                                                                           \
  "  \"sentence\": {\n"                                                                              \
  "    \"en\": \"What one learns from it.\"\n"                                                       \
  "  },\n"                                                                                           \
  "  \"minutes\": 5,\n"                                                                              \
  "  \"hold\": {\n"                                                                                  \
  "    \"storage\": \"csr\",\n"                                                                      \
  "    \"tolerance\": 1e-08,\n"                                                                      \
  "    \"threads\": 1\n"                                                                             \
  "  },\n"                                                                                           \
  "  \"setups\": {\n"                                                                                \
  "    \"grid\": {\n"                                                                                \
  "      \"matrix\": \"poisson-5 --size 4\"\n"                                                       \
  "    },\n"                                                                                         \
  "    \"jacobi\": {\n"                                                                              \
  "      \"label\": {\n"                                                                             \
  "        \"en\": \"Jacobi\"\n"                                                                     \
  "      },\n"                                                                                       \
  "      \"matrix\": \"poisson-5 --size 4\",\n"                                                      \
  "      \"method\": \"jacobi\"\n"                                                                   \
  "    },\n"                                                                                         \
  "    \"seidel\": {\n"                                                                              \
  "      \"label\": {\n"                                                                             \
  "        \"en\": \"Gauss-Seidel\"\n"                                                               \
  "      },\n"                                                                                       \
  "      \"matrix\": \"poisson-5 --size 4\",\n"                                                      \
  "      \"method\": \"gauss-seidel\"\n"                                                             \
  "    }\n"                                                                                          \
  "  },\n"                                                                                           \
  "  \"values\": {\n"                                                                                \
  "    \"rows\": {\n"                                                                                \
  "      \"setup\": \"grid\",\n"                                                                     \
  "      \"measure\": \"rows\"\n"                                                                    \
  "    },\n"                                                                                         \
  "    \"levels\": {\n"                                                                              \
  "      \"setup\": \"grid\",\n"                                                                     \
  "      \"measure\": \"levels\"\n"                                                                  \
  "    },\n"                                                                                         \
  "    \"slow\": {\n"                                                                                \
  "      \"setup\": \"jacobi\",\n"                                                                   \
  "      \"measure\": \"iterations\"\n"                                                              \
  "    },\n"                                                                                         \
  "    \"fast\": {\n"                                                                                \
  "      \"setup\": \"seidel\",\n"                                                                   \
  "      \"measure\": \"iterations\"\n"                                                              \
  "    }\n"                                                                                          \
  "  },\n"                                                                                           \
  "  \"steps\": [\n"                                                                                 \
  "    {\n"                                                                                          \
  "      \"title\": {\n"                                                                             \
  "        \"en\": \"Which rows wait?\"\n"                                                           \
  "      },\n"                                                                                       \
  "      \"setup\": \"grid\",\n"                                                                     \
  "      \"page\": \"sweep\",\n"                                                                     \
  "      \"view\": {\n"                                                                              \
  "        \"shown\": \"graph\"\n"                                                                   \
  "      },\n"                                                                                       \
  "      \"sweep\": {\n"                                                                             \
  "        \"by\": \"levels\"\n"                                                                     \
  "      },\n"                                                                                       \
  "      \"say\": {\n"                                                                               \
  "        \"en\": \"Each row is a node, and an arrow leads to every row that waits for it. In a "   \
  "sweep x<sub>i</sub> = (b<sub>i</sub> − Σ a<sub>ij</sub> x<sub>j</sub>) / a<sub>ii</sub>.\"\n"  \
  "      },\n"                                                                                       \
  "      \"ask\": {\n"                                                                               \
  "        \"en\": \"In how many steps can the {measured:rows} rows be computed?\"\n"                \
  "      },\n"                                                                                       \
  "      \"choices\": [\n"                                                                           \
  "        {\n"                                                                                      \
  "          \"text\": {\n"                                                                          \
  "            \"en\": \"4\"\n"                                                                      \
  "          },\n"                                                                                   \
  "          \"right\": \"levels == 4\"\n"                                                           \
  "        },\n"                                                                                     \
  "        {\n"                                                                                      \
  "          \"text\": {\n"                                                                          \
  "            \"en\": \"7\"\n"                                                                      \
  "          },\n"                                                                                   \
  "          \"right\": \"levels == 7\"\n"                                                           \
  "        },\n"                                                                                     \
  "        {\n"                                                                                      \
  "          \"text\": {\n"                                                                          \
  "            \"en\": \"16\"\n"                                                                     \
  "          },\n"                                                                                   \
  "          \"right\": \"levels == 16\"\n"                                                          \
  "        }\n"                                                                                      \
  "      ],\n"                                                                                       \
  "      \"answer\": {\n"                                                                            \
  "        \"en\": \"{measured:levels}: rows of one level do not wait for each other.\"\n"           \
  "      },\n"                                                                                       \
  "      \"claims\": [\n"                                                                            \
  "        \"levels < rows\"\n"                                                                      \
  "      ]\n"                                                                                        \
  "    },\n"                                                                                         \
  "    {\n"                                                                                          \
  "      \"title\": {\n"                                                                             \
  "        \"en\": \"Which method is faster?\"\n"                                                    \
  "      },\n"                                                                                       \
  "      \"setup\": \"seidel\",\n"                                                                   \
  "      \"page\": \"convergence\",\n"                                                               \
  "      \"runs\": [\n"                                                                              \
  "        \"jacobi\",\n"                                                                            \
  "        \"seidel\"\n"                                                                             \
  "      ],\n"                                                                                       \
  "      \"say\": {\n"                                                                               \
  "        \"en\": \"Jacobi’s method uses the old values of all other rows, Gauss-Seidel the new " \
  "ones where they are there.\"\n"                                                                   \
  "      },\n"                                                                                       \
  "      \"ask\": {\n"                                                                               \
  "        \"en\": \"Which takes fewer iterations?\"\n"                                              \
  "      },\n"                                                                                       \
  "      \"choices\": [\n"                                                                           \
  "        {\n"                                                                                      \
  "          \"text\": {\n"                                                                          \
  "            \"en\": \"Jacobi\"\n"                                                                 \
  "          },\n"                                                                                   \
  "          \"right\": \"slow < fast\"\n"                                                           \
  "        },\n"                                                                                     \
  "        {\n"                                                                                      \
  "          \"text\": {\n"                                                                          \
  "            \"en\": \"Gauss-Seidel\"\n"                                                           \
  "          },\n"                                                                                   \
  "          \"right\": \"fast < slow\"\n"                                                           \
  "        }\n"                                                                                      \
  "      ],\n"                                                                                       \
  "      \"answer\": {\n"                                                                            \
  "        \"en\": \"{measured:fast} instead of {measured:slow}.\"\n"                                \
  "      },\n"                                                                                       \
  "      \"claims\": [\n"                                                                            \
  "        \"fast < slow\"\n"                                                                        \
  "      ]\n"                                                                                        \
  "    }\n"                                                                                          \
  "  ]\n"                                                                                            \
  "}\n"
