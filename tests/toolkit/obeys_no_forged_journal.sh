# A journal that asks for what no request may ask for (here a change of .git) is left alone; another of the same kind is carried out.
set -eu
bin=$1
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
mkdir "$dir/workspace"
cd "$dir/workspace"
for folder in .git plain; do
  mkdir -p $folder/empty .agentcli/journal
  echo kept > $folder/.agentcli-tmp-x
  printf 'agentcli journal 1\0001\000%s/empty\0001\000%s\000name\000.agentcli-tmp-x\000\000planned\000' $folder $folder > .agentcli/journal/.agentcli-tmp-$folder
done
echo '{"path":"file","content":""}' | "$bin/fs_write_file" > "$dir/answer"
[ -d .git/empty ] && [ -f .git/.agentcli-tmp-x ] || { echo "FAILED: .git was changed"; exit 1; }
[ ! -d plain/empty ] && [ ! -f plain/.agentcli-tmp-x ] || { echo "FAILED: what was left is still there"; exit 1; }
[ "$(ls -A .agentcli/journal)" = .agentcli-tmp-.git ] || { echo "FAILED: $(ls -A .agentcli/journal)"; exit 1; }
