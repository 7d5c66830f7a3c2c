#include "frontends/chat/plain_question_text.hpp"

#include "frontends/chat/plain_words.hpp"
#include "runner/terminal/approval_text.hpp"
#include "toolkit/text/terminal_text.hpp"

#include <utility>

namespace frontends::chat {

using namespace runner;
using namespace toolkit;

static constexpr std::size_t columns_of_rows = 100;

static std::string words_of_facts(const channel::Display& display)
{
    using Fact = channel::FactRole;
    std::string words;
    Fact before = Fact::plain;
    for (const channel::Fact& fact : display.facts) {
        const bool is_count = fact.role == Fact::added || fact.role == Fact::removed;
        const std::string number = is_count ? fact.text.substr(1) : fact.text;
        words += ", " + text::for_decision(number);
        if (is_count && before != Fact::added)
            words += number == "1" ? " line" : " lines";
        if (is_count)
            words += fact.role == Fact::added ? " added" : " removed";
        before = fact.role;
    }
    return words;
}

std::string heading_of_question(const channel::ChatApproval& call)
{
    if (!call.display)
        return heading_of(call);
    std::string line = "question: " + text::for_decision(call.display->verb);
    if (call.of.value_or(0) > 0 && call.count.value_or(0) > 1)
        line += " (" + std::to_string(*call.of) + " of " + std::to_string(*call.count) + ")";
    for (const auto& part : call.display->subject) {
        const bool is_quoted = part.form == channel::SubjectForm::quoted;
        line += is_quoted ? " \"" + text::for_decision(part.text) + "\""
                          : " " + text::for_decision(part.text);
    }
    line += words_of_facts(*call.display);
    if (call.agent)
        line += ", for the agent " + text::for_decision(*call.agent);
    if (call.edited)
        line += "; as you have edited it";
    if (call.changed)
        line += "; this has changed while you read it";
    line += "\n";
    for (const auto& effect : call.told)
        if (effect.warns)
            line += "question: warning: " + text::for_decision(effect.text) + "\n";
    return line;
}

static std::string row_of(const channel::DisplayLine& line)
{
    using Line = channel::LineRole;
    const std::string number = line.number ? " line " + std::to_string(*line.number) : "";
    std::string text = text::for_decision(line.text);
    switch (line.role) {
    case Line::added: return "added" + number + ": " + text;
    case Line::removed: return "removed" + number + ": " + text;
    case Line::same: return "unchanged" + number + ": " + text;
    case Line::gap: return "";
    default: return text;
    }
}

std::string rows_of_question(const channel::ChatApproval& call)
{
    if (!call.display)
        return terminal::rows_of_ask(
            {call.arguments.json(), call.dry_run.json(), call.changes_files}, columns_of_rows);
    std::string rows;
    for (const auto& line : call.display->lines)
        if (const std::string row = row_of(line); !row.empty())
            rows += "  " + row + "\n";
    std::string effects;
    for (const auto& effect : call.told)
        if (!effect.warns)
            effects += (effects.empty() ? "  " : ", ") + text::for_decision(effect.text);
    return rows + effects + (effects.empty() ? "" : "\n");
}

}
