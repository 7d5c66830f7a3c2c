#include "agent/mcp/prompt_arguments.hpp"

#include "toolkit/json/json_value.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/name_list.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>

namespace agent::mcp {

namespace {

constexpr std::string_view word_spaces = " \t\r\n";

bool is_quote(char letter) { return letter == '"' || letter == '\''; }

const PromptArgument* argument_named(
    const std::vector<PromptArgument>& declared, std::string_view name)
{
    const auto found = std::find_if(
        declared.begin(), declared.end(), [&](const auto& one) { return one.name == name; });
    return found == declared.end() ? nullptr : &*found;
}

// Returns the argument whose name and '=' the word begins with, or nullptr.
const PromptArgument* keyed_argument(
    const std::vector<PromptArgument>& declared, const std::string& word)
{
    const std::size_t equals = word.find('=');
    return equals == std::string::npos ? nullptr : argument_named(declared, word.substr(0, equals));
}

const PromptArgument* next_argument(
    const std::vector<PromptArgument>& declared, const GivenArguments& given)
{
    const auto found = std::find_if(declared.begin(), declared.end(),
        [&](const auto& one) { return !is_given(given, one.name); });
    return found == declared.end() ? nullptr : &*found;
}

// Returns the position of a quote that opens the word or follows its first '='; npos if there is
// none.
std::size_t opening_quote(std::string_view text)
{
    if (!text.empty() && is_quote(text.front()))
        return 0;
    const std::size_t equals = text.find('=');
    const std::size_t space = text.find_first_of(word_spaces);
    const bool is_quoted_value
        = equals < space && equals + 1 < text.size() && is_quote(text[equals + 1]);
    return is_quoted_value ? equals + 1 : std::string_view::npos;
}

// Removes the first word from the text, which must begin with it, and returns the word.
std::string take_argument(std::string_view& text)
{
    const std::size_t quote = opening_quote(text);
    if (quote == std::string_view::npos) {
        const std::size_t end = std::min(text.find_first_of(word_spaces), text.size());
        std::string word(text.substr(0, end));
        text.remove_prefix(end);
        return word;
    }
    const std::size_t end = std::min(text.find(text[quote], quote + 1), text.size());
    std::string word
        = std::string(text.substr(0, quote)) + std::string(text.substr(quote + 1, end - quote - 1));
    text.remove_prefix(std::min(end + 1, text.size()));
    return word;
}

}

bool is_given(const GivenArguments& given, const std::string& name)
{
    return std::any_of(
        given.begin(), given.end(), [&](const auto& one) { return one.first == name; });
}

std::vector<PromptArgument> arguments_of_prompt(const Json& prompt)
{
    constexpr std::size_t max_arguments = 64;
    std::vector<PromptArgument> arguments;
    for (const Json& one : json::member(prompt, "arguments")) {
        std::string name = json::string_member(one, "name");
        if (arguments.size() < max_arguments && !name.empty()
            && argument_named(arguments, name) == nullptr)
            arguments.push_back({std::move(name), json::string_member(one, "description"),
                json::member(one, "required") == true});
    }
    return arguments;
}

std::vector<std::string> words_of_arguments(std::string_view line)
{
    std::vector<std::string> words;
    for (;;) {
        line.remove_prefix(std::min(line.find_first_not_of(word_spaces), line.size()));
        if (line.empty())
            return words;
        words.push_back(take_argument(line));
    }
}

static std::string names_of_arguments(const std::vector<PromptArgument>& declared)
{
    std::vector<std::string> names;
    names.reserve(declared.size());
    for (const auto& one : declared)
        names.push_back(one.name);
    return declared.empty() ? "it has none" : "its arguments are " + text::name_list(names);
}

GivenArguments given_arguments(
    const std::vector<PromptArgument>& declared, const std::vector<std::string>& words)
{
    GivenArguments given;
    for (const auto& word : words) {
        const PromptArgument* const keyed = keyed_argument(declared, word);
        if (keyed != nullptr && is_given(given, keyed->name))
            throw ToolError(Code::bad_request,
                "the argument " + text::in_quotes(keyed->name) + " is given twice");
        const PromptArgument* const one = keyed != nullptr ? keyed : next_argument(declared, given);
        if (one == nullptr)
            throw ToolError(Code::bad_request,
                "no argument of the prompt takes " + text::in_quotes(word),
                names_of_arguments(declared) + "; a value with spaces is put in quotes");
        given.emplace_back(
            one->name, keyed != nullptr ? word.substr(keyed->name.size() + 1) : word);
    }
    return given;
}

BegunArgument begun_argument(const std::vector<PromptArgument>& declared, std::string_view line)
try {
    const std::size_t space = line.find_last_of(word_spaces);
    const std::size_t begin = space == std::string_view::npos ? 0 : space + 1;
    const std::string word(line.substr(begin));
    const auto before = words_of_arguments(line.substr(0, begin));
    const auto all = words_of_arguments(line);
    const bool is_in_quotes = all.size() != before.size() + (word.empty() ? 0 : 1)
        || word.find_first_of("\"'") != std::string::npos;
    if (is_in_quotes)
        return {};
    BegunArgument begun;
    begun.others = given_arguments(declared, before);
    const PromptArgument* const keyed = keyed_argument(declared, word);
    const PromptArgument* const one
        = keyed != nullptr ? keyed : next_argument(declared, begun.others);
    if (one == nullptr || is_given(begun.others, one->name))
        return {};
    begun.name = one->name;
    begun.value = keyed != nullptr ? word.substr(keyed->name.size() + 1) : word;
    begun.has_key = keyed != nullptr;
    return begun;
} catch (const ToolError&) { // a word is left over
    return {};
}

std::string quoted_argument(const std::string& value)
{
    const bool is_word = !value.empty() && value.find_first_of(word_spaces) == std::string::npos
        && value.find_first_of("\"'") == std::string::npos;
    if (is_word)
        return value;
    const char quote = value.find('"') == std::string::npos ? '"' : '\'';
    return quote + value + quote;
}

}
