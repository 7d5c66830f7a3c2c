#include "frontends/chat/name_order.hpp"

#include <algorithm>
#include <optional>
#include <tuple>

namespace frontends::chat {

namespace {

constexpr int for_letter = 16;
constexpr int for_beginning_of_name = 12;
constexpr int for_beginning_of_word = 10;
constexpr int for_next = 9; // for a letter directly after the previous one
constexpr int for_case = 1;
constexpr int for_last_name = 8; // if all letters are in the part after the last slash
constexpr int for_gap = -1; // for each byte between two letters

constexpr char folded(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }
constexpr bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
constexpr bool is_lower(char c) { return c >= 'a' && c <= 'z'; }

int for_place(std::string_view name, std::size_t at)
{
    if (at == 0 || name[at - 1] == '/')
        return for_beginning_of_name;
    const char before = name[at - 1];
    const bool is_word = before == '_' || before == '-' || before == '.' || before == ' '
        || (is_lower(before) && is_upper(name[at]));
    return is_word ? for_beginning_of_word : 0;
}

// Returns where the letters end if they occur in order from `begin` on.
std::optional<std::size_t> end_of_letters(
    std::string_view name, std::size_t begin, std::string_view letters)
{
    std::size_t count = 0;
    for (std::size_t at = begin; at < name.size(); ++at) {
        if (folded(name[at]) != folded(letters[count]))
            continue;
        if (++count == letters.size())
            return at + 1;
    }
    return std::nullopt;
}

// Returns the score of the letters that end there. They are searched backwards, so that they are
// close together.
int score_before(std::string_view name, std::size_t end, std::string_view letters)
{
    int score = 0;
    std::size_t next = end; // position of the following letter
    for (std::size_t left = letters.size(), at = end; left > 0;) {
        --at;
        if (folded(name[at]) != folded(letters[left - 1]))
            continue;
        --left;
        score += for_letter + for_place(name, at);
        score += name[at] == letters[left] ? for_case : 0;
        if (next != end)
            score += next == at + 1 ? for_next : for_gap * static_cast<int>(next - at - 1);
        next = at;
    }
    return score;
}

// Returns the best score over all possible ends.
std::optional<int> score_from(std::string_view name, std::size_t begin, std::string_view letters)
{
    std::optional<int> best;
    static constexpr int max_ends = 4;
    auto end = end_of_letters(name, begin, letters);
    for (int count = 0; end && count < max_ends; ++count) {
        const int score = score_before(name, *end, letters);
        best = std::max(best.value_or(score), score);
        const auto last = std::find_if(name.begin() + static_cast<std::ptrdiff_t>(*end), name.end(),
            [&](char c) { return folded(c) == folded(letters.back()); });
        if (last == name.end())
            break;
        end = static_cast<std::size_t>(last - name.begin()) + 1;
    }
    return best;
}

}

std::optional<int> score_of_name(std::string_view name, std::string_view letters)
{
    if (letters.empty())
        return 0;
    std::string_view body = name;
    if (body.ends_with('/'))
        body.remove_suffix(1);
    const std::size_t last_name = body.rfind('/') + 1;
    const auto all = score_from(name, 0, letters);
    if (!all || last_name == 0)
        return all ? std::optional(*all + for_last_name) : all;
    const auto last = score_from(name, last_name, letters);
    return last ? std::max(*all, *last + for_last_name) : *all;
}

std::vector<std::string> best_names(
    const std::vector<std::string>& names, std::string_view letters, std::size_t most)
{
    struct Found {
        int score;
        const std::string* name;
    };
    std::vector<Found> found;
    for (const auto& name : names)
        if (const auto score = score_of_name(name, letters))
            found.push_back({*score, &name});
    const auto is_better = [](const Found& one, const Found& other) {
        return std::forward_as_tuple(-one.score, one.name->size(), *one.name)
            < std::forward_as_tuple(-other.score, other.name->size(), *other.name);
    };
    const std::size_t count = std::min(most, found.size());
    std::partial_sort(
        found.begin(), found.begin() + static_cast<std::ptrdiff_t>(count), found.end(), is_better);
    std::vector<std::string> best;
    for (std::size_t index = 0; index < count; ++index)
        best.push_back(*found[index].name);
    return best;
}

}
