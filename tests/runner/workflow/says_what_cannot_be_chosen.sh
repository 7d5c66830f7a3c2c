# What -w and a step name has to be one workflow, which may be called: else the error says what
# would work.
. "$(dirname "$0")/../../shell.sh"
. "$(dirname "$0")/runs.bash"
refuses() { # MESSAGE ARGUMENT…
  local message=$1
  shift
  runs 2 "$@" --approve auto
  notes "$message"
}
flows=.agentcli/workflows
mkdir -p $flows "$XDG_CONFIG_HOME/agentcli/workflows"
printf 'workflows:\n  a: {steps: [{run: touch a}]}\n  b: {steps: [{run: touch b}]}\n' > two.yaml
refuses "'./two.yaml' has several workflows; name one of them after a colon: a, b" -w ./two.yaml
refuses "'./two.yaml' has no workflow 'c'; name one of them after a colon: a, b" -w ./two.yaml:c
runs 0 -w ./two.yaml:b
refuses "there is no workflow 'two.yaml'; './two.yaml' names a file of the current directory" \
  -w two.yaml

printf 'steps: [{run: touch one}]\n' > $flows/one.yaml
refuses "there is no workflow 'onne'; did you mean 'one'?" -w onne
cp $flows/one.yaml $flows/one.yml
refuses "there are both '$flows/one.yaml' and '$flows/one.yml'; remove one of them" -w one
rm $flows/one.yml

# One that nobody has trusted calls none that is the operator's.
printf 'steps: [{run: touch mine}]\n' > "$XDG_CONFIG_HOME/agentcli/workflows/mine.yaml"
printf 'steps:\n  - workflow: {name: mine}\n' > $flows/calls.yaml
refuses "calls.yaml:2:22: error: an untrusted workflow cannot call 'mine', which is trusted" \
  -w calls
[ ! -e one ] && [ ! -e mine ] || fail 'a workflow was run that could not be chosen'
