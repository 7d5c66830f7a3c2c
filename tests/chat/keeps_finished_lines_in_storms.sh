# However often a terminal is resized while lines stream, in steps of any length and down to two
# rows, each finished line is in it once, whole and in its order. (libvterm cuts what is wider than
# its columns, and keeps nothing of a single row; the test in tmux makes it narrower.)
. "$(dirname "$0")/../shell.sh"
needs awk
storm() { # SEED
  awk -v seed="$1" 'BEGIN {
    srand(seed)
    print "a storm\n-- size --\n200x50\n-- keys --\n{\"event\":\"turn\",\"state\":\"begins\"}"
    print "{\"event\":\"text\",\"text\":\"```\\n\"}" # whose lines are finished when they end
    for (line = 0; line < 120; ++line) {
      printf "{\"event\":\"text\",\"text\":\"L%d-words-of-it-E%d\\n\"}\n", line, line
      times = int(rand() * 4)
      for (at = 0; at < times; ++at) {
        tiny = !tiny && rand() < 0.1
        rows = tiny ? 2 : 3 + int(rand() * 50)
        printf "<resize: %dx%d><%dms>", 40 + int(rand() * 120), rows, rand() * 400
      }
      if (times > 0)
        print ""
    }
    print "<resize: 200x50><2000ms>"
    print "{\"event\":\"turn\",\"state\":\"ends\",\"exitReason\":\"answered\"}"
    print "-- scrollback --\n-- screen --"
  }'
}
for line in $(seq 0 119); do
  echo "L$line-words-of-it-E$line"
done > "$dir/lines"
for seed in 1 2; do
  storm "$seed" > "$dir/storm.case"
  BLESS=1 "$bin/run_chat" "$dir/storm.case" 2> "$dir/err" || fail "storm $seed"
  sed -n '/^-- scrollback --$/,$p' "$dir/storm.case" | grep -o 'L[0-9]*-words.*' > "$dir/shown"
  diff "$dir/lines" "$dir/shown" > "$dir/out" || fail "storm $seed"
done
