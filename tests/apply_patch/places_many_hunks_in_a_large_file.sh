# Many hunks, each found without regard to indentation, in a file of many lines: what a patch costs does not grow with
# their product. Each of the requests would take minutes of the processor if it did, and ends after 30 seconds of it.
. "$(dirname "$0")/../shell.sh"
set -o pipefail
needs python3
cd "$dir"
ulimit -t 30

patch() {
    python3 -c '
import json, sys
lines = "".join("    l%d\n    m%d\n" % (number, number) for number in range(100000))
open("f.txt", "w").write(lines)
hunks = {
    "indentation": "".join("@@\n l%d\n-m%d\n+n\n" % (number, number) for number in range(30000)),
    "unknown anchors": "".join("@@ z%d\n l%d\n-m%d\n+n\n" % (number, number, number) for number in range(100))
        + "".join("@@ y\n l%d\n-m%d\n+n\n" % (number, number) for number in range(100, 30000))
        + "@@\n l90000\n" + "".join("+y%d\n" % number for number in range(30000)),
    "one line changed many times": "@@\n" + "".join("-l%d\n-m%d\n" % (number, number) for number in range(15000))
        + "".join("+l%dx\n" % number for number in range(30000)),
}
print(json.dumps({"patch": "*** Begin Patch\n*** Update File: f.txt\n%s*** End Patch\n" % hunks[sys.argv[1]]}))
' "$1" > request
    "$bin/apply_patch" < request > answer 2> error || { head -c 500 error; return 1; }
}

patch indentation
[ "$(grep -cx '    n' f.txt)" = 30000 ]
patch "one line changed many times"
[ "$(grep -cx '    l[0-9]*x' f.txt)" = 30000 ]
# An anchor that is nowhere is refused, and 100 files are not searched for what is like it.
if patch "unknown anchors"; then echo "an unknown anchor was passed over"; exit 1; fi > printed
grep -q "there is no line 'z0', which its '@@' names" error
