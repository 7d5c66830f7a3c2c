# A command's temporary directory goes whatever the modes in it are, whoever runs the tool.
. "$(dirname "$0")/../shell.sh"
mkdir "$dir/workspace" "$dir/tmp"
cp "$bin/exec" "$dir/exec" # where everybody may read it
as_user=()
if [ "$(id -u)" = 0 ]; then
  chown 4001:4001 "$dir" "$dir"/*
  as_user=(setpriv --reuid=4001 --regid=4001 --clear-groups)
fi

# expect SENTENCE POLICY SCRIPT: nothing is left of what the script made.
expect() {
  printf '{"cmd":"sh","args":["-c","%s"]}' "$3" > "$dir/request"
  answer=$(cd "$dir/workspace" \
    && TMPDIR=$dir/tmp "${as_user[@]}" "$dir/exec" --policy="$2" < "$dir/request")
  case $answer in *'"stdout":"made\n"'*) ;; *) echo "FAILED: $1, $2: $answer"; exit 1 ;; esac
  [ -z "$(ls "$dir/tmp")" ] || { echo "FAILED: $1, $2: $(ls -lR "$dir/tmp")"; exit 1; }
}

for policy in read-only workspace-write; do
  expect "a directory that can't be read" $policy \
    'umask 0477; mkdir $TMPDIR/inner; : > $TMPDIR/inner/file; echo made'
done
expect "one that can't be entered" workspace-write \
  'mkdir $TMPDIR/inner; : > $TMPDIR/inner/file; chmod 0 $TMPDIR/inner; echo made'
expect "the directory itself" workspace-write ': > $TMPDIR/file; chmod 0 $TMPDIR; echo made'
