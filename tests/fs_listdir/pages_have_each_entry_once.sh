# All pages of a listing have each entry once, in each order, at any size of a page.
. "$(dirname "$0")/../shell.sh"
cd "$dir"
mkdir -p w/b/c w/a/d w/e && cd w
touch a/1 a/d/2 b/3 b/c/4 5 a/d/x.c e/6
printf long > a/d/2
touch -d 2020-01-01 b/3
printf x > "$(printf 'a/\377')"
for order in name modified size; do
  for size in 1 2 3 20; do
    request="\"recursive\":true,\"sort\":\"$order\",\"maxResults\":$size"
    cursor=
    : > "$dir/pages"
    for _ in $(seq 20); do
      answer=$(echo "{$request$cursor}" | "$bin/fs_listdir")
      sed 's/.*"paths":\[//; s/\],"truncated".*//' <<< "$answer" >> "$dir/pages"
      next=$(sed -n 's/.*"nextCursor":"\([^"]*\)".*/\1/p' <<< "$answer")
      [ -n "$next" ] || break
      cursor=",\"cursor\":\"$next\""
    done
    paste -sd, "$dir/pages" > "$dir/joined"
    echo "{\"recursive\":true,\"sort\":\"$order\"}" | "$bin/fs_listdir" \
      | sed 's/.*"paths":\[//; s/\],"truncated".*//' > "$dir/whole"
    [ "$(tr -cd , < "$dir/whole" | wc -c)" -ge 12 ] || fail "$order: $(cat "$dir/whole")"
    cmp "$dir/whole" "$dir/joined" || fail "$order $size: $(cat "$dir/joined")"
  done
done
