"""A chat bot: bot.py CUSTOMER. Each line of stdin is a message of this customer."""
import http.client, json, os, socket, sys, time, uuid

SOCKET = os.environ["XDG_RUNTIME_DIR"] + "/agentcli/serve.sock"
ORDERS = {"4711": [{"id": 9, "item": "kettle", "due": "2026-11-20"}]}  # instead of a database
OPEN_ORDERS = {"name": "open_orders", "description": "Orders of this customer that are under way",
               "schema": {"type": "object", "additionalProperties": False}, "changes": False}

class Server(http.client.HTTPConnection):
    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.connect(SOCKET)

def request(method, path, body=None, **fields):
    fields["Content-Type"] = "application/json"
    for wait in (0.1, 0.5, 2, 5, None):
        try:
            server = Server("agentcli")
            server.request(method, "/v1/runs" + path, body and json.dumps(body), fields)
            response = server.getresponse()
            # 409: the ask has ended before, by the same answer or by its timeout
            if response.status < 400 or (response.status == 409 and path.endswith("/answers")):
                return response if "Accept" in fields else json.load(response)
            raise RuntimeError(json.load(response)["error"])
        except (OSError, http.client.HTTPException):  # the server is being restarted, perhaps
            if wait is None:
                raise
            time.sleep(wait)

def events(run):
    """Each event once, even if connections are cut."""
    last, name = 0, None
    while name != "end":
        stream = request("GET", f"/{run}/events?after={last}", Accept="application/x-ndjson")
        try:
            for event in map(json.loads, stream):
                last, name = event["seq"], event["event"]
                yield event
        except (OSError, http.client.HTTPException, ValueError):  # ValueError: half a line
            time.sleep(0.1)

def answer(ask, customer):
    """Runs the host tool, and decides about approvals: only the customer's note may be written."""
    if ask["kind"] == "hostTool":
        return {"output": ORDERS.get(customer, [])}
    if (ask["tool"], ask["arguments"].get("path")) == ("fs_write_file", f"notes/{customer}.md"):
        return {"verdict": "yes"}
    return {"verdict": "no", "reason": f"only notes/{customer}.md may be written"}

customer = sys.argv[1]
context = [{"name": "customer", "type": "application/json", "json": {"number": customer}}]
for message in sys.stdin:
    run = request("POST", "", {"prompt": message, "session": f"customer-{customer}",
                               "context": context, "hostTools": [OPEN_ORDERS]},
                  **{"Idempotency-Key": str(uuid.uuid4())})["id"]
    for event in events(run):
        if event["event"] == "ask":
            request("POST", f"/{run}/answers", {"id": event["id"], **answer(event, customer)})
    result = event["run"]["result"]
    print(result.get("answer") or result.get("error", {}).get("message") or result["exitReason"], flush=True)
