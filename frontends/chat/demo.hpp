#pragma once

#include "agent/model/model.hpp"

namespace frontends::chat {

using namespace agent;
using namespace toolkit;

// The prompt of the demo.
extern const char* const prompt_of_demo;

// The model of a recording that is part of the program: it lists the directory, asks for the time,
// reads the beginning of a file, and repeats the actual answers of the tools.
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
