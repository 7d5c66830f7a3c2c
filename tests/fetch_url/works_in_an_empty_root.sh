# The client, TLS and the sandbox need nothing of the system: not even /dev, /proc or /etc.
. "$(dirname "$0")/../shell.sh"
. "$(dirname "$0")/server.bash"
needs_root chroot
needs python3 openssl
! is_sanitized || skip 'a sanitized program is not static'
cd "$dir"
openssl req -x509 -newkey rsa:2048 -nodes -keyout key -out certificate -days 2 -subj /CN=test \
  -addext subjectAltName=IP:127.0.0.1 2> /dev/null || skip 'openssl makes no certificate'
start_server certificate key
mkdir root
cp "$bin/fetch_url" certificate root
chroot root /fetch_url --allow-host "127.0.0.1:$port" --ca-file /certificate \
  <<< "{\"url\":\"https://127.0.0.1:$port/json\"}" > out 2> err || fail 'it does not work'
has '"status":200'
[ "$(ls -A root | tr '\n' ' ')" = 'certificate fetch_url ' ] || fail 'something is left'
