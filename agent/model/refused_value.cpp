#include "agent/model/refused_value.hpp"

#include "agent/model/chat_completions.hpp"

#include <re2/re2.h>

#include <array>
#include <cctype>
#include <cmath>

namespace agent::model {

using namespace toolkit;

bool names_field(std::string_view text, std::string_view name)
{
    const auto is_part = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; };
    for (std::size_t at = text.find(name); at != std::string_view::npos;
         at = text.find(name, at + 1)) {
        const std::size_t after = at + name.size();
        if ((at == 0 || !is_part(text[at - 1])) && (after == text.size() || !is_part(text[after])))
            return true;
    }
    return false;
}

namespace {

struct Limits {
    std::optional<double> least;
    std::optional<double> most;
};

// "[1, 8192]", "range: 0..1", "from 1 (inclusive) to 65536", "between 0 and 2"
std::optional<Limits> range_in(const std::string& error)
{
    static const std::array<RE2, 4> patterns {
        RE2(R"([\[(]\s*([0-9]{1,9}(?:\.[0-9]{1,6})?)\s*,\s*([0-9]{1,9}(?:\.[0-9]{1,6})?)\s*[\])])"),
        RE2(R"(\b([0-9]{1,9}(?:\.[0-9]{1,6})?)\.\.([0-9]{1,9}(?:\.[0-9]{1,6})?)\b)"),
        RE2(R"((?i)\bfrom ([0-9]{1,9}(?:\.[0-9]{1,6})?)[^0-9]{0,15} to ([0-9]{1,9}(?:\.[0-9]{1,6})?)\b)"),
        RE2(R"((?i)\bbetween ([0-9]{1,9}(?:\.[0-9]{1,6})?) and ([0-9]{1,9}(?:\.[0-9]{1,6})?)\b)"),
    };
    double least = 0;
    double most = 0;
    for (const auto& pattern : patterns)
        if (RE2::PartialMatch(error, pattern, &least, &most))
            return Limits {least, most};
    return {};
}

Limits limits_in(const std::string& error)
{
    // "(5000 > 4096 - 100)", as vLLM has it; "5000 > 4096, which is the maximum"
    static const RE2 rest(R"(\b[0-9]{1,9} > ([0-9]{1,9}) - ([0-9]{1,9})\b)");
    static const RE2 excess(R"(\b[0-9]{1,9} > ([0-9]{1,9})\b)");
    static const RE2 max_words(
        R"((?i)(?:<=|\bat most|\bless than or equal to|\bno more than|\bnot exceed|\bup to|\bmaximum(?: allowed)?(?: value)?(?: is| of|:)?)[^0-9.]{0,10}([0-9]{1,9}(?:\.[0-9]{1,6})?)\b)");
    static const RE2 least_words(
        R"((?i)(?:>=|\bat least|\bgreater than or equal to|\bminimum(?: value)?(?: is| of|:)?)[^0-9.]{0,10}([0-9]{1,9}(?:\.[0-9]{1,6})?)\b)");
    double first = 0;
    double second = 0;
    if (RE2::PartialMatch(error, rest, &first, &second))
        return {1, first - second};
    if (const auto range = range_in(error))
        return *range;
    Limits limits;
    if (RE2::PartialMatch(error, excess, &first) || RE2::PartialMatch(error, max_words, &first))
        limits.most = first;
    if (RE2::PartialMatch(error, least_words, &first))
        limits.least = first;
    return limits;
}

}

std::optional<Json> accepted_number(const Json& refused, const std::string& error)
{
    if (!refused.is_number())
        return {};
    const auto number = refused.get<double>();
    const Limits limits = limits_in(error);
    std::optional<double> accepted;
    if (limits.most && number > *limits.most)
        accepted = limits.most;
    else if (limits.least && number < *limits.least)
        accepted = limits.least;
    if (!accepted || *accepted < 0 || (refused.is_number_integer() && *accepted < 1))
        return {};
    return refused.is_number_integer() ? Json(std::llround(*accepted)) : Json(*accepted);
}

std::string refusal_in(std::string_view body)
{
    return read_chat_error(body) + " " + refused_field(body);
}

}
