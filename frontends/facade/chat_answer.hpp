#pragma once

#include "frontends/facade/answer_form.hpp"
#include "toolkit/http/http_message.hpp"
#include "toolkit/json/json.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace frontends::facade {

// A whole answer: the end of the run, or the calls that wait for the client.
Json completion_of(const AnswerFrame& frame, const Told& told);

// The parts of a streamed one. The first chunk has the role.
std::string first_chunk(const AnswerFrame& frame);
std::string text_chunk(const AnswerFrame& frame, const std::string& text);
std::string last_chunks(const AnswerFrame& frame, const Told& told, bool tells_usage);
std::string error_event(const http::HttpResponse& error);

class ChatForm : public AnswerForm {
public:
    explicit ChatForm(bool tells_usage)
        : tells_usage(tells_usage)
    {
    }

    void set_frame(AnswerFrame given) override { frame = std::move(given); }
    Json whole(const Told& told) override { return completion_of(frame, told); }
    std::string begin() override { return first_chunk(frame); }
    std::string text(const std::string& piece) override { return text_chunk(frame, piece); }
    std::string end(const Told& told) override { return last_chunks(frame, told, tells_usage); }
    std::string error(const http::HttpResponse& failure) override { return error_event(failure); }

private:
    bool tells_usage; // at the end of a stream
    AnswerFrame frame;
};

// Why a run that has ended has no answer, as everything of agentcli reports errors; status 200 if
// it has one.
http::HttpResponse failure_of(const Told& told);

// An error in OpenAI's form, if its target is one of the façade. `target` is that of the request.
http::HttpResponse in_openai_form(std::string_view target, http::HttpResponse response);

// Returns the message with these calls, as the client will send it back. `text` is all that it was
// sent in this answer.
Json message_with_calls(const Told& told, const std::string& text);

// Returns the answer of a run that has ended: a text, or null.
Json answer_of(const Told& told);

// Returns the reason why the answer has ended, as in "finish_reason".
std::string finish_of(const Told& told);

// {"object":"list","data":[…]}
Json model_list(const std::vector<std::string>& names);

// Returns an entry of that list.
Json model_named(const std::string& name);

}
