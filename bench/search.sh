#!/usr/bin/env bash
# fs_search against the newest ripgrep, turn by turn in one run, on the source of a Debian kernel.
# Both print path, line, column and text, and are compared line by line before anything is timed;
# beside it the floor, a program that only lists, opens, reads and closes all files
# (bench/floor.cpp), with the sandbox of fs_search and without one; then its other peers, its
# memory, and how its time grows with the tree. Needs the release build and npm; fetches about 140
# MB. ROUNDS sets the number of turns, TREE takes a folder in place of the kernel, BIN another
# fs_search; PLOT=docs/search.svg draws the ratios to ripgrep. TMPDIR, where links to TREE can be
# made, needs 4 GB.
. "$(dirname "$0")/shared.sh"
export LC_ALL=C
. bench/plot.sh
prepare git grep jq perl time ugrep
needs git jq perl rg
bin=${BIN:-$bin/fs_search}
plot=${PLOT:+$(realpath "$PLOT")}
rounds=${ROUNDS:-7}
if is_tiny; then
  rg=rg
  mkdir -p "$dir/tree/lib"
  for file in toolkit/*/*.cpp; do cp "$file" "$dir/tree/lib/$(basename "$file" pp)"; done
  echo '// PM_RESUME' >> "$dir/tree/lib/text.c"
  git init -q "$dir/tree"
else
  from_npm "$dir/npm" @vscode/ripgrep
  rg=$(find "$dir/npm" -path '*/bin/rg' -type f | head -n 1)
fi
tree=${TREE:-$dir/tree}
if [ ! -d "$tree" ]; then
  (cd "$dir" && apt-get download -qq -o APT::Sandbox::User=root linux-source-6.1 \
    && dpkg-deb --extract linux-source-*.deb package)
  mkdir "$tree"
  tar --extract --strip-components=1 --directory "$tree" \
    --file "$dir"/package/usr/src/linux-source-*.tar.xz
  rm -r "$dir"/package "$dir"/linux-source-*.deb
  sed -i -e '\|^/\*$|d' -e '\|^!/debian/$|d' "$tree/.gitignore" # these hide everything
  git init -q "$tree"
fi
large=$dir/large
small=$dir/small
mkdir "$large" "$small"
(cd "$tree" && find . -name '*.[ch]' -type f -print0) | sort -z > "$dir/sources"
head -z -n 12000 "$dir/sources" | (cd "$tree" && xargs -0 cat) > "$dir/text"
for ((copy = 0; copy < 12; ++copy)); do cat "$dir/text"; done > "$large/text"
truncate --size="$(size 1G 1M)" "$large/text"
rm "$dir/text"
grep -z '^./lib/' "$dir/sources" > "$dir/library"
head -z -n 50 "$dir/library" | (cd "$tree" && xargs -0 cp --parents --target-directory="$small")
now() { echo "${EPOCHREALTIME/./}"; }
median() { sort -n | awk '{ value[NR] = $1 } END { print value[int((NR + 1) / 2)] }'; }

