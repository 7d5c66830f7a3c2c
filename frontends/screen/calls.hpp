#pragma once

#include "agent/channel/screen_events.hpp"
#include "frontends/screen/keys.hpp"
#include "frontends/screen/line.hpp"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace frontends::screen {

using namespace agent;
using namespace toolkit;

// The calls in progress, and the lines of calls that have ended.
class Calls {
public:
    explicit Calls(const Palette& palette)
        : palette(palette)
    {
    }

    void begin(const channel::ChatCall& event, Moment now);
    void progress(const channel::ChatProgress& event, Moment now);

    // Returns the lines of a call that has ended: its outcome, and a part of its output or its
    // diff; all the output of a command of the operator.
    Lines end(const channel::ChatResult& event, Moment now, std::size_t columns);

    // Returns the lines of at most six calls with the last lines that they have printed, and the
    // number of the others. The call with the id `asked` waits for an answer, and is left out.
    Lines running(Moment now, std::size_t columns, const std::string& asked = {}) const;

    // Returns one row for the call that began last and is still running, without its output; an
    // empty line if no call is running.
    Line running_row(Moment now, std::size_t columns) const;

    void drop(const std::string& id);
    bool has_own() const;
    bool empty() const { return calls.empty(); }

    // Forgets the calls that run, and returns how many there were.
    std::size_t forget() { return std::exchange(calls, {}).size(); }

private:
    struct Call {
        std::string id;
        channel::Display display;
        Moment begun;
        std::string inside = {}; // the verb of the last call of an agent
        std::int64_t nested = 0; // number of its calls
        bool is_own = false; // a command of the operator
        bool waits = false; // waits for another call or an answer
        std::vector<std::string> printed = {}; // the last lines
        std::int64_t printed_lines = 0; // all of them
    };

    Call taken_out(const channel::ChatResult& event, Moment now);
    Line line(const channel::Display& display, const Line& mark, const SafeText& duration,
        std::size_t columns) const;
    static SafeText time_of(const Call& call, Moment now);
    Line facts(const channel::Display& display, std::size_t plain_ones, bool is_brief) const;
    void add_printed(Lines& rows, const Call& call, std::size_t columns) const;
    Lines below(const channel::Display& display, std::size_t columns) const;
    Lines own_end(const channel::ChatResult& event, Moment taken, std::size_t columns) const;

    const Palette& palette;
    std::vector<Call> calls;
};

}
