#pragma once

#include "frontends/facade/run_event_tracker.hpp"
#include "toolkit/http/http_message.hpp"
#include "toolkit/json/json.hpp"

#include <cstdint>
#include <string>

namespace frontends::facade {

// Values that each part of an answer repeats.
struct AnswerFrame {
    std::string id; // id of this answer: clients merge messages with the same id
    std::string model;
    std::int64_t created = 0; // seconds since 1970
};

// Formats one answer for a client, as a whole or as the events of a stream.
class AnswerForm {
public:
    AnswerForm() = default;
    AnswerForm(const AnswerForm&) = delete;
    AnswerForm& operator=(const AnswerForm&) = delete;
    virtual ~AnswerForm() = default;

    // Called once, before the other functions.
    virtual void set_frame(AnswerFrame frame) = 0;

    virtual Json whole(const RunEventTracker& told) = 0;

    // Return events of a stream: the first events, the events for further text, the last events,
    // and the events for an error.
    virtual std::string begin() = 0;
    virtual std::string text(const std::string& piece) = 0;
    virtual std::string end(const RunEventTracker& told) = 0;
    virtual std::string error(const http::HttpResponse& failure) = 0;

    // Called after the answer was sent. `message` is its message in the form of chat completions.
    virtual void keep(const Json& /*message*/) { }
};

}