# Lines that a preview does not hold as they are (longer than 300 bytes, not UTF-8) are compared by
# their places.
ours_as_lines() {
  jq \
    -r '.files[] | .path as $path | (.clipped // [] | map({key: tostring, value: true}) | from_entries) as $clipped
    | ((.lines // empty) | split("\n")[] | . as $line | split(":") | if $clipped[.[0]] then
      "\($path):\(.[0]):\(.[1]):" else "\($path):\($line)" end),
      ((.linesBase64 // empty) | split("\n")[] | split(":") | "\($path):\(.[0]):\(.[1]):")' | sort
}
theirs_as_lines() {
  perl -pe 's/\r?$//; if (/^([^:]*:\d+:\d+:)(.*)$/) { my ($place, $text) = ($1, $2);
    $_ = "$place\n" if length $text > 300 || !utf8::decode($text) }' | sort
}

ours() { "$bin" --root "$1" --max-results 100000000 --max-bytes $((1 << 40)) \
  --max-file-bytes $((1 << 30)) < "$dir/request"; }
theirs() { (cd "$1" && shift \
  && "$rg" --no-config --line-number --column --no-heading --with-filename "$@") || [ $? = 1 ]; }

floor() { "$programs/floor" sandbox "$1"; }
bare_floor() { "$programs/floor" none "$1"; }

take_turns() { # CONTENDERS CALLS FOLDER ARGUMENT…: fills CONTENDER.times of each, in microseconds
  local contenders=$1 calls=$2 folder=$3 round call begin contender
  shift 3
  for contender in $contenders; do : > "$dir/$contender.times"; done
  for ((round = 0; round < rounds; ++round)); do
    for contender in $contenders; do
      begin=$(now)
      for ((call = 0; call < calls; ++call)); do "$contender" "$folder" "$@" > /dev/null; done
      echo $(($(now) - begin)) >> "$dir/$contender.times"
    done
  done
}
ratio() { # CONTENDER: its median over that of theirs
  awk -v this="$(median < "$dir/$1.times")" \
    -v theirs="$(median < "$dir/theirs.times")" 'BEGIN { printf "%.2f", this / theirs }'
}

# NAME CALLS FOLDER REQUEST ARGUMENT…: so many calls make one turn; the arguments are ripgrep's
contest() {
  local name=$1 calls=$2 folder=$3 contenders='ours theirs'
  echo "${4/#\{/\{\"columns\":true,}" > "$dir/request"
  shift 4
  ours "$folder" | ours_as_lines > "$dir/ours"
  theirs "$folder" "$@" | sed 's|^\./||' | theirs_as_lines > "$dir/theirs"
  if ! cmp -s "$dir/ours" "$dir/theirs"; then
    echo "$name: they don't print the same" >&2
    (diff "$dir/ours" "$dir/theirs" || true) > "$dir/difference"
    head -n 10 "$dir/difference" >&2
    exit 1
  fi
  # which take all files, one by one
  [[ $folder = "$large" || $name = maxResults* ]] || contenders+=' floor bare_floor'
  take_turns "$contenders" "$calls" "$folder" "$@"
  printf '%-22s %8d hits  ours %9.1f ms  ripgrep %9.1f ms  ratio %s' "$name" "$(wc -l \
    < "$dir/theirs")" \
    "$(median < "$dir/ours.times" | awk "{ print \$1 / $calls / 1000 }")" "$(median \
    < "$dir/theirs.times" | awk "{ print \$1 / $calls / 1000 }")" "$(ratio ours)"
  case $contenders in
  *floor) printf ', floor %s, without a sandbox %s\n' "$(ratio floor)" "$(ratio bare_floor)" ;;
  *) echo ;;
  esac
  printf '%s\t%s\t%s\n' "$name" "$(ratio ours)" "$([[ $contenders != *floor ]] \
    || ratio floor)" >> "$dir/ratios"
}

# Our classes are ASCII; so that both look for the same, ripgrep is told so.
all='"maxResults":100000000'
five='ERR_SYS|PME_TURN_OFF|LINK_REQ_RST|CFG_BME_EVT|PM_RESUME'
words='\w{5}\s+\w{5}\s+\w{5}\s+\w{5}\s+\w{5}'
ascii_words='(?-u:\w{5})(?-u:\s+)(?-u:\w{5})(?-u:\s+)(?-u:\w{5})(?-u:\s+)(?-u:\w{5})(?-u:\s+)(?-u:\w{5})'
request() { # of the peers
  case $1 in
  literal) echo "{\"query\":\"PM_RESUME\",$all}" ;;
  frequent) echo "{\"query\":\"return\",$all}" ;;
  esac > "$dir/request"
}
contest 'literal' 1 "$tree" "{\"query\":\"PM_RESUME\",$all}" PM_RESUME
contest 'whole word' 1 "$tree" "{\"query\":\"PM_RESUME\",\"wholeWord\":true,$all}" -w PM_RESUME
contest 'literal suffix' 1 "$tree" "{\"pattern\":\"[A-Z]+_RESUME\",$all}" '[A-Z]+_RESUME'
contest 'any case' 1 "$tree" "{\"query\":\"PM_RESUME\",\"ignoreCase\":true,$all}" -i PM_RESUME
contest 'alternation' 1 "$tree" "{\"pattern\":\"$five\",$all}" "$five"
contest 'alternation, any case' 1 "$tree" "{\"pattern\":\"$five\",\"ignoreCase\":true,$all}" \
  -i "$five"
