#pragma once

#include "agent/channel/messages.hpp"
#include "agent/mcp/question_prompter.hpp"
#include "frontends/host/asks.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace frontends::host {

using namespace agent;
using namespace toolkit;

// Sends questions of MCP servers to the host, which shows them to a person.
class HostPrompter : public agent::mcp::QuestionPrompter {
public:
    // `shown` are the kinds of questions that the host can show. `asks` must outlive this object.
    HostPrompter(Asks& asks, const std::vector<channel::ServerAsk>& shown);

    agent::mcp::QuestionModes modes() const override { return can_show; }
    std::uint64_t put(const agent::mcp::ServerQuestion& question) override;
    std::optional<Json> take(std::uint64_t number) override;
    void withdraw(std::uint64_t number) override;
    void watch(system::Watch& watch) const override;

private:
    Asks& asks;
    agent::mcp::QuestionModes can_show;
    std::uint64_t count = 0;
    std::map<std::uint64_t, std::string> open; // ids of asks
};

}
