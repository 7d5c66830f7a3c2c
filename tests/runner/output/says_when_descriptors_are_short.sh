# If the system has too few descriptors left, agentcli fails with a line for the run and one for its
# end in the audit at most, and does not abort.
. "$(dirname "$0")/../../shell.sh"
set -o pipefail
cd "$dir"
for descriptors in 4 5 6 7; do
    status=0
    (
        exec 3<&- 4<&- 5<&- 6<&- 7<&- # what the caller may have left open
        ulimit -n "$descriptors"
        exec "$1/agentcli" --prompt hello --base-url http://127.0.0.1:9/v1
    ) > out 2> err || status=$?
    [[ $status = [12] ]] && [ ! -s out ] && [ "$(grep -c '^agentcli: ' err)" = "$(wc -l < err)" ] \
      && [[ $(wc -l < err) = [12] ]] && continue
    echo "with $descriptors descriptors: exit status $status, and said: $(cat out err)"
    exit 1
done
