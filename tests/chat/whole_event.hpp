#pragma once

#include "toolkit/json/json.hpp"
#include "toolkit/json/parse.hpp"

#include <string>
#include <string_view>

// Returns an event of a chat's engine as a line of the channel. Fields that the engine always
// writes and `event` leaves out have values without a meaning for the screen. Throws if `event` is
// not a JSON object.
inline std::string whole_event(std::string_view event)
{
    using toolkit::Json;
    static const Json usual = toolkit::json::parse_bounded(R"({
        "hello": {"channel": 2, "version": "0", "tools": [], "model": "", "contextWindow": 0,
            "approve": "changes", "look": {"colour": true, "colours": {}, "notify": "bell",
                "title": false, "tmux": false, "reflows": false, "directory": "",
                "verbose": false}},
        "turn ends": {"answer": null, "exitReason": "answered", "exitStatus": 0, "steps": 1,
            "calls": [], "usage": null, "seconds": 1},
        "message": {"message": null},
        "ask": {"changesFiles": false},
        "asked": {"kind": "approval", "state": "answered"},
        "note": {"text": ""},
        "error": {"text": "", "code": "INTERNAL"}
    })");
    const Json given = toolkit::json::parse_bounded(event);
    std::string name = given.at("event");
    Json whole {{"event", name}, {"seq", 1}, {"ts", "2026-01-01T00:00:00Z"}};
    if (given.contains("state") && name == "turn")
        name += " " + given.at("state").get<std::string>();
    if (usual.contains(name))
        whole.update(usual.at(name));
    if (name == "call" || name == "result")
        whole["display"] = {{"verb", given.value("tool", "")}};
    whole.update(given, true); // a look, too
    return whole.dump();
}
