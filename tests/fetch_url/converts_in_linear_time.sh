# A page that is ten times as large takes about ten times as long, whatever its markup.
. "$(dirname "$0")/../shell.sh"
needs python3
! is_sanitized || skip 'it is tried with the release build'
cd "$dir"
cat > server.py << 'END'
import http.server
import sys

class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        unit, count = self.path[1:].split('/')
        body = bytes.fromhex(unit) * (int(count) // (len(unit) // 2))
        self.send_response(200)
        self.send_header('Content-Type', 'text/html')
        self.send_header('Content-Length', str(len(body)))
        self.end_headers()
        self.wfile.write(body)
    def log_message(self, *_): pass

server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Handler)
print(server.server_port, flush=True)
server.serve_forever()
END
python3 server.py > port &
server=$!
at_end 'kill $server 2> /dev/null'
for _ in $(seq 200); do [ -s port ] && break; sleep 0.05; done
cat > measure.py << 'END'
import os
import subprocess
import sys
sys.path.insert(0, sys.argv[1] + '/tests')
import linear_time

port = open('port').read().strip()
tool = os.path.join(os.getcwd(), 'tool')
with open(tool, 'w') as script:
    script.write('#!/bin/sh\nexec "%s/fetch_url" --max-body-bytes 20000000 ' % sys.argv[2])
    script.write('--allow-host 127.0.0.1:%s\n' % port)
os.chmod(tool, 0o755)
units = [
    '<', '<a href=x>', '<a href="#">', '<!--', '<p>', '<ul>', '<li>', '<pre>', '<svg>', '</svg>',
    '<script', '<script>', '<title>', '&', '&#', '&amp', ' ', '<code>', '<td>', '<x y="', '=',
    "<a href='x'>y", '\n', '<br>', '<ol><li>x', '<table><tr><td>x', '<head>', '</script',
    '<script></', '<a href=x>y\n</a>', '<![CDATA[', '<pre>\n<br>', '</a>', '<h1>']

def cost(unit, size):
    url = 'http://127.0.0.1:%s/%s/%d' % (port, unit.encode().hex(), size)
    done, seconds = linear_time.run(tool, {'url': url, 'maxBytes': 1})
    if done.returncode != 0:
        sys.exit('FAILED: %r: %s' % (unit, done.stderr))
    return max(seconds, 0.02)

linear_time.check(units, 'bytes', 1000000, cost)
END
python3 measure.py "$source" "$bin"
