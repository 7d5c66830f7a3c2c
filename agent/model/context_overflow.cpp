#include "agent/model/context_overflow.hpp"

#include <re2/re2.h>

#include <array>

namespace agent::model {

namespace {

// A form in which servers report their numbers. `window`, `used` and `more` are numbers of
// capturing groups, 0 for a missing one: `window` is the context size, and `used` plus `more` the
// size of the request.
struct Form {
    RE2 words;
    int window;
    int used = 0;
    int more = 0;
};

// The comment after a form names the server that uses it, if known.
const std::array<Form, 12>& forms()
{
    static const std::array<Form, 12> all {{
        {RE2(R"("n_prompt_tokens"\s*:\s*(\d+)[^{}]*"n_ctx"\s*:\s*(\d+))"), 2, 1}, // llama.cpp
        {RE2(R"("n_ctx"\s*:\s*(\d+))"), 1},
        {RE2(R"(\b(\d+)(?: tokens?)? > (\d+) maximum)"), 2, 1}, // Anthropic
        {RE2(R"(maximum prompt length is (\d+) but the request contains (\d+))"), 1, 2}, // xAI
        {RE2(R"(token limit: (\d+) \(requested: (\d+)\))"), 1, 2}, // Kimi
        {RE2(R"(token count(?: of)? \(?(\d+)\)? exceeds the (?:limit of |maximum number of tokens allowed \()(\d+))"),
            2, 1}, // Copilot, Gemini
        {RE2(R"(must be <= (\d+)\. Given: (\d+) [^0-9]{0,40}(\d+))"), 1, 2, 3}, // TGI
        {RE2(R"(context length is (\d+) tokens[^0-9]{1,80}\b(?:has|have|in|requested) (\d+)\b)"), 1,
            2}, // OpenAI, vLLM
        {RE2(R"((\d+) tokens, too large [^0-9]{1,40} (\d+) maximum context)"), 2, 1}, // Mistral
        {RE2(R"(\((\d+) > (\d+)\))"), 2, 1},
        {RE2(R"(context.?(?:length|size|window)(?: of| is|:| \()?(?: only)? ?(\d+))"), 1},
        {RE2(R"((\d+) maximum context|maximum[^0-9.]{0,60}\b(\d+) tokens)"), 1},
    }};
    return all;
}

std::optional<std::int64_t> number_in(const re2::StringPiece& group)
{
    std::int64_t number = 0;
    if (group.empty() || group.size() > 9 || !RE2::FullMatch(group, R"((\d+))", &number))
        return {};
    return number;
}

// Returns the text without thousands separators as in "4,096".
std::string without_separators(std::string_view error)
{
    static const RE2 separated(R"(\b(\d{1,3}),(\d{3})\b)");
    std::string text(error);
    while (RE2::GlobalReplace(&text, separated, R"(\1\2)") > 0) { }
    return text;
}

std::optional<Overflow> numbers_by(const Form& form, const std::string& text)
{
    std::array<re2::StringPiece, 4> groups;
    const int count = form.words.NumberOfCapturingGroups() + 1;
    if (!form.words.Match(text, 0, text.size(), RE2::UNANCHORED, groups.data(), count))
        return {};
    const auto group = [&](int index) {
        return index == 0 ? std::nullopt : number_in(groups[static_cast<std::size_t>(index)]);
    };
    Overflow overflow {group(form.window), group(form.used)};
    if (const auto more = group(form.more); more && overflow.used)
        *overflow.used += *more;
    constexpr std::int64_t least_window = 256;
    if (!overflow.window || *overflow.window < least_window
        || (overflow.used && *overflow.used <= *overflow.window))
        return {};
    return overflow;
}

}

std::optional<Overflow> overflow_in(std::string_view error)
{
    static const RE2 overflow(
        R"((?i)context.?(?:length|size|window)|prompt (?:is )?too long)"
        R"(|input token count|input is too long for|model token limit)"
        R"(|reduce the length of the messages|maximum prompt length)"
        R"(|prompt token count|more than max tokens allowed)"
        R"(|no user query found)" // said by a template after the server has cut the messages
        R"(|`inputs` tokens \+ `max_new_tokens` must be)");
    if (!RE2::PartialMatch(re2::StringPiece(error.data(), error.size()), overflow))
        return {};
    const std::string text = without_separators(error);
    for (const Form& form : forms())
        if (const auto numbers = numbers_by(form, text))
            return numbers;
    return Overflow {};
}

std::string hint_for(const Overflow& overflow)
{
    if (!overflow.window)
        return "--context-window N keeps the conversation within N tokens";
    return "--context-window " + std::to_string(*overflow.window)
        + " keeps the conversation within the model's context";
}

std::optional<std::string> overflow_hint(std::string_view error)
{
    const auto overflow = overflow_in(error);
    return overflow ? std::optional(hint_for(*overflow)) : std::nullopt;
}

}
