#pragma once

#include "agent/mcp/question_prompter.hpp"
#include "frontends/host/asks.hpp"
#include "runner/servers/question_dialog.hpp"

#include <cstdint>
#include <map>
#include <string>

namespace frontends::chat {

using namespace agent;
using namespace runner;
using namespace toolkit;

// Asks the operator of a chat the questions of MCP servers, line by line.
class ChatPrompter : public agent::mcp::QuestionPrompter {
public:
    // `asks` must outlive this object.
    explicit ChatPrompter(host::ChannelAsks& asks)
        : asks(asks)
    {
    }

    agent::mcp::QuestionModes modes() const override { return {true, true}; }
    std::uint64_t put(const agent::mcp::ServerQuestion& question) override;
    std::optional<Json> take(std::uint64_t number) override;
    void withdraw(std::uint64_t number) override;
    void watch(system::Watch& watch) const override;

private:
    struct Open {
        servers::QuestionDialog dialog;
        std::string ask = {}; // the id of the ask for its next line
    };

    void ask(Open& open);

    host::ChannelAsks& asks;
    std::uint64_t count = 0;
    std::map<std::uint64_t, Open> open_questions;
};

}
