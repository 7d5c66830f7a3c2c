#pragma once

#include "agent/model/model.hpp"
#include "agent/redaction/redaction.hpp"

#include <memory>

namespace agent::model {

using namespace toolkit;

// Forwards to another model without secrets: redacts the messages of the user, the results of tools
// and the model's own replies.
class Redacting : public Model {
public:
    Redacting(std::unique_ptr<Model> model, const redaction::Redaction& redaction);

    // Each message is redacted once, however often it is sent.
    Reply ask(const Messages& messages, ReplyListener& listener) override;
    Reply ask_separately(const Messages& messages, ReplyListener& listener) override;
    Reply ask_for_format(
        const Messages& messages, const Json& format, ReplyListener& listener) override;
    std::int64_t context_window() override { return model->context_window(); }
    void invalidate_messages() override { model->invalidate_messages(); }
    void offer_tools(const Json& tools) override;
    void change_request(const Json& fields) override { model->change_request(fields); }

private:
    const Messages& redacted(const Messages& messages);

    std::unique_ptr<Model> model;
    const redaction::Redaction& redaction;
    Messages given; // the messages as they were given
    Messages known; // the same messages without secrets
};

}
