"""Receives webhooks and traces: receiver.py LOG [PORT [SECRET…]] prints its port.

Each request is a line of JSON in LOG: its path, its fields, its body, and the numbers of the
secrets with which it is signed by Standard Webhooks. The file LOG.plan has a line for each of the
next responses: a status, "hang", or "redirect URL"; without a line the status is 200. The variable
RECEIVER_CERTIFICATE names a file with a certificate and its key, for TLS.
"""
import base64
import hashlib
import hmac
import json
import os
import ssl
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

LOG = sys.argv[1]
PORT = int(sys.argv[2]) if len(sys.argv) > 2 else 0
KEYS = [base64.b64decode(secret.removeprefix("whsec_"), validate=True) for secret in sys.argv[3:]]
LOCK = threading.Lock()


def next_step():
    try:
        with open(LOG + ".plan", encoding="utf-8") as file:
            steps = file.read().split("\n")
    except FileNotFoundError:
        return "200"
    with open(LOG + ".plan", "w", encoding="utf-8") as file:
        file.write("\n".join(steps[1:]))
    return steps[0] or "200"


def signers(fields, body):
    stamp = fields.get("webhook-timestamp", "")
    if not stamp.isdigit() or abs(time.time() - int(stamp)) > 300:
        return []
    text = ("%s.%s." % (fields.get("webhook-id"), stamp)).encode() + body
    given = fields.get("webhook-signature", "").split(" ")
    made = ["v1," + base64.b64encode(hmac.digest(key, text, hashlib.sha256)).decode()
            for key in KEYS]
    return [number for number, one in enumerate(made)
            if any(hmac.compare_digest(one, other) for other in given)]


class Receiver(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        fields = {name.lower(): value for name, value in self.headers.items()}
        with LOCK:
            step = next_step()
            line = json.dumps({"path": self.path, "fields": fields, "time": time.time(),
                               "signed": signers(fields, body), "body": json.loads(body)})
            with open(LOG, "a", encoding="utf-8") as file:
                file.write(line + "\n")
        if step == "hang":
            time.sleep(3600)
        words = step.split(" ")
        self.send_response(307 if words[0] == "redirect" else int(words[0]))
        if words[0] == "redirect":
            self.send_header("Location", words[1])
        self.send_header("Content-Length", "0")
        self.end_headers()


server = ThreadingHTTPServer(("127.0.0.1", PORT), Receiver)
server.daemon_threads = True
if "RECEIVER_CERTIFICATE" in os.environ:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(os.environ["RECEIVER_CERTIFICATE"])
    server.socket = context.wrap_socket(server.socket, server_side=True)
print(server.server_address[1], flush=True)
server.serve_forever()
