# Blocks of pages that commands.sh does not type in are sound: JSON is JSON, and a config is one;
# Python, shell and YAML can be read; and what looks like a flag of agentcli is one. What else a
# block marked "text" has is not examined: forms, outputs, and commands of another machine.
. "$(dirname "$0")/../shell.sh"
needs jq perl
needs_python 3.9
mkdir -p "$dir/home/.config/agentcli" "$dir/workspace"
cd "$dir/workspace"

# Each block becomes a file N.LANGUAGE, and its page and first line are in N.place.
find "$source/README.md" "$source/CONTRIBUTING.md" "$source/docs" "$source/examples" -name '*.md' \
  | sort | xargs perl -e '
  my ($n, $out) = 0;
  sub begin {
      my ($place, $language) = @_;
      ++$n;
      open my $file, ">", "../$n.place" or die;
      print $file $place;
      open $out, ">", "../$n.$language" or die;
  }
  for my $page (@ARGV) {
      open my $in, "<", $page or die $page;
      while (<$in>) {
          if (/^ *```([a-z+]*)/) {
              if ($out) { close $out; undef $out }
              else { begin("$page:" . ($. + 1), $1 || "none") }
          }
          elsif ($out) { print $out $_ }
      }
      close $in;
  }'

count=0
sound() { count=$((count + 1)); }
unsound() { fail "$(cat "${1%.*}.place"): $2"; } # FILE WHY

check_config() { # FILE KEY
  cp "$1" "$dir/home/.config/agentcli/config.json"
  local flags=(--dry-run --tools none --model m --prompt x)
  [ "$2" != hooks ] || flags=(config) # the programs of these hooks are missing
  HOME=$dir/home XDG_CONFIG_HOME='' "$bin/agentcli" "${flags[@]}" > /dev/null 2> err \
    || unsound "$1" 'no config'
  ! grep ': ignored in' err || unsound "$1" 'a config of which a part is ignored'
}
for file in ../*.json; do
  if ! first=$(jq -r 'keys[0]' "$file" 2> err); then
    grep -q '…' "$file" || unsound "$file" 'no JSON'
    continue
  fi
  case $first in
    agents | defaults | hooks | mcpServers | permissions | prices | profiles)
      check_config "$file" "$first"
      ;;
  esac
  sound
done

for file in ../*.python; do
  python3 -c 'import ast, sys; ast.parse(open(sys.argv[1]).read())' "$file" 2> err \
    || unsound "$file" 'no Python'
  sound
done
for file in ../*.sh ../*.bash; do
  bash -n "$file" 2> err || unsound "$file" 'no shell'
  sound
done
if python3 -c 'import yaml' 2> err; then
  for file in ../*.yaml; do
    python3 -c 'import sys, yaml; list(yaml.safe_load_all(open(sys.argv[1])))' "$file" 2> err \
      || unsound "$file" 'no YAML'
    sound
  done
fi

# Flags up to the end of a command. Workflows have flags of their own, so their lines are left out.
perl -ne 'print "$1\n" if /^\| `(?:-., )?(--[a-z-]+)/' "$source/docs/reference.md" > known
echo --help >> known
for file in ../*.text ../*.sh ../*.bash ../*.json ../*.yaml ../*.ini ../*.make ../*.dockerfile; do
  perl -0ne 's/\\\n//g;
    for (split /\n/) {
        next unless s/.*?\bagentcli (?=[a-z-])//;
        next if /(^| )(-w|workflow run|--workflow)\b/;
        s/[|;&)"\x27].*//;
        print "$1\n" while /(?:^| )(--[a-z][a-z-]*)/g;
    }' "$file" > used
  while read -r flag; do
    grep -qx -- "$flag" known || unsound "$file" "agentcli has no flag $flag"
    sound
  done < used
done
echo "$count blocks and flags are sound"
[ "$count" -gt 60 ]
