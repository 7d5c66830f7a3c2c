#pragma once

#include "agent/model/call_normaliser.hpp"
#include "agent/model/message.hpp"
#include "toolkit/json/json.hpp"

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace agent::session {

using namespace toolkit;

// A conversation that every model accepts: each call is followed by its result, in the order of the
// calls, and each result belongs to a call. Repairs other histories, for instance after a crash: a
// missing result becomes one that says that the call was interrupted, a result without a call is
// dropped, and calls are corrected (model::CallNormaliser).
class History {
public:
    // Adds a message. Throws UNSUPPORTED if it is not a message of chat completions.
    void add(Json given);

    // Replaces `count` messages from `first` on by this one. Throws UNSUPPORTED if they do not
    // exist.
    void replace(std::size_t first, std::size_t count, const Json& message);

    // Removes the messages from `first` on. Throws UNSUPPORTED if `first` is after the end.
    void cut(std::size_t first);

    // Ends the history: adds the results that are missing at the end, and returns them. Calls whose
    // ids are in `open` stay without a result.
    std::vector<model::Message> finish(const std::set<std::string>& open = {});

    const model::Messages& messages() const { return list; }
    Json json() const { return model::messages_json(list); }
    model::Messages take() { return std::move(list); }

    // Records a repair.
    void note(const std::string& what);

    // Returns the recorded repairs as strings, each once, with the number of its occurrences.
    std::vector<std::string> repaired() const;

private:
    struct Open { // a call without a result yet
        model::CallNormaliser::Mended call;
        std::optional<model::Message> result = {};
    };
    void take_result(model::Message message);
    std::vector<model::Message> close_calls(const std::set<std::string>& open = {});

    model::Messages list;
    std::vector<Open> calls;
    model::CallNormaliser sound;
    std::vector<std::pair<std::string, std::size_t>> notes; // repairs and their numbers
};

// Returns a message with the role `user` that informs the model about an action of the operator.
model::Message note_to_model(const std::string& text);
bool is_note_to_model(const model::Message& message);

// Returns the first line of the text of a note_to_model(), for the operator.
std::string first_line_of_note(const std::string& text);

// Returns true if a turn begins with this message: it has the role `user`, is not a
// note_to_model(), and was not added during a turn.
bool begins_turn(const model::Messages& messages, std::size_t at);

// Returns the indexes of the messages that begin a turn, the last one first.
std::vector<std::size_t> beginnings_of_turns(const model::Messages& messages);

// Returns true if the message contains the context of a turn, in the form that was sent or in the
// form that is kept.
bool is_context(const model::Message& message);

// Read a JSON array of messages, in the format of --load-messages. Throw BAD_REQUEST naming the
// first invalid message.
History read_messages(std::string_view text);
History history_of(const Json& document);

// The settings of a chat, or of a session in an editor.
struct Chat {
    std::string workspace = {}; // absolute path
    std::string model = {}; // in an editor: empty unless the person chose a model
    std::string mode = {}; // mode of the session in an editor; empty for a chat
    std::string server = {}; // base URL of the model's server, without a key; empty if unknown

    friend bool operator==(const Chat&, const Chat&) = default;
};

// The content of a session file. Its lines are:
//   {"ts", "message": {…}}
//   {"ts", "summary": {"first", "count", "message"}}, which replaces `count` messages
//   {"ts", "cut": {"first"}}, which discards the messages from that index on
//   {"ts", "chat": {"workspace", "model", "mode"?, "server"?}}, at the start of each chat, and at
//     each change of the mode, model or server
//   {"ts", "changes": {…}}, the changes of a turn, as the front end writes them
//   {"ts", "files": {…}}, the files that a turn has read or written (agent/calls/file_record.hpp)
// Other lines are skipped. Messages with a role or content that a server invented are attributed to
// the assistant.
struct SessionLines {
    History history;
    std::size_t size = 0; // bytes up to the end of the last complete line; a crash cut off the rest
    Chat chat = {}; // last line of this kind; its workspace is empty if there is none
    std::string last_message = {}; // time of the last message, RFC 3339 in UTC; empty if unknown
    std::vector<Json> changes = {}; // values of all these lines, the oldest first
    std::vector<Json> files = {}; // values of all these lines, the oldest first
};

// Parses the content of a session file.
SessionLines read_lines(std::string_view text);

// Returns the last chat of a session, without reading its messages; an empty one if there is none.
Chat last_chat_in(std::string_view text);

// Throws if read_lines() would skip or repair the message in this line.
void require_line(std::string_view line);

}
