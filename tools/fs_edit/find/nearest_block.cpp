#include "nearest_block.hpp"

#include "search.hpp"
#include "toolkit/text/difference_in_words.hpp"
#include "toolkit/text/edit_script.hpp"
#include "toolkit/text/folding.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace fs_edit::find {

using namespace toolkit;

namespace {

// A line without the typography and the capitals that make lines that look alike differ.
std::string plain(std::string_view text)
{
    std::string result(text);
    if (std::any_of(text.begin(), text.end(), [](char letter) { return (letter & '\x80') != 0; }))
        result = text::without_accents(text::with_plain_typography(text));
    for (char& letter : result)
        letter = letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter + ('a' - 'A')) : letter;
    return result;
}

// The same without what blanks make differ.
std::string folded(std::string_view text)
{
    std::string result;
    const std::string letters = plain(text);
    for (const std::string_view token : tokens_of(letters))
        result.append(result.empty() ? "" : " ").append(token);
    return result;
}

// The lines of the wanted text that have the same tokens.
struct Kind {
    std::vector<std::string_view> tokens;
    std::size_t size; // in weights
    std::vector<std::size_t> numbers; // of the lines, at most max_repetitions
};

constexpr std::size_t max_lines = 500; // of the wanted text that are compared
constexpr std::size_t max_bytes = 10'000; // of a line that are compared
constexpr std::size_t max_repetitions = 20; // of a line, and kinds that have the same token

// Weighs a token: a brace says little.
std::size_t weight(std::string_view token) { return token.size() > 2 ? 4 : 1; }

// The kinds of lines that have a token. Nearly all tokens of a file are in no wanted line, which is
// found out without a look into the table.
class TokenKinds {
public:
    void add(std::string_view token, std::size_t kind)
    {
        auto& uses = tokens[token].uses;
        if (!uses.empty() && uses.back().kind == kind)
            ++uses.back().count;
        else if (uses.size() < max_repetitions)
            uses.push_back({kind, 1});
        sizes.at(first_letter(token)) |= size_bit(token);
    }

    // Calls `visit` with each kind that has the token at least as often as this line of the file
    // has had it so far, so that a token that is repeated counts as often as both lines have it.
    template<typename Visit>
    void visit_kinds(std::string_view token, std::size_t line, Visit visit)
    {
        if ((sizes.at(first_letter(token)) & size_bit(token)) == 0)
            return;
        const auto known = tokens.find(token);
        if (known == tokens.end())
            return;
        auto& [uses, last_line, count] = known->second;
        count = last_line == line ? count + 1 : 1;
        last_line = line;
        for (const Use& use : uses)
            if (use.count >= count)
                visit(use.kind);
    }

private:
    struct Use {
        std::size_t kind;
        std::size_t count;
    };
    struct Token {
        std::vector<Use> uses;
        std::size_t last_line = 0; // of the file that had it
        std::size_t count = 0; // in that line
    };

    static unsigned char first_letter(std::string_view token)
    {
        return static_cast<unsigned char>(token[0]);
    }
    static std::uint64_t size_bit(std::string_view token)
    {
        return std::uint64_t {1} << std::min<std::size_t>(token.size(), 63);
    }

    std::unordered_map<std::string_view, Token> tokens;
    std::array<std::uint64_t, 256> sizes {}; // of the tokens that begin with a letter, one bit each
};

// A line of the file at which the wanted text would begin, from 0; below 0 if the file begins
// within the wanted text.
using Place = std::ptrdiff_t;

// Measures how alike lines of the file are to the wanted ones, from the words that they share: each
// line of the file votes for the places at which the wanted text would then begin.
class Votes {
public:
    Votes(const std::vector<text::Line>& wanted, std::size_t file_lines)
        : lines_before(std::min(wanted.size(), max_lines))
        , votes(file_lines + lines_before)
    {
        for (std::size_t number = 0; number < lines_before; ++number) {
            const auto [known, is_new]
                = kinds_by_text.try_emplace(folded(head(wanted[number].text)), kinds.size());
            if (is_new)
                add_kind(known->first);
            if (auto& numbers = kinds[known->second].numbers; numbers.size() < max_repetitions)
                numbers.push_back(number);
        }
        shared.resize(kinds.size());
    }

