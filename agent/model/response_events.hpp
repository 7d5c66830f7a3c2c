#pragma once

#include "agent/model/model.hpp"
#include "toolkit/json/json.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace agent::model {

using namespace toolkit;

// Events of the Responses API, as the chunks of a streamed chat completion that say the same. What
// a later event repeats (an item that is done) adds what was not said before; the whole response at
// the end counts if it has come alone.
class ResponseEvents {
public:
    // Null if the event adds nothing to the message.
    Json chunk_of(const Json& event);

private:
    // One item of the response's output.
    struct Output {
        std::string text = {}; // what was said of it
        std::string refusal = {};
        std::string reasoning = {};
        std::string arguments = {};
        std::size_t call = 0; // its number, if it is one
        bool is_call = false;
        bool is_done = false;
    };

    Output& output_of(const Json& event);
    Json delta_of(const std::string& type, const Json& event);
    void add_piece(Json& delta, const char* field, std::string& said, const std::string& piece);
    void add_rest(Json& delta, const char* field, std::string& said, const std::string& whole);
    void begin_call(Json& delta, Output& output, const Json& item);
    void add_arguments(Json& delta, Output& output, const std::string& piece);
    void finish(Json& delta, Output& output, const Json& item);
    void finish_reasoning(Json& delta, Output& output, const Json& item);
    Json end_of(const std::string& type, const Json& response);

    std::map<std::int64_t, Output> outputs; // by output_index
    std::size_t call_count = 0;
    bool has_text = false;
};

// What came back as a whole. Throws what read_chat_response() throws.
Reply read_responses_answer(std::string_view body);

}
