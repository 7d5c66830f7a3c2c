#pragma once

#include "runner/interrupt.hpp"
#include "runner/model/chat.hpp"
#include "runner/model/transport.hpp"
#include "runner/model/url.hpp"
#include "runner/output.hpp"

#include <chrono>
#include <string>
#include <vector>

class StreamedReply;

struct Endpoint {
    Url url; // without /chat/completions
    std::string api_key; // may be empty
    std::chrono::milliseconds timeout {}; // for each request
};

// A model behind an OpenAI-compatible endpoint. What a server says that it does not know (streams, usage in
// streams, reasoning that is sent back) it is asked without, then and from then on.
class HttpModel : public Model {
public:
    HttpModel(Endpoint endpoint, Json request, const Output& output, const Interrupt& interrupt);

    Reply ask(const Json& messages, Listener& listener) override;

private:
    std::string body_of(const Json& messages);
    HttpResponse post(const std::string& body, StreamedReply& streamed);
    bool give_up_a_field(const HttpResponse& response);

    Endpoint endpoint;
    Json request; // chat_request(), to which the messages are added
    std::vector<std::string> unwanted; // fields of messages
    const Output& output;
    Transport transport;
};
