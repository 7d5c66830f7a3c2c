# Where memory is short, each command ends with status 1 and one line; a run has its end in the
# audit.
. "$(dirname "$0")/../../shell.sh"
set -o pipefail
cd "$dir"
limit=40000
(ulimit -v $limit && exec "$1/agentcli" --version) > /dev/null 2>&1 \
  || { echo "this build needs more memory"; exit 77; }
head -c 15000000 /dev/zero | tr '\0' x > line
check() { # ARGUMENT…
    status=0
    (ulimit -v $limit && exec "$1/agentcli" "${@:2}") > out 2> err || status=$?
    [ "$status" = 1 ] && [ "$(wc -l < err)" = 1 ] && grep -q '^agentcli: cannot continue: ' err \
      && return
    echo "${*:2} exits with $status, and said:"
    cat err
    exit 1
}
check "$1" audit show line
{
    printf '{"asked":[{"role":"user","content":"<any>"}],"message":{"role":"assistant","content":"'
    cat line
    echo '"}}'
} > talk.ndjson
check "$1" --replay talk.ndjson --system '' --prompt hello
