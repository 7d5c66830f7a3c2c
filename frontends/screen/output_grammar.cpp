#include "frontends/screen/output_grammar.hpp"

#include "frontends/screen/characters.hpp"
#include "toolkit/text/terminal_text.hpp"

#include <algorithm>
#include <array>

namespace frontends::screen {

static bool is_number(std::string_view text)
{
    return !text.empty() && text.size() <= 4 && text.front() != '0'
        && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// True for "0", or attributes and a colour, each once and in their order.
static bool is_style(std::string_view codes)
{
    if (codes == "0")
        return true;
    static constexpr std::array<std::string_view, 4> attributes {"1", "2", "4", "7"};
    std::size_t next = 0;
    while (!codes.empty()) {
        const std::string_view code = codes.substr(0, codes.find(';'));
        codes.remove_prefix(std::min(code.size() + 1, codes.size()));
        const bool is_colour = code.size() == 2 && (code[0] == '3' || code[0] == '9')
            && code[1] >= '0' && code[1] <= '7';
        if (is_colour)
            return codes.empty();
        const auto* found
            = std::find(attributes.begin() + next, attributes.end(), code); // NOLINT: of an array
        if (found == attributes.end())
            return false;
        next = static_cast<std::size_t>(found - attributes.begin()) + 1;
    }
    return next > 0;
}

static bool is_notice(std::string_view text)
{
    const bool is_known = text.starts_with("9;") || text.starts_with("777;notify;")
        || text.starts_with("2;") || text.starts_with("52;c;");
    return is_known
        && std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~'; });
}

// True for the beginning of a link to an address, or its end.
static bool is_link(std::string_view text)
{
    const bool has_address = text.starts_with("8;;http://") || text.starts_with("8;;https://");
    return text == "8;;" || (has_address && std::all_of(text.begin(), text.end(), [](char c) {
        return c > ' ' && c <= '~';
    }));
}

static bool is_base64(std::string_view text)
{
    const std::size_t digits = std::min(text.find('='), text.size());
    return !text.empty() && text.size() % 4 == 0 && text.size() - digits <= 2
        && text.find_first_not_of('=', digits) == std::string_view::npos
        && std::all_of(
            text.begin(), text.begin() + static_cast<std::ptrdiff_t>(digits), [](char c) {
                return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')
                    || c == '+' || c == '/';
            });
}

// Removes a number between two texts; returns false if the text does not begin like that.
static bool take_number(
    std::string_view& text, std::string_view before, std::size_t max_digits, std::string_view after)
{
    if (!text.starts_with(before))
        return false;
    text.remove_prefix(before.size());
    const std::size_t digits = text.find_first_not_of("0123456789");
    if (digits == 0 || digits > max_digits || text.front() == '0'
        || !text.substr(digits).starts_with(after))
        return false;
    text.remove_prefix(digits + after.size());
    return true;
}

// Checks a chunk of a picture.
std::string OutputGrammar::check_kitty_chunk(std::string_view& rest)
{
    static constexpr std::size_t max_chunk = 4096;
    static constexpr std::string_view end = "\033\\";
    rest.remove_prefix(std::string_view("_G").size());
    if (!has_chunk && !take_number(rest, "a=T,f=100,C=1,r=", 2, ","))
        return "a picture that is not allowed";
    const bool is_last = rest.starts_with("q=2,m=0;");
    if (!is_last && !rest.starts_with("q=2,m=1;"))
        return "a picture that is not allowed";
    rest.remove_prefix(std::string_view("q=2,m=0;").size());
    const std::size_t size = rest.find(end);
    if (size > max_chunk || !is_base64(rest.substr(0, size)))
        return "a picture that is not base64";
    has_chunk = !is_last;
    rest.remove_prefix(size + end.size());
    return {};
}

// Checks a picture of iTerm2, from "7" of its ESC 7 on.
static bool take_iterm2_picture(std::string_view& rest)
{
    static constexpr std::string_view end = "\a\0338";
    if (!take_number(rest, "7\033]1337;File=inline=1;size=", 7, ";width=auto;height=")
        || !take_number(rest, "", 2, ";preserveAspectRatio=1:"))
        return false;
    const std::size_t size = rest.find(end);
    if (size == std::string_view::npos || !is_base64(rest.substr(0, size)))
        return false;
    rest.remove_prefix(size + end.size());
    return true;
}

std::string OutputGrammar::check_mode(std::string_view number, bool is_set)
{
    if (number == "25")
        hides_cursor = !is_set;
    else if (number == "7")
        wraps = is_set;
    else if (number == "2026")
        is_synchronized = is_set;
    else if (number != "2004")
        return "an unknown mode";
    return {};
}

// Checks the bytes after ESC.
std::string OutputGrammar::check_escape(std::string_view& rest)
{
    if (rest.starts_with("_G"))
        return check_kitty_chunk(rest);
    if (has_chunk)
        return "a picture that does not end";
    if (rest.starts_with('\\')) {
        rest.remove_prefix(1);
        return {};
    }
    if (rest.starts_with('7'))
        return take_iterm2_picture(rest) ? "" : "a picture that is not allowed";
    return check_sequence(rest);
}

std::string OutputGrammar::check_sequence(std::string_view& rest)
{
    static constexpr std::string_view wrapped = "Ptmux;\033\033]";
    if (rest.starts_with(']') || rest.starts_with(wrapped)) {
        const bool is_wrapped = rest.front() == 'P';
        const std::string_view end = is_wrapped ? "\a\033\\" : "\a";
        const std::size_t size = rest.find(end);
        const std::size_t begin = is_wrapped ? wrapped.size() : 1;
        if (size == std::string_view::npos)
            return "an unknown string";
        const std::string_view text = rest.substr(begin, size - begin);
        if (!is_wrapped && text.starts_with("8;;"))
            has_link = text.size() > 3;
        if (!is_notice(text) && (is_wrapped || !is_link(text)))
            return "an unknown string";
        rest.remove_prefix(size + end.size());
        return {};
    }
    if (!rest.starts_with('['))
        return "an escape that is no CSI";
    const std::size_t end = rest.find_first_of("AKJmhltu");
    if (end == std::string_view::npos)
        return "an unknown sequence";
    const std::string_view parameters = rest.substr(1, end - 1);
    const char kind = rest[end];
    rest.remove_prefix(end + 1);
    if ((kind == 'h' || kind == 'l') && parameters.starts_with('?'))
        return check_mode(parameters.substr(1), kind == 'h');
    const bool is_fine = (kind == 'A' && is_number(parameters))
        || ((kind == 'K' || kind == 'J') && parameters.empty())
        || (kind == 'm' && is_style(parameters))
        || (kind == 't' && (parameters == "22;2" || parameters == "23;2"))
        || (kind == 'u' && (parameters == ">1" || parameters == "<"));
    return is_fine ? "" : "a sequence that is not allowed";
}

// True for a character that for_terminal() does not change.
static bool is_printable(std::string_view character)
{
    const Character first = first_character(character);
    return !(first.value == replacement && first.size == 1)
        && toolkit::text::for_terminal(character) == character;
}

std::string OutputGrammar::check(std::string_view rest)
{
    while (!rest.empty()) {
        if (rest.front() == '\033') {
            rest.remove_prefix(1);
            if (std::string why = check_escape(rest); !why.empty())
                return why;
            continue;
        }
        if (has_chunk)
            return "a picture that does not end";
        const char first = rest.front();
        const std::size_t size = first_character(rest).size;
        const bool is_ascii = first >= ' ' && first <= '~';
        const bool is_control = first == '\n' || first == '\r' || first == '\t' || first == '\a';
        if (!is_ascii && !is_control && !is_printable(rest.substr(0, size)))
            return "a character that is not printable";
        rest.remove_prefix(size);
    }
    if (hides_cursor || !wraps || is_synchronized || has_link || has_chunk)
        return "a mode that is not taken back within the write";
    return {};
}

}
