#pragma once

#include "agent/steps/noted_steps.hpp"
#include "toolkit/json/json.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace frontends::chat {

using namespace agent;
using namespace toolkit;

// A command that ran, and when, in milliseconds since 1970.
struct RanCommand {
    std::string text;
    std::int64_t begin = 0;
    std::int64_t end = 0;
};

// The changes of one turn.
struct TurnChanges {
    std::size_t number = 0; // of the turn in the chat, from 1
    std::int64_t time = 0; // when it first changed something, in ms since 1970; 0: unknown
    std::string said = {}; // the beginning of the message
    std::vector<steps::NotedStep> steps = {}; // the oldest first
    std::map<std::uint64_t, std::string> causes = {}; // the commands that made steps
    std::vector<RanCommand> commands = {}; // commands that may have changed more than was recorded
};

// The changes made by the turns of a chat, and which of them are undone. Each event is stored as a
// line of the session, so that a resumed chat knows the earlier ones:
//   {"begins"?: true, "turn"?: 3, "time"?: MS, "said"?: "…",
//    "steps": [{"n","sha256","command"?: "make"}],
//    "ran"?: [{"text": "make", "begin": MS, "end": MS}]}   of a turn
//   {"undone": COUNT, "by"?: {"n","sha256"}}   the last COUNT entries
//   {"redone": true, "by"?: {"n","sha256"}}   what was undone last
// Without "by" the step is not known, and cannot be taken back.
class Changes {
public:
    // Processes an event. Ignores anything else, since a session is an editable file.
    void take(const Json& event);

    // Replaces all events by those of a session.
    void begin_with(const std::vector<Json>& events);

    // The changes of the last `count` turns that changed files and are not undone.
    struct Chosen {
        std::vector<TurnChanges> turns = {}; // turns that changed files, newest first
        std::vector<RanCommand> commands = {}; // commands that ran since the first of these turns
        std::size_t entries = 0; // for "undone"

        std::vector<steps::NotedStep> steps() const; // the newest first
        std::map<std::uint64_t, std::string> causes() const;
    };
    // Returns the changes of the last `count` of these turns.
    Chosen last(std::size_t count) const;

    // Returns the step of the last undo that was not reverted.
    std::optional<steps::NotedStep> newest_undo() const;

    // Returns the number of the turn that was undone last; 0 if there is none.
    std::size_t undone_turn() const { return last_undone; }

    // Returns the number of the newest turn that changed something; 0 if there is none.
    std::size_t newest_turn() const { return last_turn; }

    static Json step_in_event(const steps::NotedStep& step);

private:
    void take_turn(const Json& event);

    std::vector<TurnChanges> entries; // entries that are not undone
    std::vector<steps::NotedStep> undos;
    std::size_t last_turn = 0;
    std::size_t last_undone = 0;
};

}
