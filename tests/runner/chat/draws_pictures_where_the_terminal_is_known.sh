# An image of a message is drawn by the protocol of a terminal that TERM or TERM_PROGRAM names, and
# otherwise, within tmux and with --pictures off only its line is shown.
. "$(dirname "$0")/../../shell.sh"
needs python3
cd "$dir"
mkdir here
echo '{"tools":[]}' > no_tools.json
cat > play.py <<'PYTHON'
import base64, json, os, sys
sys.path.insert(0, os.path.dirname(sys.argv[2]))
from terminal import chat
os.chdir("here")
png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x28\0\0\0\x28" + bytes(5000)
gif = b"GIF89a\x28\0\x28\0\0\0"
for name, image in [("png", png), ("gif", gif)]:
    with open("../a." + name, "wb") as file:
        file.write(image)

def shown(name, *more, **environment):
    with open("../recording", "w") as file:
        file.write(json.dumps({"asked": [{"role": "user", "content": f"what is @../a.{name}"},
                {"role": "user", "content": "<any>"}],
            "message": {"role": "assistant", "content": "Done."}, "finish_reason": "stop"}) + "\n")
    text, status = chat([sys.argv[1], "chat", "--no-session", "--system=", "--no-agents-md",
            "--investigator=off", "--tools", "../no_tools.json", "--replay", "../recording", *more],
        [("? for keys", f"what is @../a.{name}\r"), ("Done.", "/quit\r")],
        {"PATH": "/bin:/usr/bin", "HOME": "/proc/nonexistent", "TERM": "xterm", **environment},
        size=(24, 80))
    assert status == 0, (status, text)
    size = "5.0 KB" if name == "png" else "12 B"
    assert f"image ../a.{name} · 40x40 · {size}" in text, text
    return text

def in_base64(image):
    return base64.b64encode(image).decode()

chunks = "\033_Ga=T,f=100,C=1,r=2,q=2,m=1;" + in_base64(png)[:4096] + "\033\\\033_Gq=2,m=0;" \
    + in_base64(png)[4096:] + "\033\\"
inline = "\0337\033]1337;File=inline=1;size=12;width=auto;height=2;preserveAspectRatio=1:" \
    + in_base64(gif) + "\a\0338"
for environment in [{"TERM": "xterm-kitty"}, {"TERM": "xterm-ghostty"},
        {"TERM_PROGRAM": "ghostty"}]:
    assert chunks in shown("png", **environment), environment
assert inline in shown("gif", TERM_PROGRAM="iTerm.app")
assert inline in shown("gif", TERM_PROGRAM="WezTerm")
for name, more, environment in [("png", (), {}), ("gif", (), {"TERM": "xterm-kitty"}),
        ("png", ("--pictures=off",), {"TERM": "xterm-kitty"}),
        ("png", (), {"TERM": "xterm-kitty", "TMUX": "x"}),
        ("gif", (), {"TERM": "screen", "TERM_PROGRAM": "iTerm.app"})]:
    text = shown(name, *more, **environment)
    assert "\033_G" not in text and "1337" not in text, (environment, text)
PYTHON
python3 play.py "$bin/agentcli" "$source/tests/runner/chat/terminal.py" > out 2> err \
  || fail 'a picture is drawn otherwise'
"$bin/agentcli" chat --pictures=sixel < /dev/null 2> err && fail 'any word is taken'
grep -q "'sixel' is not auto or off" err || fail 'it does not say what it takes'
