#include "toolkit/match/search.hpp"

#include "toolkit/match/line_finder.hpp"
#include "toolkit/match/reindentation.hpp"
#include "toolkit/match/tokens.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/folding.hpp"

#include <algorithm>
#include <cstring>

namespace toolkit::match {

void Matches::add(Match match)
{
    static constexpr std::size_t max_places = 1'000'000;
    if (places.size() == max_places)
        throw ToolError(
            Code::too_large, "the text occurs at more than 1000000 places", "send a longer text");
    places.push_back(match);
}

std::vector<Match> Matches::apart() const
{
    std::vector<Match> result;
    for (const auto& place : places)
        if (result.empty() || place.begin >= result.back().end)
            result.push_back(place);
    return result;
}

bool Matches::has_part_of(Match match) const
{
    const auto place = std::partition_point(
        places.begin(), places.end(), [&](const Match& other) { return other.end <= match.begin; });
    return place != places.end() && place->begin < match.end;
}

std::size_t line_at(std::string_view text, std::size_t offset)
{
    const auto end = text.begin() + static_cast<std::ptrdiff_t>(std::min(offset, text.size()));
    return static_cast<std::size_t>(std::count(text.begin(), end, '\n')) + 1;
}

std::size_t line_end(std::string_view text, std::size_t offset)
{
    const std::size_t newline = text.find('\n', offset);
    if (newline == std::string_view::npos)
        return text.size();
    return newline > offset && text[newline - 1] == '\r' ? newline - 1 : newline;
}

bool starts_line(std::string_view text, std::size_t at)
{
    while (at > 0 && (text[at - 1] == ' ' || text[at - 1] == '\t'))
        --at;
    return at == 0 || text[at - 1] == '\n';
}

std::size_t find_bytes(std::string_view text, std::string_view part, std::size_t from)
{
    if (part.empty() || from > text.size() || part.size() > text.size() - from)
        return std::string_view::npos;
    const void* found = memmem(text.data() + from, text.size() - from, part.data(), part.size());
    return found == nullptr
        ? std::string_view::npos
        : static_cast<std::size_t>(static_cast<const char*>(found) - text.data());
}

// The search skips places that overlap the one before, so that it takes linear time. A single place
// may overlap another one, and is then not the only one.
static void add_overlap(Matches& matches, std::string_view text, std::string_view wanted)
{
    if (matches.places.size() != 1)
        return;
    const std::size_t at = find_bytes(text, wanted, matches.places.front().begin + 1);
    if (at != std::string_view::npos)
        matches.add({at, at + wanted.size()});
}

// The last line of the file may lack the newline that ends the wanted text.
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
    // A carriage return that does not belong to a newline is meant literally.
    const bool is_raw = wanted.ends_with('\r');
    const PlainText plain(is_raw ? std::string_view() : text, PlainText::Fold::newlines);
    const PlainText plain_wanted(is_raw ? std::string_view() : wanted, PlainText::Fold::newlines);
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
            place = *plain.in_original(place);
    return found;
}

Matches find_typographic_text(std::string_view text, std::string_view wanted)
{
    Matches found;
    const PlainText plain_wanted(wanted, PlainText::Fold::typography);
    const PlainText plain(text, PlainText::Fold::typography);
    if ((!plain.has_typography() && !plain_wanted.has_typography()) || plain_wanted.text().empty())
        return found;
    for (const Match place : find_exact(plain.text(), plain_wanted.text()).places)
        if (const auto original = plain.in_original(place))
            found.add(*original);
    return found;
}

static Budget budget_of_search()
{
    return {max_comparisons,
        ToolError(Code::too_large, "cannot look for the text: too much of the file is alike",
            "send fewer lines that repeat")};
}

static std::size_t index_of_longest(const LineTexts& texts)
{
    const auto is_shorter
        = [](std::string_view left, std::string_view right) { return left.size() < right.size(); };
    return static_cast<std::size_t>(
        std::max_element(texts.begin(), texts.end(), is_shorter) - texts.begin());
}

Matches find_lines(std::string_view text, std::string_view wanted)
{
    LineTexts lines;
    for (const auto& line : text::split_lines(wanted))
        lines.push_back(text::trimmed(line.text));
    const std::string_view longest = lines.empty() ? "" : lines[index_of_longest(lines)];
    Matches matches;
    if (longest.empty() || find_bytes(text, longest, 0) == std::string_view::npos)
        return matches;
    const auto file = text::split_lines(text);
    LineFinder finder(file, lines, MatchLevel::indentation, budget_of_search());
    for (const std::size_t place : finder.find(lines, {{0, file.size()}}, file.size())) {
        const text::Line& last = file[place + lines.size() - 1];
        const std::string_view newline = wanted.ends_with('\n') ? text::bytes_of(last.end) : "";
        matches.add({static_cast<std::size_t>(file[place].text.data() - text.data()),
            static_cast<std::size_t>(last.text.data() + last.text.size() - text.data())
                + newline.size()});
    }
    return matches;
}

namespace {

// Searches for a sequence of tokens by the longest of them.
class TokenSearch {
public:
    TokenSearch(std::string_view text, std::string_view wanted)
        : text(text)
        , tokens(match::tokens_of(wanted))
        , anchor(index_of_longest(tokens))
        , budget(budget_of_search())
    {
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
    LineTexts tokens;
    std::size_t anchor;
    Budget budget;
};

}

Matches find_tokens(std::string_view text, std::string_view wanted)
{
    return TokenSearch(text, wanted).run();
}

static text::Line line_of(std::string_view text, std::size_t at)
{
    const std::size_t begin = text::line_begin(text, at);
    return {text.substr(begin, line_end(text, at) - begin), text::LineEnd::lf};
}

LineStarts line_starts(std::string_view text, Match match, std::string_view wanted)
{
    const auto written = tokens_of(wanted);
    const auto there = tokens_of(text.substr(match.begin, match.end - match.begin));
    LineStarts starts;
    for (std::size_t number = 0; number < std::min(written.size(), there.size()); ++number) {
        const auto in_wanted = static_cast<std::size_t>(written[number].data() - wanted.data());
        const auto in_text = static_cast<std::size_t>(there[number].data() - text.data());
        if (!starts_line(wanted, in_wanted) || !starts_line(text, in_text))
            continue;
        starts.written.push_back(line_of(wanted, in_wanted));
        starts.file.push_back(line_of(text, in_text));
    }
    return starts;
}

bool has_indentation_of(std::string_view text, const Matches& found, std::string_view wanted)
{
    return std::any_of(found.places.begin(), found.places.end(), [&](Match place) {
        const auto [written, file] = line_starts(text, place, wanted);
        return are_indented_alike(written, file);
    });
}

}
