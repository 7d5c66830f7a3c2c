"""A chat that a shell on a terminal has started: Chat(AGENTCLI, FLAGS, …). The current directory has
its tools.json and is where a tool says `tool_runs`; servers that keep silent are here, too."""
import http.server
import os
import socket
import threading

from shell_on_a_terminal import Shell, children, is_there, state

COMMANDS = {"bash": ["bash", "--norc", "--noprofile", "--noediting", "-i"], "dash": ["dash", "-i"],
            "zsh": ["zsh", "-f", "-i", "+Z", "-o", "no_prompt_cr", "-o", "no_prompt_sp"]}
PROMPT = "ready$ "


class Chat:
    def __init__(self, agentcli, flags, home, shell="bash", screen=True, **environment):
        # A sanitizer would end a chat otherwise than SIGSEGV does.
        environment = {"PATH": os.environ["PATH"], "HOME": home, "PS1": PROMPT, "PS2": "",
                       "TERM": "xterm" if screen else "dumb", "ASAN_OPTIONS": "handle_segv=0",
                       **environment}
        self.shell = Shell(COMMANDS[shell], environment)
        self.shell.wait(PROMPT)
        assert not self.shell.is_raw()
        if os.path.exists("tool_runs"):
            os.remove("tool_runs")
        self.is_screen = screen
        self.enter = "\r" if screen else "\n"
        self.shell.type(f"{agentcli} chat --system= --no-agents-md --tools tools.json {flags}\n")
        self.wait_for_prompt()
        self.engine = children(self.shell.program.pid)[0]
        self.screen = children(self.engine)[0]
        assert self.shell.is_raw() == screen

    def wait_for_prompt(self):
        self.shell.wait("ask first" if self.is_screen else "\n> ")

    def begin_turn(self, words):
        self.shell.type("1" + self.enter)
        self.shell.wait(words)

    def wait_for_tool(self):
        is_there_now = lambda: os.path.exists("tool_runs") and open("tool_runs").read().strip()
        self.shell.until(is_there_now, "the tool runs")
        self.tool = int(is_there_now())

    def processes(self):
        return [self.engine, self.screen] + ([self.tool] if hasattr(self, "tool") else [])

    def has_ended(self, status):
        """The shell is asked: it has its terminal again, as it was, and says how the chat ended."""
        self.shell.until(lambda: not any(map(is_there, self.processes())), "all has ended")
        self.shell.type('echo "status=$?"\n')
        self.shell.wait(f"status={status}")
        assert not self.shell.is_raw(), "the terminal stays raw"
        self.shell.end()

    def stop_and_continue(self):
        self.shell.type("\x1a")
        self.is_stopped()
        self.shell.type("fg\n")
        self.shell.until(self.shell.is_raw, "goes on")

    def is_stopped(self):
        self.shell.wait(PROMPT)
        self.shell.until(lambda: state(self.engine) == "T" and not self.shell.is_raw(), "stops")

    def hang_up(self):
        """As when a window is closed, or a line drops."""
        os.close(self.shell.slave)
        os.close(self.shell.master)
        for process in self.processes():
            for _ in range(3000):
                if not is_there(process):
                    break
                threading.Event().wait(0.01)
            assert not is_there(process), "a process is left"
        self.shell.program.wait()


class SilentListener:
    """Takes connections, and never says a word."""

    def __init__(self):
        self.listener = socket.socket()
        self.listener.bind(("127.0.0.1", 0))
        self.listener.listen()
        self.port = self.listener.getsockname()[1]
        self.heard = threading.Event()
        self.kept = []
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            connection = self.listener.accept()[0]
            self.kept.append(connection)
            if connection.recv(1):
                self.heard.set()


class StallingServer(http.server.ThreadingHTTPServer):
    """Streams the beginning of a text, and nothing more until `go_on` is set."""

    def __init__(self):
        super().__init__(("127.0.0.1", 0), StallingAnswer)
        self.has_begun = threading.Event()
        self.go_on = threading.Event()
        self.url = f"http://127.0.0.1:{self.server_port}/v1"
        threading.Thread(target=self.serve_forever, daemon=True).start()


class StallingAnswer(http.server.BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def piece(self, text):
        self.wfile.write(b'data: {"choices":[{"index":0,"delta":{"content":"%s"}}]}\n\n' % text)

    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        self.piece(b"It begins.\\n\\n")
        self.server.has_begun.set()
        self.server.go_on.wait()
        self.piece(b"It has gone on.")
        self.wfile.write(b"data: [DONE]\n\n")
