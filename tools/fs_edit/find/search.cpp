#include "search.hpp"

#include "edges.hpp"
#include "lf_text.hpp"
#include "token_equivalence.hpp"
#include "toolkit/match/tokens.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/folding.hpp"
#include "toolkit/text/lines.hpp"

#include <algorithm>

namespace fs_edit::find {

using namespace toolkit;

namespace {

// Bounds what all comparisons of one search may cost: about a tenth of a second.
class Budget {
public:
    void spend(std::size_t comparisons)
    {
        static constexpr std::size_t most = 50'000'000;
        spent += comparisons;
        if (spent > most)
            throw ToolError(Code::too_large,
                "cannot look for 'oldString': too much of the file is alike",
                "send fewer lines that repeat");
    }

private:
    std::size_t spent = 0;
};

}

// Of places that overlap, only the first of a run is looked for, so that the work stays linear. A
// single one may have another that overlaps it: then it is not the only one.
static void add_overlap(Matches& matches, std::string_view text, std::string_view wanted)
{
    if (matches.places.size() != 1)
        return;
    const std::size_t at = find_bytes(text, wanted, matches.places.front().begin + 1);
    if (at != std::string_view::npos)
        matches.add({at, at + wanted.size()});
}

// The file's last line may lack the line break that the wanted text ends with.
static void add_at_end(Matches& matches, std::string_view text, std::string_view wanted)
{
    if (!wanted.ends_with('\n') || text.ends_with('\n'))
        return;
    const std::string_view line = wanted.substr(0, wanted.size() - 1);
    if (!line.empty() && text.ends_with(line))
        matches.add({text.size() - line.size(), text.size()});
}

Matches find_exact(std::string_view text, std::string_view wanted)
{
    // A carriage return that belongs to no line break can only be meant as such.
    const bool is_raw = wanted.ends_with('\r');
    const PlainEnds plain(is_raw ? std::string_view() : text);
    const PlainEnds plain_wanted(is_raw ? std::string_view() : wanted);
    const std::string_view where = is_raw ? text : plain.text();
    const std::string_view what = is_raw ? wanted : plain_wanted.text();
    Matches found;
    for (std::size_t at = find_bytes(where, what, 0); at != std::string_view::npos;
         at = find_bytes(where, what, at + what.size()))
        found.add({at, at + what.size()});
    add_overlap(found, where, what);
    add_at_end(found, where, what);
    if (!is_raw)
        for (auto& place : found.places)
            place = plain.in_original(place);
    return found;
}

namespace {

// Looks for lines by the longest of them.
class LineSearch {
public:
    LineSearch(std::string_view text, std::string_view wanted)
        : text(text)
    {
        for (const auto& line : text::split_lines(wanted))
            lines.push_back(text::trimmed(line.text));
        takes_last_end = wanted.ends_with('\n');
        const auto longest = std::max_element(
            lines.begin(), lines.end(), [](std::string_view left, std::string_view right) {
                return left.size() < right.size();
            });
        anchor = static_cast<std::size_t>(longest - lines.begin());
    }

    Matches run()
    {
        Matches matches;
        if (lines.empty() || lines[anchor].empty())
            return matches;
        for (std::size_t at = find_bytes(text, lines[anchor], 0); at != std::string_view::npos;
             at = find_bytes(text, lines[anchor], at + 1)) {
            Match match {text::line_begin(text, at), 0};
            if (text::trimmed(text.substr(match.begin, line_end(text, at) - match.begin))
                    == lines[anchor]
                && extend(match))
                matches.add(match);
            at = std::min(line_end(text, at), text.size());
        }
        return matches;
    }

private:
    // From the beginning of the anchor's line to all lines; false where they don't stand there.
    bool extend(Match& match)
    {
        std::size_t begin = match.begin;
        for (std::size_t number = anchor; number > 0; --number) {
            if (begin == 0)
                return false;
            const std::size_t end = begin - 1;
            begin = text::line_begin(text, end);
            budget.spend(1 + end - begin);
            if (text::trimmed(text.substr(begin, end - begin)) != lines[number - 1])
                return false;
        }
        match.begin = begin;
        std::size_t at = begin;
        for (std::size_t number = 0; number < lines.size(); ++number) {
            if (at == text.size() && number > 0)
                return false;
            match.end = line_end(text, at);
            budget.spend(1 + match.end - at);
            if (text::trimmed(text.substr(at, match.end - at)) != lines[number])
                return false;
            at = std::min(text.find('\n', match.end), text.size() - 1) + 1;
        }
        if (takes_last_end)
            match.end = at;
        return true;
    }

    std::string_view text;
    std::vector<std::string_view> lines;
    std::size_t anchor = 0;
    bool takes_last_end = false;
    Budget budget;
};

// Looks for tokens by the longest of them.
class TokenSearch {
public:
    TokenSearch(std::string_view text, std::string_view wanted)
        : text(text)
        , tokens(match::tokens_of(wanted))
    {
        const auto longest = std::max_element(
            tokens.begin(), tokens.end(), [](std::string_view left, std::string_view right) {
                return left.size() < right.size();
            });
        anchor = static_cast<std::size_t>(longest - tokens.begin());
    }

    Matches run()
    {
        Matches matches;
        if (tokens.empty())
            return matches;
        const std::string_view wanted = tokens[anchor];
        for (std::size_t at = find_bytes(text, wanted, 0); at != std::string_view::npos;
             at = find_bytes(text, wanted, at + 1)) {
            Match match {at, at + wanted.size()};
            if (is_whole(match) && extend(match))
                matches.add(match);
        }
        return matches;
    }

private:
    bool is_whole(const Match& match) const
    {
        const bool is_word_token = text::is_word(text[match.begin]);
        return !is_word_token
            || ((match.begin == 0 || !text::is_word(text[match.begin - 1]))
                && (match.end == text.size() || !text::is_word(text[match.end])));
    }

    bool extend(Match& match)
    {
        for (std::size_t number = anchor; number > 0; --number) {
            std::size_t end = match.begin;
            while (end > 0 && match::is_whitespace(text[end - 1]))
                --end;
            const std::string_view token = tokens[number - 1];
            budget.spend(1 + match.begin - end);
            if (end < token.size() || text.substr(end - token.size(), token.size()) != token
                || !is_whole({end - token.size(), end}))
                return false;
            match.begin = end - token.size();
        }
        for (std::size_t number = anchor + 1; number < tokens.size(); ++number) {
            const std::size_t begin = match::skip_whitespace(text, match.end);
            budget.spend(1 + begin - match.end);
            const std::string_view token = tokens[number];
            if (text.substr(begin, token.size()) != token
                || !is_whole({begin, begin + token.size()}))
                return false;
            match.end = begin + token.size();
        }
        return true;
    }

    std::string_view text;
    std::vector<std::string_view> tokens;
    std::size_t anchor = 0;
    Budget budget;
};

}

Matches find_lines(std::string_view text, std::string_view wanted)
{
    return LineSearch(text, wanted).run();
}

Matches find_tokens(std::string_view text, std::string_view wanted)
{
    return TokenSearch(text, wanted).run();
}

Matches find_same_tokens(std::string_view text, std::string_view wanted)
{
    Matches found = find_tokens(text, wanted);
    found.places.erase(std::remove_if(found.places.begin(), found.places.end(),
                           [&](Match place) { return !has_same_edges(text, place, wanted); }),
        found.places.end());
    return with_same_meaning(text, found, wanted);
}

}
