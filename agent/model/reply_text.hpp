#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace agent::model {

// The text of a reply without the markup of its chat template that a server has left in it:
// reasoning between <think> and </think> at the beginning, harmony's channels, tokens at the end.
// Such markup within a text is a quotation, and stays. Whatever the pieces in which the text comes,
// all that is returned together is the same.
class ReplyText {
public:
    struct Parts {
        std::string text;
        std::string reasoning;
        std::string
            calls; // what harmony addresses to a tool, with its markup; whole, by end() alone
        // So much of all text was reasoning: </think> has followed, on a line of its own, and
        // nothing had opened it. By end() alone, since nobody knows before.
        std::size_t unopened = 0;
    };

    // What can be shown now. Text that begins like a call of a tool is held back to the end.
    Parts add(std::string_view piece);

    // The rest. Afterwards it is as new.
    Parts end();

private:
    enum class State { beginning, think, after_think, channel_header, channel, plain, held };
    enum class Channel { text, reasoning, call };

    bool step(Parts& parts, bool is_end);
    bool begin(Parts& parts, bool is_end);
    bool leave_think(Parts& parts, bool is_end);
    bool read_header(bool is_end);
    bool read_channel(Parts& parts, bool is_end);
    bool pass_on(Parts& parts, bool is_end);
    std::size_t end_to_pass_on(bool is_end);
    bool ends_unopened(std::string_view text, char before, bool is_end) const;
    void put(Parts& parts, std::size_t size);
    void skip(std::size_t size) { at += size; }
    std::string_view rest() const { return std::string_view(held).substr(at); }

    State state = State::beginning;
    Channel channel = Channel::text;
    std::string held;
    std::size_t at = 0; // so much of it is done
    std::string calls;
    std::string_view closing; // of reasoning
    char last = '\n'; // of the text that was passed on
    std::size_t text_size = 0; // of all text that was passed on
    std::size_t unopened = 0;
    bool has_opening = false; // of reasoning
};

// The text, and after it, on a line of its own, the calls: for a reply whose calls are not run.
std::string text_with_calls(const ReplyText::Parts& parts);

// The same of a whole text. What was reasoning without an opening is no text.
ReplyText::Parts parts_of_reply(std::string_view text);

}
