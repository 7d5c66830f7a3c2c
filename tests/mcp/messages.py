"""Validates the messages that programs of agentcli send: messages.py SCHEMAS BIN < TRACE

TRACE is what strace has seen them read and write; SCHEMAS is the directory `schema` of the
specification. A test client may send anything, so that only what programs in BIN send counts.
"""
import collections
import json
import os
import re
import sys

import jsonschema

MODERN = '2026-07-28'
LATEST_WITH_SESSIONS = '2025-11-25'
MODERN_META = {'io.modelcontextprotocol/protocolVersion', 'io.modelcontextprotocol/subscriptionId'}
RESULTS = {'initialize': ['InitializeResult'], 'ping': ['EmptyResult'], 'tools/list': ['ListToolsResult'],
           'tools/call': ['CallToolResult', 'InputRequiredResult'], 'server/discover': ['DiscoverResult'],
           'logging/setLevel': ['EmptyResult'], 'subscriptions/listen': ['SubscriptionsListenResult'],
           'elicitation/create': ['ElicitResult'], 'roots/list': ['ListRootsResult']}
READS = {'read', 'recvfrom', 'recvmsg'}
CALL = re.compile(rb'(\d+) +(?:<\.\.\. )?(\w+)(?:\(| resumed>)(.*)', re.S)
TEXT = re.compile(rb'"((?:[^"\\]|\\.)*)"', re.S)
ESCAPE = re.compile(rb'\\([0-7]{1,3}|x[0-9a-f]{2}|.)', re.S)
LETTERS = {b'n': b'\n', b't': b'\t', b'r': b'\r', b'v': b'\v', b'f': b'\f', b'"': b'"', b'\\': b'\\'}


def unescaped(text):
    def one(match):
        code = match[1]
        if code in LETTERS:
            return LETTERS[code]
        return bytes([int(code[1:], 16) if code[:1] == b'x' else int(code, 8) & 255])
    return ESCAPE.sub(one, text)


class Schemas:
    def __init__(self, place):
        self.place, self.validators = place, {}

    def validator(self, version, name):
        if (version, name) not in self.validators:
            with open(os.path.join(self.place, version, 'schema.json'), encoding='utf-8') as file:
                schema = json.load(file)
            key = '$defs' if '$defs' in schema else 'definitions'
            found = None
            if name in schema[key]:
                kind = jsonschema.validators.validator_for(schema)
                found = kind({**schema, '$ref': f'#/{key}/{name}'})
            self.validators[version, name] = found
        return self.validators[version, name]

    def violation(self, version, names, value):
        """Of the first of these types that the version has; None if one of them is right."""
        first = None
        for name in names:
            validator = self.validator(version, name)
            if validator is None:
                continue
            error = jsonschema.exceptions.best_match(validator.iter_errors(value))
            if error is None:
                return None
            first = first or f'{name}{error.json_path[1:]}: {error.message[:300]}'
        return first or f'no type of {names}'


class Process:
    """What one program says and hears. What it has forked shares it until it executes another."""

    def __init__(self, name, is_ours):
        self.name, self.is_ours = name, is_ours
        self.version = LATEST_WITH_SESSIONS
        self.asked, self.asks = {}, {}  # by id: method and version


