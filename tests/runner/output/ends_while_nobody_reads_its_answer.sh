# A signal ends agentcli also while its answer waits for a reader.
. "$(dirname "$0")/../../shell.sh"
set -o pipefail
agentcli=
at_end '[ -z "$agentcli" ] || kill -KILL "$agentcli" 2> /dev/null || true'
cd "$dir"
mkfifo pipe
exec 3<> pipe
{
    printf '{"asked":[{"role":"user","content":"hello"}],"message":{"role":"assistant","content":"'
    seq -s ' ' 170000 | tr -d '\n'
    echo '"}}'
} > recording
"$1/agentcli" --prompt hello --system= --replay recording > pipe 3<&- &
agentcli=$!
head -c 1 <&3 > /dev/null # it has begun to write, and a pipe does not take a megabyte
kill -TERM "$agentcli"
for _ in $(seq 100); do
    case $(cat "/proc/$agentcli/stat" 2> /dev/null || true) in
    '' | *') Z '*)
        status=0
        wait "$agentcli" || status=$?
        agentcli=
        [ "$status" -eq 143 ] || echo "exit status $status"
        [ "$status" -eq 143 ]
        exit
        ;;
    esac
    sleep 0.1
done
echo "it has not ended"
exit 1
