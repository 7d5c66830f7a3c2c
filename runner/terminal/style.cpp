#include "runner/terminal/style.hpp"

#include <algorithm>
#include <iterator>

namespace runner::terminal {

namespace {

constexpr std::string_view role_names[]
    = {"added", "removed", "heading", "code", "dim", "warning", "error", "own"};
constexpr std::string_view colour_names[]
    = {"black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"};

constexpr Style coloured(std::uint8_t colour) { return {.colour = colour}; }

bool add_word(Style& style, std::string_view word)
{
    if (word == "bold")
        return style.bold = true;
    if (word == "dim")
        return style.dim = true;
    if (word == "underline")
        return style.underline = true;
    if (word == "reverse")
        return style.reverse = true;
    const bool is_bright = word.starts_with("bright-");
    if (is_bright)
        word.remove_prefix(7);
    const auto* found = std::find(std::begin(colour_names), std::end(colour_names), word);
    if (found == std::end(colour_names))
        return false;
    const auto index = static_cast<std::uint8_t>(found - std::begin(colour_names));
    style.colour = static_cast<std::uint8_t>(index + (is_bright ? 9 : 1));
    return true;
}

}

std::optional<Style> style_of_words(std::string_view words)
{
    Style style;
    while (!words.empty()) {
        const std::size_t end = std::min(words.find(' '), words.size());
        if (end > 0 && !add_word(style, words.substr(0, end)))
            return std::nullopt;
        words.remove_prefix(std::min(end + 1, words.size()));
    }
    return style;
}

std::optional<Role> role_named(std::string_view name)
{
    const auto* found = std::find(std::begin(role_names), std::end(role_names), name);
    if (found == std::end(role_names))
        return std::nullopt;
    return static_cast<Role>(found - std::begin(role_names));
}

Palette::Palette()
    : styles {}
{
    set(Role::added, coloured(3));
    set(Role::removed, coloured(2));
    set(Role::heading, {.bold = true});
    set(Role::code, coloured(7));
    set(Role::dim, {.dim = true});
    set(Role::warning, coloured(4));
    set(Role::error, coloured(2));
    set(Role::own, {.bold = true});
}

std::string Palette::begin_of(Style style) const
{
    std::string codes;
    const auto add = [&](const std::string& code) { codes += (codes.empty() ? "" : ";") + code; };
    if (style.bold)
        add("1");
    if (style.dim)
        add("2");
    if (style.underline)
        add("4");
    if (style.reverse)
        add("7");
    if (style.colour > 0 && has_colours)
        add(std::to_string(style.colour <= 8 ? 29 + style.colour : 81 + style.colour));
    return codes.empty() ? "" : "\033[" + codes + "m";
}

}
