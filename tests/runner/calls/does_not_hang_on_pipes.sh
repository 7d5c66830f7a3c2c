# A pipe without a reader is no place for a recording or messages; one with a reader is; and neither
# it nor a full stderr keeps a signal from ending the run.
. "$(dirname "$0")/../../shell.sh"
set -o pipefail
one=
at_end 'for one in $(jobs -p); do kill -KILL "$one" 2> /dev/null || true; done'
cd "$dir"
printf \
  '{"asked":[{"role":"user","content":"<any>"}],"message":{"role":"assistant","content":"done"}}\n' > talk.ndjson
mkfifo pipe
for how in --record --save-messages; do
    status=0
    timeout 20 "$1/agentcli" --replay talk.ndjson --system '' --prompt hello $how pipe > out \
      2> err || status=$?
    [ "$status" = 2 ] \
      && grep -q "'pipe': nobody reads from this pipe; start its reader first$" err \
      || fail "$how exits with $status"
    cat pipe > read &
    timeout 20 "$1/agentcli" --replay talk.ndjson --system '' --prompt hello $how pipe > out \
      2> err || fail "$how fails"
    wait $!
    grep -q done read || fail "$how writes nothing"
done
ended() { # SIGNALLED: its status, once it has ended
    for _ in $(seq 100); do
        case $(cat "/proc/$1/stat" 2> /dev/null || true) in
        '' | *') Z '*)
            status=0
            wait "$1" || status=$?
            return
            ;;
        esac
        sleep 0.1
    done
    fail "it has not ended"
}
holds_signals() { # PROCESS: until it does
    for _ in $(seq 400); do
        # bit 14: SIGTERM
        ! grep -q '^SigBlk:.*[4-7c-f]...$' "/proc/$1/status" 2> /dev/null || return 0
        sleep 0.05
    done
    fail "it holds no signals back"
}
prompt=$(head -c 100000 /dev/zero | tr '\0' x) # more than a pipe takes
exec 3<> pipe # a reader that reads nothing
"$1/agentcli" --replay talk.ndjson --system '' --prompt "$prompt" --record pipe > out 2> err 3<&- &
holds_signals $!
sleep 0.3
kill -TERM $!
ended $!
[ "$status" = 143 ] || fail "with a pipe that is full it exits with $status"
grep -q '"end":"interrupted"' .agentcli/audit/*.log || fail "there is no end in the audit"
exec 3>&-
rm pipe
mkfifo pipe
exec 3<> pipe
head -c 65536 /dev/zero >&3
"$1/agentcli" --replay missing --system '' --prompt hello > out 2> pipe 3<&- &
holds_signals $!
sleep 0.3
kill -TERM $!
: > err
ended $!
# The signal may have come before the run had anything to report.
[ "$status" = 2 ] || [ "$status" = 143 ] || fail "with a full stderr it exits with $status"
