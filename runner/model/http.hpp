#pragma once

#include "runner/interrupt.hpp"
#include "runner/model/chat.hpp"
#include "runner/model/url.hpp"
#include "runner/output.hpp"

#include <chrono>
#include <string>
#include <vector>

struct Endpoint {
    Url url; // without /chat/completions
    std::string api_key; // may be empty
    std::chrono::milliseconds timeout {}; // for each request
};

// A model behind an OpenAI-compatible endpoint.
class HttpModel : public Model {
public:
    HttpModel(Endpoint endpoint, Json request, const Output& output, const Interrupt& interrupt);

    Reply ask(const Json& messages) override;

private:
    Endpoint endpoint;
    Json request; // chat_request(), to which the messages are added
    const Output& output;
    const Interrupt& interrupt;
};
