#pragma once

#include "agent/model/model.hpp"
#include "agent/redaction/redaction.hpp"
#include "toolkit/system/file.hpp"

#include <cstddef>
#include <memory>
#include <string>

namespace agent::model {

using namespace toolkit;

// Forwards to another model, and records the conversation in a file, with one line of JSON for each
// exchange:
//   {"asked": [messages since the last line], "message": {the reply}, "finish_reason"?, "usage"?,
//     "fallback"?: the model that has replied in place of the chosen one, "unusable_calls"?: "why"}
// Lines are redacted. "anew": true marks a line that contains all messages, since they do not
// continue from the last line: a request of ask_separately(), or one after a message that was sent
// once and not kept. Each line is written before the reply is used.
class Record : public Model {
public:
    // Truncates the file, or creates it with mode 0600. Throws BAD_REQUEST if it can't be written.
    Record(std::unique_ptr<Model> model, const std::string& path,
        const redaction::Redaction& redaction);

    Reply ask(const Messages& messages, ReplyListener& listener) override;
    Reply ask_separately(const Messages& messages, ReplyListener& listener) override;
    Reply ask_for_format(
        const Messages& messages, const Json& format, ReplyListener& listener) override;
    std::int64_t context_window() override { return model->context_window(); }
    void invalidate_messages() override { model->invalidate_messages(); }
    void offer_tools(const Json& tools) override { model->offer_tools(tools); }
    void change_request(const Json& fields) override { model->change_request(fields); }

private:
    bool goes_on(const Messages& messages) const;
    void restart();
    void write_down(const Messages& messages, const Reply& reply);

    std::unique_ptr<Model> model;
    std::string name;
    File file;
    const redaction::Redaction& redaction;
    std::size_t seen = 0; // the number of messages up to the last line, including its reply
    SharedMessage last; // the last message that was asked
    bool is_anew = false;
};

}
