#pragma once

#include "agent/model/chat_completions.hpp"
#include "agent/model/request_writer.hpp"
#include "agent/model/trace.hpp"
#include "agent/model/transport.hpp"
#include "toolkit/system/cancel.hpp"

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

namespace agent::model {

using namespace toolkit;

class StreamedReply;

struct Server {
    Route route; // its URL is without /chat/completions
    std::vector<std::string> headers; // "Name: value"
    std::string api_key; // may be empty
    std::chrono::milliseconds timeout {}; // as HttpRequest has it
    int retries = 0; // how often a request is sent again at most
};

// A model on an OpenAI-compatible server. What a server says that it does not know (streams,
// usage in streams, reasoning that is sent back) it is asked without, then and from then on, and
// with the nearest number that it takes in place of one that it refuses; ids of calls that it
// refuses are mapped, and calls of one message are split. A request that failed by a timeout before
// it was sent, a broken connection, or a status that says so (408, 429, 5xx) is sent again, unless
// text of its reply has been shown; no tool has run since, so that nothing is done twice.
class HttpModel : public Model {
public:
    HttpModel(Server server, Json request, Trace& trace, system::Cancel& cancel);

    Reply ask(const Json& messages, Listener& listener) override;
    Reply ask_aside(const Json& messages, Listener& listener) override;
    Reply ask_for_format(const Json& messages, const Json& wanted, Listener& listener) override;
    void forget_messages() override { written.forget(); }
    void offer_tools(const Json& tools) override;

    // The embedding of a text, by /embeddings: {"model", "embedding": […], "usage"?}; or of each in
    // an array of texts, "embeddings" in their order. Throws as ask() does.
    Json embed(const Json& input);

private:
    enum class Place { in_conversation, aside, for_format };
    Reply ask_at(Place place, const Json& messages, Listener& listener);
    Reply try_once(Place place, const Json& messages, Listener& listener);
    Json request_at(Place place) const;
    bool give_up_the_format(Place place, const HttpResponse& response);
    HttpResponse exchange(const HttpRequest& message);
    HttpResponse post(std::string_view body, StreamedReply& streamed);
    Json embed_once(const Json& input);
    bool waited_for_retry(int number, const ToolError& error) const;
    bool adapt_a_number(const std::string& refusal);
    bool give_up_a_field(const HttpResponse& response);
    bool begin_to_stream(const HttpResponse& response);

    Server server;
    Json request; // chat_request(), to which the messages are added
    WrittenMessages written;
    Json format; // null: none is wanted, or the server refuses it
    bool refuses_format = false;
    bool must_stream = false; // the server has said so
    int adapted = 0; // so many times a number was refused
    Manner manner; // as the server wants the messages
    std::string retry_after; // of the last answer
    Trace& trace;
    system::Cancel& cancel;
    Transport transport;
};

}
