#include "agent/model/http.hpp"

#include "agent/model/embeddings.hpp"
#include "agent/model/failed_answer.hpp"
#include "agent/model/refused_manner.hpp"
#include "agent/model/refused_value.hpp"
#include "agent/model/response_events.hpp"
#include "agent/model/responses_request.hpp"
#include "agent/model/retry.hpp"
#include "agent/model/served_models.hpp"
#include "agent/model/server_json.hpp"
#include "agent/model/streamed_reply.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/text/time_text.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <random>
#include <utility>

namespace agent::model {

using namespace toolkit;

HttpModel::HttpModel(Server server, Json request, Trace& trace, system::Cancel& cancel)
    : server(std::move(server))
    , request(std::move(request), this->server.api, trace)
    , trace(trace)
    , cancel(cancel)
    , transport(this->server.route, cancel)
{
    learn_origin();
    if (const std::string& authorities = this->server.route.ca_file; !authorities.empty())
        web::check_authorities(authorities);
}

// OpenRouter passes the marks on to Anthropic, whose models do not cache without them. Other
// servers find the cached beginning of a request by themselves.
static bool wants_cache_marks(PromptCache wanted, const web::Url& url, const std::string& model)
{
    return wanted == PromptCache::on
        || (wanted == PromptCache::automatic && url.host == "openrouter.ai"
            && model.starts_with("anthropic/"));
}

void HttpModel::learn_origin()
{
    const web::Url& url = server.route.url;
    const std::string name = json::string_member(request.at(Place::in_conversation), "model");
    manner.origin = web::authority(url) + url.path + " " + name;
    wants_marks = wants_cache_marks(server.prompt_cache, url, name);
    manner.cache_marks = wants_marks && !refuses_cache_marks;
    manner.no_images = is_model_without_images(manner.origin);
}

void HttpModel::change_request(const Json& fields)
{
    request.change(fields);
    if (fields.contains("model"))
        has_fallen_back = false;
    learn_origin();
    written.forget();
}

HttpResponse HttpModel::exchange(const HttpRequest& message)
{
    const web::Url& url = server.route.url;
    trace.debug((message.is_get ? "GET " : "POST ") + web::authority(url)
            + (message.replaces_path ? "" : url.path) + message.path,
        message.body);
    HttpResponse response = transport.post(message);
    last_status = response.status;
    trace.debug(std::to_string(response.status), response.body);
    return response;
}

// Ignores an error of a stream that breaks after the model's last word: the reply is complete.
HttpResponse HttpModel::post(std::string_view body, StreamedReply& streamed)
{
    HttpRequest message {request.wire() == Wire::responses ? "/responses" : "/chat/completions",
        server.headers, server.api_key, body, server.timeout};
    message.idle_timeout = server.idle_timeout;
    message.max_answer = web::max_reply;
    if (request.streams())
        message.on_events = [&](std::string_view piece) {
            was_cut = false; // an error in the stream is the server's answer
            const Stream state = streamed.take(piece);
            was_cut = true; // unless more of it comes
            return state;
        };
    try {
        return exchange(message);
    } catch (const ToolError& error) {
        if (!streamed.is_complete()
            || (error.code != Code::io_error && error.code != Code::timed_out))
            throw;
        return {200, {}};
    }
}

// True for a body that some gateways send as a stream although none was requested.
static bool is_event_stream(std::string_view body)
{
    const std::string_view begin = text::stripped(body.substr(0, 1000));
    return begin.starts_with("data:") || begin.starts_with("event:") || begin.starts_with(": ");
}

// Removes the digits: the positions in an error differ between requests with and without marks.
static std::string without_digits(std::string text)
{
    std::erase_if(text, [](unsigned char c) { return std::isdigit(c) != 0; });
    return text;
}

// Leaves the marks out if the error may be about them. Marks turn texts into parts, which some
// servers refuse as well: after an error about 'content' the request is tried once without marks.
// If the error stays the same, the marks are added again.
bool HttpModel::give_up_cache_marks(const HttpResponse& response)
{
    if (response.status != 400 && response.status != 422)
        return false;
    const std::string refusal = without_digits(refusal_in(response.body));
    if (!manner.cache_marks) {
        if (!refusal_of_marks.empty() && !refuses_cache_marks)
            manner.cache_marks = refusal == refusal_of_marks;
        return false;
    }
    const bool names_marks = names_field(refusal, "cache_control");
    if (!names_marks && (!refusal_of_marks.empty() || !names_field(refusal, "content")))
        return false;
    manner.cache_marks = false;
    refusal_of_marks = refusal;
    if (names_marks)
        note_refused_marks();
    return true;
}

void HttpModel::note_refused_marks()
{
    trace.note("the server refuses 'cache_control': it is asked without it");
    refuses_cache_marks = true;
}

// Notes that images were replaced. The messages themselves keep their images, for another model.
bool HttpModel::notes_images(bool is_adapted) const
{
    if (is_adapted && manner.no_images)
        trace.note("the model takes no images: it is told their kind and size instead");
    return is_adapted;
}

// True if the request was changed and is worth sending again.
bool HttpModel::adapt(Place place, const Messages& messages, const HttpResponse& response)
{
    return request.speak_responses(response) || give_up_cache_marks(response)
        || notes_images(adapt_images(manner, response, messages))
        || adapt_template(manner, response, messages) || request.give_up_the_format(place, response)
        || request.begin_to_stream(response) || request.give_up_a_tool(response)
        || request.give_up_a_field(response)
        || notes_images(adapt_messages(manner, response, messages));
}

Reply HttpModel::read(StreamedReply& streamed, std::string_view body, ReplyListener& listener) const
{
    if (is_event_stream(body))
        streamed.take(body);
    const bool has_items = request.wire() == Wire::responses;
    Reply reply = streamed.has_begun() ? streamed.reply()
        : has_items                    ? read_responses_answer(body)
                                       : read_chat_response(body);
    if (has_items)
        seal_reasoning(reply.message, manner.origin);
    else
        erase_field(reply.message, reasoning_items_field); // only we set this field
    if (streamed.has_begun())
        trace.debug("streamed", message_json(reply.message).dump());
    else
        tell(listener, reply.message);
    return reply;
}

// If the server is loading its model, waits a second and returns true. Returns false once `timeout`
// has passed since `begin`.
bool HttpModel::waits_while_loading(
    const HttpResponse& response, std::chrono::steady_clock::time_point begin)
{
    constexpr std::chrono::seconds pause {1};
    if (!is_loading(response) || std::chrono::steady_clock::now() + pause > begin + server.timeout)
        return false;
    const bool is_told = std::exchange(has_told_of_loading, true);
    trace.pauses({.cause = RetryPause::Cause::loading,
        .status = response.status,
        .host = web::authority(server.route.url),
        .delay = pause,
        .text = is_told ? ""
                        : "the server is loading the model: it is asked again until it has, for "
                + text::duration_text(server.timeout) + " at most"});
    cancel.wait(pause);
    cancel.check();
    return true;
}

Reply HttpModel::try_once(Place place, const Messages& messages, ReplyListener& listener)
{
    const auto begin = std::chrono::steady_clock::now();
    // Leaves images out from the start only if a request without them has succeeded after an error.
    manner.no_images = is_model_without_images(manner.origin);
    // Tries the marks again unless an error has named them, since others may have another cause.
    manner.cache_marks = wants_marks && !refuses_cache_marks;
    refusal_of_marks.clear();
    for (;;) {
        retry_after.clear();
        last_status = 0;
        was_cut = false;
        lacks_model = false;
        manner.wire = request.wire();
        StreamedReply streamed(listener, manner.wire);
        const HttpResponse response
            = post(written.write(request.at(place), messages, manner), streamed);
        if (adapt(place, messages, response) || waits_while_loading(response, begin))
            continue;
        note_pause(response);
        lacks_model = is_about_a_missing_model(response);
        refuse_failure(response, server, trace);
        if (manner.no_images)
            note_model_without_images(manner.origin);
        if (!manner.cache_marks && !refusal_of_marks.empty() && !refuses_cache_marks)
            note_refused_marks();
        if (place == Place::in_conversation)
            request.end_required_call();
        return read(streamed, response.body, listener);
    }
}

void HttpModel::note_pause(const HttpResponse& response)
{
    static constexpr int too_many_requests = 429;
    retry_after = is_passing(response.status) ? wished_delay_of(response) : response.retry_after;
    if (response.status != too_many_requests || !server.wants_pause)
        return;
    if (const auto pause = parse_retry_after(retry_after, std::chrono::system_clock::now()))
        server.wants_pause(*pause);
}

// Waits before a retry and returns true. Returns false, without waiting, if no retries are left or
// the server asks for a longer delay than max_retry_after.
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
    static constexpr int first_of_errors = 400;
    using Cause = RetryPause::Cause;
    trace.pauses({.cause = last_status >= first_of_errors ? Cause::status
            : was_cut                                     ? Cause::cut
                                                          : Cause::no_answer,
        .status = last_status,
        .host = web::authority(server.route.url),
        .delay = *delay,
        .attempt = number,
        .attempts = server.retries,
        .text = error.message + "; retry " + std::to_string(number) + " of "
            + std::to_string(server.retries) + " in " + text::duration_text(*delay)});
    cancel.wait(*delay);
    cancel.check();
    return true;
}

