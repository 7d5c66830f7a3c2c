#include "runner/approval_text.hpp"

#include "runner/lower_case.hpp"
#include "runner/model/chat.hpp"
#include "toolkit/text.hpp"

#include <algorithm>
#include <cctype>
#include <sstream>

static constexpr std::size_t most_lines = 200;
static constexpr std::size_t longest_value = 200;

static const char* colour_of(const std::string& line)
{
    return line.starts_with('+') ? "\x1b[32m"
        : line.starts_with('-')  ? "\x1b[31m"
        : line.starts_with("@@") ? "\x1b[36m"
                                 : "";
}

static bool is_diff(const std::string& text)
{
    return text.starts_with("@@") || text.find("\n@@") != std::string::npos
        || text.find("*** Begin Patch") != std::string::npos;
}

static std::string block(const std::string& text, Colour colour)
{
    const bool is_coloured = colour == Colour::on && is_diff(text);
    std::istringstream stream(for_terminal(text));
    std::string result;
    std::size_t count = 0;
    for (std::string line; std::getline(stream, line); ++count) {
        if (count >= most_lines)
            continue;
        const std::string start = is_coloured ? colour_of(line) : "";
        result += "    " + start + line + (start.empty() ? "\n" : "\x1b[0m\n");
    }
    if (count > most_lines)
        result += "    … and " + std::to_string(count - most_lines) + " more lines that are not shown\n";
    return result;
}

static std::string argument_text(const std::string& name, const Json& value, Colour colour)
{
    const std::string text = value.is_string() ? value.get<std::string>() : value.dump();
    const std::string head = "  " + for_terminal(name) + ":";
    const bool is_short = text.size() <= longest_value && text.find('\n') == std::string::npos;
    return is_short ? head + " " + for_terminal(text) + "\n" : head + "\n" + block(text, colour);
}

static bool is_long(const Json& value)
{
    return value.is_string()
        && (value.get_ref<const std::string&>().find('\n') != std::string::npos
            || value.get_ref<const std::string&>().size() > longest_value);
}

std::string call_text(const Json& arguments, const Json& dry_run, Colour colour)
{
    const std::string diff = string_member(dry_run, "diff");
    const std::string error = string_member(dry_run, "error");
    std::string result;
    for (const auto& [name, value] : arguments.items())
        if (diff.empty() || !is_long(value))
            result += argument_text(name, value, colour);
    if (!diff.empty())
        result += "  it would change:\n" + block(diff, colour);
    else if (!error.empty())
        result += "  it would fail: " + for_terminal(error) + "\n";
    else if (dry_run.is_object())
        result += argument_text("its dry run answers", dry_run, Colour::off);
    return result;
}

Verdict read_verdict(std::string_view line)
{
    const std::string_view text = stripped(line);
    const auto end
        = std::find_if_not(text.begin(), text.end(), [](unsigned char c) { return std::isalpha(c) != 0; });
    const std::string word = in_lower_case({text.begin(), end});
    std::string_view rest = text.substr(word.size());
    if (word == "n" || word == "no") {
        while (!rest.empty() && (std::ispunct(static_cast<unsigned char>(rest[0])) != 0 || rest[0] == ' '))
            rest.remove_prefix(1);
        return {Verdict::Word::no, printable(rest)};
    }
    if (!rest.empty())
        return {};
    if (word == "y" || word == "yes")
        return {Verdict::Word::yes};
    if (word == "a" || word == "always")
        return {Verdict::Word::always};
    return {};
}
