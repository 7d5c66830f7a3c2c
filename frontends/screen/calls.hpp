#pragma once

#include "agent/channel/screen_events.hpp"
#include "frontends/screen/keys.hpp"
#include "frontends/screen/line.hpp"
#include "toolkit/json/json.hpp"

#include <cstddef>
#include <map>
#include <string>
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

    // Sets the tools, whose required parameters are used for digests.
    void know_tools(const std::vector<channel::KnownTool>& tools);

    void begin(const channel::ChatCall& event, Moment now);
    void nested(const channel::Nested& event);

    // Returns the lines of a call that has ended: its outcome and diff, and the end of stderr of a
    // failed command; the output of a command of the operator.
    Lines end(const channel::ChatResult& event, Moment now, std::size_t columns);

    // Returns the lines of at most six calls, and the number of the others.
    Lines running(Moment now, std::size_t columns) const;

    bool empty() const { return calls.empty(); }
    bool has_own() const;
    std::size_t last() const { return count; }
    void forget() { calls.clear(); }

private:
    struct Call {
        std::string id;
        std::string tool;
        Json arguments;
        std::size_t number;
        Moment begun;
        std::string inside; // the last nested call
        bool is_own = false; // a command of the operator
    };

    Call taken_out(const channel::ChatResult& event, Moment now);
    SafeText digest(const Call& call, std::size_t columns) const;
    Line line(const Call& call, const Line& mark, const SafeText& tail, std::size_t columns) const;
    Lines own_end(const channel::ChatResult& event, Moment taken, std::size_t columns) const;
    Lines diff_of(const Call& call, const Json& answer) const;

    const Palette& palette;
    std::map<std::string, std::vector<std::string>> required;
    std::vector<Call> calls;
    std::size_t count = 0;
};

// Shortens a text to at most `columns`: cuts its end, or the beginning of a path.
SafeText shortened(const SafeText& text, std::size_t columns);

}
