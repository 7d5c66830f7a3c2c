"""An editor of the Agent Client Protocol that follows a script: editor.py AGENTCLI SCRIPT

A script is a file of sections, as in tests/README.md: `flags` (one a line), `before/PATH` and
`after/PATH` of the workspace, `recording` (what the model says, for --replay), and `talk`. In a
talk each line is one of these:

  > JSON     is sent as it is written
  < JSON     is the next message that comes
  ! WORD     kill: the agent's host gets SIGKILL; close: stdin is closed; wait FILE: until the
             workspace has it
  ~ N TEXT   TEXT is sent N times, without a newline; without N and TEXT, a newline is sent

`"<any>"` in what comes is any value, `"<name>"` any value the first time, and the same one after
that, also in what is sent. $ROOT is the workspace, $BIN the directory of agentcli. Pieces of text that come in a row are one. What
comes must be nothing but the lines of the script, and is valid by the schema that
AGENTCLI_ACP_SCHEMA names, if it names one."""

import json, os, re, signal, subprocess, sys, tempfile, time

sys.path.append(os.path.join(os.path.dirname(__file__), "clients"))
from messages import Schema

TIME = 20


class Failed(Exception):
    pass


def sections(text):
    name, result = "", {}
    for line in text.splitlines(keepends=True):
        head = re.fullmatch(r"-- (.*) --\n", line)
        if head:
            name = head[1]
            result[name] = ""
        else:
            result[name] = result.get(name, "") + line
    return result


