#pragma once

#include "agent/model/model.hpp"
#include "agent/model/response_outputs.hpp"
#include "toolkit/json/json.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace agent::model {

using namespace toolkit;

// Converts events of the Responses API to equivalent chunks of a streamed chat completion. A later
// event may repeat something (a text or an item that is done, the whole response at the end); only
// what was not sent before is added.
class ResponseEvents {
public:
    // Returns null if the event adds nothing to the message.
    Json chunk_of(const Json& event);

private:
    Json delta_of(const std::string& type, const Json& event);
    void add_text_event(Json& delta, const std::string& type, const Json& event);
    std::string unsaid_of(
        const ResponseOutput& output, const std::string& whole, const std::string& said);
    void add_text(Json& delta, ResponseOutput& output, const std::string& piece);
    void add_refusal(Json& delta, ResponseOutput& output, const std::string& piece);
    void add_reasoning(Json& delta, const std::string& type, const Json& event);
    void begin_call(Json& delta, ResponseOutput& output, const Json& item);
    static void add_arguments(Json& delta, ResponseOutput& output, const std::string& piece);
    void add_whole_arguments(Json& delta, const Json& event);
    void finish(Json& delta, ResponseOutput& output, const Json& item);
    void finish_reasoning(Json& delta, ResponseOutput& output, const Json& item, std::size_t place);
    void add_response(Json& delta, const Json& items);
    void add_item(Json& delta, ResponseOutput& output, const Json& item, std::size_t place);
    Json end_of(const std::string& type, const Json& response);

    ResponseOutputs outputs;
    std::size_t call_count = 0;
    bool has_text = false;
};

// Reads a response that was not streamed. Throws what read_chat_response() throws.
Reply read_responses_answer(std::string_view body);

}
