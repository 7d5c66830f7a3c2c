# Size, mode and time to the nanosecond, against stat(1); a size beyond 32 bits; a socket.
. "$(dirname "$0")/../shell.sh"
cd "$dir"
truncate -s 3G large
touch -d '2001-02-03T04:05:06.123456789Z' large
chmod 0604 large
answer=$(echo '{"path":"large"}' | "$bin/fs_stat")
[ "$answer" = \
  '{"exists":true,"type":"file","sizeBytes":3221225472,"modeOctal":"0604","modTime":"2001-02-03T04:05:06.123456789Z"}' ] \
  || { echo "FAILED: $answer"; exit 1; }
python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind("socket")' 2> /dev/null \
  || { echo "skipped: no python3 to make a socket"; exit 77; }
echo '{"path":"socket"}' | "$bin/fs_stat" | grep -q '"type":"other"' || { echo "FAILED: a socket"
  exit 1; }
