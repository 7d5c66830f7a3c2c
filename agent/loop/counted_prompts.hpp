#pragma once

#include "agent/model/message.hpp"
#include "toolkit/json/json.hpp"

#include <optional>
#include <string>

namespace agent::loop {

using namespace toolkit;

// What a server counts of the conversations that it is asked with, beside our estimates of them.
class CountedPrompts {
public:
    // The messages of a request, their estimated tokens with all that goes along, and the usage of
    // its reply. Returns a note if the server can't have read them all, the first time: some drop
    // the beginning of what is too long, and say nothing.
    std::optional<std::string> learn(
        const model::Messages& messages, double estimated, const Json& usage);

    // Takes the count of a server that refuses the request.
    void learn(double estimated, double counted);

    // By which an estimate becomes what the server will count.
    double correction() const { return factor; }

private:
    bool was_cut(const model::Messages& messages, double estimated, double counted) const;

    double factor = 1;
    double last_estimated = 0; // of the request before, without the correction
    double last_counted = 0;
    bool has_told = false;
};

}
