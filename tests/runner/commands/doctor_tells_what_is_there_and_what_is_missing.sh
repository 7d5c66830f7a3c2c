# `agentcli doctor` tells the kernel, each tool of the manifest, the sandbox that exec gets,
# endpoint and key; exits 1 where something that the manifest needs is missing; never prints the
# key, and leaves nothing behind.
. "$(dirname "$0")/../../shell.sh"
needs python3
mkdir "$dir/work"
cd "$dir/work"
fail() { echo "FAILED: $1"; cat "$dir/out" "$dir/err"; exit 1; }
doctor() { # STATUS ARGUMENT…
  local expected=$1 status=0
  shift
  OAI_API_KEY=sk-very-secret-key OAI_BASE_URL=http://127.0.0.1:9/v1 OAI_MODEL=m "$bin/agentcli" \
    doctor "$@" > "$dir/out" 2> "$dir/err" || status=$?
  [ "$status" = "$expected" ] || fail "exit $status, not $expected"
  ! grep -q very-secret "$dir/out" "$dir/err" || fail 'the key is printed'
  [ ! -s "$dir/err" ] && [ -z "$(ls -A)" ] || fail 'something is left, or on stderr'
}
says() { grep -Eq "$1" "$dir/out" || fail "it does not say: $1"; }

echo '{"tools":[]}' > "$dir/tools.json"
doctor 0 --tools "$dir/tools.json"
says '^good +kernel +Linux '
says '^(good|weaker) +landlock +ABI [0-9]'
says '^good +manifest +0 tools$'
says '^good +audit '
says '^good +endpoint +http://127.0.0.1:9/v1, model m; not tried: --connect does$'
says '^good +key +configured by OAI_API_KEY$'

OAI_API_KEY= OAI_BASE_URL=http://127.0.0.1:9/v1 OAI_MODEL=m \
  "$bin/agentcli" doctor --tools "$dir/tools.json" > "$dir/out"
says '^good +key +none, and a server on this machine rarely requires one$'
OAI_API_KEY= OAI_BASE_URL=https://example.org/v1 OAI_MODEL=m \
  "$bin/agentcli" doctor --tools "$dir/tools.json" > "$dir/out"
says '^weaker +key +not configured: OAI_API_KEY'

doctor 1 --connect --tools "$dir/tools.json"
says '^missing +endpoint .*127.0.0.1:9'

# A server that answers, a profile that names it, and a model that it does not have.
mkdir -p "$dir/models/v1" "$dir/config/agentcli"
echo '{"data":[{"id":"m"},{"id":"n"}]}' > "$dir/models/v1/models"
python3 -u -m http.server --bind 127.0.0.1 --directory "$dir/models" 0 > "$dir/port" 2> "$dir/log" &
server=$!
at_end 'kill "$server"; wait "$server"'
until grep -q port "$dir/port"; do kill -0 "$server" || fail 'the server ends'; sleep 0.1; done
port=$(sed -E 's/.* port ([0-9]+) .*/\1/' "$dir/port")
export XDG_CONFIG_HOME=$dir/config
cat > "$XDG_CONFIG_HOME/agentcli/config.json" << 'END'
{"agents": {"all": {"description": "d", "prompt": "p", "profile": "gone"},
  "lost": {"description": "d", "prompt": "p", "tools": ["no_such_tool"]},
  "none": {"description": "d", "prompt": "p", "tools": []}}}
END
doctor 1 --tools "$dir/tools.json"
says '^missing +agents +the config .*: the agent .none.: its name is not '
sed -i 's/"none"/"quiet"/' "$XDG_CONFIG_HOME/agentcli/config.json"
doctor 1 --tools "$dir/tools.json"
says "^missing +agent all +the config of the user has no profile 'gone'"
says "^missing +agent lost +names the tool 'no_such_tool', which the manifest does not have"
says '^good +agent quiet +only reads$'
printf '{"profiles":{"p":{"max-steps":3,"tools":"%s"}}}' "$dir/tools.json" \
  > "$XDG_CONFIG_HOME/agentcli/config.json"
doctor 0 --connect --profile p --base-url "http://127.0.0.1:$port/v1"
says "^good +endpoint +http://127.0.0.1:$port/v1 answers, with 2 models, model m$"
says '^good +manifest +0 tools$'
doctor 0 --connect --profile p --base-url "http://127.0.0.1:$port/v1" --model other
says "^weaker +endpoint .* with 2 models, and 'other' is none of them$"
doctor 1 --connect --profile p --base-url "http://127.0.0.1:$port/v2"
says '^missing +endpoint .* answered 404'
unset XDG_CONFIG_HOME

printf '{"tools":[%s,%s]}' "$("$bin/get_time" --describe)" "$("$bin/exec" --describe)" \
  > "$dir/tools.json"
