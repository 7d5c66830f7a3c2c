"""The clients and the model of bench/serve.sh.

model: a server of chat completions that says "model NUMBER" every 200 ms, for ever; prints its URL.
streams SOCKET COUNT STALLED SECONDS MODEL_COMMAND…: COUNT readers of 32 runs, STALLED of them take
nothing; beside them the same run by the pipe of `agentcli host` (the command). Prints what a reader
waits for an event after its worker wrote it (by its `ts`, of which the milliseconds are cut off).
idle URL_OR_SOCKET COUNT PATH PID: the memory of the process with COUNT readers of PATH and without.
"""

import calendar
import json
import os
import selectors
import socket
import subprocess
import sys
import threading
import time


def model():
    server = socket.create_server(("127.0.0.1", 0), backlog=64)
    print(f"http://127.0.0.1:{server.getsockname()[1]}/v1", flush=True)

    def talk(client):
        client.recv(1 << 20)
        client.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
                       b"Connection: close\r\n\r\n")
        number = 0
        try:
            while True:
                number += 1
                piece = {"choices": [{"index": 0, "delta": {"content": f"word {number}\n"}}]}
                client.sendall(f"data: {json.dumps(piece)}\n\n".encode())
                time.sleep(0.2)
        except OSError:
            client.close()

    while True:
        threading.Thread(target=talk, args=(server.accept()[0],), daemon=True).start()


def connect(place):
    if place.startswith("/"):
        client = socket.socket(socket.AF_UNIX)
        client.connect(place)
        return client
    host, port = place.removeprefix("http://").split(":")
    return socket.create_connection((host, int(port)))


def request(place, method, path, body=None):
    client = connect(place)
    head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n"
    if body is not None:
        head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
    client.sendall((head + "\r\n" + (body or "")).encode())
    return client


def proportional(*processes):  # KiB of private memory, and of its share of what is shared
    total = 0
    for process in processes:
        with open(f"/proc/{process}/smaps_rollup") as file:
            total += next(int(line.split()[1]) for line in file if line.startswith("Pss:"))
    return total


def written_at(line):  # of an event
    at = line.index(b'"ts":"') + 6
    text = line[at:at + 24].decode()
    return calendar.timegm(time.strptime(text[:19], "%Y-%m-%dT%H:%M:%S")) + int(text[20:23]) / 1000


def print_times(name, heard):  # events, and when they came; computed here, so that readers keep up
    times = sorted(now - written_at(data) for now, data in heard)
    if times:
        print(f"{name}: {len(times)} events, p50 {times[len(times) // 2] * 1000:.2f} ms, "
              f"p99 {times[len(times) * 99 // 100] * 1000:.2f} ms")


def direct(command, heard, end):
    run = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    run.stdin.write(b'{"do":"say","text":"go"}\n')
    run.stdin.flush()
    while time.monotonic() < end:
        line = run.stdout.readline()
        now = time.time()
        if b'"event":"text"' in line:
            heard.append((now, line))
    run.kill()


def streams(place, count, stalled, seconds, *command):
    count, stalled, seconds = int(count), int(stalled), float(seconds)
    ids = []
    for _ in range(32):
        client = request(place, "POST", "/v1/runs", '{"prompt":"go"}')
        ids.append(client.recv(1 << 16).split(b"Location: /v1/runs/")[1][:26].decode())
        time.sleep(0.2 / 32)
    readers = selectors.DefaultSelector()
    idle = []
    for number in range(count):
        client = request(place, "GET", f"/v1/runs/{ids[number % 32]}/events")
        if number < stalled:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
            idle.append(client)
        else:
            readers.register(client, selectors.EVENT_READ)
    time.sleep(2)
    end = time.monotonic() + seconds
    heard, plain = [], []
    other = threading.Thread(target=direct, args=(command, plain, end))
    other.start()
    warm = time.monotonic() + 1
    while time.monotonic() < end:
        for key, _ in readers.select(0.1):
            data = key.fileobj.recv(1 << 16)
            now = time.time()
            if time.monotonic() > warm and data.count(b"event: text") == 1:
                heard.append((now, data))
    other.join()
    print_times(f"{count} streams, {stalled} of them stalled", heard)
    print_times("the pipe of a worker, beside it", plain)


def idle(place, count, path, *processes):
    before = proportional(*processes)
    clients = [request(place, "GET", path) for _ in range(int(count))]
    for client in clients:
        assert client.recv(1 << 16).startswith(b"HTTP/1.1 200")
    time.sleep(2)
    after = proportional(*processes)
    print(f"{before / 1024:.1f} MB, with {count} streams {after / 1024:.1f} MB: "
          f"{(after - before) / int(count):.1f} KiB each")
    del clients


{"model": model, "streams": streams, "idle": idle}[sys.argv[1]](*sys.argv[2:])
