#pragma once

#include "agent/channel/messages.hpp"
#include "toolkit/json/json_fwd.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace frontends::facade {

using namespace toolkit;

namespace channel = agent::channel;

// A request of a client of chat completions.
struct ChatRequest {
    std::string model; // name of a profile
    std::string instructions = {}; // its system messages
    std::vector<channel::PastMessage> history = {}; // the other messages, except the prompt
    std::optional<channel::PastUserMessage> prompt = {}; // the last message, if a user wrote it
    std::vector<channel::PastResult> results = {}; // the results that end the history
    std::string digest = {}; // of the conversation, by conversation_digest.hpp
    std::string digest_before_results = {}; // empty if `results` is empty
    std::vector<channel::HostTool> tools = {};
    std::optional<std::string> required_call = {}; // the name of a tool; empty: any tool
    bool allows_parallel_calls = true;
    channel::Document output_schema = {}; // null: none
    std::optional<double> temperature = {};
    std::optional<double> top_p = {};
    std::vector<std::string> stop = {};
    std::optional<std::int64_t> seed = {};
    std::optional<std::int64_t> max_tokens = {}; // for each reply
    bool is_streamed = false;
    bool tells_usage = false; // add the usage at the end of a stream
};

// Returns the JSON Schema of the body, which is used for the check and published.
const Json& chat_request_schema();

// Returns false for `messages`, and for fields that only affect how an answer is sent, counted,
// stored or served, or have no effect here.
bool changes_the_answer(std::string_view field);

// Reads a request. Throws BAD_REQUEST, UNSUPPORTED or TOO_LARGE naming the field or the message,
// also for a field that would change the answer and has no effect here.
ChatRequest chat_request_in(Json body);

// The part of a request that the profile allows, and how long a run waits for the results of calls.
struct ChatRights {
    std::vector<std::string> may; // as in --host-may
    double seconds = 0;
};

// The messages of the run channel that carry out a request.
struct ChatRun {
    channel::Begin begin = {};
    channel::Say say = {};
};

// Returns the run that answers the request from its messages alone. Throws UNSUPPORTED naming a
// field that the profile does not allow, unless it has the default of OpenAI's API.
ChatRun run_of(const ChatRequest& request, const ChatRights& rights);

}
