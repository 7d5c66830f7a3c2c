#pragma once

#include "frontends/facade/answer_form.hpp"
#include "frontends/facade/stored_responses.hpp"

#include <string>

namespace frontends::facade {

// An answer in the form of the Responses API.
class ResponsesForm : public AnswerForm {
public:
    // `body` is the body of the request, and `messages` its conversation in the form of chat
    // completions. Unless the request sets "store" to false, keep() adds the response to `stored`,
    // which must outlive the form, as a response of `owner`.
    ResponsesForm(Json body, Json messages, StoredResponses& stored, std::string owner);

    void set_frame(AnswerFrame given) override { frame = std::move(given); }
    Json whole(const RunEventTracker& told) override;
    std::string begin() override;
    std::string text(const std::string& piece) override;
    std::string end(const RunEventTracker& told) override;
    std::string error(const http::HttpResponse& failure) override;
    void keep(const Json& message) override;

private:
    Json response(const char* status, const Json& output) const;
    Json ended_response(const RunEventTracker& told, const Json& output) const;
    Json output_of(const RunEventTracker& told, const std::string& said) const;
    void add(const char* type, const Json& fields);
    std::string take_events();
    Json place_of_text() const;
    void begin_message();
    void end_message();
    void add_call(const Json& item, std::size_t index);
    std::string message_id() const { return "msg_" + frame.id; }
    std::string call_id(std::size_t index) const;

    Json body;
    Json messages;
    StoredResponses& stored;
    std::string owner;
    AnswerFrame frame;
    std::string events; // not returned yet
    std::string streamed; // the text so far
    bool has_message = false; // the first events of the message were added
    int sequence = 0;
};

}
