#pragma once

#include "agent/steps/noted_steps.hpp"
#include "toolkit/json/json.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace frontends::chat {

using namespace agent;
using namespace toolkit;

// What the turns of a chat have changed, and which of it is undone. Each event is a line of the
// session, so that a chat that continues knows what was before:
//   {"begins"?: true, "steps": [{"n","sha256"}], "commands": ["exec make"]}   of a turn
//   {"undone": COUNT, "by"?: {"n","sha256"}}   the last COUNT entries
//   {"redone": true, "by"?: {"n","sha256"}}   what was undone last
// Without "by" the step is not known, and can't be taken back.
class Changes {
public:
    // Takes an event. What is none is passed over: a session is a file.
    void take(const Json& event);

    // Takes those of a session in place of all.
    void begin_with(const std::vector<Json>& events);

    // What the last `count` turns have changed that changed files and are not undone.
    struct Chosen {
        std::vector<steps::NotedStep> steps = {}; // the newest first
        std::vector<std::string> commands = {}; // that ran since the first of these turns
        std::size_t turns = 0; // that changed files
        std::size_t entries = 0; // for "undone"
    };
    Chosen last(std::size_t count) const;

    // The step that has undone something last, and is not taken back; nothing if there is none.
    std::optional<steps::NotedStep> newest_undo() const;

    static Json step_in_event(const steps::NotedStep& step);

private:
    struct Entry {
        std::vector<steps::NotedStep> steps = {};
        std::vector<std::string> commands = {};
    };

    std::vector<Entry> entries; // that are not undone
    std::vector<steps::NotedStep> undos;
};

}
