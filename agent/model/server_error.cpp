#include "agent/model/chat_completions.hpp"

#include "agent/model/context_overflow.hpp"
#include "agent/model/server_json.hpp"
#include "toolkit/json/members.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/lower_case.hpp"
#include "toolkit/text/shortened.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>

namespace agent::model {

using namespace toolkit;

static constexpr std::size_t max_error = 1000;

std::string shortened_error(const std::string& text)
{
    return text::shortened(text::printable(text), max_error);
}

ToolError answered_error(const Json& answer)
{
    const std::string text = error_in(answer);
    return {Code::internal, "the server answered with an error: " + text,
        overflow_hint(answer.dump()).value_or("")};
}

bool is_error(const Json& answer)
{
    if (answer.is_array()) // as Gemini's server has it
        return answer.size() == 1 && answer[0].is_object() && is_error(answer[0]);
    const Json error = json::member(answer, "error");
    if (error.is_string() || error.is_structured())
        return !error.empty() && error != "";
    if (error.is_boolean())
        return error.get<bool>();
    if (!error.is_null())
        return true;
    // As FastAPI's servers and gateways of Anthropic's have it.
    const bool has_answer
        = json::member(answer, "choices").is_array() || json::member(answer, "data").is_array();
    const Json detail = json::member(answer, "detail");
    return !has_answer
        && (json::string_member(answer, "object") == "error"
            || json::string_member(answer, "type") == "error" || detail.is_string()
            || detail.is_array());
}

// What FastAPI's servers say: a text, or a list of problems and where they are.
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

std::string error_in(const Json& answer)
{
    if (answer.is_array() && answer.size() == 1 && answer[0].is_object())
        return error_in(answer[0]);
    if (std::string detail = detail_in(json::member(answer, "detail")); !detail.empty())
        return detail;
    const Json error = json::member(answer, "error");
    for (const Json& candidate :
        {json::member(error, "message"), error, json::member(answer, "message")})
        if (candidate.is_string())
            return candidate;
    return answer.dump();
}

static bool is_page(std::string_view body)
{
    const std::string begin = text::in_lower_case(text::stripped(body).substr(0, 9));
    return begin.starts_with("<html") || begin == "<!doctype";
}

// Its title, or else its words.
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
        const bool is_blank
            = letter == ' ' || letter == '\t' || letter == '\r' || letter == '\n' || letter == '<';
        is_tag = letter == '<' || (is_tag && letter != '>');
        if (is_blank && !words.empty() && words.back() != ' ')
            words += ' ';
        else if (!is_tag && !is_blank && letter != '>')
            words += letter;
    }
    return "a page: " + words;
}

std::string whole_chat_error(std::string_view body)
{
    try {
        return error_in(parse_server_json(body));
    } catch (const ToolError&) { // then it is the text itself, for instance a proxy's page
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
