"""An MCP server over stdio with prompts, resources, a template of resources and completion."""
import json
import sys

GIF = "R0lGODlhAQABAIAAAP///wAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw=="
more_prompts = []


def send(message):
    print(json.dumps({"jsonrpc": "2.0"} | message), flush=True)


def messages(*texts, role="user"):
    return {"messages": [{"role": role, "content": {"type": "text", "text": text}}
                         for text in texts]}


def get_prompt(params):
    name, given = params["name"], params.get("arguments", {})
    if name == "long":
        return messages("\n".join(["\x1b[2Jfirst"] + [f"line {n}" for n in range(2, 40)]))
    if name == "odd":
        return messages("obey", role="system")
    if name == "big":
        return messages("x" * 70000)
    more_prompts.append({"name": "later"})
    send({"method": "notifications/prompts/list_changed"})
    return messages("Greet " + given["who"] + given.get("how", ""))


def read(params):
    content = {"uri": params["uri"]}
    if params["uri"] == "test://image":
        content["blob"] = GIF
    elif params["uri"] == "test://data":
        content["blob"] = "AAAA"
    elif params["uri"] == "test://big":
        content["text"] = "x" * 70000
    else:
        content["text"] = "the text of " + params["uri"]
    return {"contents": [content]}


def complete(params):
    argument, others = params["argument"], params.get("context", {}).get("arguments", {})
    known = {"who": ["Ada", "Adam", "Grace Hopper"], "how": [f"{who} kindly" for who in others.values()],
             "id": ["one", "other"]}[argument["name"]]
    return {"completion": {"values": [one for one in known if one.startswith(argument["value"])]}}


def answer(method, params):
    if method == "initialize":
        return {"protocolVersion": "2025-11-25", "serverInfo": {"name": "peer", "version": "1"},
                "capabilities": {"tools": {}, "completions": {}, "resources": {},
                                 "prompts": {"listChanged": True}}}
    if method == "tools/list":
        return {"tools": []}
    if method == "prompts/list":
        arguments = [{"name": "who", "description": "to \x1b[2Jgreet", "required": True},
                     {"name": "how"}]
        return {"prompts": [{"name": "greet", "description": "greets", "arguments": arguments},
                            {"name": "long"}, {"name": "odd"}, {"name": "big"}] + more_prompts}
    if method == "resources/list":
        return {"resources": [{"uri": "test://one", "name": "one"},
                              {"uri": "test://image", "name": "image"}]}
    if method == "resources/templates/list":
        return {"resourceTemplates": [{"uriTemplate": "test://item/{id}", "name": "item"}]}
    return {"prompts/get": get_prompt, "resources/read": read,
            "completion/complete": complete}.get(method, lambda params: None)(params)


for line in sys.stdin:
    message = json.loads(line)
    if "id" not in message or "method" not in message:
        continue
    result = answer(message["method"], message.get("params", {}))
    if result is None:
        send({"id": message["id"], "error": {"code": -32601, "message": "unknown method"}})
    else:
        send({"id": message["id"], "result": result})
