#pragma once

#include <chrono>
#include <string>
#include <string_view>

namespace agent::model {

// A pause before a request is sent again.
struct RetryPause {
    enum class Cause {
        status, // the server has answered with `status`
        loading, // the server loads its model: it is asked each second
        cut, // the stream of the reply has ended too early
        no_answer
    };
    Cause cause {};
    int status = 0; // HTTP status; 0 if there was no response
    std::string host = {}; // and port, as in the URL
    std::chrono::milliseconds delay {};
    int attempt = 0; // from 1; 0 while the server loads its model
    int attempts = 0; // maximum number of attempts
    std::string text = {}; // all of that in a sentence; empty if the operator has read it before
};

// Receives the notes of a model about what it does apart from replying.
class Trace {
public:
    Trace() = default;
    Trace(Trace&) = delete;
    Trace& operator=(Trace&) = delete;
    virtual ~Trace() = default;

    // Returns the text without secrets. To be called before a text is cut.
    virtual std::string redacted(const std::string& text) const = 0;

    // Show one line to the operator; note_once() omits a text that it has shown before.
    virtual void note(std::string_view text) = 0;
    virtual void note_once(const std::string& text) = 0;

    // Called when a pause before another request begins. Notes it, unless overridden.
    virtual void pauses(const RetryPause& pause)
    {
        if (!pause.text.empty())
            note(pause.text);
    }

    // Shows data that was sent or received, under a title, if the operator asked for it.
    virtual void debug(std::string_view title, std::string_view text) = 0;
};

}
