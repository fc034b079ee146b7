#!/bin/sh
# Runs the libFuzzer programs of a build folder: run.sh BUILD [SECONDS]. What they find stays in
# BUILD/fuzz as crash-*; the corpus that they grow is kept there from run to run.
set -eu

build=$1
seconds=${2:-60}
here=$(dirname "$0")
corpus=$build/fuzz/loader
mkdir -p "$corpus"

# Seeds: one small file of each kind; the fuzzer does the rest.
seed () {
  printf "$2" > "$corpus/seed-$1"
}
banner='%%%%MatrixMarket matrix'
seed general "$banner coordinate real general\n%% comment\n3 3 4\n1 1 1.5\n2 3 -2e1\n\n3 3 4\n3 3 5\n"
seed symmetric "$banner coordinate real symmetric\n3 3 3\n1 1 1\n2 1 2\n3 3 3\n"
seed skew "$banner coordinate integer skew-symmetric\n3 3 2\n2 1 2\n3 1 3\n"
seed hermitian "$banner coordinate real hermitian\n2 2 2\n1 1 1\n2 1 2\n"
seed pattern "$banner coordinate pattern symmetric\r\n3 3 2\r\n2 1\r\n3 3\r\n"
seed complex "$banner coordinate complex general\n1 1 1\n1 1 1 0\n"
seed array "$banner array real general\n3 1\n1\n0\n-.5D+1\n"
seed array-symmetric "$banner array real symmetric\n2 2\n1\nnan\n-inf\n"
seed array-skew "$banner array real skew-symmetric\n3 3\n1\n2\n3\n"
seed bare "3 3 3\n1 1 1\n2 2 12345678901234567890e-19\n"
seed vector "1 # one\n2 3\n"
for name in general array; do
  gzip -nc "$corpus/seed-$name" > "$corpus/seed-$name.gz"
done

exec "$build/tests/fuzz/fuzz-loader" -max_total_time="$seconds" -max_len=4096 -timeout=10 \
  -dict="$here/matrix-market.dict" -artifact_prefix="$build/fuzz/" -print_final_stats=1 "$corpus"