    void count(std::string_view text, std::size_t line)
    {
        const std::string letters = plain(head(text));
        const auto tokens = parts_of(letters);
        std::size_t size = 0;
        for (const std::string_view token : tokens) {
            size += weight(token);
            kinds_by_token.visit_kinds(token, line, [&](std::size_t kind) {
                if (shared[kind] == 0)
                    touched.push_back(kind);
                shared[kind] += weight(token);
            });
        }
        for (const std::size_t number : touched) {
            const Kind& kind = kinds[number];
            const std::size_t common = std::exchange(shared[number], 0);
            const std::size_t all = std::max(size, kind.size);
            if (common * 5 >= all * 2)
                vote(kind, line, 100 * common / all + (tokens == kind.tokens ? 50 : 0));
        }
        touched.clear();
    }

    // Returns the best places, the best first.
    std::vector<Place> best() const
    {
        static constexpr std::size_t max_places = 5;
        std::vector<std::pair<std::size_t, std::size_t>> ranks;
        for (std::size_t index = 0; index < votes.size(); ++index)
            if (votes[index] > 0)
                ranks.emplace_back(~std::size_t {votes[index]}, index);
        const auto end
            = ranks.begin() + static_cast<std::ptrdiff_t>(std::min(max_places, ranks.size()));
        std::partial_sort(ranks.begin(), end, ranks.end());
        std::vector<Place> places;
        for (auto rank = ranks.begin(); rank != end; ++rank)
            places.push_back(static_cast<Place>(rank->second) - static_cast<Place>(lines_before));
        return places;
    }

private:
    static std::string_view head(std::string_view text) { return text.substr(0, max_bytes); }

    void add_kind(std::string_view text)
    {
        Kind kind {parts_of(text), 0, {}};
        for (const std::string_view token : kind.tokens) {
            kinds_by_token.add(token, kinds.size());
            kind.size += weight(token);
        }
        kinds.push_back(std::move(kind));
    }

    void vote(const Kind& kind, std::size_t line, std::size_t likeness)
    {
        for (const std::size_t number : kind.numbers)
            votes[line + lines_before - number] += static_cast<std::uint32_t>(likeness);
    }

    std::unordered_map<std::string, std::size_t> kinds_by_text;
    std::vector<Kind> kinds;
    TokenKinds kinds_by_token;
    std::vector<std::size_t> shared; // with each kind, in weights, by the line that is counted
    std::vector<std::size_t> touched; // the kinds with which it shares any
    std::size_t lines_before; // the first line of the file, for which votes begin
    std::vector<std::uint32_t> votes; // for each place, from that before the first line
};

std::vector<std::string> folded_lines(const std::vector<text::Line>& lines, const Block& block)
{
    std::vector<std::string> result;
    for (std::size_t number = block.begin; number < block.end; ++number)
        result.push_back(folded(lines[number].text));
    return result;
}

std::vector<text::ScriptStep> script_of(
    const std::vector<std::string>& before, const std::vector<std::string>& after)
{
    return text::line_script({before.begin(), before.end()}, {after.begin(), after.end()});
}

// The lines about a place, with `slack` on both sides, fitted to where the wanted ones begin and
// end; and how much is between them. The more slack, the more lines of no meaning (a brace) may be
// taken for others.
struct Fit {
    std::size_t steps;
    Block block;
};

Block block_at(Place begin, Place end, std::size_t file_lines)
{
    const auto within = [file_lines](Place place) {
        return std::min(file_lines, static_cast<std::size_t>(std::max(place, Place {0})));
    };
    return {within(begin), within(end)};
}

bool have_any_in_common(const std::vector<std::string>& left, const std::vector<std::string>& right)
{
    const std::unordered_set<std::string_view> known(left.begin(), left.end());
    return std::any_of(
        right.begin(), right.end(), [&](const std::string& text) { return known.contains(text); });
}

// `wanted` is folded. Without a line in common there is nothing that would fit.
Fit fit(const std::vector<text::Line>& file, const std::vector<std::string>& wanted, Place place,
    Place slack)
{
    const Place size = static_cast<Place>(wanted.size());
    const Block window = block_at(place - slack, place + size + slack, file.size());
    const auto there = folded_lines(file, window);
    if (!have_any_in_common(wanted, there))
        return {2 * wanted.size(), block_at(place, place + size, file.size())};
    const auto script = script_of(wanted, there);
    std::size_t first = script.size();
    std::size_t last = 0;
    for (std::size_t index = 0; index < script.size(); ++index)
        if (script[index].kind == text::StepKind::common) {
            first = std::min(first, index);
            last = index;
        }
    if (first == script.size())
        return {2 * wanted.size(), block_at(place, place + size, file.size())};
    const auto changes
        = [&](const text::ScriptStep& step) { return step.kind != text::StepKind::common; };
    const auto begin = script.begin() + static_cast<std::ptrdiff_t>(first);
    const auto end = script.begin() + static_cast<std::ptrdiff_t>(last) + 1;
    // Wanted lines before the first that is there, and after the last, have their place too.
    const std::size_t before = script[first].before;
    const std::size_t after = wanted.size() - 1 - script[last].before;
    const std::size_t top = window.begin + script[first].after;
    const std::size_t bottom = window.begin + script[last].after + 1;
    const Block block {top - std::min(top, before), std::min(file.size(), bottom + after)};
    // In the place of such a line stands another: a step more than where one is only missing.
    const std::size_t others = top - block.begin + block.end - bottom;
    return {static_cast<std::size_t>(std::count_if(begin, end, changes)) + before + after + others,
        block};
}

}

