#pragma once

#include "agent/channel/messages.hpp"
#include "toolkit/json/json_fwd.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace frontends::facade {

using namespace toolkit;

namespace channel = agent::channel;

// What a client says that a call of its tool has come to.
struct ToolMessage {
    std::string call; // the id that the client was given
    std::string text;
};

// A request of a client of chat completions, as far as it means something here.
struct ChatRequest {
    std::string model; // a profile
    std::string instructions = {}; // its system messages
    std::vector<channel::PastMessage> history = {}; // the messages between those and the last one
    std::optional<channel::PastUserMessage> prompt = {}; // the last one; nothing if it is a result
    std::vector<ToolMessage> results = {}; // the last messages, if they answer calls
    std::vector<channel::HostTool> tools = {};
    channel::Document output_schema = {}; // null: none
    std::optional<double> temperature = {};
    std::optional<double> top_p = {};
    std::vector<std::string> stop = {};
    std::optional<std::int64_t> seed = {};
    std::int64_t max_tokens = 0; // 0: no limit
    bool is_streamed = false;
    bool tells_usage = false; // at the end of a stream
};

// The schema of the body: it checks them, and is printed.
const Json& chat_request_schema();

// Throws BAD_REQUEST, UNSUPPORTED or TOO_LARGE naming the field or the message: also for what would
// change the meaning of the answer and cannot be had. What changes nothing of it is left out.
ChatRequest chat_request_in(Json body);

// What of a request the profile allows, and how long a run waits for the results of calls.
struct ChatRights {
    std::vector<std::string> may; // of --host-may
    std::int64_t max_tokens = 0; // 0: no limit
    double seconds = 0;
};

// The messages of the run channel that carry out a request.
struct ChatRun {
    channel::Begin begin = {};
    channel::Say say = {};
};

// Throws UNSUPPORTED if the request has system messages and the profile refuses them. A request
// without a prompt begins no run.
ChatRun run_of(const ChatRequest& request, const ChatRights& rights);

}
