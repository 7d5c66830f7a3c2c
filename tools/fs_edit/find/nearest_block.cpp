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
#include <tuple>
#include <unordered_map>
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

// The lines in which a token stands, of those that are wanted. Nearly all tokens of a file stand in
// none, which is found out without a look into the table.
class TokenLines {
public:
    void add(std::string_view token, std::size_t line)
    {
        static constexpr std::size_t most_lines = 20;
        auto& known = lines[token];
        if (known.size() < most_lines)
            known.push_back(line);
        sizes.at(first_letter(token)) |= size_bit(token);
    }

    const std::vector<std::size_t>& of(std::string_view token) const
    {
        static const std::vector<std::size_t> none;
        if ((sizes.at(first_letter(token)) & size_bit(token)) == 0)
            return none;
        const auto known = lines.find(token);
        return known == lines.end() ? none : known->second;
    }

private:
    static unsigned char first_letter(std::string_view token)
    {
        return static_cast<unsigned char>(token[0]);
    }
    static std::uint64_t size_bit(std::string_view token)
    {
        return std::uint64_t {1} << std::min<std::size_t>(token.size(), 63);
    }

    std::unordered_map<std::string_view, std::vector<std::size_t>> lines;
    std::array<std::uint64_t, 256> sizes {}; // of the tokens that begin with a letter, one bit each
};

// How alike lines of the file are to the wanted ones, from the words that they share: each line of
// the file speaks for the places where the wanted text would then begin.
class Votes {
public:
    Votes(const std::vector<text::Line>& wanted, std::size_t places)
        : votes(places)
    {
        const std::size_t count = std::min(wanted.size(), most_lines);
        for (std::size_t number = 0; number < count; ++number)
            texts.push_back(plain(wanted[number].text));
        shared.resize(count);
        for (std::size_t number = 0; number < count; ++number) {
            tokens.push_back(parts_of(texts[number]));
            sizes.push_back(0);
            for (const std::string_view token : tokens.back()) {
                lines_by_token.add(token, number);
                sizes.back() += weight(token);
            }
        }
    }

    void count(std::string_view text, std::size_t place)
    {
        static constexpr std::size_t longest = 10'000;
        const std::string line = plain(text.substr(0, longest));
        const auto words = parts_of(line);
        std::size_t size = 0;
        for (const std::string_view token : words) {
            size += weight(token);
            for (const std::size_t number : lines_by_token.of(token)) {
                if (shared[number] == 0)
                    touched.push_back(number);
                shared[number] += weight(token);
            }
        }
        for (const std::size_t number : touched) {
            const std::size_t weight = std::exchange(shared[number], 0);
            const std::size_t most = std::max(size, sizes[number]);
            if (weight * 5 >= most * 2)
                votes[place - std::min(place, number)]
                    += std::min<std::size_t>(100, 100 * weight / most)
                    + (words == tokens[number] ? 50 : 0);
        }
        touched.clear();
    }

    // The best places, the best first.
    std::vector<std::size_t> best() const
    {
        static constexpr std::size_t most = 5;
        std::vector<std::pair<std::size_t, std::size_t>> ranks;
        for (std::size_t place = 0; place < votes.size(); ++place)
            if (votes[place] > 0)
                ranks.emplace_back(~std::size_t {votes[place]}, place);
        const auto end = ranks.begin() + static_cast<std::ptrdiff_t>(std::min(most, ranks.size()));
        std::partial_sort(ranks.begin(), end, ranks.end());
        std::vector<std::size_t> places;
        for (auto rank = ranks.begin(); rank != end; ++rank)
            places.push_back(rank->second);
        return places;
    }

private:
    static constexpr std::size_t most_lines = 500;

    // A brace says little.
    static std::size_t weight(std::string_view token) { return token.size() > 2 ? 4 : 1; }

    std::vector<std::string> texts; // of the wanted lines
    std::vector<std::vector<std::string_view>> tokens;
    std::vector<std::size_t> sizes; // in weights
    TokenLines lines_by_token;
    std::vector<std::size_t>
        shared; // with each wanted line, in weights, by the line that is counted
    std::vector<std::size_t> touched; // those with which it is any
    std::vector<std::uint32_t> votes; // for each place
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

Fit fit(const std::vector<text::Line>& file, const std::vector<text::Line>& wanted,
    std::size_t place, std::size_t slack)
{
    const Block window {
        place > slack ? place - slack : 0, std::min(file.size(), place + wanted.size() + slack)};
    const auto script
        = script_of(folded_lines(wanted, {0, wanted.size()}), folded_lines(file, window));
    std::size_t first = script.size();
    std::size_t last = 0;
    for (std::size_t index = 0; index < script.size(); ++index)
        if (script[index].kind == text::StepKind::common) {
            first = std::min(first, index);
            last = index;
        }
    const Block as_long {place, std::min(file.size(), place + wanted.size())};
    if (first == script.size())
        return {2 * wanted.size(), as_long};
    const auto changes
        = [&](const text::ScriptStep& step) { return step.kind != text::StepKind::common; };
    const auto begin = script.begin() + static_cast<std::ptrdiff_t>(first);
    const auto end = script.begin() + static_cast<std::ptrdiff_t>(last) + 1;
    // Wanted lines before the first that is there, and behind the last, have their place too.
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

// Where a wanted line stands as it is: also one that has no votes, since others have its words.
static std::optional<std::size_t> find_place_of_any(
    const std::vector<text::Line>& file, const std::vector<text::Line>& wanted)
{
    std::unordered_map<std::string_view, std::size_t> numbers;
    for (std::size_t number = 0; number < wanted.size(); ++number)
        if (const std::string_view text = text::trimmed(wanted[number].text); !text.empty())
            numbers.emplace(text, number);
    for (std::size_t place = 0; place < file.size(); ++place)
        if (const auto found = numbers.find(text::trimmed(file[place].text));
            found != numbers.end())
            return place - std::min(place, found->second);
    return {};
}

std::optional<Block> find_nearest_block(
    const std::vector<text::Line>& file, const std::vector<text::Line>& wanted)
{
    Votes votes(wanted, file.size());
    for (std::size_t place = 0; place < file.size(); ++place)
        votes.count(file[place].text, place);
    std::optional<Fit> best;
    for (const std::size_t place : votes.best())
        for (const std::size_t slack : {std::size_t {0}, std::size_t {3}})
            if (const Fit found = fit(file, wanted, place, slack);
                !best || found.steps < best->steps)
                best = found;
    if (best)
        return best->block;
    const auto place = find_place_of_any(file, wanted);
    return place ? std::optional(fit(file, wanted, *place, 3).block) : std::nullopt;
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
    for (const auto& step :
        script_of(folded_lines(wanted, {0, wanted.size()}), folded_lines(file, block))) {
        const std::size_t at = block.begin + step.after;
        if (step.kind == text::StepKind::added)
            return line_in_words(at) + " is " + text::in_quotes(file[at].text)
                + ", which 'oldString' does not have";
        const std::string_view text = wanted[step.before].text;
        if (at >= block.end)
            return "'oldString' has " + text::in_quotes(text) + " after "
                + line_in_words(block.end - 1);
        if (auto words = difference_in_words(file[at], at, text, edge_blanks))
            return words;
    }
    return {};
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
