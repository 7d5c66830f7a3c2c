#include "agent/skills/filled_prompt.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/contains.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <utility>
#include <vector>

namespace agent::skills {

using namespace toolkit;

static constexpr std::size_t max_filled = 1 << 20;

namespace {

constexpr std::string_view between_words = " \t\r\n";
constexpr std::string_view capitals = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
constexpr std::string_view of_names = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
constexpr std::string_view all_arguments = "ARGUMENTS";

// A placeholder, without its $.
struct Placeholder {
    std::string_view name; // "1", "ARGUMENTS", "FILE"
    bool is_word = false; // one of 1 to 9

    // Returns the placeholder at the beginning of a text that follows a $; its name is empty if
    // there is none.
    static Placeholder at(std::string_view text)
    {
        if (text.empty())
            return {};
        const bool has_digit = text.size() > 1 && text::is_digit(text[1]);
        if (text[0] >= '1' && text[0] <= '9' && !has_digit)
            return {text.substr(0, 1), true};
        if (capitals.find(text[0]) == std::string_view::npos)
            return {};
        return {text.substr(0, text.find_first_not_of(of_names))};
    }
};

// Calls `hear` with the position of each $ that begins a placeholder, and the placeholder.
template<class Visit>
void for_each_placeholder(std::string_view body, const Visit& visit)
{
    for (std::size_t at = body.find('$'); at != std::string_view::npos; at = body.find('$', at + 1))
        if (const auto found = Placeholder::at(body.substr(at + 1)); !found.name.empty())
            visit(at, found);
}

// True if a backslash before the $ makes it an ordinary character.
bool is_escaped(std::string_view body, std::size_t at) { return at > 0 && body[at - 1] == '\\'; }

struct Word {
    std::string text; // without quotes
    std::string_view rest; // the arguments from this word on
};

class Arguments {
public:
    Arguments(std::string_view body, std::string_view given)
        : all(text::stripped(given))
    {
        for_each_placeholder(body, [&](std::size_t at, const Placeholder& found) {
            if (is_escaped(body, at))
                return;
            has_all = has_all || found.name == all_arguments;
            if (found.is_word)
                last = std::max(last, static_cast<std::size_t>(found.name[0] - '0'));
            else if (found.name != all_arguments)
                named.emplace(found.name, Value());
        });
        for (std::string_view left = all; !left.empty();)
            take_word(left);
    }

    // Returns the arguments that no placeholder of the text takes.
    std::string unused() const
    {
        if (has_all || last > 0)
            return {};
        return has_named ? joined(0) : std::string(all);
    }

    // Returns the value, or nullptr for a name that is not given.
    const std::string* value_of(const Placeholder& placeholder)
    {
        if (placeholder.name == all_arguments)
            return &(whole = std::string(all));
        if (placeholder.is_word)
            return &(whole = word(static_cast<std::size_t>(placeholder.name[0] - '0')));
        const auto found = named.find(placeholder.name);
        return found != named.end() && found->second.is_given ? &found->second.text : nullptr;
    }

private:
    struct Value {
        std::string text = {};
        bool is_given = false;
    };

    std::string word(std::size_t number) const
    {
        if (number > words.size())
            return {};
        const bool takes_rest = number == last && !has_all && words.size() > number;
        if (!takes_rest)
            return words[number - 1].text;
        return has_named ? joined(number - 1) : std::string(words[number - 1].rest);
    }

    std::string joined(std::size_t first) const
    {
        std::string rest;
        for (std::size_t at = first; at < words.size(); ++at)
            rest += (at == first ? "" : " ") + words[at].text;
        return rest;
    }

    // Returns the end of a word; quotes around a whole word belong to it.
    static std::size_t end_of_text(std::string_view text)
    {
        const bool is_quoted = text.starts_with('"') || text.starts_with('\'');
        const std::size_t end = is_quoted ? text.find(text[0], 1) : text.npos;
        if (end != text.npos
            && (end + 1 == text.size() || between_words.find(text[end + 1]) != text.npos))
            return end + 1;
        return std::min(text.find_first_of(between_words), text.size());
    }
    static std::string unquoted(std::string_view text)
    {
        const bool is_quoted = text.size() > 1 && text.front() == text.back()
            && (text.front() == '"' || text.front() == '\'');
        return std::string(is_quoted ? text.substr(1, text.size() - 2) : text);
    }

    void take_word(std::string_view& left)
    {
        const std::string_view rest = left;
        const auto name = left.substr(0, std::min(left.find_first_not_of(of_names), left.size()));
        const auto found
            = left.substr(name.size()).starts_with('=') ? named.find(name) : named.end();
        if (found != named.end())
            left.remove_prefix(name.size() + 1);
        const std::size_t end = end_of_text(left);
        std::string text = unquoted(left.substr(0, end));
        left.remove_prefix(std::min(left.find_first_not_of(between_words, end), left.size()));
        if (found == named.end())
            return words.push_back({std::move(text), rest});
        found->second = {std::move(text), true};
        has_named = true;
    }

