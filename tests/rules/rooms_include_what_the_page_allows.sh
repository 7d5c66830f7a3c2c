# Each room includes only the rooms that docs/modules.md allows, and the page names each room.
. "$(dirname "$0")/../shell.sh"
set -o pipefail
cd "$source"
. scripts/product.sh

# A new directory at the top is known to the rules, or what is in it is not checked.
for directory in */; do
  directory=${directory%/}
  [[ " ${product[*]} tests bench cmake build " != *" $directory "* ]] || continue
  [ -z "$(find "$directory" -name '*.[ch]pp' | head -n 1)" ] ||
    fail "scripts/product.sh does not name $directory, which has sources"
done

for directory in "${product[@]}"; do
  [ "$directory" = tools ] || rooms+=("$directory"/*/)
done
for room in "${rooms[@]}"; do
  grep -qE "\`${room%/}[/\`]" docs/modules.md || fail "docs/modules.md does not name $room"
done
includes() { grep -rHo --include='*.[ch]pp' '^#include ".*/.*"' "${rooms[@]}" tools; }

# shellcheck disable=SC2016
awk '
  function fits(name, pattern) {
    return pattern ~ /\*$/ ? index(name, substr(pattern, 1, length(pattern) - 1)) == 1 \
      : name == pattern
  }
  function room_of(path) { sub(/\/[^\/]*$/, "", path); return path }
  # tools/exec/view is a part of tools/NAME, and so is what it includes of tools/exec.
  function tool_of(path, parts) {
    return split(path, parts, "/") > 2 && parts[1] == "tools" ? parts[1] "/" parts[2] : ""
  }
  function is_allowed(from, to, n) {
    if (from == to) return 1
    for (n = 1; n <= rules; n++)
      if ((from in has_row ? from == source[n] : fits(from, source[n])) &&
          fits(to, target[n])) return 1
    return 0
  }
  FILENAME ~ /modules\.md$/ {
    if (split($0, cell, "|") != 4 || cell[2] !~ /`.*\//) next
    gsub(/[` ]/, "", cell[2])
    gsub(/`/, "", cell[3])
    many = split(cell[3], names, " ")
    for (i = 1; i <= many; i++)
      if (cell[2] ~ /\.[ch]pp$/) listed[cell[2] " " names[i]] = 1
      else { source[++rules] = cell[2]; target[rules] = names[i]; has_row[cell[2]] }
    next
  }
  {
    file = $0; sub(/:.*/, "", file)
    header = $0; sub(/^[^"]*"/, "", header); sub(/".*/, "", header)
    tool = tool_of(file)
    from = tool == "" ? room_of(file) : "tools/NAME"
    to = tool != "" && tool_of(header) == tool ? "tools/NAME" : room_of(header)
    if (is_allowed(from, to)) next
    if ((file " " header) in listed) { seen[file " " header] = 1; next }
    print file " must not include " header; bad = 1
  }
  END {
    if (rules < 20) { print "docs/modules.md has no table of rooms"; bad = 1 }
    for (entry in listed) if (!(entry in seen)) { print "no exception any more: " entry; bad = 1 }
    exit bad
  }' docs/modules.md <(includes)
