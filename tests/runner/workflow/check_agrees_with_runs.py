"""Mutates workflows, and compares what the check, the plan and the run say of each:
check_agrees_with_runs.py AGENTCLI TOOLS EXAMPLES COUNT."""

import copy
import glob
import os
import random
import subprocess
import sys

import yaml

AGENTCLI, TOOLS, EXAMPLES, COUNT = sys.argv[1:]
BASE = """
parameters:
  name: {default: you}
  loud: {type: bool, default: false}
steps:
  - {id: one, set: {a: 1, b: "{{ params.name }}"}}
  - {id: two, when: params.loud == false, exec: {argv: [echo, "{{ steps.one.output.b }}"]}}
  - {id: file, tool: {name: fs_write_file, args: {path: a.txt, content: "{{ steps.two.output }}"}}}
  - {id: read, tool: {name: fs_read_file, args: {path: a.txt}}}
  - id: each
    foreach:
      items: [1, 2]
      steps: [{id: inner, shell: {command: "true", env: {X: "{{ item }}"}}, timeout_seconds: 20}]
  - id: both
    parallel: {branches: {x: [{id: left, set: {v: 1}}], y: [{id: right, set: {v: 2}}]}}
  - {id: called, workflow: {name: other, with: {n: 1}}}
  - {id: sure, ask: {kind: confirm, message: "Go on?", default: true}}
  - {id: model, on_failure: continue, llm: {prompt: "{{ steps.read.output.content }}"}}
result: "{{ steps.each.output.ok }}"
finally:
  - {set: {how: "{{ workflow.status }}"}}
"""
OTHER = {"parameters": {"n": {"type": "int"}}, "steps": [{"set": {"m": "{{ params.n }}"}}]}
TEXTS = ["", "x", "fs_read_fil", "{{ steps.nothing.output }}", "{{ steps.one.output.c.d }}",
         "steps.each.output.conut > 1", "step[0].output", "5s", "{{ params.name", "{{ 1 | plus: 2 }}",
         "each", "other", "params.loud", "{{ steps.model.output }}"]
VALUES = [None, True, -1, 0, 3, 2.5, [], {}, ["x"], {"a": 1}]


def places(node, path=()):
    """The paths of all values."""
    yield path
    pairs = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for key, value in pairs:
        yield from places(value, path + (key,))


def mutated(document, by):
    document = copy.deepcopy(document)
    path = by.choice([path for path in places(document) if path])
    node = document
    for key in path[:-1]:
        node = node[key]
    how = by.randrange(4)
    if how == 0:
        del node[path[-1]]
    elif how == 1 and isinstance(node, dict):
        node[str(path[-1]) + "x"] = node.pop(path[-1])
    else:
        node[path[-1]] = by.choice(TEXTS if how == 2 else VALUES)
    return document, path


def ran(*arguments):
    return subprocess.run([AGENTCLI, *arguments], stdin=subprocess.DEVNULL, capture_output=True,
                          text=True, errors="replace", timeout=60, check=False)


def values_of(document):
    """Flags with a value for each required parameter."""
    flags = []
    parameters = document.get("parameters") if isinstance(document, dict) else None
    for name, declared in (parameters.items() if isinstance(parameters, dict) else ()):
        declared = declared if isinstance(declared, dict) else {}
        value = {"int": "1", "float": "1", "bool": "true", "list": "[]", "object": "{}"}.get(
            declared.get("type"), (declared.get("choices") or ["1.2"])[0])
        if "default" not in declared:
            flags.append(f"--param={name}={value}")
    return flags


def compare(name, document, what):
    with open(name, "w", encoding="utf-8") as file:
        yaml.safe_dump(document, file, sort_keys=False)
    given = ["--tools", TOOLS, "--model", "m"]
    checked = ran("workflow", "check", *given, name)
    flags = values_of(document)
    common = ["-w", "./" + name, *given, *flags, "--base-url", "http://127.0.0.1:9", "--http-retries", "0"]
    planned = ran(*common, "--plan")
    run = ran(*common, "--replay", os.path.dirname(TOOLS) + "/none", "--max-seconds", "30")
    outcome = [checked.returncode == 0, planned.returncode == 0, run.returncode != 2]
    misfit = any(text in run.stderr for text in ("is required", "is missing", "no value fits", "pattern"))
    if len(set(outcome)) != 1 and not (outcome[0] and misfit and "parameter" in run.stderr):
        sys.exit(f"{name}, {what}: check {checked.returncode}, plan {planned.returncode}, run {run.returncode}\n"
                 f"{checked.stdout}{planned.stderr}{run.stderr}{open(name, encoding='utf-8').read()}")
    return outcome[0]


def main():
    by = random.Random(int(os.environ.get("AGENTCLI_SEED", "1")))
    bases = {"base": yaml.safe_load(BASE)}
    for path in sorted(glob.glob(EXAMPLES + "/*.yaml")):
        with open(path, encoding="utf-8") as file:
            bases[os.path.basename(path)] = yaml.safe_load(file)
    os.makedirs(".agentcli/workflows", exist_ok=True)
    with open(".agentcli/workflows/other.yaml", "w", encoding="utf-8") as file:
        yaml.safe_dump(OTHER, file)
    subprocess.run(["git", "init", "-q", "."], check=True)
    for name, document in bases.items():
        if not compare(f"w-{name}".removesuffix(".yaml") + ".yaml", document, "as it is"):
            sys.exit(f"{name} is refused")
    good = 0
    for number in range(int(COUNT)):
        document, path = mutated(by.choice([bases["base"], *bases.values()]), by)
        good += compare("m.yaml", document, f"mutation {number} at {path}")
    print(f"{good} of {COUNT} mutations are accepted")
    if not 0 < good < int(COUNT):
        sys.exit("the mutations are all accepted, or all refused")


main()
