"""Compares the processor time of a tool for N and for 10·N."""
import json
import resource
import subprocess
import sys


def run(tool, request):
    """Returns what subprocess.run() does, and the seconds of processor time that it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([tool], input=json.dumps(request), capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return done, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def check(kinds, what, small, cost):
    """Ends with an error if, for a kind, cost(kind, 10 * small) is not below 30 * cost(kind, small).

    What else runs on the machine disturbs a single measurement: the best of three counts.
    """
    for kind in kinds:
        for attempt in range(3):
            few, many = cost(kind, small), cost(kind, 10 * small)
            if many < 30 * few:
                break
        else:
            sys.exit('FAILED: %s: %d %s took %.3f s, ten times as many %.3f s'
                % (kind, small, what, few, many))
