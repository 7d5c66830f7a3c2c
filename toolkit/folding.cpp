#include "toolkit/folding.hpp"

#include <algorithm>
#include <array>

std::string_view indentation_of(std::string_view text)
{
    return text.substr(0, std::min(text.find_first_not_of(" \t"), text.size()));
}

std::string_view without_end_blanks(std::string_view text)
{
    return text.substr(0, text.find_last_not_of(" \t\r") + 1);
}

std::string_view trimmed(std::string_view text)
{
    text = without_end_blanks(text);
    return text.substr(indentation_of(text).size());
}

std::string with_plain_typography(std::string_view text)
{
    struct Fold {
        std::string_view from, to;
    };
    static constexpr std::array folds {Fold {"\u00a0", " "}, Fold {"\u202f", " "}, Fold {"\u2018", "'"},
        Fold {"\u2019", "'"}, Fold {"\u201c", "\""}, Fold {"\u201d", "\""}, Fold {"\u2013", "-"},
        Fold {"\u2014", "-"}, Fold {"\u2212", "-"}, Fold {"\u2026", "..."}, Fold {"\u200b", ""},
        Fold {"\ufeff", ""}};
    // No other byte begins one of them.
    const auto may_begin
        = [](char letter) { return letter == '\xc2' || letter == '\xe2' || letter == '\xef'; };
    std::string result;
    for (;;) {
        const auto next = std::find_if(text.begin(), text.end(), may_begin);
        result.append(text.begin(), next);
        text.remove_prefix(static_cast<std::size_t>(next - text.begin()));
        if (text.empty())
            return result;
        const auto fold = std::find_if(
            folds.begin(), folds.end(), [&](const Fold& fold) { return text.starts_with(fold.from); });
        result += fold == folds.end() ? text.substr(0, 1) : fold->to;
        text.remove_prefix(fold == folds.end() ? 1 : fold->from.size());
    }
}
