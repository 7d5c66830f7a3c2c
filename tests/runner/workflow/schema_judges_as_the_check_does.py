"""Writes files of workflows, each with one value in one field, and compares what is said of them:
schema_judges_as_the_check_does.py SCHEMA DIRECTORY AGENTCLI."""

import copy
import json
import os
import subprocess
import sys

import jsonschema

VALUES = [None, True, 0, -1, 1.5, 2000000000, "", "x", "A b", "all", "a\nb", "{{ 1 }}", [], ["x"],
          [None], [{}], {}, {"a": 1}, {"A-B": "x"}, {"a": []}, [{"set": {"x": 1}}], [1, 75], [0],
          {"repeat_on": [1]}]
# One of each mapping, by the path of its definition.
STEPS = {
    "exec": {"exec": {"argv": ["ls"]}},
    "shell": {"shell": {"command": "ls"}},
    "python": {"python": {"code": "x"}},
    "tool": {"tool": {"name": "x"}},
    "llm": {"llm": {"prompt": {"user": "x"}, "context": [{"name": "x", "text": "x"}]}},
    "workflow": {"workflow": {"name": "other"}},
    "foreach": {"foreach": {"items": [1], "steps": [{"set": {"x": 1}}]}},
    "parallel": {"parallel": {"branches": {"a": [{"set": {"x": 1}}]}}},
    "repeat": {"repeat": {"max": 1, "until": True, "steps": [{"set": {"x": 1}}]}},
    "graph": {"parallel": {"steps": [{"id": "a", "set": {"x": 1}}]}},
    "ask": {"ask": {"message": "x"}},
    "once": {"exec": {"argv": ["ls"]}, "once": {"repeat_on": [1]}, "retry": {"max": 1}},
    "set": {"set": {"x": 1}, "retry": {"max": 1, "backoff": {"base_ms": 1}}},
}
# What no schema can know: names, templates, and what files contain.
BEYOND = ["there is no ", "is faulty", "would call itself", "has no parameter", "has a meaning in",
          "an expression", "a condition", "the schema has to be", "cannot read", "schema",
          "is neither true nor false", "takes no template", "a time is a number", "is for a shell",
          "the pattern", "the value", "is not a template", "a script takes", "workflow 'other'",
          "regular expression", "is named like", "the command is empty", "expected",
          "the expression is empty", "a second line is", "cannot come from a template",
          "the manifest has no tool", "is configured", "has no profile", "may run at the same",
          "there are no steps"]


def places(node, path=()):
    yield path, node
    for key, value in (node.items() if isinstance(node, dict) else enumerate(node)):
        if isinstance(value, (dict, list)):
            yield from places(value, path + (key,))


def definition_of(path):
    """The fields of the mapping at a path, as the schema has them."""
    names = {"exec": "exec", "shell": "shell", "python": "python", "tool": "tool", "llm": "llm",
             "workflow": "workflow-step", "foreach": "foreach", "parallel": "parallel",
             "repeat": "repeat", "ask": "ask", "prompt": "prompt", "retry": "retry", "once": "once", "backoff": "backoff",
             "limits": "limits"}
    if not path:
        return "workflow"
    last = path[-1]
    if isinstance(last, int):
        return {"steps": "step", "context": "context"}.get(path[-2])
    if len(path) > 1 and path[-2] == "parameters":
        return "parameter"
    return names.get(last) if last != "workflow" or len(path) > 2 else None


def documents(schema):
    bases = [{"steps": [step]} for step in STEPS.values()]
    bases[0] = {**bases[0], "parameters": {"p": {"type": "int"}}, "limits": {"seconds": 1}}
    known = set()
    for base in bases:
        yield base
        for path, node in places(base):
            name = definition_of(path)
            if name is None or name in known or not isinstance(node, dict):
                continue
            known.add(name)
            for field in [*schema["$defs"][name]["properties"], "unknown"]:
                for value in VALUES:
                    changed = copy.deepcopy(base)
                    inner = changed
                    for key in path:
                        inner = inner[key]
                    inner[field] = value
                    yield changed
                changed = copy.deepcopy(base)
                inner = changed
                for key in path:
                    inner = inner[key]
                if inner.pop(field, None) is not None:
                    yield changed


def main():
    with open(sys.argv[1]) as file:
        schema = json.load(file)
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    unique = {json.dumps(d, sort_keys=True): d for d in documents(schema)}
    chosen = list(unique.values())[::3]  # all take seconds
    for number, document in enumerate(chosen):
        with open(os.path.join(sys.argv[2], "%05d.yaml" % number), "w") as file:
            json.dump(document, file)
    files = sorted(os.listdir(sys.argv[2]))
    said = subprocess.run([sys.argv[3], "workflow", "check", "--model", "m", "--json", *files], cwd=sys.argv[2],
                          capture_output=True, text=True, check=False)
    problems = {}
    for problem in json.loads(said.stdout):
        problems.setdefault(problem["file"], []).append(problem["message"])
    wrong = 0
    judged = 0
    for name, document in zip(files, chosen):
        messages = problems.get(name, [])
        if messages and all(any(word in m for word in BEYOND) for m in messages):
            continue
        judged += 1
        if validator.is_valid(document) == bool(messages):
            wrong += 1
            print("%s: check: %s" % (json.dumps(document), messages or "nothing"))
    print("%d of %d documents are judged alike" % (judged - wrong, judged))
    sys.exit(wrong > 0 or judged < 500)


main()
