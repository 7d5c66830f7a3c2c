# The toolkit, the build and doctor work for any tool: none of them contains the name of one.
. "$(dirname "$0")/../shell.sh"
cd "$source"

names=$(printf '%s|' tools/*/ | sed 's|tools/||g; s|/||g; s/|$//')
case $names in *'|'*) ;; *) echo 'FAILED: there are no tools'; exit 1 ;; esac
if grep -rnwE "$names" toolkit cmake runner/commands/doctor* runner/commands/doctor*; then
  echo 'FAILED: a tool is known by its name'
  exit 1
fi
