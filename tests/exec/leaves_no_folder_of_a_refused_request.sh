# The .agentcli that a call has made is gone if the call fails, unless something is in it or another
# tool uses it.
. "$(dirname "$0")/../shell.sh"
cd "$dir"
mkdir work
for request in '{' '{"comand":"x"}' '{"cmd":"nosuchprogram"}' '{"command":"true","cwd":"missing"}'
do
  for tool in "$bin/exec" "$bin/without_namespaces clone $bin/exec"; do
    ! $tool --root work <<< "$request" > out 2> err || fail "$request is accepted"
    [ -z "$(ls -A work)" ] || fail "$request: $(ls -A work) was left"
  done
done
mkdir work/.agentcli
! "$bin/exec" --root work <<< '{' > out 2> err
[ -d work/.agentcli ] || fail 'one that was there is gone'
