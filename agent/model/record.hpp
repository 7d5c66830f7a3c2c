#pragma once

#include "agent/model/model.hpp"
#include "agent/redaction/redaction.hpp"
#include "toolkit/system/file.hpp"

#include <cstddef>
#include <memory>
#include <string>

namespace agent::model {

using namespace toolkit;

// Asks another model, and writes the conversation down: one line of JSON an exchange,
//   {"asked": [messages since the last line], "message": {the reply}, "finish_reason"?, "usage"?,
//     "fallback"?: the model that has replied in place of the chosen one, "unusable_calls"?: "why"}
// redacted; with "anew": true where all messages are there, since they do not continue from the
// last line: beside the conversation, or after a message that was asked once and not kept. Each
// line is written before the reply is used.
class Record : public Model {
public:
    // Begins the file anew, with mode 0600 where it does not exist. Throws BAD_REQUEST where it
    // can't be written.
    Record(std::unique_ptr<Model> model, const std::string& path,
        const redaction::Redaction& redaction);

    Reply ask(const Messages& messages, Listener& listener) override;
    Reply ask_aside(const Messages& messages, Listener& listener) override;
    Reply ask_for_format(const Messages& messages, const Json& format, Listener& listener) override;
    std::int64_t context_window() override { return model->context_window(); }
    void forget_messages() override { model->forget_messages(); }
    void offer_tools(const Json& tools) override { model->offer_tools(tools); }
    void change_request(const Json& fields) override { model->change_request(fields); }

private:
    bool goes_on(const Messages& messages) const;
    void begin_anew();
    void write_down(const Messages& messages, const Reply& reply);

    std::unique_ptr<Model> model;
    std::string name;
    File file;
    const redaction::Redaction& redaction;
    std::size_t seen = 0; // messages of the line before, with its reply
    SharedMessage last; // of those that were asked
    bool is_anew = false;
};

}
