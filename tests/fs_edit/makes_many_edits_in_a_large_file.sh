# Many edits of a large file: what they take does not grow with their number times the size of the
# file. Ten times as many edits in a file ten times as long take about ten times the processor time.
. "$(dirname "$0")/../shell.sh"
needs python3
cd "$dir"
edits=1000
if is_sanitized; then edits=100; fi
python3 - "$bin/fs_edit" "$edits" << 'END'
import json, resource, subprocess, sys

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

def processor_time():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime

def cost(kind, count):
    lines = ["    value%d = old(%d);\n" % (number, number) for number in range(4 * count)]
    text = "".join(lines) + "    // the end\n"
    with open("f.c", "w") as file:
        file.write(text)
    edits = list(edits_of(kind, count))
    request = {"path": "f.c", "edits": [{"oldString": old, "newString": new} for old, new in edits]}
    before = processor_time()
    done = subprocess.run([tool], input=json.dumps(request), capture_output=True, text=True)
    used = processor_time() - before
    assert done.returncode == 0, done.stderr[:500]
    if count == small:
        for old, new in edits:
            text = text.replace(old, new)
        assert open("f.c").read() == text, "another outcome: " + kind
    return used

kinds = ["lines", "parts of lines", "lines that share context", "what an edit has put in",
    "one place"]
for kind in kinds:
    for attempt in range(3): # what else runs on the machine disturbs a single measurement
        few, many = cost(kind, small), cost(kind, 10 * small)
        if many < 30 * few:
            break
    else:
        sys.exit("FAILED: %s: %d edits took %.3f s, ten times as many %.3f s"
            % (kind, small, few, many))
END
