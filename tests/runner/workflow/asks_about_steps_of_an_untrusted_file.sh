# A workflow of the workspace that nobody has trusted is asked about as by --approve changes, has
# nothing of the operator's, and shadows no name.
. "$(dirname "$0")/../../shell.sh"
. "$(dirname "$0")/runs.bash"
needs bash script

mkdir -p .agentcli/workflows "$XDG_CONFIG_HOME/agentcli/workflows"
flow=.agentcli/workflows/make.yaml
printf 'steps: [{run: touch made}]\n' > $flow
runs 7 -w make # nobody can be asked
[ ! -e made ] || fail 'an untrusted step has run'
runs 0 -w make --approve auto # the operator's word
rm made
runs 0 -w ./$flow # so is a path
rm made

export SECRET_TOKEN=abcdefghijklmnop
for field in 'secrets: [SECRET_TOKEN]' 'pass_env: [HOME]' 'model: m' 'agent: a'; do
  printf '%s\nsteps: [{run: touch made}]\n' "$field" > $flow
  runs 2 -w make --approve auto
  notes "an untrusted workflow cannot have '${field%%:*}'"
done

printf 'steps: [{run: touch made}]\n' > $flow
printf 'steps: [{run: touch users}]\n' > "$XDG_CONFIG_HOME/agentcli/workflows/make.yaml"
runs 2 -w make --approve auto
notes 'which is not trusted, has the name of'
[ ! -e made ] && [ ! -e users ] || fail 'one of two workflows with one name has run'

: > "$dir/shown"
{ for _ in $(seq 500); do grep -q 'n(o) >' "$dir/shown" && break; sleep 0.01; done; echo y; } |
  script -qefc "'$bin/agentcli' trust $flow" "$dir/shown" > "$dir/out" 2> "$dir/err" ||
  fail 'it was not trusted'
runs 0 -w make
[ -e made ] && [ ! -e users ] ||
  fail 'the trusted workflow of the workspace does not go before that of the user'
rm made
printf 'steps: [{run: touch made}] #\n' > $flow
runs 2 -w make # these are other bytes
rm "$XDG_CONFIG_HOME/agentcli/workflows/make.yaml"
runs 7 -w make

# So it is if a file of the operator calls it.
printf 'steps: [{workflow: {name: make}}]\n' > calls.yaml
runs 7 -w ./calls.yaml
[ ! -e made ] || fail 'an untrusted workflow has run, since a trusted one calls it'

# A secret is redacted whatever its name is, also one of a workflow that is called.
cat > s.yaml << 'END'
secrets: [PLAIN]
steps:
  - {run: "echo got $X", id: a}
  - {shell: {command: "echo got $X", env: {X: "{{ secrets.PLAIN }}"}}}
END
PLAIN=opensesame123 runs 0 -w ./s.yaml
prints 'got [redacted]'
mv s.yaml "$XDG_CONFIG_HOME/agentcli/workflows/secret.yaml"
printf 'steps: [{workflow: {name: secret}}]\n' > calls.yaml
PLAIN=opensesame123 runs 0 -w ./calls.yaml
prints 'got [redacted]'
! grep -rq opensesame123 .agentcli || fail 'a secret is in the audit trail'
