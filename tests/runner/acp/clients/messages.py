"""Messages of the Agent Client Protocol, checked by its published schema.

messages.py record LOG COMMAND…   runs COMMAND, and appends each line of its stdin and stdout to LOG
messages.py check SCHEMA LOG…     checks the lines of logs, and prints how many there are"""

import json, os, re, subprocess, sys, threading


class Schema:
    def __init__(self, path):
        import jsonschema
        schema = json.load(open(path))
        self.definitions, self.parts = schema["$defs"], {}
        self.validator = jsonschema.Draft202012Validator
        for name, part in self.definitions.items():
            kind = re.search("(Request|Response|Notification)$", name)
            if "x-method" in part and kind:
                self.parts[part["x-method"], kind[0]] = name

    def fits(self, name, value):
        self.validator({"$ref": "#/$defs/" + name, "$defs": self.definitions}).validate(value)

    # `method`: of the request that a response answers
    def check(self, message, method=None):
        if message["jsonrpc"] != "2.0":
            raise ValueError("not JSON-RPC 2.0")
        if "method" in message:
            kind = "Request" if "id" in message else "Notification"
            self.fits(self.parts[message["method"], kind], message.get("params"))
        elif "error" in message:
            self.fits("Error", message["error"])
        else:
            self.fits(self.parts[method, "Response"], message["result"])


def record(log, command):
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    lock = threading.Lock()

    def copy(source, sink, side):
        for line in source:
            with lock, open(log, "a") as file:
                file.write(side + line.decode())
            try:
                sink.write(line)
                sink.flush()
            except BrokenPipeError:
                break
        if side == ">":
            sink.close()

    threading.Thread(target=copy, args=(sys.stdin.buffer, process.stdin, ">"), daemon=True).start()
    copy(process.stdout, sys.stdout.buffer, "<")
    return process.wait()


def check(path, logs):
    schema, count = Schema(path), 0
    for log in logs:
        methods = {}
        for line in open(log):
            message = json.loads(line[1:])
            key = ("<" if line[0] == ">" else ">", json.dumps(message.get("id")))
            if "method" in message and "id" in message:
                methods[line[0], json.dumps(message["id"])] = message["method"]
            try:
                schema.check(message, None if "method" in message else methods.pop(key))
            except Exception as error:
                print(line[:2000], type(error).__name__, str(error)[:2000])
                return 1
            count += 1
    print(count, "messages")
    return 0 if count else 1


if __name__ == "__main__":
    if sys.argv[1] == "record":
        sys.exit(record(sys.argv[2], sys.argv[3:]))
    sys.exit(check(sys.argv[2], sys.argv[3:]))
