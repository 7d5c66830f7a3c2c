#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace agent::model {

// Extracts the text of a reply from the markup of its chat template that a server has not removed:
// reasoning between <think> and </think> at the beginning, harmony's channels, tokens at the end.
// Markup within a text is a quotation, and stays. The sum of all results does not depend on how the
// text is divided into pieces.
class ReplyText {
public:
    struct Parts {
        std::string text;
        std::string reasoning;
        // Text that harmony addresses to a tool, with its markup. Set by end() only, as a whole.
        std::string calls;
        // The number of bytes of all text that were reasoning, because </think> followed on a line
        // of its own without an opening tag. Set by end() only, since it is not known before.
        std::size_t unopened = 0;
    };

    // Adds a piece and returns what can be shown now. Text that begins like a call of a tool is
    // held back until end().
    Parts add(std::string_view piece);

    // Returns the rest, and resets the object.
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
    std::size_t at = 0; // the number of its bytes that were processed
    std::string calls;
    std::string_view closing; // the token that ends the reasoning
    char last = '\n'; // the last byte of the text that was passed on
    std::size_t text_size = 0; // bytes of text that were passed on
    std::size_t unopened = 0;
    bool has_opening = false; // the opening token of reasoning was found
};

// Returns the text, followed by the calls on a line of their own: for a reply whose calls are not
// run.
std::string text_with_calls(const ReplyText::Parts& parts);

// Returns the parts of a whole text. Reasoning without an opening tag is moved from the text to the
// reasoning.
ReplyText::Parts parts_of_reply(std::string_view text);

}
