#include "runner/terminal.hpp"

#include "toolkit/error.hpp"
#include "toolkit/text.hpp"

#include <fcntl.h>
#include <poll.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <utility>

static constexpr std::size_t longest_line = 64 << 10;

static bool is_set(const char* name)
{
    const char* value = std::getenv(name); // NOLINT(concurrency-mt-unsafe): nobody sets it
    return value != nullptr && *value != '\0';
}

bool is_dumb_terminal()
{
    const char* kind = std::getenv("TERM"); // NOLINT(concurrency-mt-unsafe): nobody sets it
    return kind != nullptr && std::string_view(kind) == "dumb";
}

Colour colour_of_terminals() { return is_set("NO_COLOR") || is_dumb_terminal() ? Colour::off : Colour::on; }

// The character that `text` begins with, and how many bytes it has; of what is no UTF-8 its first byte.
static std::pair<char32_t, std::size_t> first_character(std::string_view text)
{
    const auto byte
        = [&](std::size_t at) { return at < text.size() ? static_cast<unsigned char>(text[at]) : 0U; };
    if (byte(0) < 0xc0)
        return {byte(0), 1};
    const std::size_t size = byte(0) < 0xe0 ? 2 : byte(0) < 0xf0 ? 3 : 4;
    char32_t value = byte(0) & (0xffU >> (size + 1));
    for (std::size_t at = 1; at < size; ++at) {
        if ((byte(at) & 0xc0U) != 0x80)
            return {byte(0), 1};
        value = (value << 6U) | (byte(at) & 0x3fU);
    }
    return {value, size};
}

static bool is_treacherous(char32_t character)
{
    return (character < 0x20 && character != '\n' && character != '\t')
        || (character >= 0x7f && character < 0xa0) || (character >= 0x200e && character <= 0x200f)
        || (character >= 0x202a && character <= 0x202e) || (character >= 0x2066 && character <= 0x2069)
        || character == 0x2028 || character == 0x2029 || character == 0x61c;
}

// `form` is that of printf(3), for a number.
static std::string harmless(std::string_view text, const char* form)
{
    std::string result;
    while (!text.empty()) {
        const auto [character, size] = first_character(text);
        if (is_treacherous(character)) {
            std::array<char, 16> escaped {};
            std::snprintf(escaped.data(), escaped.size(), form, static_cast<unsigned>(character));
            result += escaped.data();
        } else {
            result += text.substr(0, size);
        }
        text.remove_prefix(std::min(size, text.size()));
    }
    return result;
}

std::string for_terminal(std::string_view text) { return harmless(text, "\\u{%02x}"); }

std::string json_for_terminal(std::string_view json) { return harmless(json, "\\u%04x"); }

// How many bytes at the end begin a character, and do not end it.
static std::size_t begun_size(std::string_view text)
{
    for (std::size_t back = 1; back <= 3 && back <= text.size(); ++back) {
        const auto byte = static_cast<unsigned char>(text[text.size() - back]);
        if (byte < 0x80)
            return 0;
        if (byte >= 0xc0)
            return back < (byte < 0xe0 ? 2U : byte < 0xf0 ? 3U : 4U) ? back : 0;
    }
    return 0;
}

std::string TerminalText::add(std::string_view piece)
{
    begun += piece;
    const std::string text = std::exchange(begun, {});
    const std::size_t whole = text.size() - begun_size(text);
    begun = text.substr(whole);
    return for_terminal(std::string_view(text).substr(0, whole));
}

std::optional<Terminal> Terminal::find()
{
    File file(open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC));
    if (!file)
        return {};
    return Terminal(std::move(file));
}

void Terminal::print(std::string_view text) const { write_whole(file, "the terminal", text); }

std::optional<std::string> Terminal::ask(std::string_view question, const Interrupt& interrupt) const
{
    tcflush(file.descriptor(), TCIFLUSH); // nobody says yes to what was not there to be read
    print(question);
    std::string line;
    std::array<char, 4096> buffer {};
    for (;;) {
        std::array<pollfd, 2> watched {{{file.descriptor(), POLLIN, 0}, {interrupt.descriptor(), POLLIN, 0}}};
        poll(watched.data(), watched.size(), -1);
        interrupt.check();
        const ssize_t got = read(file.descriptor(), buffer.data(), buffer.size());
        if (got < 0 && (errno == EINTR || errno == EAGAIN))
            continue;
        if (got <= 0)
            return {};
        line.append(buffer.data(), static_cast<std::size_t>(got));
        if (line.ends_with('\n')) {
            line.pop_back();
            return line;
        }
        if (line.size() > longest_line)
            throw ToolError(Code::too_large, "what was typed is longer than 64 KiB");
    }
}