class Editor:
    def __init__(self, agentcli, script, root):
        self.names, self.root = {}, root
        self.methods = {}
        self.bin = os.path.dirname(os.path.realpath(agentcli))
        schema = os.environ.get("AGENTCLI_ACP_SCHEMA")
        self.schema = Schema(schema) if schema else None
        for name, content in script.items():
            if name.startswith("before/"):
                path = os.path.join(root, "work", name[7:])
                os.makedirs(os.path.dirname(path), exist_ok=True)
                open(path, "w").write(content)
        flags = [self.filled(flag) for flag in script.get("flags", "").split("\n") if flag]
        if "recording" in script:
            open(root + "/recording", "w").write(script["recording"])
            flags += ["--replay=" + root + "/recording", "--system="]
        elif not any(flag.startswith("--base-url=") for flag in flags):
            flags += ["--base-url=http://127.0.0.1:9/v1", "--model=m"]
        environment = {"PATH": os.environ["PATH"], "HOME": root + "/home",
                       "XDG_STATE_HOME": root + "/state", "TMPDIR": root}
        self.process = subprocess.Popen([agentcli, "acp", *flags], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=open(root + "/err", "w"),
                                        cwd=root + "/work", env=environment)
        self.held = None

    def filled(self, text):
        text = text.replace("$ROOT", self.root + "/work").replace("$BIN", self.bin)
        for name, value in self.names.items():
            text = text.replace('"<' + name + '>"', json.dumps(value))
        return text

    def send(self, data):
        try:
            self.process.stdin.write(data)
            self.process.stdin.flush()
        except BrokenPipeError:
            raise Failed("the agent is gone")

    def say(self, text):
        line = self.filled(text)
        try:
            message = json.loads(line)
            if "method" in message and "id" in message:
                self.methods.setdefault(json.dumps(message["id"]), message["method"])
        except ValueError:
            pass
        self.send(line.encode() + b"\n")

    def next(self):
        if self.held is not None:
            held, self.held = self.held, None
            return held
        signal.alarm(TIME)
        line = self.process.stdout.readline()
        signal.alarm(0)
        if not line:
            return None
        message = json.loads(line)
        method = None
        if "result" in message:
            method = self.methods.pop(json.dumps(message.get("id")), None)
        if self.schema:
            self.schema.check(message, method)
        return message

    @staticmethod
    def chunk_of(message):
        update = (message or {}).get("params", {}).get("update", {})
        kind = update.get("sessionUpdate", "")
        return kind if kind.endswith("_chunk") else None

    def whole(self):
        message = self.next()
        kind = self.chunk_of(message)
        while kind:
            more = self.next()
            if self.chunk_of(more) != kind or kind == "user_message_chunk":
                self.held = more
                break
            message["params"]["update"]["content"]["text"] += more["params"]["update"]["content"]["text"]
        return message

    def fits(self, wanted, got):
        if isinstance(wanted, str):
            name = re.fullmatch("<([a-z0-9]+)>", wanted)
            if name and name[1] == "any":
                return True
            if name:
                return self.names.setdefault(name[1], got) == got
            if isinstance(got, str) and "<any>" in wanted:
                return re.fullmatch(".*".join(map(re.escape, wanted.split("<any>"))), got, re.S)
        if type(wanted) is not type(got):
            return False
        if isinstance(wanted, dict):
            return wanted.keys() == got.keys() and all(self.fits(wanted[k], got[k]) for k in wanted)
        if isinstance(wanted, list):
            return len(wanted) == len(got) and all(map(self.fits, wanted, got))
        return wanted == got

    def hear(self, text):
        wanted = json.loads(text.replace("$ROOT", self.root + "/work"))
        got = self.whole()
        if not self.fits(wanted, got):
            raise Failed("wanted: %s\n   got: %s" % (json.dumps(wanted), json.dumps(got)))

    def hosts(self):
        found = []
        for name in filter(str.isdigit, os.listdir("/proc")):
            try:
                command = open("/proc/" + name + "/cmdline", "rb").read().split(b"\0")
                if command[:2] == [b"agentcli", b"host"] and os.readlink(
                        "/proc/" + name + "/cwd") == self.root + "/work":
                    found.append(int(name))
            except OSError:
                pass
        return found

    def do(self, line):
        sign, _, rest = line.partition(" ")
        if sign == ">":
            self.say(rest)
        elif sign == "<":
            self.hear(rest)
        elif sign == "~":
            count, _, text = rest.partition(" ")
            self.send(self.filled(text).encode() * int(count) if count else b"\n")
        elif line == "! kill":
            for host in self.hosts():
                os.kill(host, signal.SIGKILL)
        elif line.startswith("! wait "):
            deadline = time.monotonic() + TIME
            while not os.path.exists(self.root + "/work/" + line[7:]):
                if time.monotonic() > deadline:
                    raise Failed(line[7:] + " does not come")
                time.sleep(0.01)
        elif line == "! close":
            self.process.stdin.close()
        elif line.strip() and not line.startswith("#"):
            raise Failed("no line of a talk: " + line)

    def finish(self):
        if not self.process.stdin.closed:
            self.process.stdin.close()
        while (message := self.next()) is not None:
            raise Failed("nothing was to come, and there is " + json.dumps(message))
        signal.alarm(TIME)
        status = self.process.wait()
        signal.alarm(0)
        if status != 0:
            raise Failed("exit status %d" % status)
        if self.hosts():
            raise Failed("a host is left")


def compare_files(script, root):
    for name, content in script.items():
        if name.startswith("after/"):
            path = os.path.join(root, "work", name[6:].removesuffix(" (absent)"))
            if name.endswith(" (absent)"):
                if os.path.exists(path):
                    raise Failed(name + " is there")
            elif not os.path.exists(path) or open(path).read() != content:
                raise Failed(name + " is another file")


def main(agentcli, path):
    script = sections(open(path).read())
    with tempfile.TemporaryDirectory(prefix="acp.") as root:
        root = os.path.realpath(root)
        for name in ("work", "home", "state"):
            os.mkdir(root + "/" + name)
        editor = Editor(os.path.abspath(agentcli), script, root)
        at = ""
        try:
            for at in script["talk"].splitlines():
                editor.do(at)
            at = "(the end)"
            editor.finish()
            at = "(the workspace)"
            compare_files(script, root)
        except Exception as error:
            editor.process.kill()
            print("FAILED:", path, "at", at[:300], "\n", type(error).__name__, str(error)[:4000])
            print(open(root + "/err").read()[:2000])
            return 1
    return 0


signal.signal(signal.SIGALRM, lambda *_: (_ for _ in ()).throw(Failed("nothing came in time")))
sys.exit(main(*sys.argv[1:3]))