// Calls `once` until it succeeds, or fails with an error that is not transient or that `may_repeat`
// rejects.
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

Reply HttpModel::ask(const Messages& messages, ReplyListener& listener)
{
    return ask_at(Place::in_conversation, messages, listener);
}

Reply HttpModel::ask_separately(const Messages& messages, ReplyListener& listener)
{
    written.forget();
    Reply reply = ask_at(Place::aside, messages, listener);
    written.forget();
    return reply;
}

Reply HttpModel::ask_for_format(
    const Messages& messages, const Json& wanted, ReplyListener& listener)
{
    request.want_format(wanted);
    return ask_at(Place::for_format, messages, listener);
}

// Redacts and shortens the error of a response with status 200, or in a stream.
static void shorten(ToolError& error, Trace& trace)
{
    static constexpr std::size_t surely_short = 500;
    if (error.message.size() > surely_short)
        error.message = shortened_error(trace.redacted(error.message));
}

// Changes to the fallback and notes it, if the error may be caused by the model. Returns false
// otherwise, and if text of the reply was shown, since it cannot be replaced then.
bool HttpModel::falls_back(const ToolError& error, const ReplyListener& listener)
{
    const bool has_failed
        = error.code == Code::io_error || error.code == Code::timed_out || lacks_model;
    const std::string name = json::string_member(request.at(Place::in_conversation), "model");
    if (server.fallback.empty() || server.fallback == name || has_fallen_back || !has_failed
        || listener.has_shown_text() || cancel.is_set())
        return false;
    trace.note("the model " + text::in_quotes(name) + " has failed: " + error.message + "; "
        + text::in_quotes(server.fallback) + " is asked from now on");
    change_request({{"model", server.fallback}});
    return has_fallen_back = true;
}

