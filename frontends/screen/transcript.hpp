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

// The transcript of a chat: finished lines, and the unfinished block of text.
class Transcript {
public:
    explicit Transcript(const Palette& palette)
        : palette(palette)
        , text(palette)
        , thoughts(palette)
    {
    }

    // Each kind of line is preceded by an empty line after another kind. Lines of the operator,
    // questions and answers of a command always are.
    enum class Kind { none, greeting, said, text, call, note, question, answer };
    void put(Kind kind, Lines lines);

    // Adds the operator's words.
    void put_said(const std::string& words, std::size_t columns);
    // Add pieces of the model's text and reasoning. Reasoning is dim.
    void add_text(const std::string& piece);
    void add_reasoning(const std::string& piece);
    void end_text(std::size_t columns);
    bool has_pieces() const { return has_text; }

    // Returns true if an empty line comes before calls that follow now.
    bool is_apart_from_calls() const
    {
        return has_text || has_thoughts || (last != Kind::call && last != Kind::none);
    }

    // Moves finished parts of the text to the finished lines. A parse that took long is followed by
    // a pause; `now` is called before and after.
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

    // Returns the last rows of the block that was unfinished when the text was settled, at most
    // `room`.
    Lines unfinished(std::size_t columns, std::size_t room) const;

private:
    void settle_text(std::size_t columns, std::size_t room);

    const Palette& palette;
    MarkdownStream text;
    MarkdownStream thoughts;
    bool has_text = false;
    bool has_thoughts = false;
    bool has_news = false; // new text since it was settled
    std::size_t settled_columns = 0;
    Lines live; // the unfinished block
    Kind last = Kind::none;
    Lines finished;
    std::size_t bytes = 0;
    Moment rests_until {};
};

}
