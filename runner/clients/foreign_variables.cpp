#include "runner/clients/foreign_variables.hpp"

#include "toolkit/text/characters.hpp"

namespace runner::clients {

namespace {

constexpr std::string_view input_mark = "input:";

// Returns the text between `open` and the next '}'; nullopt if `rest` does not begin with `open`,
// or has no '}'.
std::optional<std::string_view> enclosed(std::string_view rest, std::string_view open)
{
    if (!rest.starts_with(open))
        return {};
    const std::size_t end = rest.find('}');
    if (end == std::string_view::npos)
        return {};
    return rest.substr(open.size(), end - open.size());
}

std::size_t size_of_variable_name(std::string_view text)
{
    return text.empty() || toolkit::text::is_digit(text.front())
        ? 0
        : toolkit::text::name_length(text, "_");
}

// Appends the translation of a variable; `inside` is the text between "${" and '}'.
void add_variable(TranslatedText& result, std::string_view inside)
{
    if (inside == "/" || inside == "pathSeparator") {
        result.text += '/';
        return;
    }
    std::string name(inside);
    if (inside.starts_with(input_mark)) {
        inside.remove_prefix(input_mark.size());
        result.inputs.emplace_back(inside);
        name = variable_of_input(inside);
    }
    result.text += "${" + name + "}";
}

// Translates $NAME of Gemini CLI at the beginning of `rest`, and removes it there. Returns false if
// `rest` does not begin with one.
bool take_unbraced(std::string_view& rest, TranslatedText& result)
{
    const std::size_t size = rest.starts_with('$') ? size_of_variable_name(rest.substr(1)) : 0;
    if (size == 0)
        return false;
    result.text += "${" + std::string(rest.substr(1, size)) + "}";
    rest.remove_prefix(1 + size);
    return true;
}

// Does the same with a variable of any syntax of the format.
bool take_variable(std::string_view& rest, Format format, TranslatedText& result)
{
    if (const auto inside = enclosed(rest, "${")) {
        add_variable(result, *inside);
        rest.remove_prefix(inside->size() + 3);
        return true;
    }
    if (format == Format::opencode) {
        if (const auto name = enclosed(rest, "{env:")) {
            result.text += "${" + std::string(*name) + "}";
            rest.remove_prefix(rest.find('}') + 1);
            return true;
        }
        if (const auto path = result.file ? std::nullopt : enclosed(rest, "{file:"))
            result.file = *path;
    }
    return format == Format::gemini && take_unbraced(rest, result);
}

void take_byte(std::string_view& rest, TranslatedText& result)
{
    result.text += rest.front();
    rest.remove_prefix(1);
}

}

TranslatedText with_our_variables(std::string_view text, Format format)
{
    TranslatedText result {};
    const std::size_t last_end = text.rfind('}') + 1;
    std::string_view rest = text.substr(last_end); // has no variables in braces
    text = text.substr(0, last_end);
    while (!text.empty())
        if (!take_variable(text, format, result))
            take_byte(text, result);
    while (!rest.empty())
        if (format != Format::gemini || !take_unbraced(rest, result))
            take_byte(rest, result);
    return result;
}

std::string variable_of_input(std::string_view id)
{
    std::string name;
    for (const char letter : id) {
        const bool is_plain = toolkit::text::is_letter_or_digit(letter);
        const bool is_small = letter >= 'a' && letter <= 'z';
        name += !is_plain ? '_' : is_small ? static_cast<char>(letter - 'a' + 'A') : letter;
    }
    if (name.empty() || toolkit::text::is_digit(name.front()))
        name.insert(0, "INPUT_");
    return name;
}

}
