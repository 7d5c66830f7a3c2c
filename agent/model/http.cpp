#include "agent/model/http.hpp"

#include "agent/model/context_overflow.hpp"
#include "agent/model/embeddings.hpp"
#include "agent/model/failed_answer.hpp"
#include "agent/model/refused_manner.hpp"
#include "agent/model/refused_value.hpp"
#include "agent/model/retry.hpp"
#include "agent/model/streamed_reply.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/duration.hpp"
#include "toolkit/text/text.hpp"

#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <random>
#include <utility>

namespace agent::model {

using namespace toolkit;

HttpModel::HttpModel(Server server, Json request, Trace& trace, system::Cancel& cancel)
    : server(std::move(server))
    , request(std::move(request))
    , trace(trace)
    , cancel(cancel)
    , transport(this->server.route, cancel)
{
    if (const std::string& authorities = this->server.route.ca_file; !authorities.empty())
        check_authorities(authorities);
}

// Servers that check fields name the one that they don't know. Without model, messages and tools it
// would be another request.
static std::vector<std::string> fields_to_give_up(const Json& request)
{
    // A message about stream_options may be about stream, too.
    std::vector<std::string> fields {"response_format", "stream_options", "stream"};
    for (const auto& [name, value] : request.items())
        if (name != "model" && name != "messages" && name != "tools"
            && std::find(fields.begin(), fields.end(), name) == fields.end())
            fields.push_back(name);
    return fields;
}

// A number that is too large or too small. Few times: a server may contradict itself.
bool HttpModel::adapt_a_number(const std::string& refusal)
{
    static constexpr int max_adapted = 3;
    static constexpr std::array<const char*, 3> limits {
        "max_tokens", "max_completion_tokens", "temperature"};
    for (const char* field : limits) {
        const bool is_named = names_field(refusal, field)
            || (field != limits.back() && names_field(refusal, "max_output_tokens"))
            || (field == limits.front() && names_field(refusal, "max_completion_tokens"));
        if (!request.contains(field) || !is_named || adapted == max_adapted)
            continue;
        const auto accepted = accepted_number(request[field], refusal);
        if (!accepted)
            continue;
        trace.note("the server refuses " + text::in_quotes(field) + " " + request[field].dump()
            + ": it is asked with " + accepted->dump());
        request[field] = *accepted;
        ++adapted;
        return true;
    }
    return false;
}

bool HttpModel::give_up_a_field(const HttpResponse& response)
{
    if (response.status != 400 && response.status != 422)
        return false;
    const std::string text = refusal_in(response.body);
    if (adapt_a_number(text))
        return true;
    if (request.contains("max_tokens") && names_field(text, "max_completion_tokens")) {
        request["max_completion_tokens"] = request["max_tokens"];
        request.erase("max_tokens");
        return true;
    }
    for (const std::string& field : fields_to_give_up(request)) {
        if (request.contains(field) && names_field(text, field)) {
            request.erase(field);
            if (field == "temperature"
                || field.starts_with("max_")) // sent only if the operator wants it
                trace.note(
                    "the server refuses " + text::in_quotes(field) + ": it is asked without it");
            if (!request.contains("stream"))
                request.erase("stream_options"); // which none takes without a stream
            return true;
        }
    }
    return false;
}

// Models that only stream. What comes is shown as if it came in one piece.
bool HttpModel::begin_to_stream(const HttpResponse& response)
{
    static const RE2 wanted(
        R"((?i)only supports? (?:the )?stream|stream(?:ing)? (?:mode )?(?:is required|must be (?:true|enabled)|must be set to true)|requires? stream(?:ing)?\b|non-?streaming (?:calls?|requests?|mode)?[^.]{0,20}not supported)");
    if (response.status < 400 || response.status >= 500 || request.contains("stream")
        || !RE2::PartialMatch(refusal_in(response.body), wanted)
        || std::exchange(must_stream, true))
        return false;
    request["stream"] = true;
    return true;
}

HttpResponse HttpModel::exchange(const HttpRequest& message)
{
    const Url& url = server.route.url;
    trace.debug("POST " + authority(url) + url.path + message.path, message.body);
    HttpResponse response = transport.post(message);
    trace.debug(std::to_string(response.status), response.body);
    return response;
}

// A stream that breaks after the model's last word has told all.
HttpResponse HttpModel::post(std::string_view body, StreamedReply& streamed)
{
    HttpRequest message {"/chat/completions", server.headers, server.api_key, body, server.timeout};
    message.max_answer = max_reply;
    if (request.contains("stream"))
        message.on_events = [&](std::string_view piece) { return streamed.take(piece); };
    try {
        return exchange(message);
    } catch (const ToolError& error) {
        if (!streamed.is_complete()
            || (error.code != Code::io_error && error.code != Code::timed_out))
            throw;
        return {200, {}};
    }
}

void HttpModel::offer_tools(const Json& tools)
{
    if (tools.is_null()) {
        request.erase("tools");
        request.erase("tool_choice");
        return;
    }
    request["tools"] = tools;
    request["tool_choice"] = "auto";
}

// A format would make a summary JSON, and a tool that is offered is called.
Json HttpModel::request_at(Place place) const
{
    Json plain = request;
    if (place == Place::aside) {
        plain.erase("tools");
        plain.erase("tool_choice");
    } else if (place == Place::for_format && !format.is_null()) {
        plain["response_format"] = format;
        if (plain.contains("tools"))
            plain["tool_choice"] = "none";
    }
    return plain;
}

// Whatever it says: templates and gateways refuse a format beside tools in many words. What it asks
// for stands in the messages, too.
bool HttpModel::give_up_the_format(Place place, const HttpResponse& response)
{
    const bool is_refusal = response.status == 400 || response.status == 422
        || response.status == 500 || response.status == 501;
    if (place != Place::for_format || format.is_null() || !is_refusal
        || overflow_hint(response.body))
        return false;
    format = nullptr;
    return refuses_format = true;
}

// Some gateways stream what they were not asked to.
static bool is_event_stream(std::string_view body)
{
    const std::string_view begin = text::stripped(body.substr(0, 1000));
    return begin.starts_with("data:") || begin.starts_with("event:") || begin.starts_with(": ");
}

Reply HttpModel::try_once(Place place, const Json& messages, Listener& listener)
{
    for (;;) {
        retry_after.clear();
        StreamedReply streamed(listener);
        const Json plain = place == Place::in_conversation ? Json() : request_at(place);
        const HttpResponse response = post(
            written.write(place == Place::in_conversation ? request : plain, messages, manner),
            streamed);
        if (adapt_calls(manner, response) || give_up_the_format(place, response)
            || begin_to_stream(response) || give_up_a_field(response)
            || adapt_messages(manner, response, messages))
            continue;
        retry_after = response.retry_after;
        refuse_failure(response, server, trace);
        if (is_event_stream(response.body))
            streamed.take(response.body);
        Reply reply = streamed.has_begun() ? streamed.reply() : read_chat_response(response.body);
        if (streamed.has_begun())
            trace.debug("streamed", reply.message.dump());
        else
            tell(listener, reply.message);
        return reply;
    }
}

// Answers whether it may be tried again: not where the server wants to be left alone for longer.
bool HttpModel::waited_for_retry(int number, const ToolError& error) const
{
    if (number > server.retries)
        return false;
    std::random_device device;
    const double random
        = static_cast<double>(device()) / static_cast<double>(std::random_device::max());
    const auto delay = retry_delay(number, retry_after, random, std::chrono::system_clock::now());
    if (!delay)
        return false;
    trace.note(error.message + "; retry " + std::to_string(number) + " of "
        + std::to_string(server.retries) + " in " + text::duration_text(*delay));
    cancel.wait(*delay);
    cancel.check();
    return true;
}

// Again and again, as long as that may help.
template<class Once, class MayRepeat>
static auto repeated(Once once, MayRepeat may_repeat)
{
    for (int retry = 1;; ++retry) {
        try {
            return once();
        } catch (const ToolError& error) {
            const bool may_pass = error.code == Code::io_error || error.code == Code::timed_out;
            if (!may_pass || !may_repeat(retry, error))
                throw;
        }
    }
}

Reply HttpModel::ask(const Json& messages, Listener& listener)
{
    return ask_at(Place::in_conversation, messages, listener);
}

Reply HttpModel::ask_aside(const Json& messages, Listener& listener)
{
    written.forget();
    Reply reply = ask_at(Place::aside, messages, listener);
    written.forget();
    return reply;
}

Reply HttpModel::ask_for_format(const Json& messages, const Json& wanted, Listener& listener)
{
    format = refuses_format ? Json() : wanted;
    return ask_at(Place::for_format, messages, listener);
}

// Of an answer with status 200, or in a stream.
static ToolError with_short_text(const ToolError& error, Trace& trace)
{
    static constexpr std::size_t surely_short = 500;
    return error.message.size() <= surely_short
        ? error
        : ToolError(error.code, shortened_error(trace.redacted(error.message)), error.hint);
}

Reply HttpModel::ask_at(Place place, const Json& messages, Listener& listener)
{
    const auto once = [&] {
        try {
            return try_once(place, messages, listener);
        } catch (const ToolError& error) {
            throw with_short_text(error, trace);
        }
    };
    return repeated(once, [&](int retry, const ToolError& error) {
        // A server that is slow would begin the same generation anew, maybe beside the first one.
        const bool is_slow = error.code == Code::timed_out && transport.has_sent();
        return !is_slow && !listener.has_shown_text() && waited_for_retry(retry, error);
    });
}

Json HttpModel::embed_once(const Json& input)
{
    Json body = request;
    body["input"] = input;
    const std::string text = body.dump();
    retry_after.clear();
    const HttpResponse response
        = exchange({"/embeddings", server.headers, server.api_key, text, server.timeout});
    retry_after = response.retry_after;
    refuse_failure(response, server, trace);
    return input.is_array() ? read_embeddings(response.body, input.size())
                            : read_embedding(response.body);
}

Json HttpModel::embed(const Json& input)
{
    return repeated([&] { return embed_once(input); },
        [&](int retry, const ToolError& error) { return waited_for_retry(retry, error); });
}

}