doctor 0 --tools "$dir/tools.json"
says '^good +tool get_time +answers$'
says '^(good|weaker) +exec +level (namespaces|landlock), policy workspace-write, network off'
doctor 0 --json --tools "$dir/tools.json"
says '^\{"ok":true,"findings":\[\{"subject":"kernel","state":"good","text":"Linux .*\]\}$'

printf \
  '{"tools":[{"name":"get_time","schema":{},"command":["%s/get_time"],"effects":{"sandbox":"landlock"}}]}' "$bin" > "$dir/tools.json"
doctor 0 --tools "$dir/tools.json"
says '^weaker +tool get_time +answers, and its schema is not that of the manifest'
echo '{"tools":[{"name":"gone","schema":{},"command":["./gone"]}]}' > "$dir/tools.json"
doctor 1 --tools "$dir/tools.json"
says "^missing +manifest .*'gone'"
echo \
  '{"tools":[{"name":"silent","schema":{},"command":["false"],"effects":{"sandbox":"landlock"}}]}' \
  > "$dir/tools.json"
doctor 1 --json --tools "$dir/tools.json"
says '"ok":false'
says '"subject":"tool silent","state":"missing"'

# A program that does not say that it is one of the suite might take --describe for anything.
# Nothing keeps one that changes files from the manifest.
printf '#!/bin/sh\n: > "%s/started"\n' "$dir" > "$dir/deploy"
printf \
  '#!/bin/sh\n[ "$1" = --describe ] && echo "{\\"name\\":\\"plain\\",\\"schema\\":{},\\"effects\\":{\\"sandbox\\":\\"none\\"}}"\n' > "$dir/plain"
chmod +x "$dir/deploy" "$dir/plain"
echo \
  '{"tools":[{"name":"deploy","schema":{},"command":["./deploy"],"changesFiles":true},{"name":"look","schema":{},"command":["./deploy"]},{"name":"plain","schema":{},"command":["./plain"],"changesFiles":true,"effects":{"sandbox":"none"}}]}' > "$dir/tools.json"
doctor 0 --tools "$dir/tools.json"
says \
  '^weaker +tool deploy +its entry has no effects.sandbox, so it is not asked; it may change files, and nothing keeps it from the manifest'
says '^weaker +tool look +its entry has no effects.sandbox, so it is not asked$'
says \
  '^weaker +tool plain +answers, and takes no --protect; it may change files, and nothing keeps it from the manifest'
[ ! -e "$dir/started" ] || fail 'deploy was started'

# A tool that runs programs is tried with a command if its requests have one, whatever its name is;
# another one is not, since what it would do with that is not known.
"$bin/exec" --describe | sed 's/"name":"exec"/"name":"shell"/' > "$dir/entry"
printf '{"tools":[%s]}' "$(cat "$dir/entry")" > "$dir/tools.json"
doctor 0 --tools "$dir/tools.json"
says '^(good|weaker) +shell +level (namespaces|landlock), policy workspace-write'
entry='{"name":"jobs","schema":{"type":"object"},"command":["./jobs"],"effects":{"programs":true,"sandbox":"none"}}'
printf '#!/bin/sh\n[ "$1" = --describe ] && echo '"'%s'"' || : > "%s/started"\n' "$entry" "$dir" \
  > "$dir/jobs"
chmod +x "$dir/jobs"
printf '{"tools":[%s]}' "$entry" > "$dir/tools.json"
doctor 0 --tools "$dir/tools.json"
says '^good +tool jobs +answers$'
[ ! -e "$dir/started" ] || fail 'jobs was started for a command'

# A run follows no link to its audit trail.
mkdir .agentcli "$dir/elsewhere"
ln -s "$dir/elsewhere" .agentcli/audit
for link in .agentcli/audit .agentcli; do
  ! "$bin/agentcli" doctor --tools "$dir/tools.json" > "$dir/out" 2> "$dir/err" || fail "$link"
  says "^missing +audit +'$link' is not a directory"
  rm -r .agentcli
  ln -s "$dir/elsewhere" .agentcli
done

# What a command that was killed has left, and git cannot index.
rm .agentcli
if command -v git > /dev/null \
  && "$bin/exec" --require namespaces <<< '{"cmd":"true"}' > "$dir/out"; then
  git init -q .
  git -c user.name=A -c user.email=a@b.c commit -qm one --allow-empty
  "$bin/exec" <<< '{"cmd":"true"}' > "$dir/out"
  mkdir .git/agentcli/q-0/pack
  echo junk > ".git/agentcli/q-0/pack/pack-$(printf %040d 1).pack"
  printf '{"tools":[%s]}' "$("$bin/exec" --describe)" > "$dir/tools.json"
  "$bin/agentcli" doctor --tools "$dir/tools.json" > "$dir/out"
  says '^weaker +git +not taken from an earlier command: pack-0+1.pack: git could not index it'
fi
