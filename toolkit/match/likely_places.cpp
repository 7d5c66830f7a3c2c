#include "toolkit/match/nearest_block.hpp"

#include "toolkit/match/tokens.hpp"
#include "toolkit/text/folding.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace toolkit::match {

// Returns the part of a line that is compared.
static std::string_view head(std::string_view line)
{
    constexpr std::size_t max_bytes = 10'000;
    return line.substr(0, max_bytes);
}

// Returns the line in lower case, without accents and typographic variants.
static std::string plain_letters(std::string_view text)
{
    std::string result(text);
    if (std::any_of(text.begin(), text.end(), [](char letter) { return (letter & '\x80') != 0; }))
        result = text::without_accents(text::with_plain_typography(text));
    for (char& letter : result)
        letter = letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter + ('a' - 'A')) : letter;
    return result;
}

std::string with_plain_tokens(std::string_view line)
{
    std::string result;
    const std::string letters = plain_letters(head(line));
    for (const std::string_view token : tokens_of(letters))
        result.append(result.empty() ? "" : " ").append(token);
    return result;
}

namespace {

// A group of lines of the wanted text that have the same tokens.
struct Kind {
    std::vector<std::string_view> tokens;
    std::size_t size; // sum of the weights
    std::vector<std::size_t> numbers; // line numbers, at most max_repetitions
};

constexpr std::size_t max_repetitions = 20; // of a line, and of groups that have the same token

// Returns the weight of a token. Short tokens, such as a brace, say little.
std::size_t weight(std::string_view token) { return token.size() > 2 ? 4 : 1; }

// Maps tokens to the groups of lines that have them. Nearly all tokens of a file are not in a
// wanted line; a set of bits rejects most of them without a lookup in the table.
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

    // Calls `visit` with each group that has the token at least as often as this line of the file
    // has had it so far. A repeated token therefore counts as often as both lines contain it.
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
        std::size_t last_line = 0; // the last line of the file that had it
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
    // Sizes of the known tokens, by their first byte: bit N is set for N bytes, bit 63 for 63 or
    // more.
    std::array<std::uint64_t, 256> sizes {};
};

// Sums the votes for each place at which the wanted text could begin.
class PlaceVotes {
public:
    PlaceVotes(std::size_t file_lines, std::size_t wanted_lines)
        : lines_before(wanted_lines)
        , votes(file_lines + wanted_lines)
    {
    }

    // Adds `vote` to each place at which the wanted text would begin if one of its lines `numbers`
    // (0-based) were line `line` of the file.
    void add(std::size_t line, const std::vector<std::size_t>& numbers, std::size_t vote)
    {
        for (const std::size_t number : numbers)
            votes[line + lines_before - number] += static_cast<std::uint32_t>(vote);
    }

    std::vector<Place> best(std::size_t near) const
    {
        static constexpr std::size_t max_places = 5;
        std::vector<std::tuple<std::size_t, std::size_t, std::size_t>> ranks;
        const std::size_t nearest = lines_before + near;
        for (std::size_t index = 0; index < votes.size(); ++index) {
            const std::tuple rank(~std::size_t {votes[index]},
                std::max(index, nearest) - std::min(index, nearest), index);
            if (votes[index] == 0 || (ranks.size() == max_places && rank > ranks.back()))
                continue;
            ranks.insert(std::lower_bound(ranks.begin(), ranks.end(), rank), rank);
            ranks.resize(std::min(max_places, ranks.size()));
        }
        std::vector<Place> places;
        places.reserve(ranks.size());
        for (const auto& rank : ranks)
            places.push_back(
                static_cast<Place>(std::get<2>(rank)) - static_cast<Place>(lines_before));
        return places;
    }

private:
    std::size_t lines_before; // the index in `votes` of the first line of the file
    std::vector<std::uint32_t> votes; // the first is `lines_before` lines before the file
};

// Measures by shared words how similar lines of the file are to the wanted ones. Each line of the
// file votes for the places at which the wanted text would begin.
class LikenessVotes {
public:
    LikenessVotes(const std::vector<text::Line>& wanted, std::size_t file_lines)
        : votes(file_lines, wanted.size())
    {
        for (std::size_t number = 0; number < std::min(wanted.size(), max_compared); ++number) {
            const auto [known, is_new]
                = kinds_by_text.try_emplace(with_plain_tokens(wanted[number].text), kinds.size());
            if (is_new)
                add_kind(known->first);
            if (auto& numbers = kinds[known->second].numbers; numbers.size() < max_repetitions)
                numbers.push_back(number);
        }
        shared.resize(kinds.size());
    }

    void count(std::string_view text, std::size_t line)
    {
        const std::string letters = plain_letters(head(text));
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
                votes.add(
                    line, kind.numbers, 100 * common / all + (tokens == kind.tokens ? 50 : 0));
        }
        touched.clear();
    }

    std::vector<Place> best(std::size_t near) const { return votes.best(near); }

private:
    void add_kind(std::string_view text)
    {
        Kind kind {parts_of(text), 0, {}};
        for (const std::string_view token : kind.tokens) {
            kinds_by_token.add(token, kinds.size());
            kind.size += weight(token);
        }
        kinds.push_back(std::move(kind));
    }

    std::unordered_map<std::string, std::size_t> kinds_by_text;
    std::vector<Kind> kinds;
    TokenKinds kinds_by_token;
    std::vector<std::size_t> shared; // by group: the weights that the current line shares with it
    std::vector<std::size_t> touched; // the groups with which it shares anything
    PlaceVotes votes;
};

}

static std::vector<Place> places_of_like_lines(
    const std::vector<text::Line>& file, const std::vector<text::Line>& wanted, std::size_t near)
{
    LikenessVotes votes(wanted, file.size());
    for (std::size_t line = 0; line < file.size(); ++line)
        votes.count(file[line].text, line);
    return votes.best(near);
}

static std::vector<Place> places_of_same_lines(
    const std::vector<text::Line>& file, const std::vector<text::Line>& wanted, std::size_t near)
{
    std::unordered_map<std::string_view, std::vector<std::size_t>> numbers_by_text;
    for (std::size_t number = 0; number < wanted.size(); ++number)
        if (const std::string_view line = text::trimmed(wanted[number].text); !line.empty())
            if (auto& numbers = numbers_by_text[line]; numbers.size() < max_repetitions)
                numbers.push_back(number);
    PlaceVotes votes(file.size(), wanted.size());
    for (std::size_t line = 0; line < file.size(); ++line)
        if (const auto known = numbers_by_text.find(text::trimmed(file[line].text));
            known != numbers_by_text.end())
            votes.add(line, known->second, weight(known->first));
    return votes.best(near);
}

bool is_small(const std::vector<text::Line>& file)
{
    static constexpr std::size_t max_file_bytes = std::size_t {16} << 20U;
    static constexpr std::size_t max_file_lines = 2'000'000;
    std::size_t bytes = 0;
    for (const text::Line& line : file)
        bytes += line.text.size();
    return bytes <= max_file_bytes && file.size() <= max_file_lines;
}

std::vector<Place> likely_places(
    const std::vector<text::Line>& file, const std::vector<text::Line>& wanted, std::size_t near)
{
    std::vector<Place> places;
    if (is_small(file))
        places = places_of_like_lines(file, wanted, near);
    return places.empty() ? places_of_same_lines(file, wanted, near) : places;
}

}
