#pragma once

#include <string>
#include <string_view>

namespace frontends::screen {

// The only bytes beside those of an update that the screen writes: a bell, a notice, the title and
// the clipboard. Words are fixed; a directory's name is shown in ASCII without controls.
class Notices {
public:
    enum class Kind { off, bell, osc9, osc777 };

    Kind kind = Kind::bell;
    bool is_in_tmux = false; // then a sequence is wrapped, so that tmux passes it on
    std::string directory;

    enum class Event { turn_ended, question };
    std::string of(Event event) const;

    // Sets the title, and keeps the old one; takes that back.
    std::string title() const;
    static std::string old_title();

    // What the operator chose, as base64; empty if it has more than 100,000 bytes.
    static std::string clipboard(std::string_view chosen);

    // As the engine has it: off, osc9, osc777; else bell.
    static Kind kind_named(std::string_view word);

private:
    std::string string_sequence(const std::string& body) const;
};

}
