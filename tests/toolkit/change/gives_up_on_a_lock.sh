# A lock that somebody else holds is waited for, but not for ever; and then nothing is changed.
. "$(dirname "$0")/../../shell.sh"
at_end 'kill $holder 2> /dev/null || true'
cd "$dir"
echo precious > notes.txt
flock . sleep 60 &
holder=$!
until ! flock --nonblock . true; do sleep 0.01; done

status=0
echo '{"path":"notes.txt","content":"x"}' | "$bin/fs_write_file" 2> ../err.$$ || status=$?
error=$(cat ../err.$$); rm ../err.$$
[ $status = 1 ] && [[ $error == *'"code":"TIMED_OUT"'* ]] || { echo "FAILED: $status $error"
  exit 1; }
[ "$(cat notes.txt)" = precious ] && [ "$(ls -A)" = notes.txt ] \
  || { echo 'FAILED: something changed'; exit 1; }

# Released, the next call goes through.
pkill -P $holder || true
wait $holder 2> /dev/null || true
echo '{"path":"notes.txt","content":"x"}' | "$bin/fs_write_file" > /dev/null
