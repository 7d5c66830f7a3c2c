# Sign-ins to an MCP server in a chat, with a screen and in plain mode. '/mcp login' asks before it
# opens the browser, accepts a pasted address, and can be cancelled without losing the client; the
# tools of the server are offered after the sign-in. A call that requires a sign-in or more access
# waits for the sign-in and is sent again.
. "$(dirname "$0")/../../shell.sh"
needs python3 curl
export HOME=$dir/home XDG_STATE_HOME=$dir/state XDG_CONFIG_HOME=$dir/config
unset DISPLAY WAYLAND_DISPLAY
mkdir -p "$HOME" "$dir/peer" "$dir/work"
start_server "$source/tests/mcp/oauth_peer.py" "$dir/peer"
cd "$dir/work"
printf '#!/bin/sh\nexec curl -sL -o /dev/null "$1"\n' > "$dir/browser"
chmod +x "$dir/browser"
export BROWSER=$dir/browser
echo '{"tools":[]}' > tools.json
url=http://127.0.0.1:$port/mcp
echo '{"mcpServers":{"tracker":{"url":"'"$url"'"}}}' > servers.json
cat > play.py << 'PYTHON'
import json, os, re, sys, time, urllib.request

sys.path.append(os.path.dirname(sys.argv[2]))
from terminal import Chat, WITH_SERVERS

def talk(*turns):
    """Records turns that call a tool, and end with 'the end of turn N'."""
    with open("talk", "w") as file:
        said = [{"role": "system", "content": "<any>"}]
        for at, tool in enumerate(turns):
            call = {"id": str(at), "type": "function",
                    "function": {"name": tool, "arguments": "{}"}}
            for asked, message in [
                    (said + [{"role": "user", "content": "<any>"}],
                     {"content": None, "tool_calls": [call]}),
                    ([{"role": "tool", "tool_call_id": str(at), "content": "<any>"}],
                     {"content": "the end of turn %d" % at})]:
                file.write(json.dumps({"asked": asked, "message": message}) + "\n")
            said = []

def begin(plain, *turns):
    talk(*turns)
    chat = Chat(sys.argv[1], *WITH_SERVERS, plain=plain)
    chat.resize(40, 400)
    return chat

def page():
    chat.wait("/authorize?")
    chat.wait("[o]pen")
    return re.findall(r"http://127\.0\.0\.1:\d+/authorize\?\S+", chat.shown)[-1]

class Stay(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *words):
        return None

def address_of(page):
    try:
        urllib.request.build_opener(Stay).open(page)
    except urllib.error.HTTPError as reply:
        return reply.headers["Location"]

peer, clients = sys.argv[3], os.environ["XDG_STATE_HOME"] + "/agentcli/mcp/oauth/clients"

def mode(words):
    with open(peer + "/mode", "w") as file:
        file.write(words)

def registrations():
    return open(peer + "/log").read().count("POST /register")

def check(is_right, what):
    if not is_right:
        raise SystemExit(what)

# The authorization server does not register clients: a message names the command that helps.
mode("no-registration")
chat = begin(True, "tracker__read")
chat.type("/mcp login tracker")
chat.wait("does not register clients by itself")
chat.wait("'agentcli mcp login tracker' in a terminal asks for a client")
chat.quit()
mode("")

