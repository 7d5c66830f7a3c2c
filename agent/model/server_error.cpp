#include "agent/model/chat_completions.hpp"

#include "agent/model/context_overflow.hpp"
#include "agent/model/server_json.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/elision.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace agent::model {

using namespace toolkit;

static constexpr std::size_t max_error = 1000;

std::string shortened_error(const std::string& text)
{
    return text::shortened(text::printable(text), max_error);
}

bool is_passing(int status)
{
    // 501 and 505 are permanent: the server does not support the request.
    return status == 408 || status == 429
        || (status >= 500 && status <= 599 && status != 501 && status != 505);
}

static std::string code_of(const Json& answer)
{
    if (answer.is_array() && answer.size() == 1)
        return code_of(answer[0]);
    const Json& error = json::member(answer, "error");
    const Json& code = json::member(error.is_object() ? error : answer, "code");
    return code.is_string() ? code.get<std::string>() : code.is_null() ? "" : code.dump();
}

std::string error_code(std::string_view body)
{
    try {
        return code_of(parse_server_json(body));
    } catch (const ToolError&) {
        return {};
    }
}

// Returns a code that is an HTTP status as a number, or 0.
static int status_in(const std::string& code)
{
    int status = 0;
    const auto [end, error] = std::from_chars(code.data(), code.data() + code.size(), status);
    return error == std::errc() && end == code.data() + code.size() ? status : 0;
}

// True if a retry may succeed, by a status, or by the words of OpenAI, Anthropic or Google.
static bool may_pass(const Json& answer)
{
    static constexpr std::array<std::string_view, 9> words {"server_error", "server_is_overloaded",
        "slow_down", "overloaded_error", "service_unavailable_error", "rate_limit_exceeded",
        "rate_limit_error", "UNAVAILABLE", "RESOURCE_EXHAUSTED"};
    if (answer.is_array() && answer.size() == 1)
        return may_pass(answer[0]);
    if (is_passing(status_in(code_of(answer))))
        return true;
    const Json& error = json::member(answer, "error");
    return std::any_of(words.begin(), words.end(), [&](std::string_view word) {
        return code_of(answer) == word || json::string_member(error, "type") == word
            || json::string_member(error, "status") == word;
    });
}

ToolError answered_error(const Json& answer)
{
    return {Code::internal, "the server answered with an error: " + error_in(answer),
        overflow_hint(answer.dump(-1, ' ', false, Json::error_handler_t::replace)).value_or("")};
}

ToolError failed_request(const Json& answer)
{
    ToolError error = answered_error(answer);
    if (error.hint.empty() && may_pass(answer))
        error.code = Code::io_error;
    return error;
}

bool is_error(const Json& answer)
{
    if (answer.is_array()) // as Gemini's server sends it
        return answer.size() == 1 && answer[0].is_object() && is_error(answer[0]);
    const Json error = json::member(answer, "error");
    if (error.is_string() || error.is_structured())
        return !error.empty() && error != "";
    if (error.is_boolean())
        return error.get<bool>();
    if (!error.is_null())
        return true;
    // The forms of FastAPI's servers and of gateways of Anthropic's API.
    const bool has_answer
        = json::member(answer, "choices").is_array() || json::member(answer, "data").is_array();
    const Json detail = json::member(answer, "detail");
    constexpr int first_of_errors = 400;
    return !has_answer
        && (status_in(code_of(answer)) >= first_of_errors
            || json::string_member(answer, "object") == "error"
            || json::string_member(answer, "type") == "error" || detail.is_string()
            || detail.is_array());
}

// Returns the message of FastAPI's servers: a text, or a list of problems with their locations.
static std::string detail_in(const Json& detail)
{
    if (detail.is_string())
        return detail;
    std::string text;
    if (detail.is_array())
        for (const auto& problem : detail)
            if (const std::string words = json::string_member(problem, "msg"); !words.empty())
                text += (text.empty() ? "" : "; ") + words
                    + (problem.contains("loc") ? " " + problem["loc"].dump() : "");
    return text;
}

// Returns the first of several errors, in the form of Cloudflare.
static Json first_of(const Json& errors)
{
    const Json first = errors.is_array() && !errors.empty() ? errors[0] : Json();
    return first.is_object() ? json::member(first, "message") : first;
}

// Returns the provider's error that OpenRouter quotes: it is more specific than OpenRouter's own
// message.
static std::string words_of_provider(const Json& error)
{
    const std::string raw = json::string_member(json::member(error, "metadata"), "raw");
    return raw.empty() ? "" : ": " + whole_chat_error(raw);
}

std::string error_in(const Json& answer)
{
    if (answer.is_array() && answer.size() == 1 && answer[0].is_object())
        return error_in(answer[0]);
    const Json& message = json::member(answer, "message");
    for (const Json& holder : {answer, message})
        if (std::string detail = detail_in(json::member(holder, "detail")); !detail.empty())
            return detail;
    const Json& error = json::member(answer, "error");
    for (const Json& candidate : {json::member(error, "message"), error, message,
             json::member(error, "msg"), json::member(answer, "msg"),
             json::member(answer, "error_msg"), json::member(answer, "Message"),
             json::member(json::member(answer, "base_resp"), "status_msg"),
             first_of(json::member(answer, "errors"))})
        if (candidate.is_string() && candidate != "")
            return candidate.get<std::string>() + words_of_provider(error);
    return answer.dump(-1, ' ', false, Json::error_handler_t::replace);
}

static bool is_page(std::string_view body)
{
    const std::string begin = text::in_lower_case(text::stripped(body).substr(0, 9));
    return begin.starts_with("<html") || begin == "<!doctype";
}

// Returns the title of an HTML page, or else its text.
static std::string text_of_page(std::string_view body)
{
    const std::string lower = text::in_lower_case(body);
    const std::size_t title = lower.find("<title>");
    const std::size_t end = lower.find("</title>", std::min(title, lower.size()));
    if (title != std::string::npos && end != std::string::npos)
        body = body.substr(title + 7, end - title - 7);
    std::string words;
    bool is_tag = false;
    for (const char letter : body) {
        const bool is_whitespace
            = letter == ' ' || letter == '\t' || letter == '\r' || letter == '\n' || letter == '<';
        is_tag = letter == '<' || (is_tag && letter != '>');
        if (is_whitespace && !words.empty() && words.back() != ' ')
            words += ' ';
        else if (!is_tag && !is_whitespace && letter != '>')
            words += letter;
    }
    return "a page: " + words;
}

std::string whole_chat_error(std::string_view body)
{
    try {
        return error_in(parse_server_json(body));
    } catch (const ToolError&) { // the body is a text, for instance a proxy's page
        return is_page(body) ? text_of_page(body) : std::string(body);
    }
}

std::string read_chat_error(std::string_view body)
{
    return shortened_error(whole_chat_error(body));
}

std::string refused_field(std::string_view body)
{
    try {
        Json answer = parse_server_json(body);
        if (answer.is_array() && answer.size() == 1)
            answer = Json(answer[0]);
        return json::string_member(json::member(answer, "error"), "param").substr(0, max_error);
    } catch (const ToolError&) {
        return {};
    }
}

}
