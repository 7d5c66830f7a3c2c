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

// Detects text that repeats itself without end.
class RepeatedText {
public:
    // Adds a piece. Returns true if the last 16 KiB of the text repeat one part of at most 1 KiB.
    // Checks this every 4 KiB, so that the time is linear in the size of the text.
    bool add(std::string_view piece);

private:
    std::string end;
    std::size_t unseen = 0; // bytes added since the last check
};

// Selects the parts of a reply that are shown while it is streamed.
struct Shown {
    bool text = false; // passed to the observer, which prints it on stdout
    bool reasoning = false; // passed to the observer, which prints it on stderr
};

// Thrown to end a turn while a reply is being received, or before a request.
struct EndedTurn {
    Stop stop;
};

// Shows one reply, redacted, while it is streamed. hear_text() and hear_reasoning() throw EndedTurn
// if the text or the reasoning repeats itself without end, or if the reply has more than 1.5 times
// `max_tokens` by the estimate, and so certainly exceeds the limit.
class LiveReply : public model::ReplyListener {
public:
    // `max_tokens` may be infinite.
    LiveReply(Observer& observer, Shown shown, double max_tokens);

    void on_text(std::string_view piece) override;
    void on_reasoning(std::string_view piece) override;
    void on_arguments(std::string_view piece, bool is_new) override
    {
        observer.arguments(piece, is_new);
    }
    bool has_shown_text() const override { return has_text; }

    // Returns the text shown so far, without redaction.
    const std::string& said() const { return shown_text; }

    // Says what the text that was held back turned out to be.
    enum class Rest { text, calls };

    // Ends the reply. Shows the text that was held back, unless `rest` says that it is calls which
    // will run, and ends the line. If nothing was shown at all, shows `whole_reasoning`, which may
    // only be known at the end of the reply.
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