Reply HttpModel::ask_at(Place place, const Messages& messages, ReplyListener& listener)
{
    const auto asked = [&] {
        Reply reply = ask_repeatedly(place, messages, listener);
        if (has_fallen_back)
            reply.fallback = server.fallback;
        return reply;
    };
    try {
        return asked();
    } catch (const ToolError& error) {
        if (!falls_back(error, listener))
            throw;
    }
    return asked();
}

Reply HttpModel::ask_repeatedly(Place place, const Messages& messages, ReplyListener& listener)
{
    const auto once = [&] {
        try {
            return try_once(place, messages, listener);
        } catch (const RefusedMessages&) {
            throw;
        } catch (ToolError& error) {
            const auto overflow = overflow_in(error.message);
            shorten(error, trace);
            if (overflow)
                throw RefusedMessages(error, overflow);
            throw;
        }
    };
    return repeated(once, [&](int retry, const ToolError& error) {
        // A slow server would start the same generation again, possibly in parallel with the first
        // one.
        const bool is_slow = error.code == Code::timed_out && transport.has_sent();
        return !is_slow && !listener.has_shown_text() && waited_for_retry(retry, error);
    });
}

Json HttpModel::get(const std::string& path, bool replaces_path, std::chrono::milliseconds patience)
{
    HttpRequest message {path, server.headers, server.api_key, {}, patience};
    message.is_get = true;
    message.replaces_path = replaces_path;
    const HttpResponse response = exchange(message);
    refuse_failure(response, server, trace);
    return parse_answer(response.body);
}

Json HttpModel::models() { return get("/models", false, server.timeout); }

std::vector<ServedModel> HttpModel::served_models()
{
    constexpr std::chrono::milliseconds patience {3000};
    std::vector<ServedModel> served = served_models_in(models());
    if (std::any_of(served.begin(), served.end(),
            [](const ServedModel& model) { return model.price.has_value(); }))
        return served;
    try {
        for (const auto& known :
            served_models_in(get("/model/info", false, std::min(patience, server.timeout))))
            for (auto& model : served)
                if (model.name == known.name) {
                    model.price = known.price;
                    model.window = model.window == 0 ? known.window : model.window;
                }
    } catch (const ToolError&) { // this server does not have the page
        cancel.check();
    }
    return served;
}

// Local servers also report it at paths that are not part of the API of OpenAI.
std::int64_t HttpModel::context_window()
{
    struct Page {
        const char* path;
        bool replaces_path;
        bool is_of_named_model;
    };
    static constexpr std::array<Page, 4> pages {{{"/models", false, true}, {"/props", true, false},
        {"/api/ps", true, true}, {"/api/v0/models", true, true}}};
    constexpr std::chrono::milliseconds patience {5000};
    const auto end = std::chrono::steady_clock::now() + patience;
    const std::string model = json::string_member(request.at(Place::in_conversation), "model");
    for (const Page& page : pages) {
        if (page.replaces_path && server.route.url.scheme == web::Scheme::https)
            break;
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
            end - std::chrono::steady_clock::now());
        if (left.count() <= 0)
            break;
        try {
            const Json answer = get(page.path, page.replaces_path, std::min(left, server.timeout));
            if (const auto size = context_in(answer, page.is_of_named_model ? model : ""))
                return size;
        } catch (const ToolError&) { // this server does not have the page
            cancel.check();
        }
    }
    return 0;
}

Json HttpModel::embed_once(const Json& input)
{
    Json body = request.at(Place::in_conversation);
    body["input"] = input;
    const std::string text = body.dump();
    retry_after.clear();
    last_status = 0;
    was_cut = false;
    const HttpResponse response
        = exchange({"/embeddings", server.headers, server.api_key, text, server.timeout});
    note_pause(response);
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
