# Many edits of a large file: what they take does not grow with their number times the size of the
# file. Ten times as many edits in a file ten times as long take about ten times the processor time.
. "$(dirname "$0")/../shell.sh"
needs python3
cd "$dir"
edits=1000
if is_sanitized; then edits=100; fi
PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$source/tests python3 - "$bin/fs_edit" "$edits" << 'END'
import sys
import linear_time

tool, small = sys.argv[1], int(sys.argv[2])

def edits_of(kind, count):
    for number in range(count):
        line = "    value%d = old(%d);\n" % (number, number)
        if kind == "lines":
            yield line, line.replace("old", "new")
        elif kind == "parts of lines":
            yield "old(%d)" % number, "new(%d, 0)" % number
        elif kind == "lines that share context":
            after = "    value%d = old(%d);\n" % (number + 1, number + 1)
            yield line + after, line.replace("old", "new") + after
        elif kind == "what an edit has put in":
            last = line if number == 0 else "    added%d;\n" % (number - 1)
            yield last, last + "    added%d;\n" % number
        else:
            yield "    // the end\n", "    last%d;\n    // the end\n" % number

def cost(kind, count):
    lines = ["    value%d = old(%d);\n" % (number, number) for number in range(4 * count)]
    text = "".join(lines) + "    // the end\n"
    with open("f.c", "w") as file:
        file.write(text)
    edits = list(edits_of(kind, count))
    request = {"path": "f.c", "edits": [{"oldString": old, "newString": new} for old, new in edits]}
    done, used = linear_time.run(tool, request)
    assert done.returncode == 0, done.stderr[:500]
    if count == small:
        for old, new in edits:
            text = text.replace(old, new)
        assert open("f.c").read() == text, "another outcome: " + kind
    return used

kinds = ["lines", "parts of lines", "lines that share context", "what an edit has put in",
    "one place"]
linear_time.check(kinds, "edits", small, cost)
END
