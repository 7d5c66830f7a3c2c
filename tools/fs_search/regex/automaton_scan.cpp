#include "automaton_scan.hpp"
#include "tools/fs_search/line.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

namespace fs_search::regex {

namespace {

using State = LineAutomaton::State;
using Row = const LineAutomaton::Next*;

// Each step depends on the one before it. The steps of several independent streams are executed in
// the time of one.
constexpr std::size_t streams = 8;

// Number of bytes of each stream between two checks for acceptance.
constexpr std::size_t turn = 512;
static_assert(turn % ByteKinds::step == 0);

// Shorter texts are not divided into streams.
constexpr std::size_t short_text = 1024;

// A range of whole lines. The lines before `at` are done.
struct Stream {
    std::size_t at;
    std::size_t end;
    Row row = nullptr; // row of the current state
    std::vector<std::size_t> accepted = {};
};

class Scan {
public:
    Scan(const LineAutomaton& automaton, std::string_view text)
        : automaton(automaton)
        , text(text)
    {
    }

    std::vector<std::size_t> accepted_lines()
    {
        divide();
        while (std::any_of(
            all.begin(), all.end(), [](const Stream& stream) { return stream.at < stream.end; })) {
            load();
            step_together();
            for (std::size_t index = 0; index < streams; ++index)
                take(all[index], reached[index]);
        }
        std::vector<std::size_t> result;
        for (const auto& stream : all)
            result.insert(result.end(), stream.accepted.begin(), stream.accepted.end());
        return result;
    }

private:
    void divide()
    {
        std::size_t begin = 0;
        for (std::size_t index = 0; index < streams; ++index) {
            const std::size_t wanted
                = text.size() < short_text ? text.size() : text.size() * (index + 1) / streams;
            std::size_t end = std::max(begin, wanted);
            end = end == begin ? begin : std::min(line_end(text, end - 1) + 1, text.size());
            all[index] = {begin, end, automaton.row_of(LineAutomaton::start)};
            begin = end;
        }
    }

    // A stream that has ended is padded with newlines, which end its last line and change
    // nothing else.
    void load()
    {
        longest = 0;
        for (const Stream& stream : all)
            longest = std::max(longest, std::min(turn, stream.end - stream.at));
        longest = (longest + ByteKinds::step - 1) / ByteKinds::step * ByteKinds::step;
        for (std::size_t index = 0; index < streams; ++index) {
            const Stream& stream = all[index];
            const std::size_t left = stream.end - stream.at;
            const char* bytes = text.data() + stream.at;
            std::array<char, turn>
                padded; // NOLINT(cppcoreguidelines-pro-type-member-init): filled where it is used
            if (left < longest) {
                std::memset(std::copy_n(bytes, left, padded.data()), '\n', longest - left);
                bytes = padded.data();
            }
            automaton.kinds().numbers(bytes, longest, automaton.stride(), numbers[index].data());
            reached[index] = stream.row;
        }
    }

    void step_together()
    {
        std::array<Row, streams> now = reached;
        const std::size_t steps = longest / automaton.stride();
        for (std::size_t step = 0; step < steps; ++step) {
#pragma GCC unroll 8
            for (std::size_t index = 0; index < streams; ++index)
                now[index] = now[index][numbers[index][step]].row;
        }
        reached = now;
    }

    void take(Stream& stream, Row row)
    {
        if (stream.at >= stream.end)
            return;
        if (row != automaton.row_of(LineAutomaton::accepted)) {
            stream.at += std::min(longest, stream.end - stream.at);
            stream.row = row;
            return;
        }
        State state = automaton.state_of(stream.row);
        std::size_t at = stream.at;
        while ((state = automaton.next(
                    state, at < stream.end ? static_cast<unsigned char>(text[at]) : '\n'))
            != LineAutomaton::accepted)
            ++at;
        // There is no line after a newline at the end of the text.
        if (at < stream.end || (at == stream.end && text[stream.end - 1] != '\n'))
            stream.accepted.push_back(at);
        stream.at = std::min(line_end(text, at) + 1, stream.end);
        stream.row = automaton.row_of(LineAutomaton::start);
    }

    const LineAutomaton& automaton;
    std::string_view text;
    std::array<Stream, streams> all {};
    std::size_t longest = 0; // number of bytes loaded of each stream
    std::array<Row, streams> reached {};
    std::array<std::array<std::uint16_t, turn / 2>, streams> numbers;
};

}

namespace {

// Number of bytes to examine after a non-ASCII byte before the next one is searched for, since such
// bytes usually occur together.
constexpr std::size_t beyond_ascii = 4096;

// Returns the lines from the one with the first non-ASCII byte on, together with some that follow;
// empty if there is no such byte.
std::string_view next_beyond_ascii(std::string_view text, std::size_t from)
{
    const std::size_t other = from + find_beyond_ascii(text.substr(from));
    if (other == text.size())
        return text.substr(other);
    const std::size_t begin = toolkit::text::line_begin(text, other);
    const std::size_t end
        = line_end(text, std::min(std::max(begin + beyond_ascii, other), text.size()));
    return text.substr(begin, end + 1 - begin);
}

}

std::vector<std::size_t> accepted_lines(const LineAutomaton& automaton, std::string_view text)
{
    if (!automaton.wants_more_than_ascii())
        return Scan(automaton, text).accepted_lines();
    std::vector<std::size_t> places;
    std::size_t from = 0;
    for (auto part = next_beyond_ascii(text, from); !part.empty();
         part = next_beyond_ascii(text, from)) {
        const auto begin = static_cast<std::size_t>(part.data() - text.data());
        for (const std::size_t place : Scan(automaton, part).accepted_lines())
            places.push_back(begin + place);
        from = begin + part.size();
    }
    return places;
}

}