contest 'no literal' 1 "$tree" "{\"pattern\":\"${words//\\/\\\\}\",$all}" "$ascii_words"
contest 'camel case call' 1 "$tree" "{\"pattern\":\"[a-z]+[A-Z][a-zA-Z]+\\\\(\",$all}" \
  '[a-z]+[A-Z][a-zA-Z]+\('
contest 'Unicode class' 1 "$tree" "{\"pattern\":\"\\\\p{Greek}\",$all}" '\p{Greek}'
contest 'line-anchored' 1 "$tree" "{\"pattern\":\"^#define\\\\s+\\\\w+\$\",$all}" \
  '^#define(?-u:\s+)(?-u:\w+)$'
contest 'frequent hit' 1 "$tree" "{\"query\":\"return\",$all}" return
contest 'large file' 1 "$large" "{\"query\":\"PM_RESUME\",$all}" PM_RESUME
contest 'large, no literal' 1 "$large" "{\"pattern\":\"${words//\\/\\\\}\",$all}" "$ascii_words"
contest 'small project' "$(size 20 1)" "$small" "{\"query\":\"GFP_KERNEL\",$all}" GFP_KERNEL
# `head` ends ripgrep. Its order is that of names with '/' behind directories, as ours.
theirs() { (cd "$1" \
  && ("$rg" --no-config --line-number --column --no-heading --with-filename --sort path "$2" \
  || true) | head -n 100); }
contest 'maxResults 100' "$(size 10 1)" "$tree" '{"query":"return","maxResults":100}' return

# Other peers have other rules for what they leave out, so that they are only timed. Through a pipe:
# into /dev/null, GNU grep and ugrep print nothing, and stop at the first match.
theirs() { (cd "$1" && "${@:2}" PM_RESUME | cat); }
request literal
for peer in 'git grep --untracked --line-number --column --fixed-strings' \
  'ugrep --recursive --ignore-files --ignore-binary --line-number --column-number --fixed-strings' \
  'grep --recursive --binary-files=without-match --line-number --fixed-strings'; do
  read -ra command <<< "$peer"
  has_peer "${command[0]}" || continue
  take_turns 'ours theirs' 1 "$tree" "${command[@]}"
  printf 'literal, %-30s ratio %s\n' "${command[*]:0:2}" "$(ratio ours)"
done

[ -x /usr/bin/time ] || { is_tiny && exit; }
memory() { /usr/bin/time --format %M --output "$dir/memory" "$bin" --root "$1" \
  --max-results 100000000 --max-bytes $((1 << 40)) --max-file-bytes $((1 << 30)) < "$dir/request" \
  > /dev/null && echo "$(($(< "$dir/memory") / 1024)) MB"; }
echo "memory: literal on the tree $(memory "$tree"), on the large file $(memory "$large")"
request frequent
echo "memory: frequent hit $(memory "$tree")"

# Links cost no room, and the text is the same: what grows is the tree.
request literal
mkdir "$dir/grown"
for trees in 1 2 4 8; do
  while [ "$(find "$dir/grown" -mindepth 1 -maxdepth 1 | wc -l)" -lt "$trees" ]; do
    cp --archive --link "$tree" "$(mktemp --directory --dry-run --tmpdir="$dir/grown" copy.XXXXXX)"
  done
  theirs() { ours "$tree"; }
  ours "$dir/grown" > /dev/null
  take_turns 'ours theirs' 1 "$dir/grown"
  awk -v size="$trees" \
    -v ratio="$(ratio ours)" \
    'BEGIN { printf "growth: %d trees in %.2f times the time of one, per tree %.2f\n", size, ratio, ratio / size }'
done

[ -z "$plot" ] || draw "$dir/ratios" fs_search ripgrep \
  "White stroke: a program that only reads all files in the same sandbox." > "$plot"
