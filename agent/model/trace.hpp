#pragma once

#include <string>
#include <string_view>

namespace agent::model {

// Where a model says what it does beside answering.
class Trace {
public:
    Trace() = default;
    Trace(Trace&) = delete;
    Trace& operator=(Trace&) = delete;
    virtual ~Trace() = default;

    // Without secrets, for what is cut afterwards.
    virtual std::string redacted(const std::string& text) const = 0;

    // One line for the operator; note_once() leaves out what it has said before.
    virtual void note(std::string_view text) = 0;
    virtual void note_once(const std::string& text) = 0;

    // What is sent or received, under a title, for an operator who asks for it.
    virtual void debug(std::string_view title, std::string_view text) = 0;
};

}
