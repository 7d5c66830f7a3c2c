#include "agent/workflow/words.hpp"

#include "toolkit/text/characters.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

namespace agent::workflow {

namespace {

struct SplitError {
    std::size_t offset;
    std::string message;
    std::string hint;
};

class Splitter {
public:
    explicit Splitter(std::string_view source)
        : source(source)
    {
    }

    struct Word {
        std::string text;
        std::size_t offset; // the offset of its first character
    };
    std::vector<Word> words();

private:
    bool at_end() const { return place == source.size(); }
    char next() const { return source[place]; }
    bool at(std::string_view text) const { return source.substr(place).starts_with(text); }

    void skip_separators();
    void take_word();
    void take_unquoted();
    void take_single_quoted();
    void take_double_quoted();
    void take_escaped();
    bool take_template();
    void add(char letter);
    void refuse_expansion() const;

    [[noreturn]] static void refuse(std::size_t offset, std::string message, std::string hint)
    {
        throw SplitError {offset, std::move(message), std::move(hint)};
    }
    [[noreturn]] void refuse_unquoted(std::string_view what) const
    {
        refuse(place, std::string(what) + " is for a shell, and `exec` starts none",
            "put it in single quotes if it is a character, or use `shell`");
    }

    std::string_view source;
    std::size_t place = 0;
    std::vector<Word> found = {};
    std::size_t end_of_template = 0; // an offset in the text of the last word
};

void Splitter::skip_separators()
{
    for (; !at_end(); ++place) {
        if (at("\\\n"))
            ++place;
        else if (next() == '\n' && !found.empty()
            && source.find_first_not_of(" \t\n", place) != std::string_view::npos)
            refuse(place, "a second line is a second command, and `exec` has one",
                "use `shell`, or end the line with \\");
        else if (!text::is_one_of(next(), " \t\n"))
            return;
    }
}

// Adds a character. Refuses one that would form the beginning of a template with the previous one.
void Splitter::add(char letter)
{
    std::string& text = found.back().text;
    if (text.empty())
        found.back().offset = place;
    const bool makes_mark
        = (letter == '{' || letter == '%') && text.size() > end_of_template && text.back() == '{';
    if (makes_mark)
        refuse(place, "a template begins with {{, without quotes or backslashes in it",
            "for the characters themselves, write {{ '{{' }}");
    text += letter;
}

// Takes {{ … }} or {% … %} unchanged. Returns false if there is none here.
bool Splitter::take_template()
{
    if (!at("{{") && !at("{%"))
        return false;
    const std::string_view close = at("{{") ? "}}" : "%}";
    const auto end = source.find(close, place + 2);
    if (end == std::string_view::npos)
        refuse(place, std::string(source.substr(place, 2)) + " has no " + std::string(close), {});
    Word& word = found.back();
    if (word.text.empty())
        word.offset = place;
    word.text += source.substr(place, end + 2 - place);
    end_of_template = word.text.size();
    place = end + 2;
    return true;
}

void Splitter::take_single_quoted()
{
    const std::size_t begin = place++;
    while (!at_end() && next() != '\'')
        if (!take_template()) {
            add(next());
            ++place;
        }
    if (at_end())
        refuse(begin, "a quote ' has no end", {});
    ++place;
}

// Refuses $NAME and other expansions in double quotes, which a shell would fill in.
void Splitter::refuse_expansion() const
{
    const auto after = source.substr(place + 1, 1);
    const bool expands = next() == '`'
        || (next() == '$' && !after.empty()
            && (text::is_letter_or_digit(after[0]) || text::is_one_of(after[0], "_{(@*#?$!-")));
    if (expands && !source.substr(place + 1).starts_with("{{"))
        refuse_unquoted(text::in_quotes(source.substr(place, 1)) + " in double quotes");
}

void Splitter::take_double_quoted()
{
    const std::size_t begin = place++;
    while (!at_end() && next() != '"') {
        if (take_template())
            continue;
        if (at("\\\n")) {
            place += 2;
            continue;
        }
        refuse_expansion();
        if (next() == '\\' && place + 1 < source.size()
            && text::is_one_of(source[place + 1], "$`\"\\"))
            ++place;
        add(next());
        ++place;
    }
    if (at_end())
        refuse(begin, "a quote \" has no end", {});
    ++place;
}

void Splitter::take_escaped()
{
    if (place + 1 == source.size())
        refuse(place, "a backslash has nothing after it", "write \\\\ for a backslash");
    ++place;
    if (next() != '\n')
        add(next());
    ++place;
}

void Splitter::take_unquoted()
{
    static constexpr std::string_view special = "$`*?[~;&|<>()";
    if (text::is_one_of(next(), special) && !(next() == '$' && at("${{")))
        refuse_unquoted("an unquoted " + std::string(1, next()));
    add(next());
    ++place;
}

void Splitter::take_word()
{
    if (next() == '#')
        refuse_unquoted("a word that begins with # is a comment, which");
    found.push_back({.text = {}, .offset = place});
    end_of_template = 0;
    while (!at_end() && !text::is_one_of(next(), " \t\n")) {
        if (next() == '\'')
            take_single_quoted();
        else if (next() == '"')
            take_double_quoted();
        else if (next() == '\\')
            take_escaped();
        else if (!take_template())
            take_unquoted();
    }
}

// True for NAME=VALUE as a shell reads it: no character of NAME is quoted.
bool is_assignment(std::string_view source, std::size_t offset)
{
    const std::size_t name = text::name_length(source.substr(offset), "_");
    return name > 0 && source.substr(offset + name).starts_with('=')
        && !(source[offset] >= '0' && source[offset] <= '9');
}

std::vector<Splitter::Word> Splitter::words()
{
    for (skip_separators(); !at_end(); skip_separators()) {
        if (found.empty() && is_assignment(source, place))
            refuse(place, "an assignment before a command is for a shell, and `exec` starts none",
                "use `env`, such as env: {NAME: value}, or `shell`");
        take_word();
    }
    if (found.empty())
        refuse(0, "the command is empty", {});
    return std::move(found);
}

}

std::vector<YamlNode> words_of(const YamlNode& scalar, Problems& problems)
{
    std::vector<YamlNode> nodes;
    try {
        for (auto& word : Splitter(scalar.text).words())
            nodes.push_back({.place = scalar.place_of(word.offset),
                .scalar = word.text,
                .text = std::move(word.text)});
    } catch (const SplitError& error) {
        problems.emplace_back(scalar.place_of(error.offset), error.message, error.hint);
    }
    return nodes;
}

}
