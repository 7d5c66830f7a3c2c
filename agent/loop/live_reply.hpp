#pragma once

#include "agent/loop/observer.hpp"
#include "agent/loop/run_result.hpp"
#include "agent/model/model.hpp"
#include "agent/model/reply_text.hpp"
#include "agent/redaction/redaction.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace agent::loop {

// Detects a text that repeats itself without end.
class RepeatedText {
public:
    // Adds a piece. Returns whether the last 16 KiB of the text are one part of at most 1 KiB, over
    // and over. Checks that every 4 KiB, so that the time is linear in the size of the text.
    bool add(std::string_view piece);

private:
    std::string end;
    std::size_t unseen = 0; // so much has been added since the last look
};

// What is shown of a reply before it is whole.
struct Shown {
    bool text = false; // on stdout, by the observer
    bool reasoning = false; // on stderr
};

// Thrown to end a turn while a reply is still coming in, or before a request.
struct EndedTurn {
    Stop stop;
};

// Shows one reply as it comes, redacted. Hearing throws EndedTurn where the text or the
// reasoning says the same without end, or surely has more tokens than it may: half as many again by
// our estimate.
class LiveReply : public model::Listener {
public:
    // `max_tokens` may be infinite.
    LiveReply(Observer& observer, Shown shown, double max_tokens);

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
    void show_reasoning(std::string_view piece);
    void check(RepeatedText& repeated, std::string_view piece);

    Observer& observer;
    Shown shown;
    model::ReplyText reply;
    std::string shown_text;
    redaction::RedactedStream text;
    redaction::RedactedStream reasoning;
    RepeatedText repeated_text;
    RepeatedText repeated_reasoning;
    double max_tokens;
    double tokens = 0; // estimated
    bool has_text = false;
    bool has_reasoning = false;
};

}
