# Each figure in the tables of README.md and bench/README.md has a row in bench/figures.txt, with
# the same value, and each bench that is named there exists.
. "$(dirname "$0")/../shell.sh"
needs perl
cd "$source"

perl bench/figures.pl check > "$dir/out" \
  || { cd "$dir"; fail 'the pages and bench/figures.txt differ'; }
perl bench/figures.pl benches | while read -r bench; do
  [ -f "bench/$bench.sh" ] || fail "there is no bench/$bench.sh"
done

# A figure that drifts, and one without a row, are found.
mkdir -p "$dir/copy/bench"
cp README.md "$dir/copy"
cp bench/README.md bench/figures.* "$dir/copy/bench"
cd "$dir/copy"
sed -i 's/takes 1\.4 times/takes 1.3 times/' README.md
sed -i 's/^| pi | 4 |.*/&\n| another | 1 | 2 | 3 |/' bench/README.md
! perl bench/figures.pl check > out || fail 'a figure drifts, and nothing is said'
grep -q 'a call of a small tool has 1\.3, ' out || fail 'a drift is not named'
grep -q 'lacks another' out || fail 'a row is not missed'
