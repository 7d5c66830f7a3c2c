# Certificates are checked: by the authorities of --ca-file or the system, and for the name.
. "$(dirname "$0")/../shell.sh"
. "$(dirname "$0")/server.bash"
needs openssl python3
cd "$dir"
unset SSL_CERT_FILE SSL_CERT_DIR
openssl req -x509 -newkey rsa:2048 -nodes -keyout key -out certificate -days 2 -subj /CN=test \
  -addext subjectAltName=IP:127.0.0.1 2> /dev/null || skip 'openssl makes no certificate'
start_server certificate key
here=127.0.0.1:$port

ask 0 --allow-host "$here" --ca-file certificate -- "{\"url\":\"https://$here/json\"}"
has '"status":200'
ask 1 --allow-host "$here" -- "{\"url\":\"https://$here/json\"}"
says "cannot trust $here: self-signed certificate"
says PERMISSION_DENIED
ask 1 --allow-host "localhost:$port" --allow-private --ca-file certificate \
  -- "{\"url\":\"https://localhost:$port/json\"}"
says "its certificate is for '127.0.0.1', not for 'localhost'"
! grep -q -- --base-url err || fail 'a hint is about a flag that it does not have'
ask 1 --allow-host "$here" --ca-file certificate -- "{\"url\":\"http://$here/json\"}"
SSL_CERT_FILE=$dir/certificate ask 0 --allow-host "$here" -- "{\"url\":\"https://$here/json\"}"

# As a server it loads the authorities once, and its calls have them, too.
cat > lines << END
{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18",
"capabilities":{},"clientInfo":{"name":"x","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":3,"method":"tools/list"}
{"jsonrpc":"2.0","id":2,"method":"tools/call",
"params":{"name":"fetch_url","arguments":{"url":"https://$here/json"}}}
END
# Each message is one line.
sed -i -e ':a' -e '/,$/{N;s/,\n/,/;ba' -e '}' lines
(cat lines; sleep 2) | "$bin/fetch_url" --mcp --allow-host "$here" --ca-file certificate \
  > out 2> err
has '\"status\":200'
has '"openWorldHint":true'
