#include "frontends/mcp/approval_form.hpp"

#include "runner/terminal/approval_text.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/elision.hpp"
#include "toolkit/text/text.hpp"

#include <vector>

namespace frontends::mcp {

using namespace runner;

static constexpr std::size_t max_message = 4 << 10;
static constexpr std::size_t columns = 100;

static std::string joined(const std::vector<std::string>& rows)
{
    std::string text;
    for (const auto& row : rows)
        text += row + "\n";
    return text;
}

static std::string text_with(
    const CallQuestion& question, const Json& dry_run, const redaction::Redaction& redaction)
{
    return question.notice + terminal::heading_of(question.call) + "\n"
        + joined(terminal::rows_of_question(
            question.call, dry_run, {columns, terminal::Colour::off}, redaction));
}

static std::string message_of(const CallQuestion& question, const redaction::Redaction& redaction)
{
    constexpr std::string_view end
        = "  and more, which is not shown, while the arguments above are whole\n";
    const std::string arguments = text_with(question, {}, redaction);
    if (arguments.size() + end.size() > max_message)
        throw ToolError(Code::too_large,
            "its arguments are too long to be shown to the client's user, who has to approve the "
            "call: they take "
                + std::to_string(arguments.size()) + " bytes, and 4096 can be shown",
            "make several calls with less in each");
    std::string text = text_with(question, question.trial.shown, redaction);
    if (text.size() > max_message) {
        const std::size_t room = max_message - end.size();
        const std::size_t line = text.rfind('\n', room - 1);
        text.resize(line == std::string::npos ? 0 : line + 1);
        text += end;
    }
    text.pop_back();
    return text;
}

Json approval_form(const CallQuestion& question, const redaction::Redaction& redaction)
{
    const Json answer {{"type", "string"}, {"title", "Run it?"},
        {"description", "always: also this very call from now on"},
        {"enum", {"yes", "no", "always"}}};
    const Json reason {{"type", "string"}, {"title", "Reason"},
        {"description", "of a no, for the model"}, {"maxLength", 1000}};
    return {{"message", message_of(question, redaction)},
        {"requestedSchema",
            {{"type", "object"}, {"properties", {{"answer", answer}, {"reason", reason}}},
                {"required", {"answer"}}}}};
}

static CallAnswer refused(const std::string& why, const std::string& record)
{
    return {CallAnswer::Word::no, why, "no (client): " + record};
}

CallAnswer approval_in(const FormAnswer& answer)
{
    constexpr std::size_t max_reason = 1000;
    if (!answer.failure.empty())
        return refused(
            "there was no answer to the question whether it may be run: " + answer.failure,
            answer.failure);
    const std::string action = json::string_member(answer.result, "action");
    if (action == "cancel")
        return refused("the client's user closed the question without an answer", "closed");
    if (action != "accept")
        return refused("the client's user declined", "declined");
    const Json& content = json::member(answer.result, "content");
    const std::string word = json::string_member(content, "answer");
    if (word == "yes")
        return {CallAnswer::Word::yes, {}, "yes (client)"};
    if (word == "always")
        return {CallAnswer::Word::always, {}, "always (client)"};
    const std::string reason = text::shortened(
        text::printable(text::stripped(json::string_member(content, "reason"))), max_reason);
    const std::string words = reason.empty() ? "" : ": " + reason;
    if (word == "no")
        return {CallAnswer::Word::no, "the client's user said no" + words, "no (client)" + words};
    return refused("the client's answer is not yes, no or always", "no such answer");
}

}
