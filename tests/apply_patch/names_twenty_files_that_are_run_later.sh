# Of many files that are run later an answer names the first 20, and says how many more there are.
. "$(dirname "$0")/../shell.sh"
cd "$dir"
patch='*** Begin Patch\n'
for number in $(seq 10 34); do patch="$patch*** Add File: d$number/Makefile\\n+x\\n"; done
printf '{"patch":"%s*** End Patch\\n"}' "$patch" | "$bin/apply_patch" > answer
grep -Eq '"runsLater":\[("d[12][0-9]/Makefile",?){20}\],"runsLaterMore":5}$' answer \
  || { echo 'FAILED'; cat answer; exit 1; }
