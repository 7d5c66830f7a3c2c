# Questions of servers at a terminal: a form is answered field by field and reviewed, a secret is
# not echoed, and a page is opened only after a yes, by a browser that gets its URL as one argument.
. "$(dirname "$0")/../../shell.sh"
needs python3
export HOME=$dir/home XDG_STATE_HOME=$dir/state XDG_CONFIG_HOME=$dir/config TERM=dumb
mkdir -p "$HOME" "$dir/work"
cd "$dir/work"
cat > browser << 'END'
#!/bin/sh
printf '%s\n' "$#" "$@" > opened.new
mv opened.new opened
END
chmod +x browser
cat > servers.json << END
{"mcpServers":{"peer":{"command":"$bin/mcp_peer","args":["--asks"],"sandbox":false}}}
END
cat > play.py << 'PYTHON'
import os, sys, time

sys.path.append(os.path.dirname(sys.argv[2]))
from terminal import Terminal

class Call(Terminal):
    def __init__(self, tool, arguments="{}", **environment):
        super().__init__([sys.argv[1], "mcp", "call", "peer", tool, arguments, "--mcp",
                          "servers.json"], os.environ | environment)

    def ends(self, part):
        self.wait(part)
        self.end_well()

call = Call("ask")
call.wait("answer it? y(es), n(o)")
call.type("y")
call.wait("number: ")
call.type("seven")
call.wait("takes a whole number")
call.type("7")
call.wait("1 number: 7")
call.wait("[s]end  [e]dit N  [d]ecline  [c]ancel: ")
call.type("e 1")
call.wait("number: ")
call.type("8")
call.wait("[c]ancel: ")
call.type("what")
call.wait("type one of the letters")
call.type("s")
call.ends('"content":{"number":8}')

call = Call("ask", '{"field":"pin"}')
call.wait("this looks like a secret: the protocol forbids asking for one in a form")
call.wait("answer it? y(es), n(o)")
call.type("y")
call.wait("pin: ")
call.type("4711")
call.wait("1 pin: ....")
assert "4711" not in call.shown
call.wait("[c]ancel: ")
call.type("s")
call.ends('"content":{"pin":4711}')

call = Call("ask")
call.wait("answer it? y(es), n(o)")
call.type("n")
call.ends('{"action":"decline"}')

for browser, arguments in [("./browser", "1\nURL\n"), ("./browser -a -a", "3\n-a\n-a\nURL\n"),
                           ("./browser %s -n", "2\nURL\n-n\n")]:
    call = Call("page", BROWSER=browser)
    call.wait("example.com")
    call.wait("https://example.com/in?a=1")
    call.wait("[o]pen  [p]rint only  [d]ecline  [c]ancel: ")
    assert not os.path.exists("opened")
    call.type("o")
    call.ends('"action":"accept"')
    for _ in range(300):
        if os.path.exists("opened"):
            break
        time.sleep(0.1)
    assert open("opened").read() == arguments.replace("URL", "https://example.com/in?a=1")
    os.remove("opened")

for line, action in [("p", "accept"), ("d", "decline"), ("c", "cancel")]:
    call = Call("page", BROWSER="", DISPLAY="", WAYLAND_DISPLAY="")
    call.wait("[c]ancel: ")
    call.type("o")
    call.wait("no browser can be started here")
    call.type(line)
    call.ends('"action":"%s"' % action)

call = Call("visit")
call.wait("[c]ancel: ")
call.type("p")
call.wait("Done in the browser? [r]etry  [c]ancel: ")
call.type("r")
call.ends("visited")
PYTHON
python3 play.py "$bin/agentcli" "$source/tests/runner/chat/terminal.py" > out 2>&1 \
  || fail "$(cat out)"

# Without a terminal nobody is asked.
setsid -w "$bin/agentcli" mcp call peer ask --mcp servers.json > out 2> err < /dev/null \
  || fail "$(cat err)"
grep -q decline out || fail "without a terminal: $(cat out)"
