#pragma once

#include "agent/model/model.hpp"

namespace frontends::chat {

using namespace agent;
using namespace toolkit;

// The message that the operator appears to send in the demo.
extern const char* const prompt_of_demo;

// A model that replays a built-in recording: it lists the directory, asks for the time, reads the
// beginning of a file, and reports the actual answers of the tools.
class DemoModel : public model::Model {
public:
    model::Reply ask(const model::Messages& messages, model::ReplyListener& listener) override;
    model::Reply ask_separately(
        const model::Messages& messages, model::ReplyListener& listener) override
    {
        return ask(messages, listener);
    }
    model::Reply ask_for_format(
        const model::Messages& messages, const Json&, model::ReplyListener& listener) override
    {
        return ask(messages, listener);
    }
};

}
