#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace runner::terminal {

// How a piece of text looks: one of the terminal's own 16 colours, and attributes.
struct Style {
    std::uint8_t colour
        = 0; // 0: the terminal's own; 1 to 8 the dark ones from black, 9 to 16 bright
    bool bold = false;
    bool dim = false;
    bool underline = false;
    bool reverse = false;

    bool operator==(const Style&) const = default;
};

// What a text is, of which an operator may choose the look.
enum class Role : std::uint8_t { added, removed, heading, code, dim, warning, error, own };
inline constexpr std::size_t role_count = 8;

// "green bold", as the configuration has it. Nothing for words that are not known.
std::optional<Style> style_of_words(std::string_view words);

// The name of a role: "added".
std::optional<Role> role_named(std::string_view name);

class Palette {
public:
    Palette();

    void set(Role role, Style style) { styles[static_cast<std::size_t>(role)] = style; }
    Style of(Role role) const { return styles[static_cast<std::size_t>(role)]; }

    // False: attributes alone.
    bool has_colours = true;
    // True if the terminal is known to open the links of a text (OSC 8).
    bool has_links = false;

    // The sequence that begins a style; empty for the plain one. The one that ends it is sgr_end.
    std::string begin_of(Style style) const;

private:
    std::array<Style, role_count> styles;
};

inline constexpr std::string_view sgr_end = "\033[0m";

}
