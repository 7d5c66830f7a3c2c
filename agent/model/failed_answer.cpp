#include "agent/model/failed_answer.hpp"

#include "agent/model/chat_completions.hpp"
#include "agent/model/context_overflow.hpp"
#include "agent/model/model.hpp"
#include "agent/model/retry.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

#include <re2/re2.h>

namespace agent::model {

using namespace toolkit;

static constexpr int unauthorized = 401;

// True if the server could not read a call that its model has written: an error of the model, and
// not of the server.
static bool is_about_a_broken_call(const HttpResponse& response)
{
    static const RE2 words(
        R"((?is)(?:pars|malformed|invalid|unterminated).{0,60}\b(?:tool|function).?call|\b(?:tool|function).?call.{0,60}(?:pars|malformed|invalid|unterminated))");
    return error_code(response.body) == "tool_use_failed"
        || (response.status >= 500 && RE2::PartialMatch(response.body, words));
}

// True if the account has no credit left: waiting does not help.
static bool is_spent(const HttpResponse& response)
{
    return error_code(response.body) == "insufficient_quota";
}

static std::string hint_for(const HttpResponse& response, const Server& server)
{
    static const RE2 no_tools(
        R"((?i)(?:not|n't) support tools?\b|tools? (?:use )?is not supported)");
    if (is_spent(response))
        return "the account of the key has no credit left";
    if (response.status < 500 && RE2::PartialMatch(response.body, no_tools))
        return "--tools none asks this model without tools";
    if (!response.retry_after.empty())
        return "it asks to retry after " + text::in_quotes(response.retry_after)
            + " (seconds or a date)";
    if (is_about_a_broken_call(response))
        return "the model has written a call that its server can't read: asking again may help, in "
               "a "
               "chat by /retry";
    if (response.status == unauthorized && server.api_key.empty())
        return "OAI_API_KEY sets the key, or the variable that --env-key names";
    if (response.status == 404 || is_about_a_missing_model(response))
        return "--base-url ends in /v1 for most servers; 'agentcli models' lists the names for "
               "--model";
    return {};
}

// Ignores a 429, which may count tokens per minute. A 413 may have an empty body; one that does not
// mention tokens is about the bytes of the request.
static std::optional<Overflow> overflow_of(const HttpResponse& response)
{
    if (response.status == 429)
        return {};
    const auto overflow = overflow_in(response.body);
    if (response.status != 413 || overflow)
        return overflow;
    return Overflow {.about = text::stripped(response.body).empty() ? Overflow::About::unknown
                                                                    : Overflow::About::bytes};
}

// Matches the words of llama-server and of the servers of Hugging Face.
bool is_loading(const HttpResponse& response)
{
    static const RE2 words(
        R"((?i)loading (?:the )?model|model\b.{0,80}\bis (?:currently |still )?loading)");
    return response.status == 503 && RE2::PartialMatch(response.body, words);
}

// Matches the words of OpenAI, vLLM, Ollama and OpenRouter.
bool is_about_a_missing_model(const HttpResponse& response)
{
    static const RE2 words(
        R"((?i)\bmodel\b.{0,100}\b(?:not found|does ?n[o']t exist|not exist|not available)|not a valid model)");
    if (response.status != 400 && response.status != 404)
        return false;
    return error_code(response.body) == "model_not_found"
        || RE2::PartialMatch(read_chat_error(response.body), words);
}

std::string wished_delay_of(const HttpResponse& response)
{
    return response.retry_after.empty() ? wished_delay_in(response.body) : response.retry_after;
}

static std::chrono::seconds wished_pause(const HttpResponse& response)
{
    return parse_retry_after(wished_delay_of(response), std::chrono::system_clock::now())
        .value_or(std::chrono::seconds());
}

static bool refuses_messages(int status) { return status == 400 || status == 413 || status == 422; }

void refuse_failure(const HttpResponse& response, const Server& server, const Trace& trace)
{
    const std::string what = "the server " + web::authority(server.route.url) + " answered "
        + std::to_string(response.status);
    if (response.status >= 300 && response.status < 400)
        throw ToolError(Code::unsupported,
            what + ", a redirect to " + text::in_quotes(response.location)
                + ", and redirects are not followed",
            "--base-url sets the server");
    if (response.status >= 200 && response.status < 300)
        return;
    const auto overflow = overflow_of(response);
    // Groq's error for a call of the model that it cannot read.
    const bool is_bad_call = error_code(response.body) == "tool_use_failed";
    const bool may_pass
        = !overflow && !is_spent(response) && (is_passing(response.status) || is_bad_call);
    const std::string words = shortened_error(trace.redacted(whole_chat_error(response.body)));
    const std::string message = what + (words.empty() ? ", with an empty body" : ": " + words);
    const Code code = may_pass ? Code::io_error : Code::unsupported;
    const std::string hint = overflow && overflow->about != Overflow::About::bytes
        ? hint_for(*overflow)
        : hint_for(response, server);
    if (!may_pass && is_about_a_missing_model(response))
        throw ModelMissing({code, message, hint});
    if (overflow || (!may_pass && refuses_messages(response.status)))
        throw RefusedMessages({code, message, hint}, overflow);
    if (response.status == 429)
        throw TooManyRequests({code, message, hint}, wished_pause(response));
    if (response.status == unauthorized)
        throw KeyRefused({code, message, hint});
    throw ToolError(code, message, hint);
}

}
