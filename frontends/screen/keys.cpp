#include "frontends/screen/keys.hpp"

#include "frontends/screen/characters.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace frontends::screen {

using namespace std::chrono_literals;

static constexpr Moment patience_for_escape = 100ms;
static constexpr Moment patience_for_sequence = 1000ms;

std::vector<Key> KeyParser::feed(std::string_view read, Moment now)
{
    if (read.empty())
        return {};
    limit = std::nullopt;
    if (pasting == Paste::none && is_unbracketed_paste(read)) {
        pasting = Paste::unbracketed;
        if (const std::size_t begin = read.find(paste_begins); begin != std::string_view::npos
            && read.find(paste_ends, begin) == std::string_view::npos)
            pasting = Paste::bracketed;
    }
    for (std::size_t at = 0; at < read.size();) {
        if (pasting != Paste::none) {
            take_paste(read.substr(at), now);
            break;
        }
        take_byte(read[at++]);
    }
    if (pasting == Paste::none && state != State::ground)
        limit = now + (state == State::escape ? patience_for_escape : patience_for_sequence);
    return std::exchange(keys, {});
}

std::vector<Key> KeyParser::tick(Moment now)
{
    if (!limit || now < *limit)
        return {};
    limit.reset();
    if (pasting == Paste::unbracketed)
        end_paste();
    else if (state == State::escape)
        press(Key::escape);
    state = State::ground;
    sequence.clear();
    has_alt = false;
    return std::exchange(keys, {});
}

void KeyParser::take_byte(char byte)
{
    const bool is_in_sequence = state == State::csi || state == State::console
        || state == State::mouse || state == State::single_shift;
    if (byte == '\033' && is_in_sequence) { // it breaks off, and another sequence begins
        sequence.clear();
        has_alt = false;
        state = State::escape;
        return;
    }
    switch (state) {
    case State::ground: return take_ground(byte);
    case State::escape: return take_escape(byte);
    case State::csi: return take_csi(byte);
    case State::console: // a function key of the Linux console
        state = State::ground;
        return;
    case State::mouse:
        if (--mouse_bytes == 0)
            state = State::ground;
        return;
    case State::single_shift:
        if (byte >= '0' && byte <= '9')
            return;
        sequence = "O";
        return press_sequence(byte);
    case State::string:
        if (byte == '\a')
            state = State::ground;
        else if (byte == '\033')
            state = State::string_escape;
        return;
    case State::string_escape: return take_escape(byte); // its end, ESC \, is no key
    }
}

void KeyParser::take_ground(char byte)
{
    const auto code = static_cast<unsigned char>(byte);
    if (code >= 0x20 && code != 0x7f)
        return take_text(byte);
    character.clear();
    has_alt = false;
    switch (byte) {
    case '\033': state = State::escape; return;
    case '\r': return press(Key::enter);
    case '\n': return press(Key::line_break);
    case '\t': return press(Key::tab);
    case '\b':
    case 0x7f: return press(Key::backspace);
    default: break;
    }
    if (code >= 1 && code <= 26)
        press(Key::control, std::string(1, static_cast<char>('a' + code - 1)));
    if (code == 0x1f)
        press(Key::control, "_");
}

// Collects the bytes of a character. Bytes that are not UTF-8 are dropped.
void KeyParser::take_text(char byte)
{
    const auto code = static_cast<unsigned char>(byte);
    if (code >= 0xc0 || code < 0x80)
        character.clear();
    character += byte;
    const Character first = first_character(character);
    const bool is_whole = !(first.value == replacement && first.size == 1);
    if (!is_whole) {
        if (character.size() >= 4)
            character.clear();
        return;
    }
    if (is_control(first.value)) {
        character.clear();
        return;
    }
    if (!keys.empty() && keys.back().kind == Key::typed)
        keys.back().text += character;
    else
        press(Key::typed, character);
    character.clear();
}

void KeyParser::take_escape(char byte)
{
    state = State::ground;
    sequence.clear();
    switch (byte) {
    case '[': state = State::csi; return;
    case 'O': state = State::single_shift; return;
    case ']':
    case 'P':
    case '_':
    case '^':
    case 'X': state = State::string; return;
    case '\033':
        // Alt with a key that is a sequence; or twice the key.
        has_alt = true;
        state = State::escape;
        return;
    case '\r':
    case '\n': return press(Key::line_break);
    case 0x7f:
    case '\b': return press(Key::control, "w");
    default: break;
    }
    const bool is_letter = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
    if (is_letter)
        press(Key::alt, std::string(1, static_cast<char>(byte | 0x20)));
}

