# survives_kills.py AGENTCLI MANIFEST KILLS SEED: runs w.yaml of the current directory again and
# again, kills agentcli at random instants, and lets it continue until it has finished. Each item
# then has one result, no step with `once` was done twice, and no process is left. A run that is
# uncertain (7) gets its answers one by one or all at once, and those of earlier attempts again, which
# must have no effect; until it has all of them, it does nothing.
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


def done_by_operator(step): # as somebody who looks
    number = re.search(r"\[(\d+)\]", step)
    word = f"once{number.group(1)}" if number else re.sub(r"@\d+$", "", step).split(".")[-1]
    return "done" if word in lines("once.log") else "undone"


done = 0
runs = 0
uncertain = 0
several = 0
longest = 0.0 # of the first run, which is not killed
while done < kills:
    runs += 1
    run = f"r{runs}"
    for path in glob.glob("*.log"):
        os.remove(path)
    more = []
    log = None # of a run that must not begin anything
    while True:
        begun = time.monotonic()
        process = start(run, more)
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
        if process.returncode == 7:
            steps = re.findall(r"--assume (\S+)=done", json.loads(out)["error"]["hint"])
            if log is not None and lines("once.log") != log:
                fail(f"an uncertain run {run} has done {lines('once.log')} after {log}")
            uncertain += 1
            several += len(steps) > 1
            some = random.sample(steps, random.randint(0, len(steps)))
            for step in some:
                more += ["--assume", f"{step}={done_by_operator(step)}"]
            log = lines("once.log") if len(some) < len(steps) else None
            continue
        if log is not None:
            fail(f"{run} has not waited for its answers: {more}: {process.returncode} {out} {err}")
        if process.returncode != 0:
            fail(f"exit {process.returncode}: {out.decode()} {err.decode()}")
        break
    longest = longest or time.monotonic() - begun
    end = json.loads(out)
    count = end["output"].get("count", 0)
    once = lines("once.log")
    if len(once) != len(set(once)) or len(once) != end["output"]["once"]:
        fail(f"steps with once were done {once} in {run}")
    for path in glob.glob(os.path.join(state, run, "results-*.ndjson")):
        results = [json.loads(line) for line in open(path)]
        if sorted(r["index"] for r in results) != list(range(count)):
            fail(f"not one result for each item in {path}")
        if any(r["status"] != "ok" or r["output"] != f"item{r['index']}" for r in results):
            fail(f"a wrong result in {path}")
print(f"{done} kills in {runs} runs, {uncertain} ends with 7, {several} of them with several steps, "
      f"seed {seed}")
