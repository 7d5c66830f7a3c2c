# Old text that is not in a file of lines that repeat, or that are all like those of it: to find the
# nearest block takes time in proportion to the file and the text. Ten times as many lines of both
# take about ten times the processor time, never the hundred times that a product would take.
. "$(dirname "$0")/../shell.sh"
needs python3
cd "$dir"
lines=200
if is_sanitized; then lines=50; fi
PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$source/tests python3 - "$bin/fs_edit" "$lines" << 'END'
import sys
import linear_time

tool, small = sys.argv[1], int(sys.argv[2])

def texts_of(kind, count):
    if kind == "one line repeated":
        return "x = 1\n" * count, "x = 2\n" * count
    if kind == "one token repeated":
        return ("a b c " * count + "\n") * 3, "a b d " * count + "\n"
    if kind == "blocks with the same ends":
        return tuple("".join("%s%d(a);\nreturn false;\n}\n\n" % (name, number)
            for number in range(count)) for name in ("file", "text"))
    return tuple("".join("line %d in %s\n" % (number, name) for number in range(count))
        for name in ("file", "text"))

def cost(kind, count):
    text, old = texts_of(kind, count)
    with open("f.c", "w") as file:
        file.write(text)
    request = {"path": "f.c", "oldString": old, "newString": "new"}
    done, used = linear_time.run(tool, request)
    assert "NO_MATCH" in done.stderr, kind + ": " + done.stdout[:500] + done.stderr[:500]
    return used

kinds = ["one line repeated", "one token repeated", "blocks with the same ends", "like lines"]
linear_time.check(kinds, "lines", small, cost)
END
