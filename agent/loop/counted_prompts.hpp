#pragma once

#include "agent/model/message.hpp"
#include "toolkit/json/json.hpp"

#include <optional>
#include <string>

namespace agent::loop {

using namespace toolkit;

// Compares the server's token counts of requests with our estimates.
class CountedPrompts {
public:
    // Takes the messages of a request, the estimated tokens of the whole request, and the usage of
    // its reply. The first time that the server cannot have read all messages, returns a note about
    // it: some servers silently drop the beginning of a conversation that is too long.
    std::optional<std::string> learn(
        const model::Messages& messages, double estimated, const Json& usage);

    // Takes the count of a server that refuses the request.
    void learn(double estimated, double counted);

    // Returns the factor that converts an estimate to the server's count.
    double correction() const { return factor; }

private:
    bool was_cut(const model::Messages& messages, double estimated, double counted) const;

    double factor = 1;
    double last_estimated = 0; // of the previous request, without the correction
    double last_counted = 0;
    bool has_told = false;
};

}
