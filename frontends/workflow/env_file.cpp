#include "frontends/workflow/env_file.hpp"

#include "toolkit/system/named_file.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace frontends::workflow {

static constexpr std::size_t max_file = 1 << 20;
static constexpr std::string_view spaces = " \t\r";

namespace {

// Reads the lines one after another.
class EnvFileParser {
public:
    EnvFileParser(std::string_view text, const std::string& file)
        : rest(text)
        , file(file)
    {
    }

    Variables parsed()
    {
        Variables variables;
        for (line = 1; !rest.empty(); ++line) {
            skip_spaces();
            if (rest.empty() || rest.front() == '\n' || rest.front() == '#') {
                (void)until_newline();
                continue;
            }
            std::string name = read_name();
            variables[std::move(name)] = read_value();
        }
        return variables;
    }

private:
    [[noreturn]] void fail(const std::string& message, const std::string& hint = {}) const
    {
        throw ToolError(
            Code::bad_request, file + ":" + std::to_string(line) + ": " + message, hint);
    }

    void skip_spaces()
    {
        rest.remove_prefix(std::min(rest.find_first_not_of(spaces), rest.size()));
    }

    // Takes the rest of the line and its newline.
    std::string_view until_newline()
    {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        const auto taken = rest.substr(0, end);
        rest.remove_prefix(std::min(end + 1, rest.size()));
        return taken;
    }

    std::string read_name()
    {
        const std::size_t end = rest.find_first_of("=\n");
        if (end == std::string_view::npos || rest[end] == '\n')
            fail("the line has no '='", "NAME=VALUE, or # before a comment");
        std::string_view name = text::stripped(rest.substr(0, end));
        if (name.starts_with("export ") || name.starts_with("export\t"))
            name = text::stripped(name.substr(6));
        const bool is_name = !name.empty() && !(name.front() >= '0' && name.front() <= '9')
            && std::all_of(name.begin(), name.end(),
                [](char letter) { return text::is_letter_or_digit(letter) || letter == '_'; });
        if (!is_name)
            fail(text::in_quotes(name) + " is not the name of a variable",
                "letters, digits and _, and no digit first");
        rest.remove_prefix(end + 1);
        return std::string(name);
    }

    std::string read_value()
    {
        skip_spaces();
        if (!rest.starts_with('"') && !rest.starts_with('\'')) {
            std::string_view value = until_newline();
            value = value.substr(0, value.find_last_not_of(spaces) + 1);
            return std::string(value);
        }
        const char quote = rest.front();
        rest.remove_prefix(1);
        std::string value = read_quoted(quote);
        if (const auto after = until_newline(); !text::stripped(after).empty())
            fail(text::in_quotes(text::stripped(after)) + " follows the closing quote");
        line += static_cast<std::size_t>(std::count(value.begin(), value.end(), '\n')) - newlines;
        newlines = 0;
        return value;
    }

    std::string read_quoted(char quote)
    {
        std::string value;
        for (;;) {
            if (rest.empty())
                fail("the value has no closing quote");
            char next = rest.front();
            rest.remove_prefix(1);
            if (next == quote)
                return value;
            if (next == '\\' && quote == '"' && !rest.empty())
                next = escaped();
            value += next;
        }
    }

    char escaped()
    {
        const char letter = rest.front();
        const std::size_t at = std::string_view("nrt\"\\$").find(letter);
        if (at == std::string_view::npos)
            fail(std::string("there is no escape \\") + letter,
                "\\n \\r \\t \\\" \\\\ \\$; in single quotes nothing is an escape");
        rest.remove_prefix(1);
        newlines += letter == 'n' ? 1 : 0;
        return "\n\r\t\"\\$"[at];
    }

    std::string_view rest;
    const std::string& file;
    std::size_t line = 0;
    std::size_t newlines = 0; // of the value, written as escapes
};

}

Variables variables_in(std::string_view text, const std::string& file)
{
    if (!text::is_utf8(text) || text.find('\0') != std::string_view::npos)
        throw ToolError(Code::bad_request, file + " contains NUL or is not UTF-8");
    return EnvFileParser(text, file).parsed();
}

Variables read_env_file(const std::string& path)
{
    return variables_in(
        system::read_named_file(path, "the variables", max_file, system::LinksOut::refused), path);
}

std::optional<std::string> variable_in(const Variables& file, const std::string& name)
{
    if (const auto found = file.find(name); found != file.end())
        return found->second;
    const char* const value = std::getenv(name.c_str()); // NOLINT(concurrency-mt-unsafe)
    return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

}
