#include "pattern.hpp"

#include "plain_ends.hpp"
#include "replacement.hpp"
#include "toolkit/error.hpp"
#include "toolkit/pattern_syntax.hpp"
#include "toolkit/text.hpp"

#include <re2/re2.h>

#include <array>
#include <string>

static RE2::Options options()
{
    RE2::Options options;
    options.set_log_errors(false);
    return options;
}

static void check(const RE2& regex, std::string_view pattern, const std::string& rewrite)
{
    if (!regex.ok())
        throw ToolError(Code::bad_pattern,
            "cannot look for " + in_quotes(pattern) + ": " + printable(regex.error()), advice_for(pattern));
    const std::string what = "cannot put in " + in_quotes(rewrite) + ": ";
    const std::string hint
        = "\\1 to \\9 are the groups of the pattern, and \\\\ is a backslash; a line break or a tab "
          "stands as itself";
    const int groups = regex.NumberOfCapturingGroups();
    if (RE2::MaxSubmatch(rewrite) > groups)
        throw ToolError(Code::bad_pattern,
            what + "it names group " + std::to_string(RE2::MaxSubmatch(rewrite)) + ", and the pattern has "
                + std::to_string(groups),
            hint);
    std::string error;
    if (!regex.CheckRewriteString(rewrite, &error))
        throw ToolError(Code::bad_pattern, what + "a backslash needs a digit or a backslash behind it", hint);
}

std::vector<Replacement> find_pattern(
    std::string_view text, std::string_view pattern, std::string_view new_text)
{
    const std::string alone(pattern);
    const std::string rewrite(new_text);
    check(RE2(alone, options()), pattern, rewrite); // its errors are its own, without our flag
    const RE2 regex("(?m)" + alone, options());
    const bool sees_returns = names_character(pattern, '\r');
    const PlainEnds plain(sees_returns ? std::string_view() : text);
    const std::string_view where = sees_returns ? text : plain.text();
    const re2::StringPiece subject(where.data(), where.size());
    std::array<re2::StringPiece, 10> groups;
    const int count = 1 + RE2::MaxSubmatch(rewrite);
    Matches matches;
    std::vector<Replacement> replacements;
    for (std::size_t at = 0; at <= where.size();) {
        if (!regex.Match(subject, at, where.size(), RE2::UNANCHORED, groups.data(), count))
            break;
        const auto begin = static_cast<std::size_t>(groups[0].data() - where.data());
        const Match match {begin, begin + groups[0].size()};
        at = match.end == match.begin ? match.end + 1 : match.end;
        matches.add(match);
        std::string fresh;
        regex.Rewrite(&fresh, rewrite, groups.data(), count);
        replacements.push_back(replace_with(text, sees_returns ? match : plain.in_original(match), fresh));
    }
    return replacements;
}