    std::string_view all;
    bool has_all = false;
    bool has_named = false; // a NAME=VALUE was given
    std::size_t last = 0; // the highest number of a word that the text has
    std::map<std::string, Value, std::less<>> named;
    std::vector<Word> words; // words other than NAME=VALUE
    std::string whole;
};

}

// Replaces the placeholders by `value_of`, which returns nullptr for one that is left unchanged,
// and appends `unused`.
template<class ValueOf>
static std::string fill(std::string_view body, const ValueOf& value_of, const std::string& unused)
{
    std::string filled;
    std::size_t copied = 0;
    const auto copy_to = [&](std::size_t end) { filled += body.substr(copied, end - copied); };
    for_each_placeholder(body, [&](std::size_t at, const Placeholder& found) {
        if (filled.size() > max_filled)
            return;
        if (is_escaped(body, at)) {
            copy_to(at - 1);
            copied = at;
        } else if (const std::string* const value = value_of(found)) {
            copy_to(at);
            filled += *value;
            copied = at + 1 + found.name.size();
        }
    });
    copy_to(body.size());
    if (!unused.empty())
        filled += "\n\n" + unused;
    if (filled.size() > max_filled)
        throw ToolError(Code::too_large, "the prompt has more than 1 MiB with its arguments",
            "name a file that has the text");
    return filled;
}

std::string filled_prompt(std::string_view body, std::string_view arguments)
{
    Arguments values(body, arguments);
    return fill(
        body, [&](const Placeholder& found) { return values.value_of(found); }, values.unused());
}

static constexpr const char* argument_of_all = "arguments";

namespace {

// A word of a hint: "FILE", "[FOCUS]" or "<FILE>".
struct HintWord {
    std::string name; // empty: not usable as a name
    bool is_optional;
};

std::vector<HintWord> words_of_hint(std::string_view hint)
{
    constexpr std::size_t max_name = 64;
    constexpr std::string_view marks = "[]<>.";
    std::vector<HintWord> words;
    for (std::size_t at = 0; (at = hint.find_first_not_of(between_words, at)) != hint.npos;) {
        const std::size_t end = std::min(hint.find_first_of(between_words, at), hint.size());
        std::string_view name = hint.substr(at, end - at);
        const bool is_optional = name.starts_with('[');
        name.remove_prefix(std::min(name.find_first_not_of(marks), name.size()));
        name = name.substr(0, name.find_last_not_of(marks) + 1);
        const bool is_usable
            = name.size() <= max_name && std::all_of(name.begin(), name.end(), [](char byte) {
                  return text::is_letter_or_digit(byte) || byte == '_' || byte == '-';
              });
        words.push_back({is_usable ? std::string(name) : "", is_optional});
        at = end;
    }
    return words;
}

}

static bool has_argument(const std::vector<PromptArgument>& all, std::string_view name)
{
    return std::any_of(all.begin(), all.end(), [&](const auto& one) { return one.name == name; });
}

static void add_word(
    std::vector<PromptArgument>& all, char digit, const std::vector<HintWord>& hint)
{
    const auto index = static_cast<std::size_t>(digit - '1');
    const bool is_named = index < hint.size() && !hint[index].name.empty()
        && hint[index].name != argument_of_all && !has_argument(all, hint[index].name);
    if (is_named)
        all.push_back({hint[index].name, !hint[index].is_optional, digit});
    else
        all.push_back({std::string("argument") + digit, false, digit});
}

// Returns the names of the placeholders, each once, in the order of the text.
static std::vector<std::string_view> placeholders_of(std::string_view body)
{
    std::vector<std::string_view> names;
    for_each_placeholder(body, [&](std::size_t at, const Placeholder& found) {
        if (!is_escaped(body, at) && !text::contains(names, found.name))
            names.push_back(found.name);
    });
    return names;
}

std::vector<PromptArgument> prompt_arguments(std::string_view body, std::string_view hint)
{
    const std::vector<std::string_view> names = placeholders_of(body);
    const std::vector<HintWord> words = words_of_hint(hint);
    std::vector<PromptArgument> all;
    for (const std::string_view digit : {"1", "2", "3", "4", "5", "6", "7", "8", "9"})
        if (text::contains(names, digit))
            add_word(all, digit[0], words);
    for (const std::string_view name : names)
        if (!text::is_digit(name[0]) && name != all_arguments && !has_argument(all, name)) {
            const bool is_required = std::any_of(words.begin(), words.end(),
                [&](const HintWord& word) { return word.name == name && !word.is_optional; });
            all.push_back({std::string(name), is_required});
        }
    if (names.empty() || text::contains(names, all_arguments))
        all.push_back({argument_of_all});
    return all;
}

// Returns the name of the argument that a placeholder takes.
static std::string argument_name(
    const Placeholder& placeholder, const std::vector<PromptArgument>& arguments)
{
    if (placeholder.name == all_arguments)
        return argument_of_all;
    for (const PromptArgument& argument : arguments)
        if (placeholder.is_word && argument.word == placeholder.name[0])
            return argument.name;
    return std::string(placeholder.name);
}

std::string filled_prompt(
    std::string_view body, std::string_view hint, const std::map<std::string, std::string>& values)
{
    static const std::string missing;
    const std::vector<PromptArgument> arguments = prompt_arguments(body, hint);
    const auto value_of = [&](const Placeholder& found) {
        const auto given = values.find(argument_name(found, arguments));
        const bool may_be_missing = found.is_word || found.name == all_arguments;
        if (given == values.end())
            return may_be_missing ? &missing : nullptr;
        return &given->second;
    };
    const auto rest = values.find(argument_of_all);
    const bool has_rest = rest != values.end() && placeholders_of(body).empty();
    return fill(body, value_of, has_rest ? rest->second : missing);
}

}