void KeyParser::take_csi(char byte)
{
    if (byte == '[' && sequence.empty()) {
        state = State::console;
        return;
    }
    if (byte == 'M' && sequence.empty()) {
        state = State::mouse;
        mouse_bytes = 3;
        return;
    }
    if (byte >= 0x20 && byte < 0x40) {
        if (sequence.size() < 32)
            sequence += byte;
        return;
    }
    if (sequence == "200" && byte == '~') {
        state = State::ground;
        pasting = Paste::bracketed;
        return;
    }
    press_sequence(byte);
}

namespace {

struct KnownSequence {
    std::string_view before; // before the last byte, without modifiers
    char last;
    Key::Kind kind;
};

constexpr std::array known_sequences {
    KnownSequence {"", 'A', Key::up},
    KnownSequence {"", 'B', Key::down},
    KnownSequence {"", 'C', Key::right},
    KnownSequence {"", 'D', Key::left},
    KnownSequence {"", 'H', Key::home},
    KnownSequence {"", 'F', Key::end},
    KnownSequence {"", 'Z', Key::back_tab},
    KnownSequence {"O", 'A', Key::up},
    KnownSequence {"O", 'B', Key::down},
    KnownSequence {"O", 'C', Key::right},
    KnownSequence {"O", 'D', Key::left},
    KnownSequence {"O", 'H', Key::home},
    KnownSequence {"O", 'F', Key::end},
    KnownSequence {"O", 'M', Key::enter},
    KnownSequence {"O", 'c', Key::word_right},
    KnownSequence {"O", 'd', Key::word_left},
    KnownSequence {"1", '~', Key::home},
    KnownSequence {"7", '~', Key::home},
    KnownSequence {"4", '~', Key::end},
    KnownSequence {"8", '~', Key::end},
    KnownSequence {"3", '~', Key::erase},
    KnownSequence {"5", '~', Key::page_up},
    KnownSequence {"6", '~', Key::page_down},
};

}

// Returns a number of at most seven digits, or 0.
static std::size_t number_in(std::string_view digits)
{
    std::size_t number = 0;
    if (digits.size() > 7)
        return 0;
    for (const char c : digits) {
        if (c < '0' || c > '9')
            return 0;
        number = 10 * number + static_cast<std::size_t>(c - '0');
    }
    return number;
}

namespace {

struct KnownCode {
    std::size_t code;
    Key::Kind kind;
};

// Keys that the keyboard protocol of kitty reports by numbers.
constexpr std::array known_codes {
    KnownCode {9, Key::tab},
    KnownCode {13, Key::enter},
    KnownCode {27, Key::escape},
    KnownCode {127, Key::backspace},
    KnownCode {57414, Key::enter},
    KnownCode {57417, Key::left},
    KnownCode {57418, Key::right},
    KnownCode {57419, Key::up},
    KnownCode {57420, Key::down},
    KnownCode {57421, Key::page_up},
    KnownCode {57422, Key::page_down},
    KnownCode {57423, Key::home},
    KnownCode {57424, Key::end},
    KnownCode {57426, Key::erase},
};

}

// Presses a key of the keyboard protocol of kitty, CSI code;modifiers u. Of the modifiers, 1 is
// Shift, 2 Alt and 4 Control; the states of Caps Lock and Num Lock do not matter.
void KeyParser::press_code(std::string_view code, std::size_t modifiers)
{
    const std::size_t number = number_in(code.substr(0, code.find(':')));
    const bool has_shift = (modifiers & 1U) != 0;
    const bool is_alt = (modifiers & 2U) != 0 || std::exchange(has_alt, false);
    const bool is_control = (modifiers & 4U) != 0;
    const auto* found = std::find_if(known_codes.begin(), known_codes.end(),
        [&](const KnownCode& known) { return known.code == number; });
    if (found != known_codes.end()) { // NOLINT: of an array
        if (found->kind == Key::enter && (has_shift || is_alt || is_control))
            return press(Key::line_break);
        if (found->kind == Key::tab && has_shift)
            return press(Key::back_tab);
        if (found->kind == Key::backspace && (is_alt || is_control))
            return press(Key::control, "w");
        return press(found->kind);
    }
    if (number < 0x20 || number > 0x7e)
        return;
    auto letter = static_cast<char>(number);
    if (letter >= 'A' && letter <= 'Z')
        letter = static_cast<char>(letter | 0x20);
    const bool is_letter = letter >= 'a' && letter <= 'z';
    if (is_control && (letter == '_' || letter == '-' || letter == '/'))
        return press(Key::control, "_");
    if (is_letter && is_control)
        return letter == 'j' ? press(Key::line_break) : press(Key::control, std::string(1, letter));
    if (is_letter && is_alt)
        press(Key::alt, std::string(1, letter));
}

