# Many hunks, each found without regard to indentation, in a file of many lines: what a patch costs
# does not grow with their product. Ten times as many hunks in a file ten times as long take about
# ten times the processor time, never the hundred times that a product would take.
. "$(dirname "$0")/../shell.sh"
needs python3
cd "$dir"
hunks=3000
if is_sanitized; then hunks=300; fi
PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$source/tests python3 - "$bin/apply_patch" "$hunks" << 'END'
import sys
import linear_time

tool, small = sys.argv[1], int(sys.argv[2])

def changes(kind, hunks):
    if kind == "heading of one block":
        return "".join("@@ -%d,2 +%d,2 @@ class C\n     l%d\n-    m%d\n+    n\n" % (2 * number + 2, 2 * number + 2, number, number)
            for number in range(hunks))
    if kind == "anchor of one block":
        return "".join("@@ class C\n     l%d\n-    m%d\n+    n\n" % (number, number) for number in range(hunks))
    if kind == "anchors that are not whole lines":
        return "".join("@@ l%d\n-m%d\n+n\n" % (number, number) for number in range(hunks))
    if kind == "removals":
        return "".join("@@\n l%d\n-m%d\n" % (number, number) for number in range(hunks))
    if kind == "indentation":
        return "".join("@@\n l%d\n-m%d\n+n\n" % (number, number) for number in range(hunks))
    if kind == "one line changed many times":
        return ("@@\n" + "".join("-l%d\n-m%d\n" % (number, number) for number in range(hunks // 2))
            + "".join("+l%dx\n" % number for number in range(hunks)))
    # An anchor that is nowhere is refused, and 100 files are not searched for what is like it.
    return ("".join("@@ z%d\n l%d\n-m%d\n+n\n" % (number, number, number) for number in range(100))
        + "".join("@@ y\n l%d\n-m%d\n+n\n" % (number, number) for number in range(100, hunks))
        + "@@\n l%d\n" % (hunks * 3) + "".join("+y%d\n" % number for number in range(hunks)))

def cost(kind, hunks):
    has_block = kind.endswith("of one block")
    end = " {" if kind == "anchors that are not whole lines" else ""
    with open("f.txt", "w") as file:
        file.write("class C:\n" if has_block else "")
        file.write("".join("    l%d%s\n    m%d\n" % (number, end, number) for number in range(hunks * 10 // 3)))
    patch = "--- a/f.txt\n+++ b/f.txt\n" + changes(kind, hunks) if kind.startswith("heading") else "*** Begin Patch\n*** Update File: f.txt\n%s*** End Patch\n" % changes(kind, hunks)
    done, used = linear_time.run(tool, {"patch": patch})
    lines = open("f.txt").read().split("\n")
    if kind == "removals":
        assert len(lines) == hunks * 10 // 3 * 2 + 1 - hunks, done.stderr[:500]
    elif kind != "one line changed many times" and kind != "unknown anchors":
        assert lines.count("    n") == hunks, done.stderr[:500]
    elif kind == "one line changed many times":
        assert sum(line.startswith("    l") and line.endswith("x") for line in lines) == hunks, done.stderr[:500]
    else:
        assert "there is no line 'z0', which its '@@' names" in done.stderr, "an unknown anchor was passed over"
    return used

linear_time.check(["heading of one block", "anchor of one block", "anchors that are not whole lines", "removals", "indentation", "one line changed many times", "unknown anchors"], "hunks", small, cost)
END
