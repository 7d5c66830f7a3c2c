#include "frontends/facade/chat_answer.hpp"

#include "agent/model/finish.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/contains.hpp"

#include <array>
#include <utility>

namespace frontends::facade {

using namespace agent;

static std::string line_of(const Json& json)
{
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

static const Json& result_of(const RunEventTracker& told)
{
    return json::member(told.end.json(), "result");
}

std::string finish_of(const RunEventTracker& told)
{
    if (told.end.is_null())
        return "tool_calls";
    if (json::string_member(result_of(told), "exitReason") == "content-filter")
        return "content_filter";
    const auto finish = model::finish_of(json::string_member(result_of(told), "finishReason"));
    return finish == model::Finish::cut_off ? "length" : "stop";
}

static Json calls_of(const RunEventTracker& told, bool has_index)
{
    Json calls = Json::array();
    for (const auto& call : told.calls) {
        Json one = Json::object();
        if (has_index)
            one["index"] = calls.size();
        one["id"] = call.id;
        one["type"] = "function";
        one["function"] = {{"name", call.tool}, {"arguments", line_of(call.arguments.json())}};
        calls.push_back(std::move(one));
    }
    return calls;
}

static Json with_frame(const AnswerFrame& frame, const char* object, Json choices)
{
    return {{"id", "chatcmpl-" + frame.id}, {"object", object}, {"created", frame.created},
        {"model", frame.model}, {"choices", std::move(choices)}};
}

Json message_with_calls(const RunEventTracker& told, const std::string& text)
{
    return {{"role", "assistant"}, {"content", text.empty() ? Json() : Json(text)},
        {"refusal", nullptr}, {"tool_calls", calls_of(told, false)}};
}

Json answer_of(const RunEventTracker& told) { return json::member(result_of(told), "answer"); }

static Json final_message(const RunEventTracker& told)
{
    return {{"role", "assistant"}, {"content", answer_of(told)}, {"refusal", nullptr}};
}

Json completion_of(const AnswerFrame& frame, const RunEventTracker& told)
{
    Json message
        = told.end.is_null() ? message_with_calls(told, told.last_text()) : final_message(told);
    const Json choice {{"index", 0}, {"message", std::move(message)}, {"logprobs", nullptr},
        {"finish_reason", finish_of(told)}};
    Json completion = with_frame(frame, "chat.completion", Json::array({choice}));
    if (!told.usage().is_null())
        completion["usage"] = told.usage();
    return completion;
}

static std::string data_of(const Json& json) { return "data: " + line_of(json) + "\n\n"; }

static std::string chunk(const AnswerFrame& frame, Json delta, const Json& finish)
{
    const Json choice {{"index", 0}, {"delta", std::move(delta)}, {"logprobs", nullptr},
        {"finish_reason", finish}};
    return data_of(with_frame(frame, "chat.completion.chunk", Json::array({choice})));
}

std::string ChatForm::begin()
{
    return chunk(frame, {{"role", "assistant"}, {"content", ""}}, nullptr);
}

std::string ChatForm::text(const std::string& piece)
{
    return piece.empty() ? "" : chunk(frame, {{"content", piece}}, nullptr);
}

std::string ChatForm::end(const RunEventTracker& told)
{
    std::string text;
    if (told.end.is_null())
        text += chunk(frame, {{"tool_calls", calls_of(told, true)}}, nullptr);
    text += chunk(frame, Json::object(), finish_of(told));
    if (tells_usage) {
        Json last = with_frame(frame, "chat.completion.chunk", Json::array());
        last["usage"] = told.usage();
        text += data_of(last);
    }
    return text + "data: [DONE]\n\n";
}

std::string ChatForm::error(const http::HttpResponse& failure)
{
    std::string body = failure.body;
    while (!body.empty() && body.back() == '\n')
        body.pop_back();
    return "event: error\ndata: " + body + "\n\n";
}

static http::HttpResponse with_why(int status, const char* code, const Json& result)
{
    const Json& error = json::member(result, "error");
    const std::string message = json::string_member(error, "message");
    return http::error_response(status, code,
        message.empty() ? "the run has ended without an answer" : message,
        json::string_member(error, "hint"));
}

http::HttpResponse failure_of(const RunEventTracker& told)
{
    static constexpr std::array limits {"max-steps", "max-tool-calls", "max-seconds",
        "repeated-call", "max-total-tokens", "max-cost"};
    const Json& result = result_of(told);
    const std::string reason = json::string_member(result, "exitReason");
    if (reason == "answered" || reason == "content-filter")
        return {200};
    if (text::contains(limits, reason))
        return with_why(422, "AGENT_LIMIT", result);
    if (reason == "timed-out")
        return with_why(504, "TIMED_OUT", result);
    if (reason == "interrupted" || reason == "lost")
        return with_why(503, "RUN_CANCELLED", result);
    if (json::member(result, "exitStatus") == Json(2))
        return with_why(400, "BAD_REQUEST", result);
    if (const Json& pause = json::member(json::member(result, "error"), "retryAfter");
        pause.is_number_integer()) {
        http::HttpResponse busy = with_why(429, "RATE_LIMIT_EXCEEDED", result);
        if (pause > 0)
            busy.fields.emplace_back("Retry-After", pause.dump());
        return busy;
    }
    // A result with steps is that of a turn, whose failure is attributed to the model's server.
    return result.contains("steps") ? with_why(502, "MODEL_FAILED", result)
                                    : with_why(500, "INTERNAL", result);
}

static const char* type_of_error(int status)
{
    switch (status) {
    case 401: return "authentication_error";
    case 403: return "permission_error";
    case 429: return "rate_limit_error";
    default: return status >= 500 ? "server_error" : "invalid_request_error";
    }
}

http::HttpResponse in_openai_form(std::string_view target, http::HttpResponse response)
{
    if (!target.starts_with("/openai/") || response.status < 400)
        return response;
    Json ours;
    try {
        ours = json::parse_bounded(response.body);
    } catch (const ToolError&) {
        return response;
    }
    const std::string code = json::string_member(ours, "code");
    if (!json::member(ours, "error").is_string())
        return response; // the response already has this form
    if (response.status == 422 && code != "AGENT_LIMIT")
        response.status = 400;
    const std::string hint = json::string_member(ours, "hint");
    const std::string message
        = json::string_member(ours, "error") + (hint.empty() ? "" : " (" + hint + ")");
    response.body = line_of({{"error",
                        {{"message", message}, {"type", type_of_error(response.status)},
                            {"param", nullptr}, {"code", text::in_lower_case(code)}}}})
        + "\n";
    return response;
}

Json model_named(const std::string& name)
{
    return {{"id", name}, {"object", "model"}, {"created", 0}, {"owned_by", "agentcli"}};
}

Json model_list(const std::vector<std::string>& names)
{
    Json data = Json::array();
    for (const auto& name : names)
        data.push_back(model_named(name));
    return {{"object", "list"}, {"data", data}};
}

}
