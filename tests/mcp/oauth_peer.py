"""An MCP server and its authorization server on 127.0.0.1, without packages.

oauth_peer.py DIRECTORY: prints the port. The file `mode` in the directory says what is wrong with
it (empty: nothing), `life` how many seconds a token lives; `log` gets a line for each request.
"""
import base64, hashlib, json, os, secrets, sys, threading, time, urllib.parse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

directory = sys.argv[1]
codes, tokens, refreshes = {}, {}, {}
guard = threading.Lock()


def told(name, preset=''):
    try:
        return open(os.path.join(directory, name)).read().strip()
    except FileNotFoundError:
        return preset


class Handler(BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'

    def log_message(self, *words):
        pass

    def note(self, text):
        with guard, open(os.path.join(directory, 'log'), 'a') as log:
            log.write(text + '\n')

    def send(self, status, document=None, **fields):
        body = document if isinstance(document, bytes) else json.dumps(document or {}).encode()
        self.send_response(status)
        for name, value in {'Content-Type': 'application/json', **fields}.items():
            self.send_header(name.replace('_', '-'), value)
        self.send_header('Content-Length', str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def body(self):
        return self.rfile.read(int(self.headers.get('Content-Length') or 0)).decode()

    @property
    def here(self):
        return 'http://127.0.0.1:%d' % self.server.server_port

    def sabotaged(self, endpoint):
        """One of the ways in which an endpoint can be no use: ENDPOINT-WAY in `mode`."""
        way = told('mode')
        if not way.startswith(endpoint + '-'):
            return False
        way = way[len(endpoint) + 1:]
        if way == 'redirects':
            self.send(302, Location=self.here + '/elsewhere')
        elif way == 'endless':
            self.send(200, b'[' + b'1,' * 300000)
        elif way == 'nonsense':
            self.send(200, b'\xff\x00<html>')
        elif way == 'cut':
            self.send_response(200)
            self.send_header('Content-Length', '1000')
            self.end_headers()
            self.wfile.write(b'{"a":')
            self.close_connection = True
        elif way == 'fails':
            self.send(500, {'error': 'server_error', 'error_description': 'no \x1b[1mluck'})
        else:
            return False
        return True

    def do_GET(self):
        url = urllib.parse.urlsplit(self.path)
        self.note('GET ' + url.path)
        mode = told('mode')
        if url.path == '/.well-known/oauth-protected-resource/mcp':
            if self.sabotaged('resource'):
                return None
            issuer = {'issuer-http': 'http://as.example', 'issuer-private': 'https://10.0.0.1',
                      'issuer-file': 'file:///etc/passwd'}.get(mode, self.here)
            return self.send(200, {
                'resource': 'http://127.0.0.1:1/mcp' if mode == 'resource-other' else self.here + '/mcp',
                'authorization_servers': [issuer] + (
                    ['https://evil.example/%d\nsign in   https://good.example' % n for n in range(9)]
                    if mode == 'forges-lines' else []),
                'scopes_supported': ['read']})
        if url.path == '/.well-known/oauth-authorization-server':
            if self.sabotaged('metadata'):
                return None
            document = {
                'issuer': self.here + '/' if mode == 'metadata-other' else self.here,
                'authorization_endpoint': self.here + '/authorize',
                'token_endpoint': self.here + '/token', 'registration_endpoint': self.here + '/register',
                'revocation_endpoint': self.here + '/revoke',
                'code_challenge_methods_supported': ['plain' if mode == 'no-s256' else 'S256'],
                'authorization_response_iss_parameter_supported': True}
            if mode == 'client-url':
                document['client_id_metadata_document_supported'] = True
            if mode == 'no-registration':
                del document['registration_endpoint']
            if mode == 'token-private':
                document['token_endpoint'] = 'https://169.254.169.254/token'
            if mode == 'authorize-script':
                document['authorization_endpoint'] = 'javascript:alert(1)'
            return self.send(200, document)
        if url.path == '/authorize':
            asked = dict(urllib.parse.parse_qsl(url.query))
            code = secrets.token_urlsafe(9)
            codes[code] = asked
            reply = {'code': code, 'state': asked['state'], 'iss': self.here}
            if mode == 'iss-other':
                reply['iss'] = 'https://evil.example'
            if mode == 'iss-missing':
                del reply['iss']
            if mode == 'denied':
                del reply['code']
                reply.update(error='access_denied', error_description='not \x1b[1myou\u202e')
            return self.send(302, Location=asked['redirect_uri'] + '?' + urllib.parse.urlencode(reply))
        return self.send(404)

    def do_POST(self):
        url = urllib.parse.urlsplit(self.path)
        text = self.body()
        if url.path == '/mcp':
            return self.answer_message(json.loads(text))
        self.note('POST ' + url.path)
        if url.path == '/register' and not self.sabotaged('register'):
            asked = json.loads(text)
            if told('mode') == 'register-localhost' and '127.0.0.1' in asked['redirect_uris'][0]:
                return self.send(400, {'error': 'invalid_redirect_uri'})
            if told('mode') == 'register-other':
                asked['redirect_uris'] = ['http://127.0.0.1/other']
            return self.send(201, {**asked, 'client_id': 'client-1'})
        if url.path == '/token' and not self.sabotaged('token'):
            return self.give_token(dict(urllib.parse.parse_qsl(text)))
        if url.path == '/revoke' and not self.sabotaged('revoke'):
            refreshes.pop(dict(urllib.parse.parse_qsl(text))['token'], None)
            return self.send(200)
        return None

    def give_token(self, asked):
        mode = told('mode')
        if mode == 'token-slow':
            time.sleep(2)
        if asked.get('resource') != self.here + '/mcp':
            return self.send(400, {'error': 'invalid_target'})
        if asked['grant_type'] == 'authorization_code':
            request = codes.pop(asked['code'], None)
            digest = hashlib.sha256(asked['code_verifier'].encode()).digest()
            challenge = base64.urlsafe_b64encode(digest).decode().rstrip('=')
            if not request or challenge != request['code_challenge'] \
                    or asked['redirect_uri'] != request['redirect_uri']:
                return self.send(400, {'error': 'invalid_grant'})
            scope = request.get('scope', '')
        elif asked['grant_type'] == 'refresh_token':
            with guard:
                scope = refreshes.pop(asked['refresh_token'], None)
            if mode == 'client-lost':
                return self.send(401, {'error': 'invalid_client'})
            if scope is None or mode == 'refresh-ends':
                return self.send(400, {'error': 'invalid_grant', 'error_description': 'used'})
        else:
            if self.headers.get('Authorization') != 'Basic ' + base64.b64encode(b'robot:s3cr3t-one').decode():
                return self.send(401, {'error': 'invalid_client'})
            scope = asked.get('scope', '')
        token, refresh = 'access-' + secrets.token_urlsafe(12), 'refresh-' + secrets.token_urlsafe(12)
        tokens[token] = scope
        refreshes[refresh] = scope
        with open(os.path.join(directory, 'secrets'), 'a') as log:
            log.write(token + '\n' + refresh + '\n')
        document = {'access_token': token, 'token_type': 'mac' if mode == 'token-mac' else 'Bearer',
                    'expires_in': int(told('life', '3600')), 'scope': scope}
        if asked['grant_type'] != 'client_credentials':
            document['refresh_token'] = refresh
        return self.send(200, document)

    def answer_message(self, message):
        metadata = self.here + '/.well-known/oauth-protected-resource/mcp'
        token = (self.headers.get('Authorization') or '').removeprefix('Bearer ')
        self.note('%s %s' % (message.get('method'), 'with' if token else 'without'))
        if token not in tokens or told('mode') == 'refuses-all':
            return self.send(401, {}, WWW_Authenticate='Basic realm="x", Bearer '
                             'resource_metadata="%s", scope="read"' % metadata)
        if 'id' not in message:
            return self.send(202)
        method, params = message['method'], message.get('params', {})
        result = None
        if method == 'initialize':
            result = {'protocolVersion': '2025-11-25', 'capabilities': {'tools': {}},
                      'serverInfo': {'name': 'protected', 'version': '1'}}
        elif method == 'tools/list':
            result = {'tools': [{'name': name, 'inputSchema': {'type': 'object'}}
                                for name in ('read', 'write', 'admin', 'tell', 'expire')]}
        elif method == 'tools/call':
            name = params['name']
            if name in ('write', 'admin') and name not in tokens[token].split():
                return self.send(403, {}, WWW_Authenticate='Bearer error="insufficient_scope", '
                                 'scope="%s%s", resource_metadata="%s"' % (
                                     name, ' \xff\xfe' if told('mode') == 'scope-bytes' else '', metadata))
            if name == 'expire':
                tokens.clear()
            result = {'content': [{'type': 'text', 'text': token if name == 'tell' else name + ' done'}]}
        if result is None:
            return self.send(200, {'jsonrpc': '2.0', 'id': message['id'],
                                   'error': {'code': -32601, 'message': 'unknown method'}})
        return self.send(200, {'jsonrpc': '2.0', 'id': message['id'], 'result': result})


class Server(ThreadingHTTPServer):
    def handle_error(self, request, client_address):
        pass  # a client that has left


server = Server(('127.0.0.1', 0), Handler)
server.daemon_threads = True
print(server.server_port, flush=True)
server.serve_forever()