// Returns where the wanted text would begin, judged by the first line of the file that equals any
// wanted line, for lines that no vote finds because too many others have their words.
static std::optional<Place> find_place_of_any(
    const std::vector<text::Line>& file, const std::vector<text::Line>& wanted)
{
    std::unordered_map<std::string_view, std::size_t> numbers;
    for (std::size_t number = 0; number < wanted.size(); ++number)
        if (const std::string_view text = text::trimmed(wanted[number].text); !text.empty())
            numbers.emplace(text, number);
    for (std::size_t line = 0; line < file.size(); ++line)
        if (const auto found = numbers.find(text::trimmed(file[line].text)); found != numbers.end())
            return static_cast<Place>(line) - static_cast<Place>(found->second);
    return {};
}

std::optional<Block> find_nearest_block(
    const std::vector<text::Line>& file, const std::vector<text::Line>& wanted)
{
    const Place size = static_cast<Place>(wanted.size());
    const std::vector<text::Line> head(
        wanted.begin(), wanted.begin() + std::min(size, static_cast<Place>(max_lines)));
    Votes votes(head, file.size());
    for (std::size_t line = 0; line < file.size(); ++line)
        votes.count(file[line].text, line);
    const auto texts = folded_lines(head, {0, head.size()});
    std::optional<Fit> best;
    for (const Place place : votes.best())
        for (const Place slack : {0, 3})
            if (const Fit found = fit(file, texts, place, slack);
                !best || found.steps < best->steps)
                best = found;
    if (best)
        return Block {best->block.begin,
            std::min(file.size(), best->block.end + wanted.size() - head.size())};
    const auto place = find_place_of_any(file, wanted);
    return place ? std::optional(block_at(*place, *place + size, file.size())) : std::nullopt;
}

enum class EdgeBlanks { count, do_not_count };

static std::string line_in_words(std::size_t number)
{
    return "line " + std::to_string(number + 1);
}

// How a wanted line differs from that of the file; nothing where only its blanks at the edges do,
// and those don't count.
static std::optional<std::string> difference_in_words(
    const text::Line& there, std::size_t number, std::string_view wanted, EdgeBlanks edge_blanks)
{
    const bool is_same = edge_blanks == EdgeBlanks::count
        ? there.text == wanted
        : text::trimmed(there.text) == text::trimmed(wanted);
    if (is_same)
        return {};
    const std::string how = text::difference(there.text, wanted, "'oldString'");
    return line_in_words(number) + " is " + text::in_quotes(there.text) + ", 'oldString' has "
        + text::in_quotes(wanted) + (how.empty() ? "" : " (they differ " + how + ")");
}

static std::optional<std::string> find_difference(const std::vector<text::Line>& file,
    const Block& block, const std::vector<text::Line>& wanted, EdgeBlanks edge_blanks)
{
    std::size_t number = 0;
    std::size_t at = block.begin;
    for (; number < wanted.size() && at < block.end
         && folded(wanted[number].text) == folded(file[at].text);
         ++number, ++at)
        if (auto words = difference_in_words(file[at], at, wanted[number].text, edge_blanks))
            return words;
    const auto script
        = script_of(folded_lines(wanted, {number, std::min(wanted.size(), number + max_lines)}),
            folded_lines(file, {at, std::min(block.end, at + max_lines)}));
    if (script.empty())
        return {};
    if (script.front().kind == text::StepKind::added)
        return line_in_words(at) + " is " + text::in_quotes(file[at].text)
            + ", which 'oldString' does not have";
    if (at < block.end)
        return difference_in_words(file[at], at, wanted[number].text, edge_blanks);
    return "'oldString' has " + text::in_quotes(wanted[number].text) + " after "
        + line_in_words(block.end - 1);
}

std::string first_difference(
    const std::vector<text::Line>& file, const Block& block, const std::vector<text::Line>& wanted)
{
    for (const auto edge_blanks : {EdgeBlanks::do_not_count, EdgeBlanks::count})
        if (auto words = find_difference(file, block, wanted, edge_blanks))
            return *words;
    return "it is not there in one piece";
}

}
