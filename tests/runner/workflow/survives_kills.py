# survives_kills.py AGENTCLI MANIFEST KILLS SEED: runs w.yaml of the current directory again and
# again, kills agentcli at random instants, and lets it continue until it has finished. Each item
# then has one result, no step with `once` was done twice, and no process is left.
import glob
import json
import os
import random
import re
import signal
import subprocess
import sys
import time

agentcli, manifest, kills, seed = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
random.seed(seed)
here = os.getcwd()
state = os.path.join(os.path.dirname(here), "runs")


def fail(text):
    sys.exit(f"FAILED: {text} (seed {seed})")


def is_left(process):
    try:
        place = os.readlink(f"/proc/{process}/cwd")
        with open(f"/proc/{process}/stat") as stat:
            is_zombie = stat.read().rsplit(")", 1)[1].split()[0] == "Z"
    except OSError:
        return False
    return (place == here or place.startswith(here + "/")) and not is_zombie


def left():
    ours = (os.getpid(), os.getppid())
    numbers = map(int, filter(str.isdigit, os.listdir("/proc")))
    return [number for number in numbers if number not in ours and is_left(number)]


def wait_until_gone():
    end = time.monotonic() + 20
    while processes := left():
        if time.monotonic() > end:
            names = [open(f"/proc/{p}/comm").read().strip() for p in processes]
            fail(f"processes are left: {names}")
        time.sleep(0.005)


def lines(path):
    return open(path).read().split() if os.path.exists(path) else []


def start(run, more):
    return subprocess.Popen(
        [agentcli, "--tools", manifest, "-w", "./w.yaml", "--state", state, "--run-id", run,
         "--parallel", "3", "--json", *more], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


done = 0
runs = 0
longest = 0.0 # of the first run, which is not killed
while done < kills:
    runs += 1
    run = f"r{runs}"
    for path in glob.glob("*.log"):
        os.remove(path)
    more = []
    while True:
        begun = time.monotonic()
        process = start(run, more)
        more = []
        if runs > 1 and done < kills:
            try:
                process.wait(random.uniform(0, longest))
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGKILL)
                done += 1
        out, err = process.communicate()
        wait_until_gone()
        if process.returncode == -signal.SIGKILL:
            continue
        if process.returncode == 7: # as an operator who looks
            step = re.search(r"--assume (\S+)=done", json.loads(out)["error"]["hint"]).group(1)
            number = re.search(r"\[(\d+)\]", step)
            word = f"once{number.group(1)}" if number else step.split(".")[-1]
            more = ["--assume", f"{step}={'done' if word in lines('once.log') else 'undone'}"]
            continue
        if process.returncode != 0:
            fail(f"exit {process.returncode}: {out.decode()} {err.decode()}")
        break
    longest = longest or time.monotonic() - begun
    end = json.loads(out)
    count = end["output"]["count"]
    once = lines("once.log")
    if len(once) != len(set(once)) or len(once) != end["output"]["once"]:
        fail(f"steps with once were done {once} in {run}")
    for path in glob.glob(os.path.join(state, run, "results-*.ndjson")):
        results = [json.loads(line) for line in open(path)]
        if sorted(r["index"] for r in results) != list(range(count)):
            fail(f"not one result for each item in {path}")
        if any(r["status"] != "ok" or r["output"] != f"item{r['index']}" for r in results):
            fail(f"a wrong result in {path}")
print(f"{done} kills in {runs} runs, seed {seed}")
