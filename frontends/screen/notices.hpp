#pragma once

#include <string>
#include <string_view>

namespace frontends::screen {

// Returns the only bytes that the screen writes in addition to updates: a bell, a notice, the title
// and the clipboard. Their words are fixed; the name of a directory is shown in ASCII without
// controls.
class Notices {
public:
    enum class Kind { off, bell, osc9, osc777 };

    Kind kind = Kind::bell;
    bool is_in_tmux = false; // sequences are wrapped then, so that tmux passes them on
    std::string directory;

    enum class Event { turn_ended, question };
    std::string of(Event event) const;

    // Set the title and save the old one, and restore it.
    std::string title() const;
    static std::string old_title();

    // Returns the bytes that copy a text to the clipboard; empty if it has more than 100,000 bytes.
    static std::string clipboard(std::string_view chosen);

    // Returns the kind for a word of the engine: off, osc9 or osc777; any other word is a bell.
    static Kind kind_named(std::string_view word);

private:
    std::string string_sequence(const std::string& body) const;
};

}
