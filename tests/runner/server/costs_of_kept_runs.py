"""Makes ended runs in the state directory of a server, and measures the cost of its requests.

make STATE COUNT: makes COUNT runs. Ten runs share the session "desk", the others have their own.
measure SOCKET PID: prints as JSON the seconds of processor time for each kind of request.
compare FEW MANY: fails if a cost in MANY is more than three times the cost in FEW.
"""
import http.client
import json
import os
import socket
import sys

REQUESTS = 40
PATHS = ['/v1/runs?limit=5', '/v1/runs?session=desk&limit=5', '/v1/runs?session=nothing',
    '/v1/runs?state=ended&limit=5', '/v1/runs?state=running', '/metrics', '/v1/runs/nothing']


def make(state, count):
    os.makedirs(state + '/runs', mode=0o700)
    os.makedirs(state + '/keys', mode=0o700)
    os.chmod(state, 0o700)
    for number in range(count):
        run = '01KC%022d' % number
        os.mkdir('%s/runs/%s' % (state, run), 0o700)
        session = 'desk' if number % (count // 10) == 0 else 's%d' % number
        end = {'event': 'end', 'seq': 1, 'ts': '2026-01-01T00:00:00Z',
            'run': {'id': run, 'state': 'ended', 'session': session, 'asks': [], 'lastSeq': 1,
                'result': {'answer': 'x', 'exitReason': 'answer', 'exitStatus': 0}}}
        for name, content in (('request.json', {}), ('events.ndjson', end)):
            with open('%s/runs/%s/%s' % (state, run, name), 'w') as file:
                file.write(json.dumps(content, separators=(',', ':')) + '\n')


class Connection(http.client.HTTPConnection):
    def __init__(self, path):
        super().__init__('agentcli')
        self.path = path

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.connect(self.path)


def seconds_of(process):
    with open('/proc/%d/stat' % process) as file:
        fields = file.read().rsplit(')', 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf('SC_CLK_TCK')


def measure(path, process):
    connection = Connection(path)
    costs = {}
    for target in PATHS:
        before = seconds_of(process)
        for _ in range(REQUESTS):
            connection.request('GET', target)
            answer = connection.getresponse()
            body = answer.read()
            assert answer.status in (200, 404), (target, answer.status, body)
        costs[target] = seconds_of(process) - before
    print(json.dumps(costs))


def compare(few, many):
    least = 0.1  # seconds; smaller costs are too few clock ticks of 10 ms to compare
    for target, cost in json.loads(many).items():
        if cost > 3 * max(json.loads(few)[target], least):
            sys.exit('%s: %s, ten times as many: %s' % (target, few, many))


if sys.argv[1] == 'make':
    make(sys.argv[2], int(sys.argv[3]))
elif sys.argv[1] == 'measure':
    measure(sys.argv[2], int(sys.argv[3]))
else:
    compare(sys.argv[2], sys.argv[3])
