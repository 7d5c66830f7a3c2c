#pragma once

#include <string>
#include <string_view>

namespace agent::model {

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

    // Shows data that was sent or received, under a title, if the operator asked for it.
    virtual void debug(std::string_view title, std::string_view text) = 0;
};

}
