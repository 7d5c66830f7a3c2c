# Of many processes that write at once into a directory which none of them has found, each succeeds.
# What one of them does before it has the directory's lock takes nothing away from another.
. "$(dirname "$0")/../../shell.sh"
mkdir "$dir/workspace"
cd "$dir/workspace"
rounds=4
is_sanitized && rounds=2

pids=()
start() { # TOOL
  "$bin/$1" <&0 > /dev/null 2> "$dir/error.${#pids[@]}" &
  pids+=($!)
}
end_all() { # ROUND
  for index in "${!pids[@]}"; do
    wait "${pids[index]}" || fail "round $1: $(cat "$dir/error.$index")"
  done
  pids=()
}
adding() { # PATH…
  printf '{"patch":"*** Begin Patch'
  printf '\\n*** Add File: %s\\n+x' "$@"
  printf '\\n*** End Patch"}'
}

# One has made the directory, and still prepares its file, when the other one finds it.
{
  printf '{"path":"DIRECTORY/file","makeParents":true,"content":"'
  head -c 20000000 /dev/zero | tr '\0' x
  printf '"}'
} > "$dir/large"
for round in $(seq $rounds); do
  start fs_write_file < <(sed "s/DIRECTORY/early$round/" "$dir/large")
  until [ -d "early$round" ]; do kill -0 "${pids[0]}" 2> "$dir/err" || break; done
  start fs_write_file <<< '{"path":"early'$round'/other","content":"x"}'
  end_all "$round"
  [ "$(stat -c %s "early$round"/* | tr '\n' ' ')" = "20000000 1 " ] || fail "$(ls -l "early$round")"
done

for round in $(seq $rounds); do
  for worker in $(seq 12); do
    start fs_write_file <<< '{"path":"new'$round'/a/b/w'$worker'","content":"x","makeParents":true}'
    start apply_patch < <(adding "new$round/a/p$worker" "new$round/a/c/p$worker")
    start fs_edit <<< '{"path":"new'$round'/a/b/e'$worker'","oldString":"","newString":"x"}'
    start fs_mkdirp <<< '{"path":"new'$round'/a/m'$worker'"}'
  done
  # It fails, and takes back the directories that it has made.
  adding "new$round/a/d/x" "new$round/a/d/x/y" | "$bin/apply_patch" > /dev/null 2> "$dir/err" || :
  end_all "$round"
  made=$(find "new$round" -type f ! -name '.*' | wc -l)
  [ "$made" = 48 ] || fail "round $round: made $made files"
done
left=$(find . -name '.agentcli-tmp-*')
[ -z "$left" ] || fail "left $left"
