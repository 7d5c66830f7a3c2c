"""A server of pages, good and bad ones, on loopback. Prints its port. With a certificate and its
key as arguments it speaks TLS. Each request is a line on stderr: its path, Host and others."""
import socket
import socketserver
import ssl
import sys
import time

PAGE = b'''<!doctype html><html><head><title>A &amp; B</title><style>p {}</style></head>
<body><h1>Title</h1><p>One <b>two</b>&nbsp;three.</p><script>alert('<p>no</p>')</script>
<ul><li>first<li><a href="/next?a=1">second</a></ul></body></html>'''


def head(status, *fields):
    return ('HTTP/1.1 %s\r\n%s\r\n' % (status, ''.join(f + '\r\n' for f in fields))).encode()


def whole(body, kind, status='200 OK'):
    fields = ['Content-Length: %d' % len(body), 'Connection: close']
    return head(status, *fields + (['Content-Type: ' + kind] if kind else [])) + body


def to(place, status='302 Found'):
    return head(status, 'Location: ' + place, 'Content-Length: 0', 'Connection: close')


class Handler(socketserver.StreamRequestHandler):
    def handle(self):
        lines = []
        while not lines or lines[-1] not in (b'', b'\r\n'):
            lines.append(self.rfile.readline(65536))
        path = lines[0].split()[1].decode() if lines[0].split() else ''
        wanted = (b'host', b'accept-encoding', b'cookie', b'authorization')
        sent = [line.strip().decode() for line in lines[1:] if line.lower().split(b':')[0] in wanted]
        print(path, *sent, file=sys.stderr, flush=True)
        try:
            self.answer(path)
        except OSError:
            pass  # the client has seen enough

    def answer(self, path):
        name, _, query = path[1:].partition('?')
        getattr(self, 'on_' + (name or 'page'), self.on_missing)(query)

    def send(self, data):
        self.wfile.write(data)

    def on_page(self, _):
        self.send(whole(PAGE, 'text/html; charset=utf-8'))

    def on_missing(self, _):
        self.send(whole(b'<h1>Not here</h1>', 'text/html', '404 Not Found'))

    def on_json(self, _):
        self.send(whole(b'{"a": [1, 2]}\n', 'application/vnd.test+json'))

    def on_latin(self, _):
        self.send(whole(b'caf\xe9 \x80\n', 'text/plain; charset=ISO-8859-1'))

    def on_japanese(self, _):
        self.send(whole(b'\x82\xa0', 'text/plain; charset=shift_jis'))

    def on_untyped(self, _):
        self.send(whole(b'<html><p>x</p>', ''))

    def on_picture(self, _):
        self.send(whole(b'\x89PNG\r\n\x1a\n', 'image/png'))

    def on_binary(self, _):
        self.send(whole(b'\0\1\2', 'text/plain'))

    def on_invisible(self, _):
        self.send(whole('a\u200bb \x1b[31mred\n'.encode(), 'text/plain; charset=utf-8'))

    def on_chunked(self, _):
        self.send(head('200 OK', 'Content-Type: text/plain', 'Transfer-Encoding: chunked'))
        for piece in (b'one ', b'two ', b'three\n'):
            self.send(b'%x\r\n%s\r\n' % (len(piece), piece))
        self.send(b'0\r\n\r\n')

    def on_gzip(self, _):
        self.send(head('200 OK', 'Content-Type: text/plain', 'Content-Encoding: gzip') + b'\x1f\x8b')

    def on_endless(self, _):
        self.send(head('200 OK', 'Content-Type: text/plain'))
        while True:
            self.send(b'0123456789abcdef' * 4096)

    def on_announced(self, _):
        self.send(head('200 OK', 'Content-Type: text/plain', 'Content-Length: 9000000000000000'))
        self.on_endless_rest()

    def on_endless_rest(self):
        while True:
            self.send(b'x' * 65536)

    def on_slow(self, _):
        self.send(head('200 OK', 'Content-Type: text/plain'))
        while True:
            self.send(b'.')
            time.sleep(0.05)

    def on_silent(self, _):
        time.sleep(60)

    def on_headers(self, _):
        self.send(b'HTTP/1.1 200 OK\r\n')
        for number in range(100000):
            self.send(b'X-%d: %s\r\n' % (number, b'y' * 1000))

    def on_cut(self, _):
        self.send(head('200 OK', 'Content-Type: text/plain', 'Content-Length: 100') + b'begin')

    def on_to(self, place):
        self.send(to(place))

    def on_loop(self, number):
        self.send(to('/loop?%d' % (int(number or 0) + 1)))

    def on_count(self, number):
        self.send(to('/count?%d' % (int(number) - 1)) if number != '0' else whole(b'end', 'text/plain'))

    def on_lines(self, number):
        self.send(whole(''.join('line %d é\n' % n for n in range(int(number))).encode(), 'text/plain'))


class Server(socketserver.ThreadingTCPServer):
    daemon_threads = True
    allow_reuse_address = True


server = Server(('127.0.0.1', 0), Handler)
print(server.server_address[1], flush=True)
if len(sys.argv) > 2:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(sys.argv[1], sys.argv[2])
    server.socket = context.wrap_socket(server.socket, server_side=True)
server.serve_forever()
