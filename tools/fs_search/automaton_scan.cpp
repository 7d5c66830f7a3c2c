#include "automaton_scan.hpp"
#include "line.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace {

using State = LineAutomaton::State;

// Each step waits for the one before it: in the time of one, steps of several streams are made.
constexpr std::size_t streams = 8;

// So many steps are made before anybody asks whether one led to acceptance.
constexpr std::size_t steps = 256;

// Shorter texts are not worth to be divided.
constexpr std::size_t short_text = 1024;

// Whole lines, of which those before `at` are done.
struct Stream {
    std::size_t at;
    std::size_t end;
    State state = LineAutomaton::start;
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
                take(all[index], after[index]);
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
            all[index] = {begin, end};
            begin = end;
        }
    }

    // Side by side, so that one register finds all streams. Behind the end of one there are line breaks, which end the
    // last line and change nothing.
    void load()
    {
        for (std::size_t index = 0; index < streams; ++index) {
            const Stream& stream = all[index];
            const std::size_t count = std::min(steps, stream.end - stream.at);
            std::memcpy(bytes[index].data(), text.data() + stream.at, count);
            std::memset(bytes[index].data() + count, '\n', steps - count);
            after[index] = stream.state;
        }
    }

    void step_together()
    {
        const State* const table = automaton.data();
        std::array<std::size_t, streams> now {};
        std::copy(after.begin(), after.end(), now.begin());
        for (std::size_t step = 0; step < steps; ++step) {
#pragma GCC unroll 8
            for (std::size_t index = 0; index < streams; ++index)
                now[index] = table[now[index] * LineAutomaton::width + bytes[index][step]];
        }
        std::transform(now.begin(), now.end(), after.begin(),
            [](std::size_t state) { return static_cast<State>(state); });
    }

    void take(Stream& stream, State reached)
    {
        if (stream.at >= stream.end)
            return;
        if (reached != LineAutomaton::accepted) {
            stream.at += std::min(steps, stream.end - stream.at);
            stream.state = reached;
            return;
        }
        State state = stream.state;
        std::size_t at = stream.at;
        while ((state = automaton.next(state, at < stream.end ? static_cast<unsigned char>(text[at]) : '\n'))
            != LineAutomaton::accepted)
            ++at;
        // Behind a line break at the end there is no line more.
        if (at < stream.end || text[stream.end - 1] != '\n')
            stream.accepted.push_back(at);
        stream.at = std::min(line_end(text, at) + 1, stream.end);
        stream.state = LineAutomaton::start;
    }

    const LineAutomaton& automaton;
    std::string_view text;
    std::array<Stream, streams> all {};
    alignas(64) std::array<std::array<unsigned char, steps>, streams> bytes {};
    std::array<State, streams> after {};
};

}

std::vector<std::size_t> accepted_lines(const LineAutomaton& automaton, std::string_view text)
{
    return Scan(automaton, text).accepted_lines();
}
