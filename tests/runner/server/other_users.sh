# Another user of the machine does not speak to the server: its directory, its socket, and the uid
# of who connects are each enough to keep him out. He reads neither its token nor its state.
. "$(dirname "$0")/../../shell.sh"
. "$(dirname "$0")/server.bash"
needs_root 'to be another user'
needs setpriv
other() { setpriv --reuid=65534 --regid=65534 --clear-groups -- "$@"; }
says hello > "$dir/talk"
serve --replay "$dir/talk" --listen "unix:$socket" --listen 127.0.0.1:0
token_file=$(jq -r '.listen[1].tokenFile' "$dir/listening")
chmod 711 "$dir" "$dir/run"
other test -x "$dir/run" || skip 'there is no other user here'

# gets_nothing EXIT_STATUS…: of curl; one that is closed at once may look like one that is refused
gets_nothing() {
  local status=0
  other curl -sS --max-time 30 --unix-socket "$socket" http://agentcli/healthz \
    > "$dir/got" 2> "$dir/err" || status=$?
  case " $* " in *" $status "*) ;; *) fail "curl ends with $status: $(cat "$dir/err")" ;; esac
  [ ! -s "$dir/got" ] || fail "he gets: $(cat "$dir/got")"
}
! other test -e "$socket" || fail 'he enters the directory'
gets_nothing 7
chmod 711 "$dir/run/agentcli"
other test -e "$socket" && ! other test -w "$socket" || fail 'the socket is open to him'
gets_nothing 7
! other cat "$token_file" > "$dir/out" 2>&1 || fail 'he reads the token'
chmod 666 "$socket"
other test -w "$socket" || fail 'the socket is still closed to him'
gets_nothing 7 52 55 56 # his uid is refused
for path in "$state" "$state/runs" "$state/sessions"; do
  ! other ls "$path" > "$dir/out" 2>&1 || fail "he lists $path"
done
ask GET /v1/runs
is 200 '.runs == []' 'its own user'
stop
