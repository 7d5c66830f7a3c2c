# Many hunks, each found without regard to indentation, in a file of many lines: what a patch costs does not grow with
# their product. Each of the requests would take minutes of the processor if it did, and ends after 30 seconds of it.
# Under the sanitizers a tenth as many take as long.
. "$(dirname "$0")/../shell.sh"
set -o pipefail
needs python3
cd "$dir"
ulimit -t 30
hunks=30000
if is_sanitized; then hunks=3000; fi

patch() {
    python3 -c '
import json, sys
hunks = int(sys.argv[2])
lines = "".join("    l%d\n    m%d\n" % (number, number) for number in range(hunks * 10 // 3))
open("f.txt", "w").write(lines)
changes = {
    "indentation": "".join("@@\n l%d\n-m%d\n+n\n" % (number, number) for number in range(hunks)),
    "unknown anchors": "".join("@@ z%d\n l%d\n-m%d\n+n\n" % (number, number, number) for number in range(100))
        + "".join("@@ y\n l%d\n-m%d\n+n\n" % (number, number) for number in range(100, hunks))
        + "@@\n l%d\n" % (hunks * 3) + "".join("+y%d\n" % number for number in range(hunks)),
    "one line changed many times": "@@\n" + "".join("-l%d\n-m%d\n" % (number, number) for number in range(hunks // 2))
        + "".join("+l%dx\n" % number for number in range(hunks)),
}
print(json.dumps({"patch": "*** Begin Patch\n*** Update File: f.txt\n%s*** End Patch\n" % changes[sys.argv[1]]}))
' "$1" "$hunks" > request
    "$bin/apply_patch" < request > answer 2> error || { head -c 500 error; return 1; }
}

patch indentation
[ "$(grep -cx '    n' f.txt)" = "$hunks" ]
patch "one line changed many times"
[ "$(grep -cx '    l[0-9]*x' f.txt)" = "$hunks" ]
# An anchor that is nowhere is refused, and 100 files are not searched for what is like it.
if patch "unknown anchors"; then echo "an unknown anchor was passed over"; exit 1; fi > printed
grep -q "there is no line 'z0', which its '@@' names" error
