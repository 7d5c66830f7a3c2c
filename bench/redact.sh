#!/usr/bin/env bash
# What `agentcli redact` costs on text without secrets, beside `sed` and ripgrep with a few of its
# shapes; and how much it takes out of text that should have none: this repository, and what Debian
# installs under /usr. Needs the release build and ripgrep.
. "$(dirname "$0")/shared.sh"
needs rg git
export LC_ALL=C

# 200 MB of headers and scripts, without the lines that hold a secret's shape.
find -L /usr/include /usr/share/perl /usr/lib/python3 -type f \( -name '*.h' -o -name '*.hpp' -o \
  -name '*.p[lm]' -o -name '*.py' \) -print0 2> /dev/null |
  xargs -0 cat 2> /dev/null | head -c "$(size 50000000 50000)" > "$dir/once" || true
env -i "$bin/agentcli" redact < "$dir/once" | grep -av '\[redacted\]' > "$dir/clean"
for _ in 1 2 3 4; do cat "$dir/clean"; done | head -c "$(size 200000000 200000)" > "$dir/text"
env -i "$bin/agentcli" redact < "$dir/text" | cmp - "$dir/text"
echo "$(wc -c < "$dir/text") bytes"
shapes='(AKIA[A-Z2-7]{16}|gh[pousr]_[A-Za-z0-9]{36}|glpat-[A-Za-z0-9_-]{20}|sk-[A-Za-z0-9_-]{40}|eyJ[A-Za-z0-9_-]{8,}[.]eyJ[A-Za-z0-9_-]{8,})'
ROUNDS=${ROUNDS:-5} "$programs/turns" true \
  -- 'agentcli redact, all shapes' "$dir/text" /dev/null env \
  -i PASSWORD=correct-horse "$bin/agentcli" redact \
  -- 'sed, 5 shapes' "$dir/text" /dev/null sed -E "s/$shapes/[redacted]/g" \
  -- 'rg --replace, 5 shapes' "$dir/text" /dev/null rg --no-config --text --passthru --color never \
  --replace '[redacted]' "$shapes" \
  -- cat "$dir/text" /dev/null cat

# What a little at a time costs, with a pattern: a text of one line, and twice as much of it. And a
# value whose beginning comes again and again.
head -c "$(size 2000000 20000)" "$dir/clean" | tr -d '\n' > "$dir/long"
head -c "$(size 1000000 10000)" "$dir/long" > "$dir/line"
cat "$dir/line" "$dir/line" > "$dir/lines"
for text in line lines; do
  ROUNDS=${ROUNDS:-5} "$programs/turns" true \
    -- "agentcli redact --redact, 25 bytes at a time, $(wc -c < "$dir/$text") bytes" "$dir/$text" \
    /dev/null "$programs/pieces" 25 env -i "$bin/agentcli" redact --redact 'acct-[0-9]+' \
    -- 'sed -u' "$dir/$text" /dev/null "$programs/pieces" 25 sed -u -E 's/acct-[0-9]+/[redacted]/g'
done
head -c 4000 /dev/zero | tr '\0' a > "$dir/beginning"
for bytes in $(size "10000000 20000000" 10000); do
  head -c "$bytes" /dev/zero | tr '\0' a > "$dir/again"
  ROUNDS=${ROUNDS:-5} "$programs/turns" true \
    -- "agentcli redact, a value of 4000 a and b, in $bytes a" "$dir/again" /dev/null env \
    -i PASSWORD="$(cat "$dir/beginning")b" "$bin/agentcli" redact \
    -- 'sed' "$dir/again" /dev/null sed "s/$(cat "$dir/beginning")b/[redacted]/g"
done

# Names that each could have a value, of which none looks like one.
for bytes in $(size "10000000 20000000" 10000); do
  head -c "$bytes" < <(yes token=secret=password= | tr -d '\n') > "$dir/names"
  ROUNDS=${ROUNDS:-5} "$programs/turns" true \
    -- "agentcli redact, names without values, $bytes bytes" "$dir/names" /dev/null env \
    -i "$bin/agentcli" redact \
    -- 'sed, 5 shapes' "$dir/names" /dev/null sed -E "s/$shapes/[redacted]/g"
done

count() { # NAME, paths at stdin: lines in all, and those that are changed
  xargs -0 cat > "$dir/input" 2> /dev/null || true
  env -i "$bin/agentcli" redact < "$dir/input" > "$dir/output"
  printf '%s: %s bytes, %s lines, %s changed\n' "$1" "$(wc -c < "$dir/input")" "$(wc -l \
    < "$dir/input")" "$(grep -ac '\[redacted\]' "$dir/output")"
}
git ls-files -z -- $(size . bench) | count 'this repository'
find $(size '/usr/include /usr/share/perl /usr/share/doc /usr/lib/python3' /usr/share/perl) \
  -type f -size -2M -print0 2> /dev/null | count '/usr'