for plain in [True, False]:
    # Without a sign-in, a message names the command. '/mcp login' asks, and can be cancelled.
    chat = begin(plain, "tracker__read", "tracker__write", "tracker__read", "tracker__write")
    before = registrations()
    chat.type("/mcp retry tracker")
    chat.wait("needs a sign-in: run '/mcp login tracker'")
    chat.wait(" tools")
    chat.type("/mcp login tracker")
    chat.wait("tracker' needs a sign-in:")
    chat.wait("sign in   http://127.0.0.1")
    chat.wait("access    read")
    page()
    chat.answer("c")
    chat.wait("not signed in: the operator has not signed in")
    chat.type("/mcp login tracker")
    page()
    time.sleep(1.2)
    chat.keys("\x03" if plain else "\x1b")
    chat.wait(" tools")
    check(len(os.listdir(clients)) == 1, "a cancelled sign-in deletes the client")
    chat.type("/mcp login nobody")
    chat.wait("no MCP server 'nobody'")

    # A sign-in by a pasted address. A wrong address is refused.
    chat.type("/mcp login tracker")
    address = address_of(page())
    chat.answer("p")
    chat.wait("[c]ancel")
    chat.answer("http://127.0.0.1:1/callback?code=x&state=y")
    chat.wait("that is not the address of this sign-in")
    chat.wait("[c]ancel")
    chat.answer(address)
    chat.wait("tracker: signed in at 'http://127.0.0.1")
    chat.wait("tracker runs, 5 tools; signed in at")
    chat.type("first")
    chat.wait("the end of turn 0")

    # A client that a browser may not have accepted is registered again, once.
    check(registrations() == before + (2 if plain else 1), "registrations: %d" % registrations())

    # A call requires more access, which is declined: later calls use the earlier token.
    chat.type("second")
    chat.wait("added     write")
    page()
    chat.answer("d")
    chat.wait("the end of turn 1")
    chat.type("third")
    chat.wait("the end of turn 2")

    # The browser completes the sign-in, and the call is sent again.
    chat.type("fourth")
    chat.wait("added     write")
    page()
    chat.answer("o")
    chat.wait("tracker: signed in at")
    chat.wait("the end of turn 3")
    chat.type("/mcp")
    chat.wait("tracker runs, 5 tools; signed in at")
    chat.type("/mcp logout tracker")
    chat.wait("signed out: tracker")
    chat.type("/mcp logout tracker")
    chat.wait("not signed in to tracker")
    chat.quit()

    # The tools of the server are pinned: a call waits for a sign-in, also after the operator has
    # cancelled sign-ins.
    chat = begin(plain, "tracker__read")
    for _ in range(2):
        chat.type("/mcp login tracker")
        page()
        chat.answer("c")
        chat.wait("not signed in: the operator has not signed in")
        chat.wait(" tools")
    chat.type("first")
    page()
    chat.answer("o")
    chat.wait("the end of turn 0")
    chat.type("/mcp logout tracker")
    chat.wait("signed out: tracker")
    chat.quit()

    # If the operator declines, the call fails with the command that signs in.
    chat = begin(plain, "tracker__read")
    chat.type("first")
    page()
    chat.answer("d")
    chat.wait("not signed in: ")
    chat.wait("the end of turn 0")
    chat.type("/show")
    chat.wait("the operator runs '/mcp login tracker'")
    chat.quit()

# A completion during the token request does not send another token request.
def exchanges():
    return open(peer + "/log").read().count("POST /token")

mode("token-slow")
chat = begin(False, "tracker__read")
before = exchanges()
chat.type("/mcp login tracker")
page()
chat.answer("o")
for _ in range(100):
    if exchanges() > before:
        break
    time.sleep(0.1)
chat.keys("/tracker:\t")
chat.wait("tracker: signed in at")
check(exchanges() == before + 1, "the code is sent %d times" % (exchanges() - before))
chat.keys("\x15")
chat.type("first")
chat.wait("the end of turn 0")
chat.quit()
PYTHON
python3 play.py "$bin/agentcli" "$source/tests/runner/chat/terminal.py" "$dir/peer" > out 2>&1 \
  || fail "$(cat out)"
calls=$(grep -c 'tools/call with' "$dir/peer/log")
[ "$calls" = 13 ] || fail "the calls are sent $calls times, not 13"
cat .agentcli/audit/*.log > trail
grep -q '"state":"signed-in"' trail || fail 'no sign-in in the audit'
grep -q '"state":"signed-out"' trail || fail 'no sign-out in the audit'
while read -r secret; do
  ! grep -qF -- "$secret" trail out || fail 'a token is printed'
done < "$dir/peer/secrets"