void KeyParser::press_sequence(char last)
{
    state = State::ground;
    if (last == 'u') {
        const std::string parameters = std::exchange(sequence, {});
        const std::size_t semicolon = std::min(parameters.find(';'), parameters.size());
        const std::string_view modifiers
            = std::string_view(parameters).substr(std::min(semicolon + 1, parameters.size()));
        const std::size_t number = number_in(modifiers.substr(0, modifiers.find_first_of(":;")));
        return press_code(
            std::string_view(parameters).substr(0, semicolon), number > 0 ? number - 1 : 0);
    }
    std::string_view before = sequence;
    const std::size_t semicolon = before.find(';');
    bool is_modified = std::exchange(has_alt, false);
    if (semicolon != std::string_view::npos) { // 1;5C: Control, 1;3C: Alt
        const std::string_view modifier = before.substr(semicolon + 1);
        is_modified = is_modified || modifier == "5" || modifier == "3";
        before = before.substr(0, semicolon);
        if (before == "1" && last != '~')
            before = "";
    }
    const auto* found = std::find_if(known_sequences.begin(), known_sequences.end(),
        [&](const auto& known) { return known.before == before && known.last == last; });
    sequence.clear();
    if (found == known_sequences.end()) // NOLINT: of an array
        return;
    if (is_modified && (found->kind == Key::left || found->kind == Key::right))
        return press(found->kind == Key::left ? Key::word_left : Key::word_right);
    press(found->kind);
}

static constexpr Moment patience_for_paste = 100ms;

std::optional<Key> key_named(std::string_view name)
{
    constexpr std::string_view control = "ctrl-";
    constexpr std::string_view alt = "alt-";
    if (name == "shift-tab")
        return Key {Key::back_tab};
    if (name == "ctrl-j")
        return Key {Key::line_break};
    if (name.starts_with(control) && name.size() == control.size() + 1)
        return Key {Key::control, std::string(name.substr(control.size()))};
    if (name.starts_with(alt) && name.size() == alt.size() + 1)
        return Key {Key::alt, std::string(name.substr(alt.size()))};
    return std::nullopt;
}

Key cleaned_paste(std::string_view bytes)
{
    Key key {Key::paste, {}, 0};
    while (!bytes.empty()) {
        const Character character = first_character(bytes);
        std::size_t size = character.size;
        if (bytes.starts_with(paste_begins) || bytes.starts_with(paste_ends)) {
            size = paste_begins.size();
            ++key.dropped;
        } else if (character.value == '\r') {
            size = bytes.starts_with("\r\n") ? 2 : 1;
            key.text += '\n';
        } else if (character.value == replacement && size == 1) {
            key.text += "\xef\xbf\xbd";
        } else if (is_control(character.value) && character.value != '\n'
            && character.value != '\t') {
            ++key.dropped;
        } else {
            key.text += bytes.substr(0, size);
        }
        bytes.remove_prefix(size);
    }
    return key;
}

bool KeyParser::is_unbracketed_paste(std::string_view read) const
{
    if (state != State::ground || read.size() < 32 || read.starts_with(paste_begins))
        return false;
    return read.substr(0, read.size() - 1).find_first_of("\r\n") != std::string_view::npos;
}

void KeyParser::add_to_paste(std::string_view bytes)
{
    // Newlines and dropped controls make it shorter, never longer.
    is_too_long = is_too_long || pasted.size() + bytes.size() > max_paste + paste_ends.size();
    if (is_too_long) {
        // The end mark may be in two reads.
        pasted += bytes.substr(bytes.size() - std::min(bytes.size(), 2 * paste_ends.size()));
        if (pasted.size() > 4096)
            pasted.erase(0, pasted.size() - paste_ends.size());
        searched = 0;
    } else {
        pasted += bytes;
    }
}

void KeyParser::end_paste()
{
    if (is_too_long)
        press(Key::paste_refused);
    else
        keys.push_back(cleaned_paste(pasted));
    pasted.clear();
    pasted.shrink_to_fit();
    searched = 0;
    is_too_long = false;
    pasting = Paste::none;
    limit.reset();
}

void KeyParser::take_paste(std::string_view read, Moment now)
{
    if (read == "\x03") { // Ctrl-C ends a paste without an end mark
        is_too_long = false;
        pasted.clear();
        end_paste();
        keys.back() = {Key::control, "c", 0};
        return;
    }
    if (is_too_long && read.find(paste_ends) != std::string_view::npos)
        return end_paste();
    add_to_paste(read);
    if (pasting == Paste::unbracketed) {
        limit = now + patience_for_paste;
        return;
    }
    const std::size_t found = pasted.find(paste_ends, searched);
    if (found != std::string::npos) {
        pasted.erase(found, paste_ends.size());
        return end_paste(); // with all that follows the mark in this read
    }
    searched = pasted.size() - std::min(pasted.size(), paste_ends.size() - 1);
}

}