class Checker:
    def __init__(self, schemas, programs):
        self.schemas, self.programs = schemas, programs
        self.processes = collections.defaultdict(lambda: Process('', False))
        self.parts = {}  # what a line has begun with, by process, descriptor and direction
        self.counts = collections.Counter()
        self.violations = collections.Counter()

    def execute(self, pid, path):
        folder, name = os.path.split(path)
        is_ours = os.path.realpath(folder) == self.programs and name != 'mcp_peer'
        self.processes[pid] = Process(name, is_ours)

    def fork(self, pid, child):
        self.processes[child] = self.processes[pid]

    def close(self, pid, descriptor):
        for is_read in (False, True):
            self.parts.pop((pid, descriptor, is_read), None)

    def bytes(self, pid, descriptor, is_read, data):
        process = self.processes[pid]
        if not process.is_ours:
            return
        key = pid, descriptor, is_read
        *lines, rest = (self.parts.pop(key, b'') + data).split(b'\n')
        for line in lines:
            self.line(process, is_read, line)
        if rest and not self.line(process, is_read, rest):
            self.parts[key] = rest

    def line(self, process, is_read, line):
        """Whether it was a message."""
        line = line.removeprefix(b'data: ').strip()
        if not line.startswith(b'{') or b'"jsonrpc"' not in line:
            return False
        try:
            message = json.loads(line)
        except ValueError:
            return False
        if 'jsonrpc' not in message:
            return False
        if is_read:
            self.heard(process, message)
        else:
            self.said(process, message)
        return True

    @staticmethod
    def version_of(process, message):
        params = message.get('params')
        meta = params.get('_meta') if isinstance(params, dict) else None
        is_modern = message.get('method') == 'server/discover' or isinstance(meta, dict) and not MODERN_META.isdisjoint(meta)
        return MODERN if is_modern else process.version

    def heard(self, process, message):
        if 'method' in message and 'id' in message:
            process.asked[json.dumps(message['id'])] = message['method'], self.version_of(process, message)
        result = message.get('result')
        if isinstance(result, dict) and isinstance(result.get('protocolVersion'), str):
            process.version = result['protocolVersion']

    def said(self, process, message):
        version, names, value = self.expected(process, message)
        self.counts[version] += 1
        found = self.schemas.violation(version, names, value)
        if found is None and 'error' not in message:
            found = self.schemas.violation(version, ['JSONRPCMessage'], message)
        if found is not None:
            self.violations[f'{process.name}, {version}: {found}\n    {json.dumps(message)[:400]}'] += 1

    def expected(self, process, message):
        """The version, the types, and what has to be of one of them."""
        if 'method' in message:
            version = self.version_of(process, message)
            side = ['ClientRequest', 'ServerRequest'] if 'id' in message else ['ClientNotification', 'ServerNotification']
            return version, side, message
        method, version = process.asked.get(json.dumps(message.get('id')), ('', process.version))
        if 'error' in message:
            return version, ['JSONRPCErrorResponse', 'JSONRPCError'], message
        result = message.get('result')
        if method == 'initialize' and isinstance(result, dict):
            version = process.version = result.get('protocolVersion', version)
        return version, RESULTS.get(method, ['no method ' + repr(method)]), result


def follow(checker, trace):
    waiting = {}  # a call that another one has interrupted
    for line in trace:
        match = CALL.match(line)
        if not match:
            continue
        pid, name, rest = int(match[1]), match[2].decode(), match[3]
        if rest.rstrip().endswith(b'<unfinished ...>'):
            waiting[pid] = rest.rstrip()[:-len(b'<unfinished ...>')]
            if name != 'close':
                continue
        elif b' resumed>' in line[:60]:
            rest = waiting.pop(pid, b'') + rest
        returned = rest.rsplit(b' = ', 1)[-1].split()
        status = int(returned[0]) if returned and re.fullmatch(rb'-?\d+', returned[0]) else -1
        if name == 'close':
            if re.match(rb'\d+', rest):
                checker.close(pid, int(re.match(rb'\d+', rest)[0]))
        elif status <= 0 and name != 'execve':
            continue
        elif name in ('clone', 'clone3', 'fork', 'vfork'):
            checker.fork(pid, status)
        elif name == 'execve' and status == 0:
            checker.execute(pid, unescaped(TEXT.search(rest)[1]).decode())
        elif name in READS | {'write', 'sendto', 'sendmsg', 'writev'}:
            data = b''.join(unescaped(text) for text in TEXT.findall(rest))
            checker.bytes(pid, int(re.match(rb'\d+', rest)[0]), name in READS, data[:status])


def main():
    checker = Checker(Schemas(sys.argv[1]), os.path.realpath(sys.argv[2]))
    follow(checker, sys.stdin.buffer)
    print(', '.join(f'{count} messages of {version}' for version, count in sorted(checker.counts.items())))
    for violation, count in checker.violations.most_common():
        print(f'{count} times {violation}')
    sys.exit(bool(checker.violations))


main()
