"""judge.py BIN PEERS: runs the fixtures of the peers beneath PEERS against the tools in BIN, and judges each.

correct: the outcome that the fixture expects, or a refusal if it expects one. refused: nothing is changed, the error has a
hint, and judgements.json has the reason, by the beginning of the error. different: listed there with the reason, by name.
Anything else is wrong: exit status 1.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter

from cases import Peer
from suites import SUITES


def write_files(root, files):
    for path, content in files.items():
        place = os.path.join(root, path)
        os.makedirs(os.path.dirname(place), exist_ok=True)
        with open(place, "wb") as file:
            file.write(content.encode())


def files_of(root):
    found = {}
    for directory, names, files in os.walk(root):
        names[:] = [name for name in names if name != ".agentcli"]
        for name in files:
            with open(os.path.join(directory, name), "rb") as file:
                found[os.path.relpath(os.path.join(directory, name), root)] = file.read().decode(errors="replace")
    return found


def is_expected(case, after):
    if any(after.get(os.path.normpath(path)) != content for path, content in case.after.items()):
        return False
    return all(any(text in content for content in after.values()) for text in case.contains)


def run(tools, case):
    """The verdict, and what to say about it."""
    with tempfile.TemporaryDirectory() as root:
        write_files(root, case.before)
        for request in case.requests:
            result = subprocess.run([os.path.join(tools, case.tool)], cwd=root, capture_output=True,
                                    input=json.dumps(request).encode())
            if result.returncode != 0:
                break
        after = files_of(root)
    if result.returncode == 0:
        if not case.refused and is_expected(case, after):
            return "correct", ""
        return "wrong", "expected " + ("a refusal" if case.refused else json.dumps(case.after or case.contains)) \
            + ", got " + json.dumps(after)
    error = json.loads(result.stderr)
    if len(case.requests) == 1 and after != case.before:
        return "wrong", "refused, and changed something"
    if case.refused:
        return "correct", ""
    return ("refused" if error.get("hint") else "wrong"), error["code"] + ": " + error["error"]


def main(tools, place):
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "judgements.json"), encoding="utf-8") as file:
        judgements = json.load(file)
    is_wrong, total = False, Counter()
    for name, suites in SUITES.items():
        if not os.path.isdir(os.path.join(place, name)):
            print(f"{name}: not there")
            continue
        known, counts = judgements.get(name, {}), {"correct": 0, "refused": 0, "different": 0, "wrong": 0}
        peer = Peer(os.path.join(place, name))
        for case in (case for suite in suites for case in suite(peer)):
            verdict, why = run(tools, case)
            if verdict == "wrong" and case.name in known:
                verdict, why = "different", known[case.name]
            reason = next((text for start, text in judgements["refused"].items() if re.match(start, why)), None)
            if verdict == "refused" and reason:
                why += " (" + reason + ")"
            elif verdict == "refused":
                verdict = "wrong"
            counts[verdict] += 1
            if verdict != "correct":
                print(f"  {name} / {case.name}: {verdict}: {why}")
        # A suite without a case is one that this reader no longer understands.
        is_wrong = is_wrong or counts["wrong"] > 0 or not sum(counts.values())
        total.update(counts)
        print(f"{name}: " + ", ".join(f"{count} {verdict}" for verdict, count in counts.items()))
    print("all: " + ", ".join(f"{count} {verdict}" for verdict, count in total.items()))
    return 1 if is_wrong else 0


if __name__ == "__main__":
    sys.exit(main(os.path.abspath(sys.argv[1]), sys.argv[2]))
