# A plot labels the line where both take the same time, cuts no text off, and escapes names; the one
# in docs/ is drawn by the same script.
. "$(dirname "$0")/../shell.sh"
cd "$source"

printf '%s\t%s\t%s\n' 'a <b> & c' 0.5 0.25 far 3 '' \
  | awk -F '\t' -v machine='some & machine' -v ours=this -v peer=ripgrep -v what='A sentence.' \
    -f bench/plot.awk > "$dir/plot.svg"
grep -q '>a &lt;b> &amp; c</text>' "$dir/plot.svg" || fail 'a name is not escaped'
grep -q '>3.00</text>' "$dir/plot.svg" || fail 'a long bar has no number'
for plot in "$dir/plot.svg" docs/*.svg; do
  grep -q '>1\.0: as long as [a-z -]*</text>' "$plot" || fail "$plot: the line at 1.0 has no label"
  grep -q ' viewBox=' "$plot" || fail "$plot cannot be scaled"
  # Letters are at most 0.58 of the font's size wide on average.
  awk -F '[><]' '/<text x="10"/ {
    size = match($2, /font-size="[0-9]+/) ? substr($2, RSTART + 11, RLENGTH - 11) : 13
    if (10 + length($3) * size * 0.58 > 760) { print "cut off: " $3; bad = 1 }
  } END { exit bad }' "$plot" || fail "$plot: a text is cut off"
done
