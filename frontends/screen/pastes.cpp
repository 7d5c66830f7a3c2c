#include "frontends/screen/characters.hpp"
#include "frontends/screen/keys.hpp"

#include <algorithm>

namespace frontends::screen {

using namespace std::chrono_literals;

static constexpr Moment patience_for_paste = 100ms;

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
    if (read == "\x03") { // a paste without an end does not lock anybody out
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
