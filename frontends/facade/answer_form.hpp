#pragma once

#include "frontends/facade/told.hpp"
#include "toolkit/http/http_message.hpp"
#include "toolkit/json/json.hpp"

#include <cstdint>
#include <string>

namespace frontends::facade {

// The fields of every part of an answer.
struct AnswerFrame {
    std::string id; // of this answer: clients take two with one id for the same message
    std::string model;
    std::int64_t created = 0; // seconds since 1970
};

// The form in which a client gets one answer: as a whole, or as the events of a stream.
class AnswerForm {
public:
    AnswerForm() = default;
    AnswerForm(const AnswerForm&) = delete;
    AnswerForm& operator=(const AnswerForm&) = delete;
    virtual ~AnswerForm() = default;

    // Called once, before the other functions.
    virtual void set_frame(AnswerFrame frame) = 0;

    virtual Json whole(const Told& told) = 0;

    // Return the events of a stream: its first ones, those for further text, those that end it, and
    // those for an error.
    virtual std::string begin() = 0;
    virtual std::string text(const std::string& piece) = 0;
    virtual std::string end(const Told& told) = 0;
    virtual std::string error(const http::HttpResponse& failure) = 0;

    // Called when the answer was sent: with the message that it was, in the form of chat
    // completions.
    virtual void keep(const Json& /*message*/) { }
};

}
