#pragma once

#include "agent/model/message.hpp"
#include "toolkit/json/json.hpp"

#include <optional>
#include <string>

namespace agent::loop {

using namespace toolkit;

// Compares the server's token counts of requests with the estimates.
class CountedPrompts {
public:
    // Takes the messages of a request, the estimated tokens of the whole request, and the usage of
    // its reply. Returns a note the first time that the server cannot have read all messages,
    // otherwise nullopt: some servers silently drop the beginning of a conversation that is too
    // long.
    std::optional<std::string> learn(
        const model::Messages& messages, double estimated, const Json& usage);

    // Takes the count that a server named when it refused the request.
    void learn(double estimated, double counted);

    // Returns the factor that converts an estimate to the server's count.
    double correction() const { return factor; }

private:
    bool was_cut(const model::Messages& messages, double estimated, double counted) const;

    double factor = 1;
    double last_estimated = 0; // estimate of the previous request, without the correction
    double last_counted = 0; // server's count of the previous request
    bool has_told = false; // true after the note was returned
};

}
