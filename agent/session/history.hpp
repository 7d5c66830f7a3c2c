#pragma once

#include "agent/model/message.hpp"
#include "agent/model/sound_calls.hpp"
#include "toolkit/json/json.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace agent::session {

using namespace toolkit;

// Messages as a model takes them: each call has its result after it, in the order of the calls,
// and there is no result without a call. What comes otherwise, after a crash, is mended: a missing
// result says that the call was interrupted; what belongs nowhere is left out; calls are made
// sound.
class History {
public:
    // Throws UNSUPPORTED if it is not a message of chat completions.
    void add(Json given);

    // In place of `count` messages from `first` stands this one.
    void replace(std::size_t first, std::size_t count, const Json& message);

    // Messages from `first` on no longer count.
    void cut(std::size_t first);

    // Nothing more comes: the results that are missing at the end are added, and answered.
    std::vector<model::Message> finish();

    const model::Messages& messages() const { return list; }
    Json json() const { return model::messages_json(list); }
    model::Messages take() { return std::move(list); }

    // What was mended, in words, each once.
    void note(const std::string& what);
    std::vector<std::string> mended() const;

private:
    struct Open { // a call that waits for its result
        model::SoundCalls::Mended call;
        std::optional<model::Message> result = {};
    };
    void take_result(model::Message message);
    std::vector<model::Message> close_calls();

    model::Messages list;
    std::vector<Open> calls;
    model::SoundCalls sound;
    std::vector<std::pair<std::string, std::size_t>> notes; // with how often
};

// Returns a message of the user that tells the model what the operator has done.
model::Message note_to_model(const std::string& text);
bool is_note_to_model(const model::Message& message);

// Returns the first line of the text of such a message, for the operator.
std::string first_line_of_note(const std::string& text);

// Returns whether a turn begins with this message: one of the user does, unless it steers a turn.
bool begins_turn(const model::Messages& messages, std::size_t at);

// Returns the indexes of the messages that begin a turn, the last one first.
std::vector<std::size_t> beginnings_of_turns(const model::Messages& messages);

// True if the message carries the context of a turn, as it was sent or as it is kept.
bool is_context(const model::Message& message);

// A JSON array of messages, as --load-messages reads it. Throws BAD_REQUEST saying which message is
// none.
History read_messages(std::string_view text);
History history_of(const Json& document);

// The content of a session file. Its lines are {"ts", "message": {…}}; {"ts", "summary": {"first",
// "count", "message"}}; {"ts", "cut": {"first"}}, which discards the messages from that index on;
// {"ts", "chat": {"workspace", "model"}} at the start of each chat; {"ts", "changes": {…}}, the
// changes of a turn, as the front end writes them; {"ts", "files": {…}}, the files that a turn has
// read or written (agent/calls/file_record.hpp). Other lines are skipped. Messages with a role or
// content that a server invented are taken for the assistant's. `size` is the offset at which the
// last whole line ends; whatever follows was torn by a crash.
struct SessionLines {
    History history;
    std::size_t size = 0;
    std::string workspace = {}; // of the last chat; empty for none
    std::vector<Json> changes = {};
    std::vector<Json> files = {};
};
SessionLines read_lines(std::string_view text);

// Throws where read_lines would leave this line out, or repair it.
void require_line(std::string_view line);

}
