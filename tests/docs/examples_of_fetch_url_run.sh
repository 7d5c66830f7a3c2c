# The example of docs/fetch-url.md answers what the page says: with its file, on a server of this
# test in place of the one on port 8080.
. "$(dirname "$0")/../shell.sh"
needs python3
cd "$dir"
export PATH="$bin:$PATH"
block() { # LANGUAGE
  sed -n "/^\`\`\`$1\$/,/^\`\`\`\$/p" "$source/docs/fetch-url.md" | sed '1d;$d'
}
block html > guide.html
python3 -c '
import http.server
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), http.server.SimpleHTTPRequestHandler)
print(server.server_port, flush=True)
server.serve_forever()' > port 2> log &
server=$!
at_end 'kill $server 2> /dev/null'
for _ in $(seq 200); do [ -s port ] && break; sleep 0.05; done
block sh | sed "s/:8080/:$(cat port)/g" > commands
[ -s commands ] || fail 'the page has no example'
bash -e commands > out 2> err || fail 'the example fails'
block json | sed "s/:8080/:$(cat port)/g" | diff - out || fail 'the example answers something else'
