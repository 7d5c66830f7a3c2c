#include "agent/model/context_overflow.hpp"

#include <re2/re2.h>

#include <array>

namespace agent::model {

std::optional<std::string> overflow_hint(std::string_view error)
{
    static const RE2 overflow(
        R"((?i)context.?(?:length|size|window)|prompt is too long|input token count)");
    static const std::array<RE2, 4> numbers {
        RE2(R"("n_ctx"\s*:\s*([0-9]{1,9})\b)"),
        RE2(R"((?i)\b([0-9]{1,9})(?: tokens?)? maximum)"), // "200000 tokens > 190000 maximum"
        RE2(R"((?i)context.?(?:length|size|window)[^0-9]{0,40}\b([0-9]{1,9})\b)"),
        RE2(R"((?i)maximum[^0-9]{0,60}\b([0-9]{1,9})\b)"),
    };
    const re2::StringPiece text(error.data(), error.size());
    if (!RE2::PartialMatch(text, overflow))
        return {};
    std::string number;
    for (const auto& pattern : numbers)
        if (RE2::PartialMatch(text, pattern, &number))
            return "--context-window " + number
                + " keeps the conversation within the model's context";
    return "--context-window N keeps the conversation within N tokens";
}

}
