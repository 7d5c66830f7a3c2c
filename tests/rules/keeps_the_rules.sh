# What CONTRIBUTING.md says about widths, words and lengths is so, but for the files in
# rules_exceptions.txt: lines of "RULE FILE", which may only become fewer. BLESS=1 removes what is
# an exception no more; BLESS=all writes all of them anew.
. "$(dirname "$0")/../shell.sh"
needs perl
cd "$source"

exceptions=tests/rules/rules_exceptions.txt
. scripts/product.sh
perl tests/rules/rules.pl "${product[@]}" > "$dir/found"
cut -d' ' -f1,2 "$dir/found" | LC_ALL=C sort -u > "$dir/broken"
case ${BLESS:-} in
1) LC_ALL=C comm -12 "$dir/broken" $exceptions > "$dir/kept" && cp "$dir/kept" $exceptions ;;
all) cp "$dir/broken" $exceptions ;;
esac

LC_ALL=C comm -23 "$dir/broken" $exceptions > "$dir/new"
LC_ALL=C comm -13 "$dir/broken" $exceptions > "$dir/stale"
if [ -s "$dir/new" ]; then
  grep -F -f "$dir/new" "$dir/found" | head -n 40
  fail 'these break a rule: correct them'
fi
if [ -s "$dir/stale" ]; then
  cat "$dir/stale"
  fail 'these are exceptions no more: BLESS=1 removes them'
fi
echo "$(wc -l < $exceptions) exceptions"
