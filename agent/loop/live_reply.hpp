#pragma once

#include "agent/loop/observer.hpp"
#include "agent/model/model.hpp"
#include "agent/model/reply_text.hpp"
#include "agent/redaction/redacted_stream.hpp"

#include <string>
#include <string_view>

namespace agent::loop {

// What is shown of a reply before it is whole.
struct Shown {
    bool text = false; // on stdout, by the observer
    bool reasoning = false; // on stderr
};

// Shows one reply as it comes, redacted.
class LiveReply : public model::Listener {
public:
    LiveReply(Observer& observer, Shown shown);

    void hear_text(std::string_view piece) override;
    void hear_reasoning(std::string_view piece) override;
    bool has_shown_text() const override { return has_text; }

    // The text that was shown so far, not redacted.
    const std::string& said() const { return shown_text; }

    // What text that was held back turned out to be.
    enum class Rest { text, calls };

    // What was held back, calls too unless they are run, and the end of the line; the reasoning
    // that only the whole text tells from the answer, if none of it was shown as either.
    void end(Rest rest = Rest::text, std::string_view whole_reasoning = {});

private:
    void show(const model::ReplyText::Parts& parts);

    Observer& observer;
    Shown shown;
    model::ReplyText reply;
    std::string shown_text;
    redaction::RedactedStream text;
    redaction::RedactedStream reasoning;
    bool has_text = false;
    bool has_reasoning = false;
};

}
