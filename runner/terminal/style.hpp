#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace runner::terminal {

// The style of a piece of text: one of the 16 colours of the terminal, and attributes.
struct Style {
    std::uint8_t colour
        = 0; // 0: the default colour; 1 to 8: black to white; 9 to 16: the bright colours
    bool bold = false;
    bool dim = false;
    bool underline = false;
    bool reverse = false;

    bool operator==(const Style&) const = default;
};

// The kinds of text for which the operator can choose a style.
enum class Role : std::uint8_t { added, removed, heading, code, dim, warning, error, own };
inline constexpr std::size_t role_count = 8;

// Returns the style for words as in the configuration, separated by spaces: "green bold". Returns
// the plain style for an empty string, and nullopt if a word is unknown.
std::optional<Style> style_of_words(std::string_view words);

// Returns the role with this name, such as "added"; nullopt if the name is unknown.
std::optional<Role> role_named(std::string_view name);

// The style of each role.
class Palette {
public:
    Palette();

    void set(Role role, Style style) { styles[static_cast<std::size_t>(role)] = style; }
    Style of(Role role) const { return styles[static_cast<std::size_t>(role)]; }

    // If false, styles have attributes but no colours.
    bool has_colours = true;
    // True if the terminal is known to support hyperlinks (OSC 8).
    bool has_links = false;

    // Returns the escape sequence that begins a style; empty for the plain style. sgr_end ends any
    // style.
    std::string begin_of(Style style) const;

private:
    std::array<Style, role_count> styles;
};

inline constexpr std::string_view sgr_end = "\033[0m";

}
