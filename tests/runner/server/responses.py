"""responses.py OPENAPI RESPONSES: is each response one that the description has?

A line of RESPONSES has the method, path, status, type and body of one (server.bash).
"""

import json
import re
import sys

import jsonschema

with open(sys.argv[1]) as file:
    document = json.load(file)
routes = [(re.compile("^" + re.sub(r"\\{[a-z]+\\}", "[^/]+", re.escape(path)) + "$"), operations)
          for path, operations in document["paths"].items()]


def validator(schema):
    return jsonschema.Draft202012Validator({**schema, "components": document["components"]})


def problem(one):
    path = one["path"].split("?")[0]
    operation = next((operations.get(one["method"].lower()) for pattern, operations in routes
                      if pattern.match(path)), None)
    status = one["status"]
    media = one["type"].split(";")[0]
    if operation is None:  # 404, or 405
        name = "ApiError" if path.startswith("/openai/") else "Error"
        operation = {"responses": {"4XX": {"content": {
            "application/json": {"schema": {"$ref": "#/components/schemas/" + name}}}}}}
    responses = operation["responses"]
    response = responses.get(status) or responses.get(status[0] + "XX")
    if response is None:
        return "a status that is not described"
    content = response.get("content", {})
    if status == "204":
        return "a body" if one["body"] else None
    if media not in content:
        return "a type that is not described"
    if "schema" not in content[media]:
        return None
    documents = {  # a stream may be cut in a line
        "text/plain": [json.dumps(one["body"])],
        "application/x-ndjson": re.findall(r"^(\{.*\})\n", one["body"], re.MULTILINE),
        "text/event-stream": re.findall(r"^data: (\{.*\})\n\n", one["body"], re.MULTILINE),
    }.get(media, [one["body"]])
    check = validator(content[media]["schema"])
    errors = [error for text in documents for error in check.iter_errors(json.loads(text))]
    return errors[0].message[:300] if errors else None


seen = set()
failed = 0
with open(sys.argv[2]) as file:
    for line in file:
        one = json.loads(line)
        seen.add((one["method"], one["status"]))
        why = problem(one)
        if why:
            failed += 1
            print(one["method"], one["path"], one["status"], one["type"], why, one["body"][:300])
assert len(seen) > 12, seen
sys.exit(failed > 0)
