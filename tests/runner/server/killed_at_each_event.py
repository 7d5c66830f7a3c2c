"""Kills the worker, the spawner or the front of a server when a run has told each of its events.

killed_at_each_event.py AGENTCLI STATE SOCKET STEP [FLAG…]: a reader hears the end of the run,
unless the run only waited, or it was the front; the server ends as it should; and no process of the run is left two seconds
later. STEP is 1 for each event, 2 for every second one. The run ends with a call that takes long.
"""

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import time

agentcli, state, place, step = sys.argv[1:5]
flags = sys.argv[5:]
request = {"prompt": "go", "hostTools": [
    {"name": "slow", "description": "Waits", "schema": {"type": "object"}, "changes": False}]}


def connect():
    connection = http.client.HTTPConnection("agentcli", timeout=30)
    connection.sock = socket.socket(socket.AF_UNIX)
    connection.sock.connect(place)
    return connection


def ask(method, path, body=None):
    connection = connect()
    connection.request(method, path, body and json.dumps(body), {"Content-Type": "application/json"})
    answer = connection.getresponse()
    return answer.status, json.loads(answer.read())


def serve():
    server = subprocess.Popen(
        [agentcli, "serve", "--state", state, "--system", "", "--drain", "10ms", *flags],
        stdout=subprocess.PIPE)
    assert server.stdout.readline(), "it does not serve"
    return server


def children(process):
    try:
        with open(f"/proc/{process}/task/{process}/children") as file:
            return [int(number) for number in file.read().split()]
    except OSError:
        return []


def beneath(process):
    return [one for child in children(process) for one in [child, *beneath(child)]]


def is_there(process):
    try:
        with open(f"/proc/{process}/stat") as file:
            return file.read().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def kill_at(server, victim, wanted, beneath_victim):
    """Returns the last event and beneath_victim, or None if the last call came first."""
    status, run = ask("POST", "/v1/runs", request)
    assert status == 201, run
    reader = connect()
    reader.request("GET", f"/v1/runs/{run['id']}/events", headers={"Accept": "application/x-ndjson"})
    last, left = {}, None
    for line in reader.getresponse():
        last = json.loads(line)
        if last["seq"] == wanted and last["event"] != "end":
            spawner = children(server.pid)[0]
            process = {"front": server.pid, "spawner": spawner}.get(victim) or children(spawner)[-1]
            left = beneath_victim
            left.extend(beneath(process))
            os.kill(process, signal.SIGKILL)
        elif last["event"] == "ask" and left is None:
            ask("POST", f"/v1/runs/{run['id']}/answers", {"id": last["id"], "output": 1})
        elif last["event"] == "call" and last["id"] == "c3" and left is None:
            break
    return last, left


def cancel_all():
    """Cancels the runs that continue after the restart, and returns when all runs have ended."""
    for _ in range(1000):
        open_runs = [run for run in ask("GET", "/v1/runs?limit=1000")[1]["runs"]
                     if run["state"] != "ended"]
        if not open_runs:
            return
        for run in open_runs:
            ask("POST", f"/v1/runs/{run['id']}/cancel")
        time.sleep(0.02)
    raise AssertionError(f"runs do not end: {open_runs}")


def check(victim, wanted):
    server = serve()
    cancel_all()
    last, left = {}, []
    try:
        last, left = kill_at(server, victim, wanted, left)
    except (OSError, http.client.HTTPException):
        assert victim == "front", "the stream was cut"
    deadline = time.monotonic() + 2
    while left and any(map(is_there, left)) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not [one for one in left or [] if is_there(one)], "something survives"
    if victim == "worker" or left is None:
        assert last["event"] in ("end", "call"), last
        server.send_signal(signal.SIGTERM)
        assert server.wait(30) == 0
    elif victim == "spawner":  # a run that waited is left to the next server
        assert last["event"] == "waiting" or last["event"] == "end" and (
            last["run"]["result"]["exitReason"] in ("lost", "interrupted")), last
        assert server.wait(30) == 1
    else:
        server.wait(30)
    return left is not None


for victim in ["worker", "spawner", "front"]:
    wanted = 1
    while check(victim, wanted):
        wanted += int(step)
    assert wanted > 12, f"only {wanted} events"
    # The next server knows each run: those that waited continue, the others have ended.
    server = serve()
    assert ask("GET", "/v1/runs?limit=1000")[1]["runs"]
    cancel_all()
    server.send_signal(signal.SIGTERM)
    assert server.wait(30) == 0
