#pragma once

#include "frontends/facade/told.hpp"
#include "toolkit/http/http_message.hpp"
#include "toolkit/json/json.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace frontends::facade {

// What every part of an answer has.
struct AnswerFrame {
    std::string run;
    std::string model;
    std::int64_t created = 0; // seconds since 1970
};

// A whole answer: the end of the run, or the calls that wait for the client.
Json completion_of(const AnswerFrame& frame, const Told& told);

// The parts of a streamed one. The first chunk has the role.
std::string first_chunk(const AnswerFrame& frame);
std::string text_chunk(const AnswerFrame& frame, const std::string& text);
std::string last_chunks(const AnswerFrame& frame, const Told& told, bool tells_usage);
std::string error_event(const http::HttpResponse& error);

// Why a run that has ended has no answer, as everything of agentcli reports errors; status 200 if
// it has one.
http::HttpResponse failure_of(const Told& told);

// An error in OpenAI's form, if its target is one of the façade. `target` is that of the request.
http::HttpResponse in_openai_form(std::string_view target, http::HttpResponse response);

// {"object":"list","data":[…]}
Json model_list(const std::vector<std::string>& names);

}
