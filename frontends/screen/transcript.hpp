#pragma once

#include "frontends/screen/calls.hpp"
#include "frontends/screen/keys.hpp"
#include "frontends/screen/line.hpp"
#include "frontends/screen/markdown_stream.hpp"
#include "toolkit/json/json_fwd.hpp"

#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

namespace frontends::screen {

using namespace toolkit;

// What a chat has said and done, as lines that are finished, and the block of text that is not.
class Transcript {
public:
    explicit Transcript(const Palette& palette)
        : palette(palette)
        , text(palette)
        , thoughts(palette)
    {
    }

    // Each kind of line has an empty one before it if another kind stood there; what is said, asked
    // or answered by a command has one always.
    enum class Kind { none, said, text, call, note, question, answer };
    void put(Kind kind, Lines lines);

    // The operator's words.
    void put_said(const std::string& words, std::size_t columns);
    // The model's, in pieces; reasoning is dim.
    void add_text(const std::string& piece);
    void add_reasoning(const std::string& piece);
    void end_text(std::size_t columns);
    bool has_pieces() const { return has_text; }

    // What of the text is finished by now. A parse that took long is followed by a pause: `now` is
    // asked before and after.
    template<class Clock>
    void settle(std::size_t columns, std::size_t room, Clock now)
    {
        if (!has_news && columns == settled_columns)
            return;
        const Moment begun = now();
        if (begun < rests_until)
            return;
        settle_text(columns, room);
        const Moment taken = now() - begun;
        if (taken > std::chrono::milliseconds(10))
            rests_until = begun + 11 * taken;
    }

    Lines take();
    bool has_lines() const { return !finished.empty(); }
    std::size_t waiting_bytes() const { return bytes + text.size() + thoughts.size(); }

    // Rows of what was unfinished when the text was settled, the last ones that have room.
    Lines unfinished(std::size_t columns, std::size_t room) const;

private:
    void settle_text(std::size_t columns, std::size_t room);

    const Palette& palette;
    MarkdownStream text;
    MarkdownStream thoughts;
    bool has_text = false;
    bool has_thoughts = false;
    bool has_news = false; // since the text was settled
    std::size_t settled_columns = 0;
    Lines live; // the unfinished block
    Kind last = Kind::none;
    Lines finished;
    std::size_t bytes = 0;
    Moment rests_until {};
};

}
