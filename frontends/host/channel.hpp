#pragma once

#include "agent/channel/codec.hpp"
#include "agent/redaction/redaction.hpp"
#include "toolkit/io/line_reader.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/system/cancel.hpp"
#include "toolkit/system/error.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace frontends::host {

using namespace agent;
using namespace toolkit;

// The run channel: reads lines from a host on one descriptor, and writes events as lines to the
// other. Stores no events: a line is written before the run continues.
class Channel : public system::CancelSource {
public:
    // Receives a line, without text if the line is longer than 16 MiB, or nullptr at the end of
    // input. Returns true if the work in progress has to end.
    using LineHandler = std::function<bool(const io::LineReader::Line* line)>;

    struct Ends {
        int in = 0;
        int out = 0;
        std::uint64_t last_event = 0; // the events are numbered from the next number on
    };

    // Registers itself as the client of `cancel`. `cancel` and the redactions of `hiding` must
    // outlive this object.
    Channel(const Ends& ends, const channel::Hiding& hiding, system::Cancel& cancel);

    void listen(LineHandler by) { hear = std::move(by); }

    int descriptor() const override { return in; }
    bool take_messages() override;
    bool has_ended() const override { return is_over; }

    // Sets the turn to which the following events belong; 0 if they belong to none.
    void set_turn(std::uint64_t number) { turn = number; }

    // Writes the event, redacted, as a line of less than `limit` bytes. Throws what
    // channel::encode() throws, system_error() for a failure, and IO_ERROR if a host that has
    // closed its input does not read any more.
    void event(const channel::Event& event, std::size_t limit = channel::max_line)
    {
        write_event(channel::encode(event, next_head(), hiding, limit));
    }

    // Writes an event for the screen of a chat in the same way.
    void screen_event(const channel::ScreenEvent& event, std::size_t limit = channel::max_line)
    {
        write_event(channel::encode(event, next_head(), hiding, limit));
    }

    // Returns the text, redacted like a list in an event.
    std::string hidden(const std::string& text) const { return hiding.secrets->redact(text); }

    // Writes the event `error`. `ask` is the id of the ask whose answer is refused, or empty.
    void error(const ToolError& error, const std::string& ask = {});

    // Returns false if the reading end of the event descriptor is closed.
    bool has_reader() const;

    // True if a line can be written now without waiting for the reader, unless it is a long one.
    bool can_write() const;

    // True if reading ended because its lines could not be kept.
    bool has_lost_input() const { return has_failed_to_read; }

    // Returns the number of the last event.
    std::uint64_t last_seq() const { return seq; }

    // Returns true if input of the client has not been read yet.
    bool has_input() const;

private:
    bool take_lines();
    channel::Head next_head() const;
    void write_event(std::string line);
    void write_line(const std::string& line) const;
    void wait_for_reader() const;

    int in;
    int out;
    const channel::Hiding hiding;
    system::Cancel& cancel;
    LineHandler hear;
    io::LineReader lines;
    bool has_refused_line = false; // the rest of the current line is skipped
    bool is_over = false;
    bool has_failed_to_read = false;
    std::uint64_t seq;
    std::uint64_t turn = 0;
};

}
