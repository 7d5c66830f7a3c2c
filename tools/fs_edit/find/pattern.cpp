#include "pattern.hpp"

#include "toolkit/glob/pattern_syntax.hpp"
#include "toolkit/match/typography.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"
#include "tools/fs_edit/replace/replacement.hpp"

#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>

namespace fs_edit::find {

using namespace toolkit;

static RE2::Options options()
{
    RE2::Options options;
    options.set_log_errors(false);
    return options;
}

// Returns "$1" or "${1}", the notation of other languages for a group, if the text contains it.
// Returns an empty string if it does not, or if it also contains \1 and so is no mistake.
static std::string foreign_group(const std::string& rewrite, int groups)
{
    if (RE2::MaxSubmatch(rewrite) > 0)
        return {};
    for (int group = 1; group <= std::min(groups, 9); ++group)
        for (const std::string& name :
            {"$" + std::to_string(group), "${" + std::to_string(group) + "}"})
            if (rewrite.find(name) != std::string::npos)
                return name;
    return {};
}

static void check(const RE2& regex, std::string_view pattern, const std::string& rewrite)
{
    if (!regex.ok())
        throw ToolError(Code::bad_pattern,
            "cannot look for " + text::in_quotes(pattern) + ": " + text::printable(regex.error()),
            glob::advice_for(pattern));
    glob::refuse_foreign_word_edge(pattern, "cannot look for");
    const std::string what = "cannot put in " + text::in_quotes(rewrite) + ": ";
    const std::string hint = "\\1 to \\9 are the groups of the pattern, and \\\\ is a backslash; a "
                             "newline or a tab is sent as itself";
    const int groups = regex.NumberOfCapturingGroups();
    if (RE2::MaxSubmatch(rewrite) > groups)
        throw ToolError(Code::bad_pattern,
            what + "it names group " + std::to_string(RE2::MaxSubmatch(rewrite))
                + ", and the pattern has " + std::to_string(groups),
            hint);
    if (const std::string name = foreign_group(rewrite, groups); !name.empty())
        throw ToolError(Code::bad_pattern, what + "'" + name + "' is not how a group is named",
            "write \\" + name.substr(name.find_first_of("123456789"), 1)
                + " for the group; if the text itself is meant, write (?:...) for the groups of "
                  "the pattern");
    std::string error;
    if (!regex.CheckRewriteString(rewrite, &error))
        throw ToolError(
            Code::bad_pattern, what + "a backslash needs a digit or a backslash after it", hint);
}

namespace {

// Returns the offset of the next UTF-8 character.
std::size_t after_character(std::string_view text, std::size_t at)
{
    for (++at; at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U;)
        ++at;
    return at;
}

// Iterates over the matches. There is no empty match directly after a match, as in
// RE2::GlobalReplace(), and none after the last newline, where there is no line, unless the pattern
// contains \z.
class Matcher {
public:
    Matcher(std::string_view text, std::string_view pattern, int groups)
        : text(text)
        , regex("(?m)" + std::string(pattern), options())
        , count(groups + 1)
        , wants_end(pattern.find("\\z") != std::string_view::npos)
    {
    }

    std::optional<match::Match> next()
    {
        const re2::StringPiece subject(text.data(), text.size());
        while (at <= text.size()
            && regex.Match(subject, at, text.size(), RE2::UNANCHORED, groups.data(), count)) {
            const auto begin = static_cast<std::size_t>(groups[0].data() - text.data());
            const match::Match match {begin, begin + groups[0].size()};
            const bool is_empty = match.begin == match.end;
            at = is_empty ? after_character(text, match.end) : match.end;
            const bool is_after_text = begin == text.size() && text.ends_with('\n') && !wants_end;
            if (is_empty && (begin == last_end || is_after_text))
                continue;
            last_end = match.end;
            return match;
        }
        return {};
    }

    std::string rewritten(const std::string& rewrite) const
    {
        std::string result;
        regex.Rewrite(&result, rewrite, groups.data(), count);
        return result;
    }

private:
    std::string_view text;
    RE2 regex;
    int count; // of groups, including the whole match
    bool wants_end;
    std::array<re2::StringPiece, 10> groups;
    std::size_t at = 0;
    std::optional<std::size_t> last_end;
};

}

std::vector<match::Replacement> find_pattern(
    std::string_view text, std::string_view pattern, std::string_view new_text)
{
    const std::string rewrite(new_text);
    check(RE2(std::string(pattern), options()), pattern,
        rewrite); // the check is without our flag, so that errors quote the pattern as it was given
    const bool sees_returns = glob::names_character(pattern, '\r');
    const match::PlainText plain(
        sees_returns ? std::string_view() : text, match::PlainText::Fold::newlines);
    Matcher matcher(sees_returns ? text : plain.text(), pattern, RE2::MaxSubmatch(rewrite));
    match::Matches matches;
    std::vector<match::Replacement> replacements;
    while (const auto match = matcher.next()) {
        matches.add(*match);
        replacements.push_back(replace::replace_with(
            text, sees_returns ? *match : *plain.in_original(*match), matcher.rewritten(rewrite)));
    }
    return replacements;
}

}
