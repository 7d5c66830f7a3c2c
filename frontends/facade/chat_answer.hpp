#pragma once

#include "frontends/facade/answer_form.hpp"
#include "toolkit/http/http_message.hpp"
#include "toolkit/json/json.hpp"

#include <string>
#include <string_view>
#include <utility>

namespace frontends::facade {

// A complete answer: the end of the run, or the calls that wait for the client.
Json completion_of(const AnswerFrame& frame, const RunEventTracker& told);

// An answer in the form of chat completions.
class ChatForm : public AnswerForm {
public:
    explicit ChatForm(bool tells_usage)
        : tells_usage(tells_usage)
    {
    }

    void set_frame(AnswerFrame given) override { frame = std::move(given); }
    Json whole(const RunEventTracker& told) override { return completion_of(frame, told); }
    std::string begin() override;
    std::string text(const std::string& piece) override;
    std::string end(const RunEventTracker& told) override;
    std::string error(const http::HttpResponse& failure) override;

private:
    bool tells_usage; // add the usage at the end of a stream
    AnswerFrame frame;
};

// Returns the error if a run has ended without an answer, in the form of agentcli's own API; status
// 200 if the run has an answer.
http::HttpResponse failure_of(const RunEventTracker& told);

// Returns an error in the form of OpenAI's API if `target`, that of the request, belongs to the
// façade; otherwise returns the response unchanged.
http::HttpResponse in_openai_form(std::string_view target, http::HttpResponse response);

// Returns the message with the calls that wait for the client, in the form in which the client
// sends it back. `text` is all text of this answer that the client has received.
Json message_with_calls(const RunEventTracker& told, const std::string& text);

// Returns the answer of a run that has ended: a text, or null.
Json answer_of(const RunEventTracker& told);

// Returns the reason why the answer has ended, as in "finish_reason".
std::string finish_of(const RunEventTracker& told);

// Returns the list of models: {"object":"list","data":[…]}.
Json model_list(const std::vector<std::string>& names);

// Returns the entry of a model in model_list().
Json model_named(const std::string& name);

}
